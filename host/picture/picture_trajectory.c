/* picture_trajectory.c: a trajectory. SPDX-License-Identifier: MIT */
#include "picture/picture_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_left = 6, most_shared = 4 }; /* panels; states in one of them */

/* The picture of a trajectory: its states against time on the left, phase portraits on the right. */
struct trajectory {
    const double *t, *value[contensou__picture_states];
    int wrapped[contensou__picture_states]; /* an angle, modulo 2 pi */
    size_t rows;
    char time[contensou__picture_label_size],
        label[contensou__picture_states][contensou__picture_label_size],
        group[most_left][contensou__picture_label_size];
    struct contensou_plot_trace over_time[contensou__picture_states],
        portrait[contensou__picture_right];
    struct contensou_plot_grid_panel left[most_left], right[contensou__picture_right];
    size_t lefts, rights, traces;
};

/* A position and its velocity have one colour. */
static int colour_of(const struct contensou__picture *w, int i)
{
    return (w->positions && i >= w->positions ? i - w->positions : i) % contensou__picture_colours;
}

static const char *unit_of(const struct contensou__picture *w, int state)
{
    const int at = contensou_result_find(w->root, w->state[state]);

    return at < 0 ? "-" : w->root->column[at].unit;
}

/* The states from i on that share a panel with it: one, or, where there are too many for a panel each, those that follow
 * and have its unit. */
static int shared_by(const struct contensou__picture *w, int i)
{
    int n = 1;

    if (w->states <= most_left)
        return 1;
    while (i + n < w->states && n < most_shared && strcmp(unit_of(w, i + n), unit_of(w, i)) == 0)
        ++n;
    return n;
}

static enum contensou_status add_over_time(struct contensou__picture *w, struct trajectory *p,
                                           int first, int count)
{
    char *group = p->group[p->lefts];
    size_t size = 0;
    enum contensou_status status = CONTENSOU_OK;

    p->left[p->lefts++] =
        (struct contensou_plot_grid_panel){p->time, group, &p->over_time[p->traces], (size_t)count};
    for (int i = first; i < first + count && !status; ++i) {
        const int n =
            snprintf(group + size, contensou__picture_label_size - size, "%s%s%s",
                     i > first ? ", " : "", w->state[i], p->wrapped[i] ? " mod 2 pi" : "");

        size += (size_t)n < contensou__picture_label_size - size ? (size_t)n : 0;
        p->over_time[p->traces] = (struct contensou_plot_trace){
            count > 1 ? w->state[i] : NULL,         p->t, p->value[i], p->rows, CONTENSOU_PLOT_LINE,
            count > 1 ? i - first : colour_of(w, i)};
        status = contensou__picture_work_cut_jumps(w, &p->over_time[p->traces++], 0, p->wrapped[i]);
    }
    snprintf(group + size, contensou__picture_label_size - size, " (%s)", unit_of(w, first));
    return status;
}

static enum contensou_status add_portrait(struct contensou__picture *w, struct trajectory *p, int x,
                                          int y)
{
    if (contensou__picture_work_all_equal(p->value[x], p->rows) ||
        contensou__picture_work_all_equal(p->value[y], p->rows))
        return CONTENSOU_OK;
    p->portrait[p->rights] = (struct contensou_plot_trace){
        NULL, p->value[x], p->value[y], p->rows, CONTENSOU_PLOT_LINE, colour_of(w, x)};
    p->right[p->rights] =
        (struct contensou_plot_grid_panel){p->label[x], p->label[y], &p->portrait[p->rights], 1};
    return contensou__picture_work_cut_jumps(w, &p->portrait[p->rights++], p->wrapped[x],
                                             p->wrapped[y]);
}

/* Positions against their velocities; of other systems the first two states, of three also the first and the last. */
static enum contensou_status add_portraits(struct contensou__picture *w, struct trajectory *p)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int i = 0; i < w->positions && i < contensou__picture_right && !status; ++i)
        status = add_portrait(w, p, i, i + w->positions);
    if (!w->positions && w->states > 1)
        status = add_portrait(w, p, 0, 1);
    if (!status && !w->positions && w->states == 3)
        status = add_portrait(w, p, 0, 2);
    return status;
}

enum contensou_status contensou__picture_trajectory(struct contensou__picture *w, const char *path)
{
    struct trajectory *p = calloc(1, sizeof *p);
    struct contensou_plot_grid_column columns[2];
    int moving = 0; /* states that change; the others have no panel */
    const int t = contensou_result_find(w->root, "t");
    enum contensou_status status =
        p ? contensou_result_read(w->file, w->root, (size_t)t, &p->t, w->err)
          : contensou__picture_work_no_memory(w->err);

    if (!p)
        return status;
    p->rows = w->root->rows;
    contensou__picture_work_write_label(p->time, &w->root->column[t]);
    for (int i = 0; i < w->states && !status; ++i) {
        const int at = contensou_result_find(w->root, w->state[i]);

        size_t rows;

        p->wrapped[i] = 1;
        status = contensou__picture_work_take(w, at, &p->wrapped[i], &p->value[i], &rows);
        contensou__picture_work_write_label(p->label[i], &w->root->column[at]);
        if (p->wrapped[i])
            contensou__picture_work_write_wrapped(p->label[i], w->state[i]);
    }
    for (int i = 0; i < w->states && !status; ++i)
        moving += !contensou__picture_work_all_equal(p->value[i], p->rows);
    for (int i = 0; i < w->states && p->lefts < most_left && !status;) {
        const int n = shared_by(w, i);

        if (n > 1 || moving == 0 || !contensou__picture_work_all_equal(p->value[i], p->rows))
            status = add_over_time(w, p, i, n);
        i += n;
    }
    if (!status)
        status = add_portraits(w, p);
    columns[0] = (struct contensou_plot_grid_column){
        .panels = p->left, .count = p->lefts, .width = 1.6, .joined = 1};
    columns[1] =
        (struct contensou_plot_grid_column){.panels = p->right, .count = p->rights, .width = 1};
    if (!status)
        status =
            contensou_plot_grid(path, &w->look, w->title.data, columns, p->rights ? 2 : 1, w->err);
    free(p);
    return status;
}

int contensou__picture_trajectory_told(const struct contensou__picture *w)
{
    if (contensou_result_find(w->root, "t") < 0 || contensou_result_find(w->root, "lane") >= 0)
        return 0;
    for (int i = 0; i < w->states; ++i)
        if (contensou_result_find(w->root, w->state[i]) < 0)
            return 0;
    return w->states > 0;
}
