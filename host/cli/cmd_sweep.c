/* cmd_sweep.c: contensou sweep: many trajectories of a system at once.
 *
 * Finished lanes go into a journal, FILE.part; when all are there, the file is written from it, so that it
 * is the same whoever computed which lane when. SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/owned.h"

#include "cli/progress.h"
#include "cli/simulation_command.h"
#include "cli/undrawn.h"

#include <contensou/picture.h>
#include <contensou/table.h>
#include <contensou/tool.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct work {
    struct contensou_simulation *simulation;
    struct contensou_trajectories *result;
    struct contensou__text part; /* the path of the journal */
    struct contensou__progress progress;
    const char *output, *plot;
    int quiet, allow_failed, shard; /* shard: of several */
};

/* A shard leaves its part, anything else a file of results with the journal beside it. */
static enum contensou_status place_journal(struct work *w, const struct contensou__options *o,
                                           struct contensou_error *err)
{
    const char *const shard = contensou__options_value(o, "shard");
    const char *slash = shard ? strchr(shard, '/') : NULL;

    w->shard = slash && strtod(slash + 1, NULL) > 1;
    if (shard && (!w->output || w->plot))
        return WRONG(
            err, "a shard leaves a part for 'contensou merge': give -o FILE.part, and no --plot");
    if (shard && contensou_table_is_stream(w->output))
        return WRONG(err, "a shard leaves a part for 'contensou merge': -o %s is no file",
                     w->output);
    if (contensou__options_given(o, "resume") && contensou_table_is_stream(w->output))
        return WRONG(err, "--resume continues from FILE.part: give the same -o FILE");
    if (contensou_table_is_stream(w->output))
        return CONTENSOU_OK;
    contensou__text_printf(&w->part, w->shard ? "%s" : "%s.part", w->output);
    return w->part.failed
               ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the name of the journal")
               : contensou_simulation_set(w->simulation, "journal", w->part.data, err);
}

static enum contensou_status check_picture(struct work *w, struct contensou_error *err)
{
    struct contensou_simulation_extent e;
    enum contensou_status status;

    TRY(contensou_simulation_extent(w->simulation, &e, err));
    status = contensou_picture_check_sweep(w->plot, e.varied, e.lanes, e.columns, e.points, err);
    if (status)
        contensou_simulation_refuse(w->simulation, err);
    return status;
}

/* What can be wrong with the files is found before the work; the run tells it, for all processes. */
static void check_files(struct work *w, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (contensou_simulation_rank() > 0)
        return;
    if (w->plot)
        status = check_picture(w, err);
    if (!status && !w->shard && (w->output || !w->plot))
        contensou_simulation_check_file(w->simulation, w->output, err);
}

/* The sentence of a sweep that a signal ended. */
static void tell_stop(const struct work *w, struct contensou_error *err)
{
    uint64_t total = 0;
    const uint64_t done = contensou_simulation_finished_count(w->simulation, &total);

    if (!total) /* it did not come to its lanes */
        return;
    if (!w->part.data)
        contensou__progress_check(err);
    else if (done == 0)
        contensou_fail(err, CONTENSOU_ESTOPPED, "stopped before the first lane was finished");
    else
        contensou_fail(err, CONTENSOU_ESTOPPED,
                       "stopped with %llu of %llu lanes in %s; the same command with --resume "
                       "continues from there",
                       (unsigned long long)done, (unsigned long long)total, w->part.data);
}

static enum contensou_status draw(struct work *w, struct contensou_error *err)
{
    const struct contensou_picture_options options = {.size = sizeof options};

    return w->output && contensou_table_is_hdf5(w->output)
               ? contensou_picture_draw(w->output, w->plot, &options, err)
               : contensou_picture_trajectories(w->result, w->plot, &options, err);
}

/* The file from the journal. */
static enum contensou_status write_file(struct work *w, struct contensou_error *err)
{
    enum contensou_status status;

    if (w->shard || (!w->output && w->plot)) {
        if (!w->shard)
            contensou__simulation_command_tell(w->result);
        return CONTENSOU_OK;
    }
    status = contensou__simulation_command_write(w->result, w->output, w->quiet, err);
    if (status && w->part.data)
        fprintf(stderr,
                "all lanes are in %s; the same command with --resume writes the file from it\n",
                w->part.data);
    return status;
}

/* The file and the picture; the journal goes when they are there. */
static enum contensou_status finish(struct work *w, int lost, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    TRY(write_file(w, err));
    if (w->plot)
        TRY(contensou__undrawn_warn(draw(w, err), err));
    if (!w->output && contensou__undrawn_any()) /* nothing else would have it */
        TRY(contensou__simulation_command_write(w->result, NULL, w->quiet, err));
    if (!w->shard && contensou__progress_speaks())
        contensou__simulation_command_tally(w->result, stderr);
    if (!w->allow_failed && !lost)
        status = contensou__simulation_command_judge(w->result, err);
    if (!w->shard && !lost) {
        contensou_trajectories_remove(w->result);
        w->result = NULL;
    }
    return status;
}

static void release(struct work *w)
{
    contensou_trajectories_free(w->result);
    contensou_simulation_free(w->simulation);
    contensou__text_free(&w->part);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    OWNED(release)
    struct work w = {.output = contensou__options_value(options, "output"),
                     .plot = contensou__options_value(options, "plot"),
                     .quiet = contensou__options_given(options, "quiet"),
                     .allow_failed = contensou__options_given(options, "allow-failed")};
    struct contensou_error second;
    enum contensou_status status, written = CONTENSOU_OK;

    TRY(contensou__simulation_command_read(&w.simulation, options, &w.progress, err));
    TRY(place_journal(&w, options, err));
    check_files(&w, err);
    status = contensou_simulation_run(w.simulation, &w.result, err);
    contensou__progress_end(&w.progress);
    if (status == CONTENSOU_ESTOPPED)
        tell_stop(&w, err);
    if (w.result)
        written = finish(&w, status != 0, status ? &second : err);
    if (written && status)
        *err = second;
    return written ? written : status;
}

static const struct contensou__option option_rows[] = {
    CONTENSOU__OPTIONS_SETTINGS(CONTENSOU_SETTING_LANES),
    CONTENSOU__OPTIONS_SETTINGS(CONTENSOU_SETTING_MODEL),
    {"shard", 0, "K/N", NULL,
     "compute only every N-th lane, beginning with the K-th, and leave the part -o FILE.part for "
     "'contensou "
     "merge'"},
    {"part-size", 0, "MB", "1000",
     "a file that would be larger is divided: FILE.part into FILE.part.2 and so on, FILE.h5 into "
     "FILE.1.h5, FILE.2.h5, .., which FILE.h5 "
     "shows as one"},
    {"allow-failed", 0, NULL, NULL,
     "exit with 0 also if lanes failed; otherwise the exit code is 3 then"},
    {"resume", 0, NULL, NULL,
     "continue from FILE.part: compute only the lanes that it does not have yet"},
    {"output", 'o', "FILE", NULL,
     "write to FILE.csv or FILE.h5 (default: standard output, unless there is --plot)"},
    {"plot", 0, "FILE", NULL,
     "draw a bifurcation diagram, curves, or for two varied numbers maps: FILE.png, FILE.svg or "
     "FILE.pdf"},
};

const struct contensou__command contensou__cmd_sweep_command = {
    .name = "sweep",
    .replaces = "sweep|merge",
    .summary = "thousands of trajectories at once: diagrams, sections, maps",
    .usage = "SYSTEM --vary NAME=R [--vary ..] --time T [--transient T]\n"
             "                     [--observe LIST] [--law LAW] [--set NAME=X,..]\n"
             "                     [-o FILE] [--plot FILE] [options]",
    .about =
        "Integrates one lane for each set of numbers and writes one row a lane: lane, the varied "
        "numbers, "
        "outcome, steps, rejections and what was observed; points of sections and series one row "
        "each, in "
        "FILE.section.csv and FILE.series.csv (or FILE.csv itself, if nothing else is observed), "
        "or in "
        "groups of these names in an HDF5 file. Outcomes: finished, step limit, step "
        "underflow, not "
        "finite, event storm, stopped; a lane that fails does not stop the others, but the exit "
        "code is 3 then.\n\n"
        "Finished lanes are kept in FILE.part until the file is written: after Ctrl-C, or if the "
        "machine goes "
        "down, the same command with --resume continues, and the file is the same to the last bit.",
    .examples = "  [4], figure 5:\n"
                "    contensou sweep pendulum --law I11 --vary omega_0=30:65:512 --time 60 \\\n"
                "        --transient 40 --observe section,extrema -o bif.h5 --plot bif.png\n"
                "  Stick-slip of [1] over the static friction, part 2 of 8 on a cluster:\n"
                "    contensou sweep disk_belt --set law.b=1,law.m=2 --vary law.eta=2:5:4096 \\\n"
                "        --time 2000 --transient 1000 --observe period,stick --shard 2/8 \\\n"
                "        -o eta-2.part\n"
                "  A million disks thrown at random:\n"
                "    contensou sweep free_disk --law table --random 1,1e6 --vary init.vx=-1:1 \\\n"
                "        --vary init.omega=-3:3 --time 5 -o disks.h5\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};
