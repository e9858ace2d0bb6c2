/* picture_branches.c: equilibria or periodic orbits along a parameter. SPDX-License-Identifier: MIT */
#include "picture/picture_work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Branches of equilibria or of periodic orbits: each line is stable or not, with rings where that changes. */
struct branches {
    const double *p, *unstable, *number; /* number: of the branch; NULL: there is one */
    const char *word;                    /* what a point is */
    size_t size, rows;
};

static int is_regular(const struct branches *b, size_t k)
{
    return strcmp(b->word + k * b->size, "regular") == 0;
}

static int goes_on(const struct branches *b, size_t k)
{
    return k + 1 < b->rows && (!b->number || b->number[k + 1] == b->number[k]);
}

/* Of the line from point k to the next one: what bifurcates is itself on the border. */
static int is_stable(const struct branches *b, size_t k)
{
    return b->unstable[is_regular(b, k) ? k : k + 1] == 0;
}

/* The lines of columns that are stable or not. */
static enum contensou_status put_branch(struct contensou__picture *w, const struct branches *b,
                                        int stable, const double *const *column, size_t columns,
                                        struct contensou_plot_trace *trace)
{
    double *const x = contensou__picture_work_numbers(w, 3 * b->rows * columns),
                  *const y = contensou__picture_work_numbers(w, 3 * b->rows * columns);
    size_t n = 0;

    if (!x || !y)
        return contensou__picture_work_no_memory(w->err);
    for (size_t c = 0; c < columns; ++c)
        for (size_t k = 0; k < b->rows; ++k)
            if (goes_on(b, k) && is_stable(b, k) == stable) {
                for (size_t i = k; i <= k + 1; ++i, ++n) {
                    x[n] = b->p[i];
                    y[n] = column[c][i];
                }
                x[n] = y[n] = NAN;
                ++n;
            }
    *trace = (struct contensou_plot_trace){stable ? "stable" : "unstable",
                                           x,
                                           y,
                                           n,
                                           stable ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED,
                                           0};
    return CONTENSOU_OK;
}

/* Points of the kind that row `first` is the first of. */
static enum contensou_status put_special(struct contensou__picture *w, const struct branches *b,
                                         size_t first, int colour, const double *const *column,
                                         size_t columns, struct contensou_plot_trace *trace)
{
    double *const x = contensou__picture_work_numbers(w, b->rows * columns),
                  *const y = contensou__picture_work_numbers(w, b->rows * columns);
    size_t n = 0;

    if (!x || !y)
        return contensou__picture_work_no_memory(w->err);
    for (size_t c = 0; c < columns; ++c)
        for (size_t k = first; k < b->rows; ++k)
            if (strcmp(b->word + k * b->size, b->word + first * b->size) == 0) {
                x[n] = b->p[k];
                y[n++] = column[c][k];
            }
    *trace = (struct contensou_plot_trace){b->word + first * b->size, x,     y, n,
                                           CONTENSOU_PLOT_RINGS,      colour};
    return CONTENSOU_OK;
}

/* All that a panel shows of some columns. */
static enum contensou_status
put_branches(struct contensou__picture *w, const struct branches *b, const double *const *column,
             size_t columns, struct contensou_plot_trace trace[contensou__picture_traces],
             size_t *traces)
{
    enum contensou_status status = CONTENSOU_OK;

    *traces = 0;
    for (int stable = 1; stable >= 0 && !status; --stable) {
        status = put_branch(w, b, stable, column, columns, &trace[*traces]);
        *traces += trace[*traces].count > 0;
    }
    for (size_t k = 0; k < b->rows && *traces < contensou__picture_traces && !status; ++k) {
        size_t first = 0;

        while (strcmp(b->word + first * b->size, b->word + k * b->size) != 0)
            ++first;
        if (first == k && !is_regular(b, k)) {
            status = put_special(w, b, k, (int)*traces, column, columns, &trace[*traces]);
            ++*traces;
        }
    }
    return status;
}

/* The columns of state i, or behind the last state of what tells most else: the period, or the largest real part. */
static int columns_of(const struct contensou__picture *w, int i, int at[2],
                      char label[contensou__picture_label_size])
{
    const int period = contensou_result_find(w->root, "period");
    char name[2][contensou__picture_label_size];

    if (i == w->states) {
        at[0] = at[1] = period >= 0 ? period : contensou_result_find(w->root, "re.1");
        snprintf(label, contensou__picture_label_size, "%s (%.40s)",
                 period >= 0 ? "period" : "largest real part", w->root->column[at[0]].unit);
        return 1;
    }
    snprintf(name[0], contensou__picture_label_size, period >= 0 ? "%.100s.min" : "%.100s",
             w->state[i]);
    snprintf(name[1], contensou__picture_label_size, period >= 0 ? "%.100s.max" : "%.100s",
             w->state[i]);
    for (int k = 0; k < 2; ++k)
        at[k] = contensou_result_find(w->root, name[k]);
    if (at[0] >= 0)
        snprintf(label, contensou__picture_label_size, "%.60s%s (%.40s)", w->state[i],
                 period >= 0 ? " min, max" : "", w->root->column[at[0]].unit);
    return at[0] >= 0 && at[1] >= 0;
}

enum contensou_status contensou__picture_branches(struct contensou__picture *w, const char *path)
{
    struct contensou_plot_trace trace[contensou__picture_panels][contensou__picture_traces];
    struct contensou_plot_grid_panel panel[contensou__picture_panels];
    struct contensou_plot_grid_column all = {.panels = panel, .width = 1, .joined = 1};
    const int x = contensou_result_find(w->root, w->axis[0]),
              unstable = contensou_result_find(w->root, "unstable"),
              number = contensou_result_find(w->root, "branch");
    const int states = w->positions ? w->positions : w->states;
    struct branches b = {.rows = w->root->rows, .size = w->root->word[0].size};
    enum contensou_status status =
        contensou_result_read_words(w->file, w->root, 0, &b.word, w->err);

    if (!status)
        status = contensou_result_read(w->file, w->root, (size_t)x, &b.p, w->err);
    if (!status)
        status = contensou_result_read(w->file, w->root, (size_t)unstable, &b.unstable, w->err);
    if (!status && number >= 0)
        status = contensou_result_read(w->file, w->root, (size_t)number, &b.number, w->err);
    contensou__picture_work_write_label(w->label[contensou__picture_columns], &w->root->column[x]);
    for (int i = 0; i <= states && !status; ++i) {
        const double *column[2] = {NULL, NULL};
        const int last = i == states;
        int at[2];

        if ((!last && all.count == contensou__picture_panels - 1) ||
            !columns_of(w, last ? w->states : i, at, w->label[all.count]))
            continue;
        for (int k = 0; k < 2 && !status; ++k)
            status = contensou_result_read(w->file, w->root, (size_t)at[k], &column[k], w->err);
        if (!status && !last && !contensou__picture_work_changes(column[0], b.rows) &&
            !contensou__picture_work_changes(column[1], b.rows))
            continue; /* nothing to be seen */
        panel[all.count] = (struct contensou_plot_grid_panel){
            w->label[contensou__picture_columns], w->label[all.count], trace[all.count], 0};
        if (!status)
            status = put_branches(w, &b, column, at[0] == at[1] ? 1 : 2, trace[all.count],
                                  &panel[all.count].count);
        for (size_t k = 0; k < panel[all.count].count && all.count; ++k)
            trace[all.count][k].title = NULL; /* the key is in the first panel */
        ++all.count;
    }
    return status ? status : contensou_plot_grid(path, &w->look, w->title.data, &all, 1, w->err);
}
