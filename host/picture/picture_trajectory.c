/* picture_trajectory.c: a trajectory. SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include <stdio.h>
#include <string.h>

enum { most_left = 6, most_shared = 4 }; /* panels; states in one of them */

/* The picture of a trajectory: its states against time on the left, phase portraits on the right. */
struct trajectory {
    const double *t, *value[contensou__draft_states];
    int wrapped[contensou__draft_states]; /* an angle, modulo 2 pi */
    size_t rows;
    const char *time, *label[contensou__draft_states];
};

/* A position and its velocity have one colour. */
static int colour_of(const struct contensou__draft *w, int i)
{
    return (w->positions && i >= w->positions ? i - w->positions : i) % contensou__draft_colours;
}

static const char *unit_of(const struct contensou__draft *w, int state)
{
    const int at = contensou_result_find(w->root, w->state[state]);

    return at < 0 ? "-" : w->root->column[at].unit;
}

/* The states from i on that share a panel with it: one, or, where there are too many for a panel each, those that follow
 * and have its unit. */
static int shared_by(const struct contensou__draft *w, int i)
{
    int n = 1;

    if (w->states <= most_left)
        return 1;
    while (i + n < w->states && n < most_shared && strcmp(unit_of(w, i + n), unit_of(w, i)) == 0)
        ++n;
    return n;
}

/* A panel of `count` states over time. */
static void add_over_time(struct contensou__draft *w, const struct trajectory *p, int first,
                          int count)
{
    struct contensou__draft_panel *const panel = contensou__draft_panel(w, 0, p->time, NULL);
    const char *names = NULL;

    for (int i = first; i < first + count; ++i) {
        struct contensou__draft_curve *const curve =
            contensou__draft_curve(panel, count > 1 ? w->state[i] : NULL, CONTENSOU_PLOT_LINE,
                                   count > 1 ? i - first : colour_of(w, i));

        names = contensou__pool_print(&w->pool, "%s%s%s%s", names ? names : "", names ? ", " : "",
                                      w->state[i], p->wrapped[i] ? " mod 2 pi" : "");
        curve->y_turns = p->wrapped[i];
        for (size_t k = 0; k < p->rows; ++k)
            contensou__draft_add(w, curve, p->t[k], p->value[i][k]);
    }
    panel->y_label =
        contensou__pool_print(&w->pool, "%s (%s)", names ? names : "", unit_of(w, first));
}

static int is_constant(const struct trajectory *p, int state)
{
    return contensou__draft_all_equal(p->value[state], p->rows);
}

static void add_portrait(struct contensou__draft *w, const struct trajectory *p, int x, int y)
{
    struct contensou__draft_curve *curve;

    if (is_constant(p, x) || is_constant(p, y))
        return;
    curve = contensou__draft_curve(contensou__draft_panel(w, 1, p->label[x], p->label[y]), NULL,
                                   CONTENSOU_PLOT_LINE, colour_of(w, x));
    curve->x_turns = p->wrapped[x];
    curve->y_turns = p->wrapped[y];
    for (size_t k = 0; k < p->rows; ++k)
        contensou__draft_add(w, curve, p->value[x][k], p->value[y][k]);
}

/* Positions against their velocities; of other systems the first two states, of three also the first and the last. */
static void add_portraits(struct contensou__draft *w, const struct trajectory *p)
{
    for (int i = 0; i < w->positions && i < contensou__draft_right; ++i)
        add_portrait(w, p, i, i + w->positions);
    if (!w->positions && w->states > 1)
        add_portrait(w, p, 0, 1);
    if (!w->positions && w->states == 3)
        add_portrait(w, p, 0, 2);
}

void contensou__picture_trajectory(struct contensou__draft *w)
{
    struct trajectory p = {.rows = w->root->rows};
    const int t = contensou_result_find(w->root, "t");
    int moving = 0; /* states that change; the others have no panel */

    p.t = contensou__draft_read(w, w->root, t);
    p.time = contensou__draft_label(w, &w->root->column[t], 0);
    for (int i = 0; i < w->states; ++i) {
        const int at = contensou_result_find(w->root, w->state[i]);
        size_t rows;

        p.wrapped[i] = 1;
        p.value[i] = contensou__draft_take(w, at, &p.wrapped[i], &rows);
        p.label[i] = contensou__draft_label(w, &w->root->column[at], p.wrapped[i]);
    }
    if (w->status)
        return;
    for (int i = 0; i < w->states; ++i)
        moving += !is_constant(&p, i);
    for (int i = 0, n; i < w->states && w->panels[0] < most_left; i += n) {
        n = shared_by(w, i);
        if (n > 1 || moving == 0 || !is_constant(&p, i))
            add_over_time(w, &p, i, n);
    }
    add_portraits(w, &p);
}

int contensou__picture_trajectory_complete(const struct contensou__draft *w)
{
    if (contensou_result_find(w->root, "t") < 0 || contensou_result_find(w->root, "lane") >= 0)
        return 0;
    for (int i = 0; i < w->states; ++i)
        if (contensou_result_find(w->root, w->state[i]) < 0)
            return 0;
    return w->states > 0;
}
