/* picture_branches.c: equilibria or periodic orbits along a parameter. SPDX-License-Identifier: MIT */
#include "picture/draft.h"

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

/* The lines of columns that are stable or not; none where there are no such lines. */
static void add_branch(struct contensou__draft *w, const struct branches *b, int stable,
                       const double *const *column, size_t columns,
                       struct contensou__draft_panel *panel)
{
    struct contensou__draft_curve *curve = NULL;

    for (size_t c = 0; c < columns; ++c)
        for (size_t k = 0; k < b->rows; ++k)
            if (goes_on(b, k) && is_stable(b, k) == stable) {
                if (!curve)
                    curve = contensou__draft_curve(
                        panel, stable ? "stable" : "unstable",
                        stable ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED, 0);
                contensou__draft_add(w, curve, b->p[k], column[c][k]);
                contensou__draft_add(w, curve, b->p[k + 1], column[c][k + 1]);
                contensou__draft_add(w, curve, NAN, NAN);
            }
}

/* Points of the kind that row `first` is the first of. */
static void add_special(struct contensou__draft *w, const struct branches *b, size_t first,
                        const double *const *column, size_t columns,
                        struct contensou__draft_panel *panel)
{
    const char *const word = b->word + first * b->size;
    struct contensou__draft_curve *const curve =
        contensou__draft_curve(panel, word, CONTENSOU_PLOT_RINGS, (int)panel->curves);

    for (size_t c = 0; c < columns; ++c)
        for (size_t k = first; k < b->rows; ++k)
            if (strcmp(b->word + k * b->size, word) == 0)
                contensou__draft_add(w, curve, b->p[k], column[c][k]);
}

/* All that a panel shows of some columns. */
static void add_branches(struct contensou__draft *w, const struct branches *b,
                         const double *const *column, size_t columns,
                         struct contensou__draft_panel *panel)
{
    add_branch(w, b, 1, column, columns, panel);
    add_branch(w, b, 0, column, columns, panel);
    for (size_t k = 0; k < b->rows && panel->curves < contensou__draft_traces; ++k) {
        size_t first = 0;

        while (strcmp(b->word + first * b->size, b->word + k * b->size) != 0)
            ++first;
        if (first == k && !is_regular(b, k))
            add_special(w, b, k, column, columns, panel);
    }
}

/* The columns of state i, or behind the last state of what tells most else: the period, or the largest real part. */
static int columns_of(struct contensou__draft *w, int i, int at[2], const char **label)
{
    const int period = contensou_result_find(w->root, "period");

    if (i == w->states) {
        at[0] = at[1] = period >= 0 ? period : contensou_result_find(w->root, "re.1");
        *label = contensou__pool_print(&w->pool, "%s (%.40s)",
                                       period >= 0 ? "period" : "largest real part",
                                       w->root->column[at[0]].unit);
        return 1;
    }
    for (int k = 0; k < 2; ++k) {
        char name[contensou__draft_label_size];

        snprintf(name, sizeof name, "%.100s%s", w->state[i], period < 0 ? "" : k ? ".max" : ".min");
        at[k] = contensou_result_find(w->root, name);
    }
    if (at[0] >= 0)
        *label = contensou__pool_print(&w->pool, "%.60s%s (%.40s)", w->state[i],
                                       period >= 0 ? " min, max" : "", w->root->column[at[0]].unit);
    return at[0] >= 0 && at[1] >= 0;
}

/* What a panel shows of state i, or what tells most else; nothing where nothing is to be seen. */
static void add_panel(struct contensou__draft *w, const struct branches *b, int i,
                      const char *x_label)
{
    const double *column[2];
    const char *label = NULL;
    struct contensou__draft_panel *panel;
    int at[2];

    if (!columns_of(w, i, at, &label))
        return;
    for (int k = 0; k < 2; ++k)
        column[k] = contensou__draft_read(w, w->root, at[k]);
    if (w->status || (i < w->states && !contensou__draft_changes(column[0], b->rows) &&
                      !contensou__draft_changes(column[1], b->rows)))
        return;
    panel = contensou__draft_panel(w, 0, x_label, label);
    add_branches(w, b, column, at[0] == at[1] ? 1 : 2, panel);
    for (size_t k = 0; k < panel->curves && w->panels[0] > 1; ++k)
        panel->curve[k].trace.title = NULL; /* the legend is in the first panel */
}

void contensou__picture_branches(struct contensou__draft *w)
{
    const int x = contensou_result_find(w->root, w->axis[0]);
    const int states = w->positions ? w->positions : w->states;
    struct branches b = {.rows = w->root->rows, .size = w->root->word[0].size};
    const char *const x_label = contensou__draft_label(w, &w->root->column[x], 0);

    w->status = contensou_result_read_words(w->file, w->root, 0, &b.word, w->err);
    b.p = contensou__draft_read(w, w->root, x);
    b.unstable = contensou__draft_column(w, w->root, "unstable");
    b.number = contensou__draft_column(w, w->root, "branch");
    for (int i = 0; i < states && !w->status; ++i)
        if (w->panels[0] < contensou__draft_panels - 1)
            add_panel(w, &b, i, x_label);
    if (!w->status)
        add_panel(w, &b, w->states, x_label);
}
