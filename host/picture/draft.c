/* draft.c: what a file of results has: columns, states, numbers that vary; and panels with curves of them.
 * SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include "base/names.h"
#include "base/setting.h"

#include <contensou/outcome.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;

enum contensou_status contensou__draft_no_memory(struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
}

enum contensou_status contensou__draft_nothing(struct contensou__draft *w, const char *kind)
{
    return w->status = contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                      "there is nothing to draw as '%s' in the file; choose %s, %s "
                                      "and %s",
                                      kind, SETTING("kind"), SETTING("x"), SETTING("y"));
}

double *contensou__draft_numbers(struct contensou__draft *w, size_t count)
{
    double *const copy = !w->status && w->copies < contensou__draft_copies
                             ? malloc((count + 1) * sizeof *copy)
                             : NULL;

    if (copy)
        w->copy[w->copies++] = copy;
    else if (!w->status)
        w->status = contensou__draft_no_memory(w->err);
    return copy;
}

const double *contensou__draft_read(struct contensou__draft *w,
                                    const struct contensou_result_table *t, int column)
{
    const double *value = NULL;

    if (column >= 0 && !w->status)
        w->status = contensou_result_read(w->file, t, (size_t)column, &value, w->err);
    return w->status ? NULL : value;
}

struct contensou__draft_panel *contensou__draft_panel(struct contensou__draft *w, int side,
                                                      const char *x_label, const char *y_label)
{
    struct contensou__draft_panel *const p = &w->panel[side][w->panels[side]++];

    snprintf(p->x_label, sizeof p->x_label, "%s", x_label);
    snprintf(p->y_label, sizeof p->y_label, "%s", y_label);
    return p;
}

struct contensou__draft_curve *contensou__draft_curve(struct contensou__draft_panel *p,
                                                      const char *title,
                                                      enum contensou_plot_style style, int colour)
{
    struct contensou__draft_curve *const c = &p->curve[p->curves++];

    snprintf(c->title, sizeof c->title, "%s", title ? title : "");
    c->trace = (struct contensou_plot_trace){
        .title = title ? c->title : NULL, .style = style, .colour = colour};
    return c;
}

void contensou__draft_add(struct contensou__draft *w, struct contensou__draft_curve *c, double x,
                          double y)
{
    const size_t n = c->trace.count;
    const int jumps = n && ((c->x_turns && fabs(x - c->x[n - 1]) > turn / 2) ||
                            (c->y_turns && fabs(y - c->y[n - 1]) > turn / 2));

    if (n + 2 > c->room && !w->status) {
        const size_t room = c->room ? 2 * c->room : 256;
        double *const xs = realloc(c->x, room * sizeof *xs);
        double *const ys = realloc(c->y, room * sizeof *ys);

        c->x = xs ? xs : c->x;
        c->y = ys ? ys : c->y;
        c->room = room;
        if (!xs || !ys)
            w->status = contensou__draft_no_memory(w->err);
    }
    if (w->status)
        return;
    if (jumps)
        c->x[n] = c->y[n] = NAN;
    c->x[n + (size_t)jumps] = x;
    c->y[n + (size_t)jumps] = y;
    c->trace.count += 1 + (size_t)jumps;
    c->trace.x = c->x;
    c->trace.y = c->y;
}

void contensou__draft_drop(struct contensou__draft *w, int side)
{
    struct contensou__draft_panel *const p = &w->panel[side][--w->panels[side]];

    for (size_t i = 0; i < p->curves; ++i) {
        free(p->curve[i].x);
        free(p->curve[i].y);
    }
    memset(p, 0, sizeof *p);
}

int contensou__draft_is_varied(const struct contensou__draft *w, const char *name)
{
    return contensou__names_find(name, w->axis, w->axes) >= 0;
}

char *contensou__draft_vary_of(const struct contensou_result *file)
{
    char *const vary = contensou_result_text(file, "run", "vary");

    if (vary && *vary)
        return vary;
    free(vary);
    return contensou_result_text(file, "/", "vary");
}

void contensou__draft_find_varied(struct contensou__draft *w)
{
    const char *between;
    char *save = NULL;
    int starts;

    w->vary = contensou__draft_vary_of(w->file);
    if (!w->vary)
        return;
    between = strchr(w->vary, '=') ? " " : ",";
    starts = strstr(w->vary, " start=") != NULL;
    for (char *word = strtok_r(w->vary, between, &save); word && w->axes < contensou__draft_axes;
         word = strtok_r(NULL, between, &save)) {
        const size_t size = strcspn(word, "=");
        const char *colon = strchr(word, ':');
        const int drawn =
            starts && strncmp(word, "init.", 5) == 0 && colon && !strchr(colon + 1, ':');
        char other[contensou__draft_label_size];
        int at;

        word[size] = '\0';
        if (strcmp(word, "continue") == 0)
            w->directions = 2;
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

void contensou__draft_find_states(struct contensou__draft *w)
{
    char *const positions = contensou_result_text(w->file, "run", "positions");
    char *save = NULL;

    w->state_words = contensou_result_text(w->file, "run", "states");
    for (char *word = w->state_words ? strtok_r(w->state_words, ",", &save) : NULL;
         word && w->states < contensou__draft_states; word = strtok_r(NULL, ",", &save))
        w->state[w->states++] = word;
    for (const char *at = positions; at && *at; at += *at != '\0') {
        ++w->positions;
        at += strcspn(at, ",");
    }
    if (2 * w->positions > w->states)
        w->positions = 0;
    free(positions);
}

int contensou__draft_state_of(const struct contensou__draft *w, const char *name)
{
    return contensou__names_find(name, w->state, (size_t)w->states);
}

int contensou__draft_filled(const struct contensou__draft *w, const char *list)
{
    const struct contensou_result_table *const t = contensou_result_table(w->file, list);

    return t && t->rows > 0;
}

const double *contensou__draft_column(struct contensou__draft *w,
                                      const struct contensou_result_table *t, const char *name)
{
    return contensou__draft_read(w, t, contensou_result_find(t, name));
}

void contensou__draft_no_column(struct contensou__draft *w, const struct contensou_result_table *t,
                                const char *what, const char *name)
{
    const char **const names = malloc((t->columns + 1) * sizeof *names);

    for (size_t i = 0; i < t->columns && names; ++i)
        names[i] = t->column[i].name;
    w->status = names ? contensou__names_fail(w->err, what, name, names, t->columns)
                      : contensou__draft_no_memory(w->err);
    free(names);
}

int contensou__draft_find_column(struct contensou__draft *w, const char *name)
{
    const int at = w->status ? -1 : contensou_result_find(w->points, name);

    if (at < 0 && !w->status)
        contensou__draft_no_column(w, w->points, "column", name);
    return at;
}

int contensou__draft_reached(double code)
{
    return code >= 0 && code < CONTENSOU_OUTCOME_COUNT && contensou_outcome_reached((int)code);
}

int contensou__draft_has_failed(const struct contensou__draft *w,
                                const struct contensou_result_table *t, size_t i)
{
    const double *lanes;
    size_t low = 0, high = w->root->rows;
    const int column = contensou_result_find(w->root, "lane");
    struct contensou_error ignored;

    if (!w->outcome || !w->failed)
        return 0;
    if (t == w->root)
        return !contensou__draft_reached(w->outcome[i]);
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
    return high > 0 && lanes[low] == w->lane[i] && !contensou__draft_reached(w->outcome[low]);
}

const double *contensou__draft_take(struct contensou__draft *w, int column, int *wrapped,
                                    size_t *rows)
{
    const struct contensou_result_table *t = w->points;
    const double *const value = contensou__draft_read(w, t, column);
    double *const copy = contensou__draft_numbers(w, t->rows);
    double low = INFINITY, high = -INFINITY;
    size_t n = 0;

    for (size_t i = 0; i < t->rows && !w->status; ++i)
        if (w->only < 0 || !w->lane || w->lane[i] == (double)w->only) {
            copy[n] = t == w->root && column != w->x && contensou__draft_has_failed(w, t, i)
                          ? (double)NAN
                          : value[i];
            low = fmin(low, copy[n]);
            high = fmax(high, copy[n++]);
        }
    *wrapped = *wrapped && n && strcmp(t->column[column].unit, "rad") == 0 && high - low > turn;
    for (size_t i = 0; i < n && *wrapped; ++i)
        copy[i] = remainder(copy[i], turn);
    *rows = n;
    return copy;
}

/* A number that varies goes by its own name, also where the file had to call it vary.NAME. */
static const char *shown_name(const char *name)
{
    return strncmp(name, "vary.", 5) == 0 ? name + 5 : name;
}

void contensou__draft_write_label(char to[contensou__draft_label_size],
                                  const struct contensou_result_column *c)
{
    snprintf(to, contensou__draft_label_size, "%.80s (%.40s)", shown_name(c->name),
             *c->unit ? c->unit : "-");
}

const char *contensou__draft_label(struct contensou__draft *w, size_t at, int column)
{
    contensou__draft_write_label(w->label[at], &w->points->column[column]);
    return w->label[at];
}

void contensou__draft_write_wrapped(char to[contensou__draft_label_size], const char *name)
{
    snprintf(to, contensou__draft_label_size, "%.80s mod 2 pi (rad)", name);
}

int contensou__draft_all_equal(const double *value, size_t count)
{
    for (size_t i = 1; i < count; ++i)
        if (value[i] != value[0])
            return 0;
    return 1;
}

int contensou__draft_changes(const double *value, size_t count)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < count; ++i) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    return low < high;
}
