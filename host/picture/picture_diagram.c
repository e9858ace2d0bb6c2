/* picture_diagram.c: a sweep over one number: for each state the points of its section upon its extremes, then what observers
 * have of a lane, such as exponents and periods, panel by panel. A continuation up and down is drawn in two colours.
 * SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;

enum { most_panels = 6 }; /* three states, and what observers have of a lane */

/* A column with a number for each lane, and how it is drawn. */
struct column {
    int at;
    const char *title;
    enum contensou_plot_style style;
    int colour, counts; /* counts: from 1 on, so that 0 is no value */
};

/* What a panel shows: columns, and points of a state. */
struct plan {
    const char *label;
    struct column trace[contensou__draft_traces];
    int traces;
    int points; /* the state, or -1 */
};

struct sweep {
    struct plan plan[most_panels];
    size_t panels;
    int chosen[contensou__draft_right];
    size_t chosen_count;
};

/* Points of a state on its extremes, or the extremes alone; both extremes are one entry of the legend. */
static void plan_state(struct contensou__draft *w, struct sweep *g, int state, int points)
{
    static const enum contensou__observer_draw draw[3] = {
        contensou__observer_low, contensou__observer_high, contensou__observer_middle};
    const int at = points ? contensou_result_find(w->points, w->state[state]) : -1;
    struct plan *p = &g->plan[g->panels++];
    const char *extremes = NULL;

    *p = (struct plan){.points = points ? state : -1};
    for (int i = 0; i < (points ? 2 : 3); ++i) {
        const char *words = NULL;
        const int column = contensou__picture_columns_draw(w, state, draw[i], &words);

        if (column < 0)
            continue;
        p->label = contensou__pool_print(&w->pool, "%.80s (%.40s)", w->state[state],
                                         w->root->column[column].unit);
        if (i < 2)
            extremes = contensou__pool_print(&w->pool, "%s%s%.12s", extremes ? extremes : "",
                                             extremes ? ", " : "", words);
        p->trace[p->traces++] = (struct column){column, i == 2 ? words : NULL,
                                                points   ? CONTENSOU_PLOT_THIN
                                                : i == 2 ? CONTENSOU_PLOT_DASHED
                                                         : CONTENSOU_PLOT_LINE,
                                                i == 2 ? 2 : 0, 0};
    }
    if (extremes)
        p->trace[0].title = extremes;
    if (at >= 0)
        p->label = contensou__draft_label(w, &w->points->column[at], 0);
}

/* One number a lane, or several of a kind in one panel. */
static void plan_scalar(struct contensou__draft *w, struct sweep *g,
                        const struct contensou__picture_column *c)
{
    static const char *const number[contensou__draft_colours] = {"1", "2", "3", "4"};
    const int several = c->about->per == contensou__observer_number;
    const int counts = c->about->draw == contensou__observer_first_counts;
    const int of_state = c->about->per == contensou__observer_state;
    struct plan *p = &g->plan[g->panels];

    if (g->panels == most_panels || (several && c->item > 0))
        return;
    *p = (struct plan){.points = -1};
    p->label =
        contensou__pool_print(&w->pool, "%.30s%s%.40s (%.40s)", of_state ? w->state[c->item] : "",
                              of_state ? " " : "", c->about->words, w->root->column[c->at].unit);
    for (struct contensou__picture_column other = *c;
         contensou__picture_columns_next(w, &other) && p->traces < contensou__draft_traces;
         ++other.at)
        if (other.about == c->about &&
            (several ? other.item < contensou__draft_colours : other.at == c->at))
            p->trace[p->traces++] =
                (struct column){(int)other.at, several ? number[other.item] : NULL,
                                several ? CONTENSOU_PLOT_COLOURED : CONTENSOU_PLOT_DOTS,
                                several ? other.item : 0, counts};
    ++g->panels;
}

static int is_chosen(const struct sweep *g, int state)
{
    for (size_t k = 0; k < g->chosen_count; ++k)
        if (g->chosen[k] == state)
            return 1;
    return 0;
}

static void plan_diagram(struct contensou__draft *w, struct sweep *g)
{
    const int points = w->points != w->root;
    const int states =
        points || contensou__picture_columns_draw(w, -1, contensou__observer_low, NULL) >= 0 ||
        contensou__picture_columns_draw(w, -1, contensou__observer_high, NULL) >= 0 ||
        contensou__picture_columns_draw(w, -1, contensou__observer_middle, NULL) >= 0;

    g->chosen_count = contensou__picture_columns_states(w, g->chosen);
    for (size_t k = 0; k < g->chosen_count && states; ++k)
        plan_state(w, g, g->chosen[k], points);
    for (int later = 0; later < 2; ++later) /* what tells most of each observer, then the others */
        each_picture_column (w, c)
            if (later ? c.about->draw == contensou__observer_later
                      : c.about->draw == contensou__observer_label ||
                            c.about->draw == contensou__observer_first ||
                            c.about->draw == contensou__observer_first_counts)
                plan_scalar(w, g, &c);
    for (struct contensou__picture_column c = {0};
         contensou__picture_columns_next(w, &c) && !states; ++c.at)
        if (c.about->draw == contensou__observer_end && is_chosen(g, c.item))
            plan_scalar(w, g, &c);
}

struct place {
    double x;
    size_t row;
};

static int by_x(const void *a, const void *b)
{
    const struct place *const p = a, *const q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

/* What is drawn of one direction of a continuation. */
struct direction {
    int sign;               /* 1 up, -1 down, 0 all */
    const double *of_point; /* of the points; NULL: they are of one direction */
    struct place *order;    /* the lanes of this direction in the order of x */
    size_t lanes;
};

static void prepare_direction(struct contensou__draft *w, struct direction *s, const double *x)
{
    s->order = contensou__pool_take(&w->pool, w->root->rows, sizeof *s->order);
    if (!s->order)
        w->status = contensou__try_memory(NULL, w->err, "the picture");
    for (size_t i = 0; i < w->root->rows && !w->status; ++i)
        if (!s->sign || !w->direction || w->direction[i] == s->sign)
            s->order[s->lanes++] = (struct place){x[i], i};
    if (!w->status)
        qsort(s->order, s->lanes, sizeof *s->order, by_x);
    if (s->sign)
        s->of_point = contensou__draft_column(w, w->points, "continue");
}

/* 1 if point i is of this direction and of a lane that did not fail. */
static int is_drawn(const struct contensou__draft *w, const struct direction *s, size_t i)
{
    return (!s->sign || !s->of_point || s->of_point[i] == s->sign) &&
           !contensou__draft_has_failed(w, w->points, i);
}

/* 1 for angles that turn round and round. */
static int turns(const struct contensou__draft *w, const struct direction *s, int column,
                 const double *value)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < w->points->rows; ++i)
        if (is_drawn(w, s, i)) {
            low = fmin(low, value[i]);
            high = fmax(high, value[i]);
        }
    return strcmp(w->points->column[column].unit, "rad") == 0 && high - low > turn;
}

static const char *name_of(const struct direction *s)
{
    return s->sign > 0 ? "up" : s->sign < 0 ? "down" : NULL;
}

/* Columns of lanes in a panel. */
static void add_lanes(struct contensou__draft *w, const struct direction *s, const struct plan *p,
                      struct contensou__draft_panel *panel)
{
    for (int i = 0; i < p->traces; ++i) {
        const double *const y =
            contensou__picture_columns_values(w, p->trace[i].at, p->trace[i].counts);
        struct contensou__draft_curve *const curve =
            contensou__draft_curve(panel,
                                   s->sign && p->points >= 0 ? NULL
                                   : s->sign && i == 0       ? name_of(s)
                                                             : p->trace[i].title,
                                   s->lanes > 1 ? p->trace[i].style : CONTENSOU_PLOT_POINTS,
                                   s->sign ? s->sign < 0 : p->trace[i].colour);

        for (size_t k = 0; k < s->lanes && y; ++k)
            contensou__draft_add(w, curve, s->order[k].x, y[s->order[k].row]);
    }
}

/* What is drawn of one direction in a panel. Angles that turn round are shown modulo 2 pi, without their extremes. */
static void add_curves(struct contensou__draft *w, const struct direction *s, struct plan *p,
                       struct contensou__draft_panel *panel)
{
    const int column = p->points >= 0 ? contensou__draft_find_column(w, w->state[p->points]) : -1;
    const double *const value = contensou__draft_read(w, w->points, column);
    const double *const across =
        value ? contensou__draft_read(w, w->points, contensou__draft_find_column(w, w->axis[0]))
              : NULL;
    const int wrapped = across && turns(w, s, column, value);
    struct contensou__draft_curve *curve;

    if (wrapped) {
        p->traces = 0;
        panel->y_label = contensou__draft_label(w, &w->points->column[column], 1);
    }
    add_lanes(w, s, p, panel);
    if (!across)
        return;
    curve = contensou__draft_curve(panel,
                                   s->sign     ? name_of(s)
                                   : p->traces ? "section"
                                               : NULL,
                                   s->sign ? CONTENSOU_PLOT_COLOURED : CONTENSOU_PLOT_DOTS,
                                   s->sign < 0);
    for (size_t i = 0; i < w->points->rows; ++i)
        if (is_drawn(w, s, i))
            contensou__draft_add(w, curve, across[i],
                                 wrapped ? remainder(value[i], turn) : value[i]);
}

/* A panel of the plan. A state that is the same at all points is left out, if another panel remains. */
static void add_panel(struct contensou__draft *w, struct sweep *g, size_t k,
                      const struct direction *direction, int directions, const char *x_label)
{
    struct contensou__draft_panel *const panel =
        contensou__draft_panel(w, 0, x_label, g->plan[k].label);
    const struct contensou_plot_trace *last;

    for (int i = 0; i < directions; ++i)
        add_curves(w, &direction[i], &g->plan[k], panel);
    last = &panel->curve[panel->curves ? panel->curves - 1 : 0].trace;
    if (g->plan[k].points >= 0 && directions < 2 && last->count &&
        contensou__draft_all_equal(last->y, last->count) && (w->panels[0] > 1 || k + 1 < g->panels))
        contensou__draft_drop(w, 0);
}

void contensou__picture_diagram(struct contensou__draft *w)
{
    struct sweep g = {0};
    struct direction direction[2] = {{.sign = w->directions > 1}, {.sign = -1}};
    const int directions = w->directions > 1 ? 2 : 1,
              at = contensou_result_find(w->root, w->axis[0]);
    const double *const x = contensou__draft_read(w, w->root, at);
    const struct contensou_result_table *const points = contensou__picture_columns_points(w);
    const char *const x_label = contensou__draft_label(w, &w->root->column[at], 0);

    w->points = points ? points : w->root;
    plan_diagram(w, &g);
    if (!w->status && g.panels == 0)
        contensou__draft_nothing(w, "diagram");
    for (int i = 0; i < directions && !w->status; ++i)
        prepare_direction(w, &direction[i], x);
    for (size_t k = 0; k < g.panels && !w->status; ++k)
        add_panel(w, &g, k, direction, directions, x_label);
    if (!w->status && direction[0].lanes) {
        w->low = direction[0].order[0].x;
        w->high = direction[0].order[direction[0].lanes - 1].x;
    }
}
