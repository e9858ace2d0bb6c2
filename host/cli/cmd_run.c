/* cmd_run.c: contensou run: one trajectory of a system, at given times. SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/owned.h"

#include "cli/progress.h"
#include "cli/simulation_command.h"
#include "cli/undrawn.h"

#include "base/numbers.h"

#include <contensou/picture.h>
#include <contensou/plot.h>
#include <contensou/table.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 16 };

struct work {
    struct contensou_simulation *simulation;
    struct contensou_trajectories *result;
    struct contensou_table *steps; /* of --steps, or NULL */
    struct contensou__progress progress;
    const char *output, *plot;
};

/* A table of t and the states. */
static enum contensou_status open_table(struct work *w, struct contensou_table **table,
                                        const char *path, struct contensou_error *err)
{
    const size_t states = contensou_simulation_state_count(w->simulation);
    struct contensou_table_attribute unit[most_columns + 1];
    const char *names[most_columns + 1] = {"t"};
    char key[most_columns + 1][96];

    for (size_t i = 0; i <= states && i <= most_columns; ++i) {
        if (i)
            names[i] = contensou_simulation_state(w->simulation, i - 1);
        snprintf(key[i], sizeof key[i], CONTENSOU_TABLE_UNIT "%.80s", names[i]);
        unit[i] = (struct contensou_table_attribute){
            key[i],
            i ? contensou_simulation_state_unit(w->simulation, i - 1)
              : contensou_simulation_time_unit(w->simulation),
            0};
    }
    return contensou_table_open(table, path, names, states + 1, unit, states + 1, err);
}

/* Whether the files can be written is asked before the work; what reads a pipe would see its end. */
static enum contensou_status check_output(struct work *w, struct contensou_error *err)
{
    OWNED(contensou__owned_table) struct contensou_table *table = NULL;

    return w->output &&
                   (!contensou_table_is_stream(w->output) || contensou_table_is_hdf5(w->output))
               ? open_table(w, &table, w->output, err)
               : CONTENSOU_OK;
}

static enum contensou_status take_step(void *context, double t, const double *state,
                                       struct contensou_error *err)
{
    struct work *w = context;
    const double *value[most_columns + 1] = {&t};

    for (size_t i = 0; i < contensou_simulation_state_count(w->simulation); ++i)
        value[i + 1] = &state[i];
    return contensou_table_append(w->steps, 1, value, err);
}

/* What the run was, for the table of steps. */
static enum contensou_status close_steps(struct work *w, struct contensou_error *err)
{
    struct contensou_table_attribute note;

    for (size_t i = 0;
         contensou_trajectories_attribute(w->result, i, &note.name, &note.text, &note.number); ++i)
        if (strncmp(note.name, CONTENSOU_TABLE_UNIT, sizeof CONTENSOU_TABLE_UNIT - 1) != 0)
            TRY(contensou_table_note(w->steps, &note, err));
    return contensou__owned_table_close(&w->steps, err);
}

/* What makes a simulation one trajectory. */
static enum contensou_status settle(struct contensou_simulation *s,
                                    const struct contensou__options *o, struct contensou_error *err)
{
    TRY(contensou_simulation_set(s, "observe", "series", err));
    if (!contensou__options_value(o, "time"))
        return WRONG(err, "missing output times: give --time t0:t1:n, a list, or the end T");
    TRY(contensou_simulation_set(s, "samples", "1001", err));
    if (!contensou__options_given(o, "pack"))
        TRY(contensou_simulation_set(s, "pack", "1", err));
    return CONTENSOU_OK;
}

/* Times of the picture: eight in each step that was taken, by its dense output, so that curves are smooth however
 * few times are written; NULL where those of the result are as many, or the run did not reach its end. */
static char *fine_times(const struct work *w, const struct contensou__options *o)
{
    enum { most = 400000 };
    struct contensou_trajectories_lane_end end;
    struct contensou_error ignored;
    struct contensou__text text = {0};
    double *time = NULL, from, to, wanted;
    size_t count = 0;

    if (contensou_trajectories_end(w->result, 0, &end, &ignored) ||
        !contensou_outcome_reached(end.outcome) ||
        contensou__numbers_range(contensou__options_value(o, "time"), "time", &time, &count,
                                 &ignored))
        return NULL;
    from = count > 1 ? time[0] : 0;
    to = time[count - 1];
    wanted = fmin(8 * (double)end.steps, most);
    if (wanted > (double)(count > 1 ? count : 1001) && to > from)
        contensou__text_printf(&text, "%.17g:%.17g:%.0f", from, to, wanted + 1);
    free(time);
    return text.data;
}

/* The trajectory again, at finer times. */
static enum contensou_status run_fine(const struct contensou__options *o, const char *times,
                                      struct contensou_trajectories **result,
                                      struct contensou_error *err)
{
    OWNED(contensou__owned_simulation) struct contensou_simulation *fine = NULL;
    OWNED(contensou__progress_end) struct contensou__progress bar = {0};

    TRY(contensou__simulation_command_read(&fine, o, &bar, err));
    contensou_simulation_set_notes(fine, NULL, NULL); /* the first run has said them */
    TRY(settle(fine, o, err));
    TRY(contensou_simulation_set(fine, "time", times, err));
    TRY(contensou_simulation_prepare(fine, err));
    return contensou_simulation_run(fine, result, err);
}

/* The picture, of the trajectory at times of its own. */
static enum contensou_status draw(const struct work *w, const struct contensou__options *o,
                                  struct contensou_error *err)
{
    const struct contensou_picture_options options = {.size = sizeof options};
    OWNED(contensou__owned_trajectories) struct contensou_trajectories *result = NULL;
    OWNED(contensou__try_free) char *times = fine_times(w, o);

    if (times)
        TRY(run_fine(o, times, &result, err));
    return contensou_picture_trajectories(result ? result : w->result, w->plot, &options, err);
}

static enum contensou_status write_all(struct work *w, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    if (w->output || !w->plot)
        TRY(contensou_trajectories_write_one(w->result, 0, w->output, err));
    if (w->plot)
        TRY(contensou__undrawn_warn(draw(w, o, err), err));
    if (!w->output && contensou__undrawn_any()) /* nothing else would have it */
        TRY(contensou_trajectories_write_one(w->result, 0, NULL, err));
    return w->steps ? close_steps(w, err) : CONTENSOU_OK;
}

/* What became of the trajectory: a failure is an outcome, told on standard error and by the exit code. */
static enum contensou_status conclude(const struct work *w, struct contensou_error *err)
{
    struct contensou_trajectories_lane_end end;

    TRY(contensou_trajectories_end(w->result, 0, &end, err));
    if (contensou__progress_speaks())
        fprintf(stderr, "%s by %s (law %s): %s at t = %.10g after %llu steps, %llu rejected\n",
                contensou__simulation_command_about(w->result, "system"),
                contensou__simulation_command_about(w->result, "run/stepper"),
                contensou__simulation_command_about(w->result, "law"),
                contensou_outcome_word(end.outcome), end.t, (unsigned long long)end.steps,
                (unsigned long long)end.rejections);
    if (!contensou_outcome_reached(end.outcome)) {
        const char *const cause = contensou__simulation_command_cause(w->result, end.outcome);

        return contensou_fail(err, CONTENSOU_EOUTCOME,
                              "the trajectory ended at t = %.10g with the outcome '%s'; what was "
                              "reached is written%s%s",
                              end.t, contensou_outcome_word(end.outcome), *cause ? "; " : "",
                              cause);
    }
    return CONTENSOU_OK;
}

static enum contensou_status compute(struct work *w, const struct contensou__options *o,
                                     struct contensou_error *err)
{
    const char *steps = contensou__options_value(o, "steps");

    if (w->plot)
        TRY(contensou_plot_check(w->plot, err));
    TRY(contensou__simulation_command_read(&w->simulation, o, &w->progress, err));
    TRY(settle(w->simulation, o, err));
    TRY(contensou_simulation_prepare(w->simulation, err));
    TRY(check_output(w, err));
    if (steps) {
        TRY(open_table(w, &w->steps, steps, err));
        contensou_simulation_set_steps(w->simulation, take_step, w);
    }
    return contensou_simulation_run(w->simulation, &w->result, err);
}

static void release(struct work *w)
{
    contensou_table_discard(w->steps);
    contensou_trajectories_free(w->result);
    contensou_simulation_free(w->simulation);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    OWNED(release)
    struct work w = {.output = contensou__options_value(options, "output"),
                     .plot = contensou__options_value(options, "plot")};
    struct contensou_error second;
    const enum contensou_status computed = compute(&w, options, err);
    enum contensou_status status = computed;

    contensou__progress_end(&w.progress);
    if (computed == CONTENSOU_ESTOPPED)
        contensou__progress_check(err);
    if (w.result) { /* also where the device was lost */
        status = write_all(&w, options, &second);
        if (!status)
            status = conclude(&w, &second);
        if (computed && status == CONTENSOU_EOUTCOME)
            status = computed;
        else if (status)
            *err = second;
    }
    return status;
}

static const struct contensou__option option_rows[] = {
    {"time", 0, "R", NULL,
     "output times t0:t1:n or a list; one number T means 1001 times up to T. The initial values "
     "are those at time 0, or at the first time where that is negative (required)"},
    CONTENSOU__OPTIONS_SETTINGS(CONTENSOU_SETTING_MODEL),
    {"output", 'o', "FILE", NULL,
     "write to FILE.csv or FILE.h5 (default: standard output, unless there is --plot)"},
    {"steps", 0, "FILE", NULL,
     "write t and the states after every step that was taken too, to FILE.csv or FILE.h5"},
    {"plot", 0, "FILE", NULL,
     "draw the states against time, and phase portraits, at as many times as it takes to look "
     "smooth: FILE.png, FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_run_command = {
    .name = "run",
    .summary = "one trajectory of a system with friction",
    .usage = "SYSTEM --time t0:t1:n [--law LAW] [--set NAME=X,..]\n"
             "                     [--init STATE=X,..] [-o FILE] [--plot FILE] [options]",
    .about = "Integrates one trajectory with error control and writes t and the states at the "
             "given times, from the dense output of the stepper. Systems, with their states, "
             "fields, units and defaults: 'contensou list systems'.",
    .examples = "  Periodic motion of the pendulum of [4], figure 6 b:\n"
                "    contensou run pendulum --set omega_0=40 --time 0:10:2001 --plot p.png\n"
                "  The stick-slip of [1], figure 4:\n"
                "    contensou run disk_belt --law I00 --set law.b=1,law.m=2,law.eta=4.98 \\\n"
                "        --time 0:300:3001 -o belt.csv\n"
                "  A free disk under the exact law of a Hertz contact:\n"
                "    contensou run free_disk --pressure hertz --init vx=1,omega=2 --time 0:1:101\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};
