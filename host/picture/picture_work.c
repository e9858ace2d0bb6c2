/* picture_work.c: a result that is being drawn: its columns, its states and its labels. SPDX-License-Identifier: MIT */
#include "picture/picture_work.h"

#include "base/names.h"

#include <contensou/outcome.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;

enum contensou_status contensou__picture_work_no_memory(struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
}

double *contensou__picture_work_numbers(struct contensou__picture *w, size_t count)
{
    double *const copy =
        w->copies < contensou__picture_copies ? malloc((count + 1) * sizeof *copy) : NULL;

    if (copy)
        w->copy[w->copies++] = copy;
    return copy;
}

int contensou__picture_work_is_varied(const struct contensou__picture *w, const char *name)
{
    for (size_t i = 0; i < w->axes; ++i)
        if (strcmp(w->axis[i], name) == 0)
            return 1;
    return 0;
}

char *contensou__picture_work_vary_of(const struct contensou_result *file)
{
    char *const vary = contensou_result_text(file, "run", "vary");

    if (vary && *vary)
        return vary;
    free(vary);
    return contensou_result_text(file, "/", "vary");
}

void contensou__picture_work_find_varied(struct contensou__picture *w)
{
    const char *between;
    char *save = NULL;
    int starts;

    w->vary = contensou__picture_work_vary_of(w->file);
    if (!w->vary)
        return;
    between = strchr(w->vary, '=') ? " " : ",";
    starts = strstr(w->vary, " start=") != NULL;
    for (char *word = strtok_r(w->vary, between, &save); word && w->axes < contensou__picture_axes;
         word = strtok_r(NULL, between, &save)) {
        const size_t size = strcspn(word, "=");
        const char *colon = strchr(word, ':');
        const int drawn =
            starts && strncmp(word, "init.", 5) == 0 && colon && !strchr(colon + 1, ':');
        char other[contensou__picture_label_size];
        int at;

        word[size] = '\0';
        if (strcmp(word, "continue") == 0)
            w->ways = 2;
        if (drawn || strcmp(word, "start") == 0 || strcmp(word, "continue") == 0)
            continue;
        snprintf(other, sizeof other, "vary.%.100s", word);
        at = contensou_result_find(w->root, other);
        if (at < 0)
            at = contensou_result_find(w->root, word);
        if (at >= 0)
            w->axis[w->axes++] = w->root->column[at].name;
    }
}

void contensou__picture_work_find_states(struct contensou__picture *w)
{
    char *const positions = contensou_result_text(w->file, "run", "positions");
    char *save = NULL;

    w->state_words = contensou_result_text(w->file, "run", "states");
    for (char *word = w->state_words ? strtok_r(w->state_words, ",", &save) : NULL;
         word && w->states < contensou__picture_states; word = strtok_r(NULL, ",", &save))
        w->state[w->states++] = word;
    for (const char *at = positions; at && *at; at += *at != '\0') {
        ++w->positions;
        at += strcspn(at, ",");
    }
    if (2 * w->positions > w->states)
        w->positions = 0;
    free(positions);
}

int contensou__picture_work_state_of(const struct contensou__picture *w, const char *name)
{
    return contensou__names_find(name, w->state, (size_t)w->states);
}

int contensou__picture_work_filled(const struct contensou__picture *w, const char *list)
{
    const struct contensou_result_table *const t = contensou_result_table(w->file, list);

    return t && t->rows > 0;
}

enum contensou_status contensou__picture_work_find_column(const struct contensou__picture *w,
                                                          const char *name, int *at)
{
    const struct contensou_result_table *t = w->points;
    const char **names;
    enum contensou_status status;

    *at = contensou_result_find(t, name);
    if (*at >= 0)
        return CONTENSOU_OK;
    names = malloc((t->columns + 1) * sizeof *names);
    if (!names)
        return contensou__picture_work_no_memory(w->err);
    for (size_t i = 0; i < t->columns; ++i)
        names[i] = t->column[i].name;
    status = contensou__names_fail(w->err, "column", name, names, t->columns);
    free(names);
    return status;
}

int contensou__picture_work_reached(double code)
{
    return code >= 0 && code < CONTENSOU_OUTCOME_COUNT && contensou_outcome_reached((int)code);
}

int contensou__picture_work_has_failed(const struct contensou__picture *w,
                                       const struct contensou_result_table *t, size_t i)
{
    const double *lanes;
    size_t low = 0, high = w->root->rows;
    const int column = contensou_result_find(w->root, "lane");
    struct contensou_error ignored;

    if (!w->outcome || !w->failed)
        return 0;
    if (t == w->root)
        return !contensou__picture_work_reached(w->outcome[i]);
    if (column < 0 || !w->lane ||
        contensou_result_read(w->file, w->root, (size_t)column, &lanes, &ignored))
        return 0;
    while (low + 1 < high) { /* lanes rise */
        const size_t middle = (low + high) / 2;

        if (lanes[middle] <= w->lane[i])
            low = middle;
        else
            high = middle;
    }
    return high > 0 && lanes[low] == w->lane[i] &&
           !contensou__picture_work_reached(w->outcome[low]);
}

enum contensou_status contensou__picture_work_take(struct contensou__picture *w, int column,
                                                   int *wrapped, const double **out, size_t *rows)
{
    const struct contensou_result_table *t = w->points;
    const double *value;
    double *copy = contensou__picture_work_numbers(w, t->rows), low = INFINITY, high = -INFINITY;
    size_t n = 0;
    enum contensou_status status =
        copy ? contensou_result_read(w->file, t, (size_t)column, &value, w->err)
             : contensou__picture_work_no_memory(w->err);

    for (size_t i = 0; i < t->rows && !status; ++i)
        if (w->only < 0 || !w->lane || w->lane[i] == (double)w->only) {
            copy[n] = t == w->root && column != w->x && contensou__picture_work_has_failed(w, t, i)
                          ? (double)NAN
                          : value[i];
            low = fmin(low, copy[n]);
            high = fmax(high, copy[n++]);
        }
    *wrapped =
        *wrapped && !status && strcmp(t->column[column].unit, "rad") == 0 && high - low > turn;
    for (size_t i = 0; i < n && *wrapped; ++i)
        copy[i] = remainder(copy[i], turn);
    *out = copy;
    *rows = n;
    return status;
}

/* A number that varies goes by its own name, also where the file had to call it vary.NAME. */
static const char *shown_name(const char *name)
{
    return strncmp(name, "vary.", 5) == 0 ? name + 5 : name;
}

void contensou__picture_work_write_label(char to[contensou__picture_label_size],
                                         const struct contensou_result_column *c)
{
    snprintf(to, contensou__picture_label_size, "%.80s (%.40s)", shown_name(c->name),
             *c->unit ? c->unit : "-");
}

const char *contensou__picture_work_label(struct contensou__picture *w, size_t at, int column)
{
    contensou__picture_work_write_label(w->label[at], &w->points->column[column]);
    return w->label[at];
}

void contensou__picture_work_write_wrapped(char to[contensou__picture_label_size], const char *name)
{
    snprintf(to, contensou__picture_label_size, "%.80s mod 2 pi (rad)", name);
}

enum contensou_status contensou__picture_work_cut_jumps(struct contensou__picture *w,
                                                        struct contensou_plot_trace *trace,
                                                        int in_x, int in_y)
{
    size_t jumps = 0, n = 0;
    double *x, *y;

    for (int write = 0; write < 2; ++write) {
        for (size_t i = 0; i < trace->count; ++i) {
            const int jump = i > 0 && ((in_x && fabs(trace->x[i] - trace->x[i - 1]) > turn / 2) ||
                                       (in_y && fabs(trace->y[i] - trace->y[i - 1]) > turn / 2));

            jumps += !write && jump;
            if (write && jump) {
                x[n] = NAN;
                y[n++] = NAN;
            }
            if (write) {
                x[n] = trace->x[i];
                y[n++] = trace->y[i];
            }
        }
        if (!jumps)
            return CONTENSOU_OK;
        if (!write) {
            x = contensou__picture_work_numbers(w, trace->count + jumps);
            y = contensou__picture_work_numbers(w, trace->count + jumps);
            if (!x || !y)
                return contensou__picture_work_no_memory(w->err);
        }
    }
    trace->x = x;
    trace->y = y;
    trace->count = n;
    return CONTENSOU_OK;
}

int contensou__picture_work_all_equal(const double *value, size_t count)
{
    for (size_t i = 1; i < count; ++i)
        if (value[i] != value[0])
            return 0;
    return 1;
}

int contensou__picture_work_changes(const double *value, size_t count)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < count; ++i) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    return low < high;
}
