/* picture_diagram.c: a sweep over one number. SPDX-License-Identifier: MIT */
#include "picture/picture_work.h"

#include "base/setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;

enum { most_panels = 6 }; /* three states, and what observers have of a lane */

/* What a panel shows: columns of the root, and points of a state. */
struct plan {
    char label[contensou__picture_label_size], extremes[32];
    struct {
        int column;
        const char *title;
        enum contensou_plot_style style;
        int colour, counts; /* counts: from 1 on, so that 0 is no value */
    } trace[contensou__picture_traces];
    int traces;
    int points; /* the state, or -1 */
};

struct sweep {
    struct plan plan[most_panels];
    size_t panels;
    int chosen[contensou__picture_right];
    size_t chosen_count;
};

static void add_trace(struct plan *p, int column, const char *title,
                      enum contensou_plot_style style, int colour, int counts)
{
    if (p->traces == contensou__picture_traces)
        return;
    p->trace[p->traces].column = column;
    p->trace[p->traces].title = title;
    p->trace[p->traces].style = style;
    p->trace[p->traces].counts = counts;
    p->trace[p->traces++].colour = colour;
}

/* Points of a state on its extremes, or the extremes alone; both extremes are one entry of the key. */
static void plan_state(const struct contensou__picture *w, struct sweep *g, int state, int points)
{
    static const enum contensou__observer_draw draw[3] = {
        contensou__observer_low, contensou__observer_high, contensou__observer_middle};
    struct plan *p = &g->plan[g->panels++];

    *p = (struct plan){.points = points ? state : -1};
    for (int i = 0; i < (points ? 2 : 3); ++i) {
        const char *words = NULL;
        const int column = contensou__picture_columns_draw(w, state, draw[i], &words);
        const size_t size = strlen(p->extremes);

        if (column < 0)
            continue;
        snprintf(p->label, contensou__picture_label_size, "%.80s (%.40s)", w->state[state],
                 w->root->column[column].unit);
        if (i < 2)
            snprintf(p->extremes + size, sizeof p->extremes - size, "%s%.12s", size ? ", " : "",
                     words);
        add_trace(p, column,
                  i == 2 ? words
                  : size ? NULL
                         : p->extremes,
                  points   ? CONTENSOU_PLOT_THIN
                  : i == 2 ? CONTENSOU_PLOT_DASHED
                           : CONTENSOU_PLOT_LINE,
                  i == 2 ? 2 : 0, 0);
    }
    if (points) {
        const int at = contensou_result_find(w->points, w->state[state]);

        if (at >= 0)
            contensou__picture_work_write_label(p->label, &w->points->column[at]);
    }
}

/* One number a lane, or several of a kind in one panel. */
static void plan_scalar(const struct contensou__picture *w, struct sweep *g,
                        const struct contensou__picture_column *c)
{
    static const char *const number[contensou__picture_colours] = {"1", "2", "3", "4"};
    const int several = c->about->per == contensou__observer_number;
    const int counts = c->about->draw == contensou__observer_first_counts;
    const int of_state = c->about->per == contensou__observer_state;
    struct plan *p = &g->plan[g->panels];

    if (g->panels == most_panels || (several && c->item > 0))
        return;
    *p = (struct plan){.points = -1};
    snprintf(p->label, sizeof p->label, "%.30s%s%.40s (%.15s)", of_state ? w->state[c->item] : "",
             of_state ? " " : "", c->about->words, w->root->column[c->at].unit);
    for (struct contensou__picture_column other = *c;
         contensou__picture_columns_next(w, &other) && p->traces < contensou__picture_traces;
         ++other.at)
        if (other.about == c->about &&
            (several ? other.item < contensou__picture_colours : other.at == c->at))
            add_trace(p, (int)other.at, several ? number[other.item] : NULL,
                      several ? CONTENSOU_PLOT_COLOURED : CONTENSOU_PLOT_DOTS,
                      several ? other.item : 0, counts);
    ++g->panels;
}

static int is_chosen(const struct sweep *g, int state)
{
    for (size_t k = 0; k < g->chosen_count; ++k)
        if (g->chosen[k] == state)
            return 1;
    return 0;
}

static void plan_diagram(const struct contensou__picture *w, struct sweep *g)
{
    const int points = w->points != w->root;
    const int states =
        points || contensou__picture_columns_draw(w, -1, contensou__observer_low, NULL) >= 0 ||
        contensou__picture_columns_draw(w, -1, contensou__observer_high, NULL) >= 0 ||
        contensou__picture_columns_draw(w, -1, contensou__observer_middle, NULL) >= 0;

    g->chosen_count = contensou__picture_columns_states(w, g->chosen);
    for (size_t k = 0; k < g->chosen_count && states; ++k)
        plan_state(w, g, g->chosen[k], points);
    for (int later = 0; later < 2; ++later) /* what tells most of each observer, then the rest */
        for (struct contensou__picture_column c = {0}; contensou__picture_columns_next(w, &c);
             ++c.at)
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

/* The rows of the root of one way of a walk (1 up, -1 down, 0 all), in the order of x. */
static struct place *order_lanes(const struct contensou__picture *w, const double *x, int way,
                                 size_t *count)
{
    struct place *const order = malloc((w->root->rows + 1) * sizeof *order);

    *count = 0;
    for (size_t i = 0; i < w->root->rows && order; ++i)
        if (!way || !w->way || w->way[i] == way)
            order[(*count)++] = (struct place){x[i], i};
    if (order)
        qsort(order, *count, sizeof *order, by_x);
    return order;
}

/* The values in this order; NULL without memory. */
static const double *pick(struct contensou__picture *w, const double *value,
                          const struct place *order, size_t count)
{
    double *const to = value ? contensou__picture_work_numbers(w, count) : NULL;

    for (size_t i = 0; to && i < count; ++i)
        to[i] = value[order[i].row];
    return to;
}

/* The points of a state: those of lanes that did not fail, of one way. */
static size_t pick_points(struct contensou__picture *w, int column, int way, const double *ways,
                          double *to)
{
    const double *value;
    size_t count = 0;

    if (contensou_result_read(w->file, w->points, (size_t)column, &value, w->err))
        return 0;
    for (size_t i = 0; i < w->points->rows; ++i)
        if ((!way || !ways || ways[i] == way) &&
            !contensou__picture_work_has_failed(w, w->points, i))
            to[count++] = value[i];
    return count;
}

/* Angles that turn round and round are shown modulo 2 pi, without their extremes. */
static void wrap(struct contensou__picture *w, struct plan *p, int column, double *value,
                 size_t count)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < count; ++i) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    if (strcmp(w->points->column[column].unit, "rad") != 0 || !(high - low > turn))
        return;
    for (size_t i = 0; i < count; ++i)
        value[i] = remainder(value[i], turn);
    p->traces = 0;
    contensou__picture_work_write_wrapped(p->label, w->points->column[column].name);
}

/* What is drawn of one way. */
struct way {
    int way;
    const double *x, *ways; /* of the lanes in their order; of the points */
    struct place *order;
    size_t lanes;
    double *at; /* of the points */
};

static enum contensou_status prepare_way(struct contensou__picture *w, struct way *s,
                                         const double *x)
{
    const int ways = contensou_result_find(w->points, "continue"),
              across = contensou_result_find(w->points, w->axis[0]);
    enum contensou_status status = CONTENSOU_OK;

    s->order = order_lanes(w, x, s->way, &s->lanes);
    s->at = contensou__picture_work_numbers(w, w->points->rows);
    if (!s->order || !s->at)
        return contensou__picture_work_no_memory(w->err);
    s->x = pick(w, x, s->order, s->lanes);
    if (s->way && ways >= 0)
        status = contensou_result_read(w->file, w->points, (size_t)ways, &s->ways, w->err);
    if (!status && w->points != w->root && across < 0)
        status = contensou_fail(w->err, CONTENSOU_EINPUT,
                                "the points of the file have no column '%s'", w->axis[0]);
    if (!status && w->points != w->root)
        pick_points(w, across, s->way, s->ways, s->at);
    return status;
}

/* The traces of one way in a panel; gives how many, or -1 where something failed. */
static int put_traces(struct contensou__picture *w, const struct way *s, struct plan *p,
                      struct contensou_plot_trace *trace)
{
    const char *const name = s->way > 0 ? "up" : s->way < 0 ? "down" : NULL;
    const int colour = s->way < 0;
    double *value = NULL;
    size_t count = 0;
    int n = 0;

    if (p->points >= 0) {
        const int column = contensou_result_find(w->points, w->state[p->points]);

        value = column < 0 ? NULL : contensou__picture_work_numbers(w, w->points->rows);
        if (!value)
            return -1;
        count = pick_points(w, column, s->way, s->ways, value);
        wrap(w, p, column, value, count);
    }
    for (int i = 0; i < p->traces; ++i) {
        const double *const y =
            pick(w, contensou__picture_columns_values(w, p->trace[i].column, p->trace[i].counts),
                 s->order, s->lanes);

        if (!y)
            return -1;
        trace[n++] =
            (struct contensou_plot_trace){s->way && p->points >= 0 ? NULL
                                          : s->way && i == 0       ? name
                                                                   : p->trace[i].title,
                                          s->x,
                                          y,
                                          s->lanes,
                                          s->lanes > 1 ? p->trace[i].style : CONTENSOU_PLOT_POINTS,
                                          s->way ? colour : p->trace[i].colour};
    }
    if (p->points >= 0) {
        trace[n] =
            (struct contensou_plot_trace){name ? name
                                          : n  ? "section"
                                               : NULL,
                                          s->at,
                                          value,
                                          count,
                                          s->way ? CONTENSOU_PLOT_COLOURED : CONTENSOU_PLOT_DOTS,
                                          colour};
        ++n;
    }
    return n;
}

enum contensou_status contensou__picture_diagram(struct contensou__picture *w, const char *path)
{
    struct contensou_plot_trace trace[most_panels][2 * (contensou__picture_traces + 1)];
    struct contensou_plot_grid_panel panel[most_panels];
    struct sweep g = {0};
    struct way way[2] = {{.way = w->ways > 1}, {.way = -1}};
    const double *x = NULL;
    const int at = contensou_result_find(w->root, w->axis[0]);
    const struct contensou_result_table *const points = contensou__picture_columns_points(w);
    struct contensou_plot_grid_column column = {.panels = panel, .width = 1, .joined = 1};
    enum contensou_status status = contensou_result_read(w->file, w->root, (size_t)at, &x, w->err);

    w->points = points ? points : w->root;
    plan_diagram(w, &g);
    if (!status && g.panels == 0)
        status =
            contensou_fail(w->err, CONTENSOU_EARGUMENT,
                           "there is nothing to draw as 'diagram' in the file; choose " SETTING(
                               "kind") ", " SETTING("x") " and " SETTING("y"));
    for (int i = 0; i < (w->ways > 1 ? 2 : 1) && !status; ++i)
        status = prepare_way(w, &way[i], x);
    contensou__picture_work_write_label(w->label[contensou__picture_columns], &w->root->column[at]);
    for (size_t k = 0; k < g.panels && !status; ++k) {
        struct contensou_plot_trace *const to = trace[column.count];
        int n = put_traces(w, &way[0], &g.plan[k], to);
        const int more = n >= 0 && w->ways > 1 ? put_traces(w, &way[1], &g.plan[k], to + n) : 0;

        if (n < 0 || more < 0) {
            status = w->err->status ? w->err->status : contensou__picture_work_no_memory(w->err);
            break;
        }
        /* a state that is the same at all points is left out, if another panel remains */
        if (g.plan[k].points >= 0 && w->ways < 2 && to[n - 1].count &&
            contensou__picture_work_all_equal(to[n - 1].y, to[n - 1].count) &&
            (column.count || k + 1 < g.panels))
            continue;
        panel[column.count++] = (struct contensou_plot_grid_panel){
            w->label[contensou__picture_columns], g.plan[k].label, to, (size_t)(n + more)};
    }
    if (!status && way[0].lanes) {
        column.low = way[0].x[0];
        column.high = way[0].x[way[0].lanes - 1];
    }
    if (!status)
        status = contensou_plot_grid(path, &w->look, w->title.data, &column, 1, w->err);
    free(way[0].order);
    free(way[1].order);
    return status;
}
