/* sweep_plot.c: the picture of a sweep: diagrams over one varied number, maps over two.
 * SPDX-License-Identifier: MIT */
#include "cli/sweep_plot.h"

#include "cli/plot_labels.h"
#include "cli/sweep_plot_data.h"

#include "io/plot_grid.h"
#include "io/plot_scatter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    most_panels = 4,
    most_maps = 4,
    most_traces = 3, /* of a panel */
    label_size = contensou__plot_labels_size
};
static const double most_map_lanes = 1e6, pi = 3.14159265358979323846;

enum contensou_status contensou__sweep_plot_check(const char *path,
                                                  const struct contensou__simulation *sim,
                                                  struct contensou_error *err)
{
    const struct contensou__ensemble_observers *o = &sim->setup.observe;
    const int scalars = o->final || o->extrema || o->period || o->stick;
    const size_t axes = contensou__sweep_plot_data_axes(sim);

    if (axes < 1 || axes > 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws sweeps over one or two numbers, but %zu vary; vary "
                              "fewer or leave --plot out",
                              axes);
    if (!scalars && !(o->section && axes == 1))
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
    return contensou__plot_check(path, err);
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
        enum contensou__plot_style style;
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
                      enum contensou__plot_style style, int colour)
{
    if (column < 0)
        return;
    p->trace[p->traces].column = column;
    p->trace[p->traces].title = title;
    p->trace[p->traces].style = style;
    p->trace[p->traces++].colour = colour;
}

/* Section points of a state on its extrema, or the extrema alone. */
static void plan_state(struct diagram *g, const struct contensou__simulation *sim, size_t k)
{
    const struct contensou__field *state = &sim->system->states[g->data.state[k]];
    const int section = sim->setup.observe.section;
    struct plan *p = &g->plan[g->panels++];

    contensou__plot_labels_field(state, p->label);
    p->points = section ? (int)k : -1;
    add_trace(p,
              contensou__sweep_plot_data_want(&g->data, sim, "extrema", state->name, ".max", NULL),
              section ? NULL : "max", section ? contensou__plot_thin : contensou__plot_line,
              section ? 0 : 1);
    add_trace(p,
              contensou__sweep_plot_data_want(&g->data, sim, "extrema", state->name, ".min", NULL),
              section ? NULL : "min", section ? contensou__plot_thin : contensou__plot_line, 0);
    if (!section)
        add_trace(
            p,
            contensou__sweep_plot_data_want(&g->data, sim, "extrema", state->name, ".mean", NULL),
            "mean", contensou__plot_dashed, 2);
}

/* One number a lane, where it is observed. */
static void plan_scalar(struct diagram *g, const struct contensou__simulation *sim,
                        const char *observer, const char *state, const char *part,
                        const char *words, const char *unit)
{
    struct plan *p = &g->plan[g->panels];
    const int column =
        g->panels < most_panels
            ? contensou__sweep_plot_data_want(&g->data, sim, observer, state, part, NULL)
            : -1;

    if (column < 0)
        return;
    snprintf(p->label, sizeof p->label, "%.60s (%.15s)", words, *unit ? unit : "-");
    p->points = -1;
    add_trace(p, column, NULL, contensou__plot_dots, 0);
    ++g->panels;
}

static void plan_diagram(struct diagram *g, const struct contensou__simulation *sim)
{
    const struct contensou__ensemble_observers *o = &sim->setup.observe;
    char time[label_size];

    contensou__plot_labels_time(sim->system, time);
    label_axis(sim, contensou__sweep_plot_data_first(sim), g->x_label);
    contensou__sweep_plot_data_choose(&g->data, sim);
    for (size_t k = 0; k < g->data.states && (o->section || o->extrema); ++k)
        plan_state(g, sim, k);
    plan_scalar(g, sim, "period", NULL, ".time", "period", time);
    plan_scalar(g, sim, "period", NULL, ".cycle", "returns in a period", "-");
    plan_scalar(g, sim, "stick", NULL, ".fraction", "share of time in stick", "-");
    plan_scalar(g, sim, "stick", NULL, ".phases", "stick phases", "-");
    for (size_t k = 0; k < g->data.states && !o->section && !o->extrema; ++k) {
        const struct contensou__field *state = &sim->system->states[g->data.state[k]];
        char words[label_size];

        snprintf(words, sizeof words, "%s at the end", state->name);
        plan_scalar(g, sim, "final", state->name, "", words, state->unit);
    }
    if (!o->section)
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
static size_t put_traces(const struct diagram *g, size_t k, struct contensou__plot_trace *trace)
{
    const struct contensou__sweep_plot_data *d = &g->data;
    const struct plan *p = &g->plan[k];
    const char *const way = d->way > 0 ? "up" : d->way < 0 ? "down" : NULL;
    const int colour = d->way < 0;
    size_t n = 0;

    for (int i = 0; i < p->traces; ++i)
        trace[n++] = (struct contensou__plot_trace){
            d->way && i == 0 && p->points < 0 ? way : p->trace[i].title,
            d->x,
            d->value[p->trace[i].column],
            d->lanes,
            d->lanes > 1 ? p->trace[i].style : contensou__plot_points,
            d->way ? colour : p->trace[i].colour};
    if (p->points >= 0)
        trace[n++] = (struct contensou__plot_trace){
            way, d->at, d->point[p->points], d->points, contensou__plot_dots, colour};
    return n;
}

static enum contensou_status draw_diagram(const char *path, const char *title,
                                          const struct diagram *g, int ways,
                                          struct contensou_error *err)
{
    struct contensou__plot_trace trace[most_panels][2 * (most_traces + 1)];
    struct contensou__plot_grid_panel panel[most_panels];
    const struct contensou__sweep_plot_data *d = &g->data;
    const struct contensou__plot_grid_column column = {.panels = panel,
                                                       .count = g->panels,
                                                       .width = 1,
                                                       .joined = 1,
                                                       .low = d->x[0],
                                                       .high = d->x[d->lanes - 1]};

    for (size_t k = 0; k < g->panels; ++k) {
        size_t n = put_traces(g, k, trace[k]);

        if (ways > 1)
            n += put_traces(g + 1, k, trace[k] + n);
        panel[k] = (struct contensou__plot_grid_panel){g->x_label, g->plan[k].label, trace[k], n};
    }
    return contensou__plot_grid_draw(path, title, &column, 1, err);
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
    char label[most_maps][label_size], x_label[label_size], y_label[label_size];
};

static void add_map(struct maps *m, const struct contensou__simulation *sim, const char *observer,
                    const char *state, const char *part, const char *minus, const char *words,
                    const char *unit)
{
    const int column =
        m->data.columns < most_maps
            ? contensou__sweep_plot_data_want(&m->data, sim, observer, state, part, minus)
            : -1;

    if (column >= 0)
        snprintf(m->label[column], label_size, "%.23s%s%.40s (%.15s)", state ? state : "",
                 state ? ", " : "", words, *unit ? unit : "-");
}

/* What is most telling first; the rest as far as there is room. */
static void plan_maps(struct maps *m, const struct contensou__simulation *sim)
{
    char time[label_size];

    contensou__plot_labels_time(sim->system, time);
    label_axis(sim, contensou__sweep_plot_data_first(sim), m->x_label);
    label_axis(sim, contensou__sweep_plot_data_first(sim) + 1, m->y_label);
    contensou__sweep_plot_data_choose(&m->data, sim);
    add_map(m, sim, "period", NULL, ".cycle", NULL, "returns in a period", "-");
    add_map(m, sim, "stick", NULL, ".fraction", NULL, "share of time in stick", "-");
    for (size_t k = 0; k < m->data.states; ++k) {
        const struct contensou__field *state = &sim->system->states[m->data.state[k]];

        add_map(m, sim, "extrema", state->name, ".max", ".min", "max - min", state->unit);
        add_map(m, sim, "final", state->name, "", NULL, "at the end", state->unit);
        if (k == 0)
            add_map(m, sim, "period", NULL, ".time", NULL, "period", time);
    }
    m->data.states = 0;
}

/* The lanes are a grid, the first number slowest; the map has it across. */
static enum contensou_status draw_grid(const char *path, const char *title, const struct maps *m,
                                       const struct contensou__simulation *sim,
                                       struct contensou_error *err)
{
    const struct contensou__sweep_plot_data *d = &m->data;
    const size_t across = sim->lanes.axis[0].span.count, up = sim->lanes.axis[1].span.count;
    struct contensou__plot_map map[most_maps];
    double *x = malloc((across + d->columns * d->lanes) * sizeof *x), *value = x + across;
    enum contensou_status status;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    for (size_t i = 0; i < across; ++i)
        x[i] = d->x[i * up];
    for (size_t c = 0; c < d->columns; ++c) {
        map[c] = (struct contensou__plot_map){m->label[c], value + c * d->lanes};
        for (size_t i = 0; i < d->lanes; ++i)
            value[c * d->lanes + i % up * across + i / up] = d->value[c][i];
    }
    status = contensou__plot_maps(path, title, m->x_label, m->y_label, x, across, d->y, up, map,
                                  d->columns, err);
    free(x);
    return status;
}

static enum contensou_status maps(const char *path, const struct contensou__simulation *sim,
                                  struct contensou__journal *journal, struct contensou_error *err)
{
    struct maps m = {0};
    struct contensou__plot_map map[most_maps];
    struct contensou__text title = {0};
    enum contensou_status status;

    plan_maps(&m, sim);
    status = contensou__sweep_plot_data_read(&m.data, sim, journal, err);
    make_title(sim, &m.data, &title);
    for (size_t c = 0; c < m.data.columns; ++c)
        map[c] = (struct contensou__plot_map){m.label[c], m.data.value[c]};
    if (!status && (sim->lanes.random || sim->lanes.row || sim->lanes.axes > 2))
        status = contensou__plot_scatter(path, title.data, m.x_label, m.y_label, m.data.x, m.data.y,
                                         m.data.lanes, map, m.data.columns, err);
    else if (!status)
        status = draw_grid(path, title.data, &m, sim, err);
    contensou__text_free(&title);
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
