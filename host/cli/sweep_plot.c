/* sweep_plot.c: the picture of a sweep: diagrams over one varied number, maps over two.
 * SPDX-License-Identifier: MIT */
#include "cli/sweep_plot.h"

#include "base/pi.h"
#include "cli/plot_labels.h"
#include "cli/sweep_plot_data.h"

#include "sweep/sweep.h"

#include <contensou/plot.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    most_panels = 4,
    most_maps = 4,
    most_traces = 6, /* of a panel */
    label_size = contensou__plot_labels_size
};
static const double most_map_lanes = 1e6;

enum contensou_status contensou__sweep_plot_check(const char *path,
                                                  const struct contensou__simulation *sim,
                                                  struct contensou_error *err)
{
    size_t list;
    const int points = contensou__sweep_plot_data_points(sim, &list) < contensou__observer_count;
    const int scalars = contensou__sweep_scalars(&sim->setup) > 0;
    const size_t axes = contensou__sweep_plot_data_axes(sim);

    if (axes < 1 || axes > 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws sweeps over one or two numbers, but %zu vary; vary "
                              "fewer or leave --plot out",
                              axes);
    if (!scalars && !(points && axes == 1))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot needs something to draw over %s: --observe final, extrema, "
                              "%speriod or stick",
                              axes == 1 ? "the varied number" : "two varied numbers",
                              axes == 1 ? "section, " : "");
    if (axes == 2 && (double)sim->lanes.count > most_map_lanes)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "too many lanes for a picture: maps show at most %.0f; leave --plot "
                              "out or take fewer",
                              most_map_lanes);
    return contensou_plot_check(path, err);
}

/* The label of a varied number, with its prefix. */
static void label_axis(const struct contensou__simulation *sim, size_t axis, char *label)
{
    const size_t place = sim->lanes.axis[axis].place;
    const size_t fields = (size_t)sim->system->field_count, law = (size_t)sim->friction.field_count;
    const struct contensou__field *field = place < fields ? &sim->system->fields[place]
                                           : place < fields + law
                                               ? &sim->friction.fields[place - fields]
                                               : &sim->system->states[place - fields - law];

    snprintf(label, label_size, "%s (%s)", sim->lanes.name[place],
             *field->unit ? field->unit : "-");
}

/* The command line, and how many lanes are not in the picture. */
static void make_title(const struct contensou__simulation *sim,
                       const struct contensou__sweep_plot_data *d, struct contensou__text *title)
{
    if (sim->line.data)
        contensou__plot_labels_title(sim->line.data, title);
    else
        contensou__text_printf(title, "%s, law %s", sim->system->name, sim->friction.name);
    if (d->failed)
        contensou__text_printf(title, " (%zu of %zu lanes failed)", d->failed, d->lanes);
    if (d->missing)
        contensou__text_printf(title, " (%zu of %zu lanes are not there yet)", d->missing,
                               d->lanes);
}

/* What a panel shows: columns of numbers, and points of a state. */
struct plan {
    char label[label_size];
    struct {
        int column;
        const char *title;
        enum contensou_plot_style style;
        int colour;
    } trace[most_traces];
    int traces;
    int points; /* the state among those of the points, or -1 */
};

struct diagram {
    struct contensou__sweep_plot_data data;
    struct plan plan[most_panels];
    size_t panels;
    char x_label[label_size];
};

static void add_trace(struct plan *p, int column, const char *title,
                      enum contensou_plot_style style, int colour)
{
    if (column < 0)
        return;
    p->trace[p->traces].column = column;
    p->trace[p->traces].title = title;
    p->trace[p->traces].style = style;
    p->trace[p->traces++].colour = colour;
}

/* A column of the ensemble from its table. */
struct column {
    size_t at;
    const struct contensou__observer *from;
    const struct contensou__observer_column *about;
    int item;
};

/* The first column from c->at on; 0 behind the last. */
static int next_column(const struct contensou__simulation *sim, struct column *c)
{
    const size_t count =
        contensou__sweep_scalars(&sim->setup) ? contensou__ensemble_columns_count(&sim->setup) : 0;
    size_t row = 0;

    if (c->at < contensou__ensemble_head)
        c->at = contensou__ensemble_head;
    if (c->at >= count)
        return 0;
    c->from = contensou__ensemble_columns_from(&sim->setup, c->at, &row, &c->item);
    c->about = &c->from->column[row];
    return 1;
}

/* The column of a state that is drawn in this way, 0 where there is none; of any state: -1. */
static size_t find_draw(const struct contensou__simulation *sim, int state,
                        enum contensou__observer_draw draw, const char **words)
{
    for (struct column c = {0}; next_column(sim, &c); ++c.at)
        if (c.about->draw == draw && (state < 0 || c.item == state)) {
            if (words)
                *words = c.about->words;
            return c.at;
        }
    return 0;
}

static int draws_states(const struct contensou__simulation *sim)
{
    return find_draw(sim, -1, contensou__observer_low, NULL) ||
           find_draw(sim, -1, contensou__observer_high, NULL) ||
           find_draw(sim, -1, contensou__observer_middle, NULL);
}

/* The unit of a column, as a label has it. */
static void unit_of(const struct contensou__simulation *sim, const struct column *c,
                    char unit[label_size])
{
    char time[label_size], rate[label_size];

    contensou__plot_labels_time(sim->system, time);
    contensou__plot_labels_rate(time, rate);
    snprintf(unit, label_size, "%s",
             contensou__ensemble_columns_unit(&sim->setup, c->at, time, rate));
    if (!*unit)
        snprintf(unit, label_size, "-");
}

/* Points of a state on its extremes, or the extremes alone. */
static void plan_state(struct diagram *g, const struct contensou__simulation *sim, size_t k,
                       int points)
{
    static const enum contensou__observer_draw draw[3] = {
        contensou__observer_high, contensou__observer_low, contensou__observer_middle};
    const struct contensou__field *state = &sim->system->states[g->data.state[k]];
    struct plan *p = &g->plan[g->panels++];

    contensou__plot_labels_field(state, p->label);
    p->points = points ? (int)k : -1;
    for (int i = 0; i < (points ? 2 : 3); ++i) {
        const char *words = NULL;
        const size_t column = find_draw(sim, g->data.state[k], draw[i], &words);

        if (column)
            add_trace(p, contensou__sweep_plot_data_want(&g->data, sim, column, 0, 0),
                      points ? NULL : words,
                      points   ? CONTENSOU_PLOT_THIN
                      : i == 2 ? CONTENSOU_PLOT_DASHED
                               : CONTENSOU_PLOT_LINE,
                      points   ? 0
                      : i == 0 ? 1
                      : i == 1 ? 0
                               : 2);
    }
}

/* One number a lane, or several of a kind in one panel. */
static void plan_scalar(struct diagram *g, const struct contensou__simulation *sim,
                        struct column *c)
{
    static const char *const number[most_traces] = {"1", "2", "3", "4", "5", "6"};
    const int several = c->about->per == contensou__observer_number;
    const int counts = c->about->draw == contensou__observer_first_counts;
    struct plan *p = &g->plan[g->panels];
    char unit[label_size];

    if (g->panels == most_panels || (several && c->item > 0))
        return;
    unit_of(sim, c, unit);
    snprintf(p->label, sizeof p->label, "%.30s%s%.40s (%.15s)",
             c->about->per == contensou__observer_state ? sim->system->states[c->item].name : "",
             c->about->per == contensou__observer_state ? " " : "", c->about->words, unit);
    p->points = -1;
    for (struct column other = *c; next_column(sim, &other) && p->traces < most_traces; ++other.at)
        if (other.about == c->about && (several || other.at == c->at))
            add_trace(p, contensou__sweep_plot_data_want(&g->data, sim, other.at, 0, counts),
                      several ? number[other.item] : NULL, CONTENSOU_PLOT_DOTS,
                      several ? other.item : 0);
    ++g->panels;
}

static int is_chosen(const struct contensou__sweep_plot_data *d, int state)
{
    for (size_t k = 0; k < d->states; ++k)
        if (d->state[k] == state)
            return 1;
    return 0;
}

static void plan_diagram(struct diagram *g, const struct contensou__simulation *sim)
{
    size_t list;
    const int points = contensou__sweep_plot_data_points(sim, &list) < contensou__observer_count;
    const int states = points || draws_states(sim);

    label_axis(sim, contensou__sweep_plot_data_first(sim), g->x_label);
    contensou__sweep_plot_data_choose(&g->data, sim);
    for (size_t k = 0; k < g->data.states && states; ++k)
        plan_state(g, sim, k, points);
    for (struct column c = {0}; next_column(sim, &c); ++c.at)
        if (c.about->draw == contensou__observer_label ||
            c.about->draw == contensou__observer_first ||
            c.about->draw == contensou__observer_first_counts ||
            c.about->draw == contensou__observer_later)
            plan_scalar(g, sim, &c);
    for (struct column c = {0}; next_column(sim, &c) && !states; ++c.at)
        if (c.about->draw == contensou__observer_end && is_chosen(&g->data, c.item))
            plan_scalar(g, sim, &c);
    if (!points)
        g->data.states = 0;
}

/* Leaves out states that stay the same at all points, if another panel remains. */
static void drop_still(struct diagram *g)
{
    const struct contensou__sweep_plot_data *d = &g->data;
    size_t kept = 0;

    for (size_t k = 0; k < g->panels; ++k) {
        const double *value = g->plan[k].points >= 0 ? d->point[g->plan[k].points] : NULL;
        size_t i = 0;

        while (value && i < d->points && value[i] == value[0])
            ++i;
        if (!value || i < d->points || (kept == 0 && k + 1 == g->panels))
            g->plan[kept++] = g->plan[k];
    }
    g->panels = kept;
}

/* Angles that turn round and round are shown modulo 2 pi. */
static void wrap(struct diagram *g, const struct contensou__simulation *sim, struct plan *p)
{
    struct contensou__sweep_plot_data *d = &g->data;
    const int state = d->state[p->points];
    double *value = d->point[p->points], low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < d->points; ++i) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    if (!(sim->system->angles >> state & 1) || !(high - low > 2 * pi))
        return;
    for (size_t i = 0; i < d->points; ++i)
        value[i] = remainder(value[i], 2 * pi);
    p->traces = 0;
    snprintf(p->label, sizeof p->label, "%s mod 2 pi (%s)", sim->system->states[state].name,
             sim->system->states[state].unit);
}

/* The traces of one diagram in a panel; of a walk in both directions there are two. */
static size_t put_traces(const struct diagram *g, size_t k, struct contensou_plot_trace *trace)
{
    const struct contensou__sweep_plot_data *d = &g->data;
    const struct plan *p = &g->plan[k];
    const char *const way = d->way > 0 ? "up" : d->way < 0 ? "down" : NULL;
    const int colour = d->way < 0;
    size_t n = 0;

    for (int i = 0; i < p->traces; ++i)
        trace[n++] = (struct contensou_plot_trace){
            d->way && i == 0 && p->points < 0 ? way : p->trace[i].title,
            d->x,
            d->value[p->trace[i].column],
            d->lanes,
            d->lanes > 1 ? p->trace[i].style : CONTENSOU_PLOT_POINTS,
            d->way ? colour : p->trace[i].colour};
    if (p->points >= 0)
        trace[n++] = (struct contensou_plot_trace){
            way, d->at, d->point[p->points], d->points, CONTENSOU_PLOT_DOTS, colour};
    return n;
}

static enum contensou_status draw_diagram(const char *path, const char *title,
                                          const struct diagram *g, int ways,
                                          struct contensou_error *err)
{
    struct contensou_plot_trace trace[most_panels][2 * (most_traces + 1)];
    struct contensou_plot_grid_panel panel[most_panels];
    const struct contensou__sweep_plot_data *d = &g->data;
    const struct contensou_plot_grid_column column = {.panels = panel,
                                                      .count = g->panels,
                                                      .width = 1,
                                                      .joined = 1,
                                                      .low = d->x[0],
                                                      .high = d->x[d->lanes - 1]};

    for (size_t k = 0; k < g->panels; ++k) {
        size_t n = put_traces(g, k, trace[k]);

        if (ways > 1)
            n += put_traces(g + 1, k, trace[k] + n);
        panel[k] = (struct contensou_plot_grid_panel){g->x_label, g->plan[k].label, trace[k], n};
    }
    return contensou_plot_grid(path, title, &column, 1, err);
}

static enum contensou_status diagram(const char *path, const struct contensou__simulation *sim,
                                     struct contensou__journal *journal,
                                     struct contensou_error *err)
{
    const int ways = sim->walk == contensou__walk_both ? 2 : 1;
    struct diagram g[2] = {{.data.sorted = 1, .data.way = ways > 1},
                           {.data.sorted = 1, .data.way = -1}};
    struct contensou__text title = {0};
    enum contensou_status status = CONTENSOU_OK;

    for (int i = 0; i < ways && !status; ++i) {
        plan_diagram(&g[i], sim);
        status = contensou__sweep_plot_data_read(&g[i].data, sim, journal, err);
        if (!status && g[i].data.points && ways == 1)
            drop_still(&g[i]);
        for (size_t k = 0; k < g[i].panels && !status; ++k)
            if (g[i].plan[k].points >= 0)
                wrap(&g[i], sim, &g[i].plan[k]);
    }
    make_title(sim, &g[0].data, &title);
    if (!status)
        status = draw_diagram(path, title.data, g, ways, err);
    contensou__text_free(&title);
    for (int i = 0; i < ways; ++i)
        contensou__sweep_plot_data_free(&g[i].data);
    return status;
}

struct maps {
    struct contensou__sweep_plot_data data;
    int labels[most_maps]; /* 1: the map shows attractors */
    const char **word;     /* [data.labels + 1] */
    char label[most_maps][label_size], x_label[label_size], y_label[label_size];
};

static void add_map(struct maps *m, const struct contensou__simulation *sim, struct column *c,
                    size_t minus)
{
    const int of_state = c->about->per == contensou__observer_state;
    const int counts = c->about->draw == contensou__observer_first_counts;
    char unit[label_size], words[label_size];
    int column;

    if (m->data.columns == most_maps || (c->about->per == contensou__observer_number && c->item))
        return;
    unit_of(sim, c, unit);
    snprintf(words, sizeof words, minus ? "%.15s - min" : "%.40s", c->about->words);
    column = contensou__sweep_plot_data_want(&m->data, sim, c->at, minus, counts);
    m->labels[column] = c->about->draw == contensou__observer_label;
    snprintf(m->label[column], label_size, "%.23s%s%.40s (%.15s)",
             of_state ? sim->system->states[c->item].name : "", of_state ? ", " : "", words, unit);
}

/* All maps of columns that are drawn in one of two ways. */
static void add_maps(struct maps *m, const struct contensou__simulation *sim,
                     enum contensou__observer_draw one, enum contensou__observer_draw other)
{
    for (struct column c = {0}; next_column(sim, &c); ++c.at)
        if (c.about->draw == one || c.about->draw == other)
            add_map(m, sim, &c, 0);
}

/* What is most telling first; the rest as far as there is room. */
static void plan_maps(struct maps *m, const struct contensou__simulation *sim)
{
    label_axis(sim, contensou__sweep_plot_data_first(sim), m->x_label);
    label_axis(sim, contensou__sweep_plot_data_first(sim) + 1, m->y_label);
    contensou__sweep_plot_data_choose(&m->data, sim);
    add_maps(m, sim, contensou__observer_label, contensou__observer_label);
    add_maps(m, sim, contensou__observer_first, contensou__observer_first_counts);
    for (size_t k = 0; k < m->data.states; ++k) {
        const int state = m->data.state[k];
        const size_t low = find_draw(sim, state, contensou__observer_low, NULL);

        for (struct column c = {0}; next_column(sim, &c); ++c.at) {
            if (c.about->draw == contensou__observer_high && c.item == state && low)
                add_map(m, sim, &c, low);
            if (c.about->draw == contensou__observer_end && c.item == state)
                add_map(m, sim, &c, 0);
        }
        if (k == 0)
            add_maps(m, sim, contensou__observer_later, contensou__observer_later);
    }
    m->data.states = 0;
}

/* A map of colours, or of the words of the attractors. */
static struct contensou_plot_map map_of(const struct maps *m, size_t c, const double *value)
{
    const int labels = m->labels[c] && m->word;

    return (struct contensou_plot_map){m->label[c], value, labels ? m->word : NULL,
                                       labels ? m->data.labels + 1 : 0};
}

/* The lanes are a grid, the first number slowest; the map has it across. */
static enum contensou_status draw_grid(const char *path, const char *title, const struct maps *m,
                                       const struct contensou__simulation *sim,
                                       struct contensou_error *err)
{
    const struct contensou__sweep_plot_data *d = &m->data;
    const size_t across = sim->lanes.axis[0].span.count, up = sim->lanes.axis[1].span.count;
    struct contensou_plot_map map[most_maps];
    double *x = malloc((across + d->columns * d->lanes) * sizeof *x), *value = x + across;
    enum contensou_status status;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    for (size_t i = 0; i < across; ++i)
        x[i] = d->x[i * up];
    for (size_t c = 0; c < d->columns; ++c) {
        map[c] = map_of(m, c, value + c * d->lanes);
        for (size_t i = 0; i < d->lanes; ++i)
            value[c * d->lanes + i % up * across + i / up] = d->value[c][i];
    }
    status = contensou_plot_maps(path, title, m->x_label, m->y_label, x, across, d->y, up, map,
                                 d->columns, err);
    free(x);
    return status;
}

static enum contensou_status maps(const char *path, const struct contensou__simulation *sim,
                                  struct contensou__journal *journal, struct contensou_error *err)
{
    struct maps m = {0};
    struct contensou_plot_map map[most_maps];
    struct contensou__text title = {0};
    enum contensou_status status;

    plan_maps(&m, sim);
    status = contensou__sweep_plot_data_read(&m.data, sim, journal, err);
    make_title(sim, &m.data, &title);
    if (!status && m.data.label && (m.word = calloc(m.data.labels + 1, sizeof *m.word)))
        for (size_t k = 0; k <= m.data.labels; ++k)
            m.word[k] = m.data.label[k];
    for (size_t c = 0; c < m.data.columns; ++c)
        map[c] = map_of(&m, c, m.data.value[c]);
    if (!status && (sim->lanes.random || sim->lanes.row || sim->lanes.axes > 2))
        status = contensou_plot_scatter(path, title.data, m.x_label, m.y_label, m.data.x, m.data.y,
                                        m.data.lanes, map, m.data.columns, err);
    else if (!status)
        status = draw_grid(path, title.data, &m, sim, err);
    contensou__text_free(&title);
    free(m.word);
    contensou__sweep_plot_data_free(&m.data);
    return status;
}

enum contensou_status contensou__sweep_plot_draw(const char *path,
                                                 const struct contensou__simulation *sim,
                                                 struct contensou__journal *journal,
                                                 struct contensou_error *err)
{
    const enum contensou_status status = contensou__sweep_plot_check(path, sim, err);

    if (status)
        return status;
    return contensou__sweep_plot_data_axes(sim) == 1 ? diagram(path, sim, journal, err)
                                                     : maps(path, sim, journal, err);
}
