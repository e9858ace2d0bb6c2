/* draft.c: what a file of results has: columns, states, numbers that vary; and panels with curves of them.
 * SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include "base/names.h"
#include "base/setting.h"

#include "base/try.h"

#include <contensou/outcome.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;

enum contensou_status contensou__draft_nothing(struct contensou__draft *w, const char *kind)
{
    return w->status =
               WRONG(w->err, "there is nothing to draw as '%s' in the file; choose %s, %s and %s",
                     kind, SETTING("kind"), SETTING("x"), SETTING("y"));
}

double *contensou__draft_numbers(struct contensou__draft *w, size_t count)
{
    double *const copy = w->status ? NULL : contensou__pool_take(&w->pool, count, sizeof *copy);

    if (!copy && !w->status)
        w->status = contensou__try_memory(NULL, w->err, "the picture");
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

    p->x_label = x_label;
    p->y_label = y_label;
    return p;
}

struct contensou__draft_curve *contensou__draft_curve(struct contensou__draft_panel *p,
                                                      const char *title,
                                                      enum contensou_plot_style style, int colour)
{
    struct contensou__draft_curve *const c = &p->curve[p->curves++];

    c->trace = (struct contensou_plot_trace){.title = title, .style = style, .colour = colour};
    return c;
}

static void put(struct contensou__draft *w, struct contensou__draft_curve *c, double x, double y)
{
    const size_t n = c->trace.count;

    c->trace.x = c->x = contensou__pool_more(&w->pool, c->x, n, sizeof *c->x);
    c->trace.y = c->y = contensou__pool_more(&w->pool, c->y, n, sizeof *c->y);
    if (w->pool.failed) {
        w->status = contensou__try_memory(NULL, w->err, "the picture");
        return;
    }
    c->x[n] = x;
    c->y[n] = y;
    ++c->trace.count;
}

void contensou__draft_add(struct contensou__draft *w, struct contensou__draft_curve *c, double x,
                          double y)
{
    const size_t n = c->trace.count;

    if (!w->status && n &&
        ((c->x_turns && fabs(x - c->x[n - 1]) > turn / 2) ||
         (c->y_turns && fabs(y - c->y[n - 1]) > turn / 2)))
        put(w, c, NAN, NAN);
    if (!w->status)
        put(w, c, x, y);
}

void contensou__draft_drop(struct contensou__draft *w, int side)
{
    w->panel[side][--w->panels[side]] = (struct contensou__draft_panel){0};
}

int contensou__draft_is_varied(const struct contensou__draft *w, const char *name)
{
    return contensou__names_find(name, w->axis, w->axes) >= 0;
}

const char *contensou__draft_vary_of(const struct contensou_result *file)
{
    const char *const vary = contensou__result_text(file, "run", "vary");

    return *vary ? vary : contensou__result_text(file, "", "vary");
}

void contensou__draft_find_varied(struct contensou__draft *w)
{
    const char *const vary = contensou__draft_vary_of(w->file);
    const char *const between = strchr(vary, '=') ? " " : ",";
    const int starts = strstr(vary, " start=") != NULL;
    char *const words = contensou__pool_text(&w->pool, vary), *save = NULL;

    for (char *word = words ? strtok_r(words, between, &save) : NULL;
         word && w->axes < contensou__draft_axes; word = strtok_r(NULL, between, &save)) {
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
    char *const words =
        contensou__pool_text(&w->pool, contensou__result_text(w->file, "run", "states"));
    char *save = NULL;

    for (char *word = words ? strtok_r(words, ",", &save) : NULL;
         word && w->states < contensou__draft_states; word = strtok_r(NULL, ",", &save))
        w->state[w->states++] = word;
    for (const char *at = contensou__result_text(w->file, "run", "positions"); *at;
         at += *at != '\0') {
        ++w->positions;
        at += strcspn(at, ",");
    }
    if (2 * w->positions > w->states)
        w->positions = 0;
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
    const char **const names = contensou__pool_take(&w->pool, t->columns, sizeof *names);

    for (size_t i = 0; i < t->columns && names; ++i)
        names[i] = t->column[i].name;
    w->status = names ? contensou__names_fail(w->err, what, name, names, t->columns)
                      : contensou__try_memory(NULL, w->err, "the picture");
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

const char *contensou__draft_label(struct contensou__draft *w,
                                   const struct contensou_result_column *c, int wrapped)
{
    return wrapped ? contensou__pool_print(&w->pool, "%.80s mod 2 pi (rad)", c->name)
                   : contensou__pool_print(&w->pool, "%.80s (%.40s)", shown_name(c->name),
                                           *c->unit ? c->unit : "-");
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
