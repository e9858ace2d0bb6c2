/* cmd_run.c: contensou run: one trajectory of a system, at given times. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "cli/cmd_eval_dump.h"
#include "cli/contact_options.h"
#include "cli/progress.h"
#include "cli/run_plot.h"
#include "cli/simulation.h"

#include "engine/ensemble_lane.h"

#include <contensou/plot.h>
#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 16, smallest_pack = 1 };

struct work {
    struct contensou__simulation sim;
    struct contensou__ensemble *ensemble;
    struct contensou_table *table, *steps; /* steps: of --steps, or NULL */
    double *value, *sample, *column;       /* of the lane; [samples][1 + dim]; [1 + dim][samples] */
    double row[contensou__ensemble_head];
};

static void close_all(struct work *w)
{
    free(w->column);
    free(w->sample);
    free(w->value);
    contensou_table_discard(w->steps);
    contensou_table_discard(w->table);
    contensou__ensemble_free(w->ensemble);
    contensou__simulation_free(&w->sim);
}

static enum contensou_status open_table(struct work *w, struct contensou_table **table,
                                        const char *path, struct contensou_error *err)
{
    struct contensou__simulation *s = &w->sim;
    struct contensou_table_attribute attribute[contensou__simulation_pairs];
    const char *names[most_columns + 1] = {"t"};

    for (int i = 0; i < s->system->dim; ++i)
        names[i + 1] = s->system->states[i].name;
    for (size_t i = 0; i < s->pairs; ++i)
        attribute[i] =
            (struct contensou_table_attribute){s->pair[i].key, s->pair[i].text, s->pair[i].number};
    return contensou_table_open(table, path, names, (size_t)s->system->dim + 1, attribute, s->pairs,
                                err);
}

static enum contensou_status load(struct work *w, struct contensou_error *err)
{
    const struct contensou__simulation *s = &w->sim;
    const size_t dim = (size_t)s->system->dim, samples = (size_t)s->setup.set.samples;
    double *all = malloc((s->lanes.names + 1) * sizeof *all);
    enum contensou_status status = CONTENSOU_OK;

    w->value = malloc(contensou__ensemble_lane_width(&s->setup) * sizeof *w->value);
    w->sample = malloc(samples * (1 + dim) * sizeof *w->sample);
    w->column = malloc(samples * (dim + 1) * sizeof *w->column);
    if (!all || !w->value || !w->sample || !w->column)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu times", samples);
    if (!status) {
        contensou__lanes_values(&s->lanes, 0, all);
        status = contensou__ensemble_lane_make(&s->setup, all, w->value, err);
    }
    free(all);
    if (!status)
        status = contensou__ensemble_create(&w->ensemble, s->device[0], &s->setup, 1, err);
    if (!status)
        status = contensou__ensemble_load(w->ensemble, 1, w->value, err);
    return status;
}

/* One attempted step, which goes into the table of steps if it was taken. */
static enum contensou_status take_step(struct work *w, size_t *live, struct contensou_error *err)
{
    const double before = w->row[1];
    double y[most_columns];
    const double *value[most_columns + 1] = {&w->row[3]};
    enum contensou_status status = contensou__ensemble_attempt(w->ensemble, 1, live, err);

    contensou__ensemble_row(w->ensemble, 0, w->row);
    contensou__ensemble_state(w->ensemble, 0, y);
    for (int i = 0; i < w->sim.system->dim; ++i)
        value[i + 1] = &y[i];
    if (!status && w->row[1] > before)
        status = contensou_table_append(w->steps, 1, value, err);
    return status;
}

static enum contensou_status integrate(struct work *w, int quiet, struct contensou_error *err)
{
    const struct contensou__ensemble_settings *set = &w->sim.setup.set;
    struct contensou__progress progress;
    size_t live = 1;
    enum contensou_status status = CONTENSOU_OK;

    contensou__progress_begin(&progress, "units of time", set->t_end - set->t_begin, quiet);
    while (!status && live) {
        status = w->steps ? take_step(w, &live, err)
                          : contensou__ensemble_advance(w->ensemble, 0.1, &live, err);
        if (!status)
            status = contensou__progress_check(err);
        contensou__ensemble_row(w->ensemble, 0, w->row);
        contensou__progress_update(&progress, w->row[3] - set->t_begin);
    }
    contensou__progress_end(&progress);
    return status;
}

/* Rows up to where the lane came; the rest is not there. */
static size_t columns(struct work *w)
{
    const size_t dim = (size_t)w->sim.system->dim, samples = (size_t)w->sim.setup.set.samples;
    size_t rows = samples;

    contensou__ensemble_rows(w->ensemble, contensou__observer_find("series"), 0, w->sample);
    while (rows && w->row[0] != 0 &&
           (w->sim.times[rows - 1] > w->row[3] || (w->row[0] == contensou__ensemble_stopped &&
                                                   isnan(w->sample[(rows - 1) * (1 + dim) + 1]))))
        --rows;
    for (size_t k = 0; k < rows; ++k) {
        for (size_t i = 0; i <= dim; ++i)
            w->column[i * samples + k] = w->sample[k * (1 + dim) + i];
    }
    return rows;
}

/* How the trajectory ended, which is not always at the last time. */
static enum contensou_status note_end(const struct work *w, struct contensou_error *err)
{
    const struct contensou_table_attribute end[] = {
        {"run/outcome", contensou__ensemble_outcomes[(int)w->row[0]], 0},
        {"run/reached", NULL, w->row[3]},
        {"run/steps", NULL, w->row[1]},
        {"run/rejections", NULL, w->row[2]}};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < sizeof end / sizeof *end && !status; ++i)
        status = contensou_table_note(w->table, &end[i], err);
    return status;
}

static enum contensou_status write_all(struct work *w, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const char *plot = contensou__options_value(o, "plot"),
               *output = contensou__options_value(o, "output");
    const size_t dim = (size_t)w->sim.system->dim, samples = (size_t)w->sim.setup.set.samples;
    const size_t rows = columns(w);
    const double *value[most_columns + 1];
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i <= dim; ++i)
        value[i] = w->column + i * samples;
    if (!w->table && (output || !plot))
        status = open_table(w, &w->table, output, err);
    if (!status && w->table)
        status = contensou_table_append(w->table, rows, value, err);
    if (!status && w->table)
        status = note_end(w, err);
    if (!status && plot)
        status = contensou__run_plot_draw(plot, w->sim.system, w->sim.line.data, value, rows, err);
    if (!status && w->table) {
        status = contensou_table_close(w->table, err);
        w->table = NULL;
    }
    if (!status && w->steps) {
        status = contensou_table_close(w->steps, err);
        w->steps = NULL;
    }
    return status;
}

/* The largest size of each state over the rows. */
static void warn_of_small(const struct work *w)
{
    const size_t dim = (size_t)w->sim.system->dim, samples = (size_t)w->sim.setup.set.samples;
    double largest[most_columns] = {0};

    for (size_t i = 0; i < dim && i < most_columns; ++i)
        for (size_t k = 0; k < samples; ++k) {
            const double size = fabs(w->sample[k * (1 + dim) + 1 + i]);

            largest[i] = size > largest[i] ? size : largest[i];
        }
    contensou__simulation_warn_seen(&w->sim, largest);
}

/* What became of the trajectory: a failure is an outcome, told on standard error and by the exit code. */
static enum contensou_status conclude(const struct work *w, int quiet, struct contensou_error *err)
{
    const int outcome = (int)w->row[0];

    if (!quiet)
        fprintf(stderr, "%s by %s (law %s): %s at t = %.10g after %.0f steps, %.0f rejected\n",
                w->sim.system->name, w->sim.setup.stepper->name, w->sim.friction.name,
                contensou__ensemble_outcomes[outcome], w->row[3], w->row[1], w->row[2]);
    if (outcome)
        return contensou_fail(err, CONTENSOU_EOUTCOME,
                              "the trajectory ended at t = %.10g with the outcome '%s'; what was "
                              "reached is written",
                              w->row[3], contensou__ensemble_outcomes[outcome]);
    return CONTENSOU_OK;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    const char *plot = contensou__options_value(options, "plot"),
               *steps = contensou__options_value(options, "steps"),
               *output = contensou__options_value(options, "output");
    const int quiet = contensou__options_given(options, "quiet");
    struct work w = {0};
    struct contensou_error cause;
    int lost;
    enum contensou_status status = CONTENSOU_OK;

    if (plot)
        status = contensou_plot_check(plot, err);
    if (!status)
        status = contensou__simulation_read(&w.sim, options, 0, err);
    w.sim.setup.observe = (struct contensou__ensemble_observers){.series = 1};
    if (!w.sim.setup.pack)
        w.sim.setup.pack = smallest_pack;
    if (!status)
        status = contensou__simulation_describe(&w.sim, options, err);
    if (!status && output && strcmp(output, "-") != 0)
        status = open_table(&w, &w.table, output, err);
    if (!status && steps)
        status = open_table(&w, &w.steps, steps, err);
    if (!status)
        contensou__simulation_warn_start(&w.sim);
    if (!status)
        status = contensou__simulation_check_slopes(&w.sim, options, err);
    if (!status)
        status = load(&w, err);
    if (!status)
        status = integrate(&w, quiet, err);
    lost = status == CONTENSOU_ETIMEOUT;
    cause = *err;
    if (!status || lost)
        status = write_all(&w, options, err);
    if (!status)
        warn_of_small(&w);
    if (!status)
        status = conclude(&w, quiet, err);
    if (lost && status == CONTENSOU_EOUTCOME) {
        *err = cause;
        status = contensou__simulation_lost(&w.sim, NULL, err);
    }
    close_all(&w);
    return status;
}

static const struct contensou__option option_rows[] = {
    {"time", 0, "R", NULL,
     "output times t0:t1:n or a list; one number T means 1001 times up to T. The initial values "
     "are those "
     "at time 0, or at the first time where that is negative (required)"},
    CONTENSOU__SIMULATION_ROWS,
    {"output", 'o', "FILE", NULL,
     "write to FILE.csv or FILE.h5 (default: standard output, unless there is --plot)"},
    {"steps", 0, "FILE", NULL,
     "write t and the states after every step that was taken too, to FILE.csv or FILE.h5"},
    {"plot", 0, "FILE", NULL,
     "draw the states against time, and phase portraits: FILE.png, FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_run_command = {
    .name = "run",
    .summary = "one trajectory of a system with friction",
    .usage = "SYSTEM --time t0:t1:n [--law LAW] [--set NAME=X,..]\n"
             "                     [--init STATE=X,..] [-o FILE] [--plot FILE] [options]",
    .about = "Integrates one trajectory with error control and writes t and the states at the "
             "given times, "
             "from the dense output of the stepper. Systems, with their states, fields, units and "
             "defaults: "
             "'contensou list systems'.",
    .examples = "  Periodic motion of the pendulum of [4], figure 6 b:\n"
                "    contensou run pendulum --set omega_0=40 --time 0:10:2001 --plot p.png\n"
                "  The stick-slip of [1], figure 4:\n"
                "    contensou run disk_belt --law I00 --set law.b=1,law.m=2,law.eta=4.98 \\\n"
                "        --time 0:300:3001 -o belt.csv\n"
                "  A free disk under the exact law of a Hertz contact:\n"
                "    contensou run free_disk --pressure hertz --init vx=1,omega=2 --time 0:1:101\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .words = 1,
    .run = run,
};
