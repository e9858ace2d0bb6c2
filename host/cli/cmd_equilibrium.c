/* cmd_equilibrium.c: contensou equilibrium: where a system rests, along a parameter, and whether it stays there.
 * SPDX-License-Identifier: MIT */
#include "cli/branch.h"
#include "cli/command.h"
#include "cli/progress.h"

#include "base/eigen.h"
#include "base/names.h"
#include "engine/equilibrium.h"

#include <contensou/plot.h>
#include <contensou/table.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 128, most_panels = 3 };

static const char *const kinds[] = {"regular", "fold", "hopf", "branch"};

/* All zero is nothing. */
struct work {
    struct contensou__branch b;
    struct contensou__state *state;
    struct contensou__equilibrium_list list;
    long starts;
    const char *output, *plot;
    int quiet;
};

static enum contensou_status open_table(const struct work *w, struct contensou_table **table,
                                        struct contensou_error *err)
{
    const struct contensou__simulation *s = &w->b.sim;
    const size_t dim = (size_t)s->system->dim;
    struct contensou_table_column column[most_columns];
    char name[2 * contensou__eigen_most][16];
    size_t count = 0;

    column[count++] = (struct contensou_table_column){"branch", CONTENSOU_TABLE_WHOLE, NULL, 0};
    column[count++] = (struct contensou_table_column){"point", CONTENSOU_TABLE_WORD, kinds, 4};
    if (w->b.place != SIZE_MAX)
        column[count++] = (struct contensou_table_column){.name = s->lanes.name[w->b.place]};
    for (size_t i = 0; i < dim; ++i)
        column[count++] = (struct contensou_table_column){.name = s->system->states[i].name};
    column[count++] = (struct contensou_table_column){"stable", CONTENSOU_TABLE_WHOLE, NULL, 0};
    column[count++] = (struct contensou_table_column){"unstable", CONTENSOU_TABLE_WHOLE, NULL, 0};
    for (size_t i = 0; i < dim; ++i) {
        snprintf(name[2 * i], sizeof name[0], "re.%zu", i + 1);
        snprintf(name[2 * i + 1], sizeof name[0], "im.%zu", i + 1);
        column[count++] = (struct contensou_table_column){.name = name[2 * i]};
        column[count++] = (struct contensou_table_column){.name = name[2 * i + 1]};
    }
    return contensou__branch_table(&w->b, w->output, column, count, table, err);
}

static enum contensou_status write_table(const struct work *w, struct contensou_error *err)
{
    const size_t dim = (size_t)w->b.sim.system->dim;
    struct contensou_table *table = NULL;
    enum contensou_status status = open_table(w, &table, err);

    for (size_t k = 0; k < w->list.count && !status; ++k) {
        const struct contensou__equilibrium_point *p = &w->list.point[k];
        double row[most_columns];
        const double *at[most_columns];
        size_t count = 0;

        row[count++] = p->branch + 1;
        row[count++] = p->kind;
        if (w->b.place != SIZE_MAX)
            row[count++] = p->p;
        for (size_t i = 0; i < dim; ++i)
            row[count++] = p->y[i];
        row[count++] = p->unstable == 0;
        row[count++] = p->unstable;
        for (size_t i = 0; i < dim; ++i) {
            row[count++] = p->re[i];
            row[count++] = p->im[i];
        }
        for (size_t i = 0; i < count; ++i)
            at[i] = &row[i];
        status = contensou_table_append(table, 1, at, err);
    }
    if (status) {
        contensou_table_discard(table);
        return status;
    }
    return contensou_table_close(table, err);
}

/* The pieces of a picture: runs of points of one branch that are all stable or all not, and the bifurcations. */
struct picture {
    double *x, *y; /* [panels][..] */
    struct contensou_plot_trace *trace;
    size_t traces, points;
};

static void add_trace(struct picture *d, const char *title, size_t from, size_t to,
                      enum contensou_plot_style style, int colour, int *named)
{
    if (to > from)
        d->trace[d->traces++] = (struct contensou_plot_trace){.title = (*named)++ ? NULL : title,
                                                              .x = d->x + from,
                                                              .y = d->y + from,
                                                              .count = to - from,
                                                              .style = style,
                                                              .colour = colour};
}

/* Of the line that goes on from point k. */
static int goes_on_stable(const struct contensou__equilibrium_list *l, size_t k)
{
    const int goes_on = k + 1 < l->count && l->point[k + 1].branch == l->point[k].branch;

    return l->point[l->point[k].kind != contensou__equilibrium_regular && goes_on ? k + 1 : k]
               .unstable == 0;
}

/* 1 where a state is not zero everywhere. */
static int has_shape(const struct contensou__equilibrium_list *l, size_t state)
{
    for (size_t k = 0; k < l->count; ++k)
        if (l->point[k].y[state] != 0)
            return 1;
    return 0;
}

/* What a panel shows: a state, or behind the last the largest real part of the eigenvalues. */
static double shown(const struct contensou__equilibrium_point *p, size_t state, size_t dim)
{
    return state < dim ? p->y[state] : p->re[0];
}

static void make_panel(const struct work *w, size_t state, struct picture *d,
                       struct contensou_plot_panel *panel)
{
    static const char *const titles[] = {"stable", "fold", "Hopf", "branch"};
    const struct contensou__equilibrium_list *l = &w->list;
    const size_t dim = (size_t)w->b.sim.system->dim;
    int named[5] = {0};
    const size_t first = d->traces;

    for (size_t k = 0, end; k < l->count; k = end) {
        const size_t from = d->points;
        const int stable = goes_on_stable(l, k), branch = l->point[k].branch;

        for (end = k + 1;
             end < l->count && l->point[end].branch == branch && goes_on_stable(l, end) == stable;
             ++end)
            continue;
        for (size_t i = k; i < l->count && i <= end && l->point[i].branch == branch; ++i) {
            d->x[d->points] = l->point[i].p; /* up to where the next run begins */
            d->y[d->points++] = shown(&l->point[i], state, dim);
        }
        add_trace(d, stable ? titles[0] : "unstable", from, d->points,
                  stable ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED, 0, &named[stable ? 0 : 4]);
    }
    for (int kind = 1; kind < 4; ++kind) {
        const size_t from = d->points;

        for (size_t k = 0; k < l->count; ++k)
            if ((int)l->point[k].kind == kind) {
                d->x[d->points] = l->point[k].p;
                d->y[d->points++] = shown(&l->point[k], state, dim);
            }
        add_trace(d, titles[kind], from, d->points, CONTENSOU_PLOT_RINGS, kind, &named[kind]);
    }
    *panel = (struct contensou_plot_panel){state < dim ? w->b.sim.system->states[state].name
                                                       : "largest re",
                                           d->trace + first, d->traces - first};
}

static enum contensou_status draw(const struct work *w, struct contensou_error *err)
{
    const struct contensou__system *system = w->b.sim.system;
    const size_t dim = (size_t)system->dim, half = system->second ? dim / 2 : dim;
    const size_t room = (most_panels + 1) * (3 * w->list.count + 8);
    size_t panels = 0;
    struct picture d = {.x = malloc(room * sizeof *d.x),
                        .y = malloc(room * sizeof *d.y),
                        .trace = malloc(room * sizeof *d.trace)};
    struct contensou_plot_panel panel[most_panels + 1];
    char title[200];
    enum contensou_status status = CONTENSOU_OK;

    if (!d.x || !d.y || !d.trace)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", w->plot);
    for (size_t i = half; i-- > 0 && panels < most_panels && !status;)
        if (has_shape(&w->list, i) || (i == 0 && panels == 0))
            make_panel(w, i, &d, &panel[panels++]);
    if (!status)
        make_panel(w, dim, &d, &panel[panels++]);
    snprintf(title, sizeof title, "equilibria of %s, law %s", system->name, w->b.sim.friction.name);
    if (!status)
        status = contensou_plot_panels(w->plot, title, w->b.sim.lanes.name[w->b.place], panel,
                                       panels, err);
    free(d.trace);
    free(d.y);
    free(d.x);
    return status;
}

static void say(const struct work *w)
{
    const char *name = w->b.place == SIZE_MAX ? "" : w->b.sim.lanes.name[w->b.place];

    if (w->list.count == 0)
        fprintf(stderr, "contensou equilibrium: warning: no equilibrium was found; give a state "
                        "near one by --init, or more --starts\n");
    for (size_t k = 0; k < w->list.count && !w->quiet; ++k) {
        const struct contensou__equilibrium_point *p = &w->list.point[k];
        double frequency = 0, best = INFINITY;

        for (int i = 0; i < w->b.sim.system->dim; ++i)
            if (p->im[i] > 0 && fabs(p->re[i]) < best) {
                best = fabs(p->re[i]);
                frequency = p->im[i];
            }
        if (p->kind == contensou__equilibrium_hopf)
            fprintf(stderr, "hopf at %s = %.12g, angular frequency %.9g\n", name, p->p, frequency);
        else if (p->kind != contensou__equilibrium_regular)
            fprintf(stderr, "%s at %s = %.12g\n", kinds[p->kind], name, p->p);
    }
}

static enum contensou_status read_setup(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    enum contensou_status status;

    w->output = contensou__options_value(o, "output");
    w->plot = contensou__options_value(o, "plot");
    w->quiet = contensou__options_given(o, "quiet");
    status = contensou__numbers_whole(contensou__options_value(o, "starts"), "--starts", 0, 100000,
                                      &w->starts, err);
    if (!status && w->plot && !o->repeat_count)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--plot draws equilibria along a parameter; give --vary "
                                "NAME=lo:hi:n");
    if (!status && w->plot)
        status = contensou_plot_check(w->plot, err);
    if (!status)
        status = contensou__branch_read(&w->b, o, err);
    if (!status && 5 + 3 * (size_t)w->b.sim.system->dim > most_columns)
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "%s has too many states",
                                w->b.sim.system->name);
    return status;
}

/* A file that cannot be written is found out before the work. */
static enum contensou_status try_output(const struct work *w, struct contensou_error *err)
{
    struct contensou_table *table = NULL;
    enum contensou_status status = CONTENSOU_OK;

    if (w->output && strcmp(w->output, "-") != 0)
        status = open_table(w, &table, err);
    contensou_table_discard(table);
    return status;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    struct work w = {.quiet = 0};
    enum contensou_status status = read_setup(&w, options, err);

    if (!status)
        status = try_output(&w, err);
    if (!status)
        status = contensou__state_open(&w.state, w.b.sim.device[0], &w.b.sim.setup,
                                       contensou__state_slope, err);
    if (!status) {
        const struct contensou__equilibrium_request request = {.state = w.state,
                                                               .system = w.b.sim.system,
                                                               .all = w.b.sim.lanes.value,
                                                               .names = w.b.sim.lanes.names,
                                                               .place = w.b.place,
                                                               .grid = w.b.grid,
                                                               .count = w.b.count,
                                                               .starts = (int)w.starts,
                                                               .stop = contensou__progress_signal};

        status = contensou__equilibrium_find(&request, &w.list, err);
    }
    if (!status && (w.output || !w.plot))
        status = write_table(&w, err);
    if (!status && w.plot && w.list.count)
        status = draw(&w, err);
    if (!status)
        say(&w);
    contensou__equilibrium_free(&w.list);
    contensou__state_close(w.state);
    contensou__branch_free(&w.b);
    return status;
}

static const struct contensou__option option_rows[] = {
    {"vary", 0, "NAME=R...", NULL,
     "the parameter that equilibria are followed along, a field of the system or with law. of the "
     "law: R is a range lo:hi:n or a list that rises or falls; a row is written at each of its "
     "values"},
    CONTENSOU__BRANCH_ROWS,
    {"init", 0, "STATE=X,..", NULL, "the first guess, by the names of the states"},
    {"starts", 0, "N", "16", "random guesses beside it, at both ends and in the middle of --vary"},
    {"output", 'o', "FILE", NULL,
     "write the table to FILE.csv or FILE.h5 (default: CSV to standard output, unless there is "
     "--plot)"},
    {"plot", 0, "FILE", NULL,
     "draw the states against the parameter, lines where stable, dashed where not: FILE.png, "
     "FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_equilibrium_command = {
    .name = "equilibrium",
    .summary = "where a system rests, along a parameter: stability, folds, Hopf points",
    .usage = "SYSTEM [--law LAW] [--set NAME=X,..] [--vary NAME=lo:hi:n]\n"
             "                             [-o FILE] [--plot FILE] [options]",
    .about =
        "Finds equilibria by Newton's method with the analytic Jacobian, from a guess and from "
        "random ones, and follows each along the parameter, past folds, by arclength. Columns: "
        "branch (1, 2, ..), point (regular: at a value of --vary; fold; hopf; branch: a real "
        "eigenvalue crosses zero without a fold), the parameter, the states, stable (1 or 0), "
        "unstable (how many eigenvalues have a positive real part), and the eigenvalues re.1,im.1, "
        "re.2,im.2, .. by falling real part. Folds and Hopf points are located to 1e-10 of the "
        "range; their places go to standard error too, unless --quiet. States that change nothing, "
        "such as the phase of a forcing that is off, stay at their initial values.\n\n"
        "Regularised laws have equilibria in stick too, which creep; law.eps = 0 has them in slip "
        "only.",
    .examples =
        "  [4]: the pendulum loses its stability:\n"
        "    contensou equilibrium pendulum --law I11 --vary omega_0=30:65:71 -o eq.csv\n"
        "  The same with a picture:\n"
        "    contensou equilibrium pendulum --law I11 --vary omega_0=30:65:71 --plot eq.png\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .words = 1,
    .run = run,
};
