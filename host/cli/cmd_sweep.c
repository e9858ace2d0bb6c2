/* cmd_sweep.c: contensou sweep: many trajectories of a system at once.
 *
 * Finished lanes go into a journal, FILE.part; when all are there, the file is written from it, so that it
 * is the same whoever computed which lane when. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "cli/merge_write.h"
#include "cli/progress.h"
#include "cli/simulation.h"
#include "cli/sweep_plot.h"
#include "cli/sweep_tally.h"

#include "base/numbers.h"
#include "sweep/merge.h"
#include "sweep/sweep.h"
#include "sweep/peers.h"
#include "sweep/shard.h"
#include "simulate/trial.h"

#include <contensou/table.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 256, most_cells = 64 };

struct work {
    struct contensou__simulation sim;
    struct contensou__merge_layout layout;
    const char *column[most_columns], *cell[contensou__merge_lists][2 * most_cells];
    struct contensou__text names, extra, part; /* of columns; of the journal; its path */
    struct contensou__journal_spec spec;
    struct contensou__journal *journal; /* NULL where another process has it */
    const char *output, *plot;
    uint64_t shard, shards, before; /* before: lanes that the journal had already */
    struct contensou__progress progress;
    int quiet, allow_failed;
    int first, lost; /* first: of the processes; lost: a device did not come back in time */
};

/* "2/8". */
static enum contensou_status read_shard(struct work *w, const char *text,
                                        struct contensou_error *err)
{
    const char *slash = text ? strchr(text, '/') : NULL;
    char first[32];
    long k = 1, n = 1;
    enum contensou_status status;

    w->shards = 1;
    if (!text)
        return CONTENSOU_OK;
    if (!slash || slash == text || (size_t)(slash - text) >= sizeof first)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--shard %s is not K/N, such as 2/8 for the second of eight parts",
                              text);
    snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
    status = contensou__numbers_whole(slash + 1, "--shard K/N", 1, 1000000, &n, err);
    if (!status)
        status = contensou__numbers_whole(first, "--shard K/N", 1, n, &k, err);
    w->shard = (uint64_t)(k - 1);
    w->shards = (uint64_t)n;
    if (!status && (!w->output || w->plot))
        status =
            contensou_fail(err, CONTENSOU_EARGUMENT,
                           "a shard leaves a part for 'contensou merge': give -o FILE.part, and "
                           "no --plot");
    if (!status && contensou_table_is_stream(w->output))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "a shard leaves a part for 'contensou merge': -o %s is no file",
                                w->output);
    return status;
}

/* The names of what is written; points alone need no columns beside them. Texts move while they are collected, so
 * pointers come last. */
static void lay_out(struct work *w)
{
    const struct contensou__ensemble_setup *setup = &w->sim.setup;
    const size_t head = contensou__ensemble_head - 1, count = contensou__sweep_scalars(setup);
    size_t at[most_columns], cell[contensou__merge_lists][most_cells], o;

    w->layout.columns = count < most_columns ? count : most_columns;
    for (size_t i = 0; i < w->layout.columns; ++i) {
        at[i] = w->names.size;
        contensou__ensemble_columns_name(setup, i + head, &w->names);
        contensou__text_append(&w->names, "", 1);
    }
    for (size_t k = 0; (o = contensou__ensemble_columns_list(setup, k)) < contensou__observer_count;
         ++k) {
        struct contensou__merge_list *list = &w->layout.list[w->layout.lists++];

        *list = (struct contensou__merge_list){
            .name = contensou__observer_all[o].name,
            .cell = w->cell[k],
            .words = w->cell[k] + most_cells,
            .cells = contensou__ensemble_columns_wide(setup, o),
            .numbered = contensou__observer_all[o].times == contensou__observer_stored,
            .aside = contensou__observer_all[o].times == contensou__observer_aside};
        for (size_t i = 0; i < list->cells && i < most_cells; ++i) {
            cell[k][i] = w->names.size;
            contensou__ensemble_columns_cell(setup, o, i, &w->names, &w->cell[k][most_cells + i]);
            contensou__text_append(&w->names, "", 1);
        }
    }
    if (w->names.failed)
        return;
    for (size_t i = 0; i < w->layout.columns; ++i)
        w->column[i] = w->names.data + at[i];
    for (size_t k = 0; k < w->layout.lists; ++k)
        for (size_t i = 0; i < w->layout.list[k].cells && i < most_cells; ++i)
            w->cell[k][i] = w->names.data + cell[k][i];
    w->layout.column = w->column;
}

/* What run it is. */
static enum contensou_status specify(struct work *w, struct contensou_error *err)
{
    struct contensou__simulation *s = &w->sim;

    contensou__merge_pack(&w->layout, &s->lanes, &w->extra);
    if (!contensou_table_is_stream(w->output))
        contensou__text_printf(&w->part, w->shards > 1 ? "%s" : "%s.part", w->output);
    w->spec = (struct contensou__journal_spec){.pair = s->pair,
                                               .pairs = s->pairs,
                                               .extra = w->extra.data,
                                               .extra_size = w->extra.size,
                                               .lanes = s->lanes.count,
                                               .shard = w->shard,
                                               .shards = w->shards,
                                               .scalars = w->layout.columns};
    return w->extra.failed || w->part.failed
               ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the plan of the sweep")
               : CONTENSOU_OK;
}

static enum contensou_status open_journal(struct work *w, const struct contensou__options *o,
                                          struct contensou_error *err)
{
    const int resume = contensou__options_given(o, "resume");
    enum contensou_status status;

    if (resume && !w->part.data)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--resume continues from FILE.part: give the same -o FILE");
    status = contensou__journal_open(&w->journal, w->part.data, &w->spec, resume, err);
    if (status)
        return status;
    w->before = contensou__journal_done(w->journal);
    if (contensou__journal_aside(w->journal))
        fprintf(stderr, "%s was damaged and none of its lanes could be read; it is now %s\n",
                w->part.data, contensou__journal_aside(w->journal));
    if (contensou__journal_dropped(w->journal) && !w->quiet)
        fprintf(stderr, "%s: %llu damaged bytes dropped; their lanes are computed again\n",
                w->part.data, (unsigned long long)contensou__journal_dropped(w->journal));
    if (w->before && !w->quiet)
        fprintf(stderr, "%s has %llu of %llu lanes; continuing\n", w->part.data,
                (unsigned long long)w->before,
                (unsigned long long)contensou__journal_total(w->journal));
    return CONTENSOU_OK;
}

static enum contensou_status look(void *owner, uint64_t done, double worked, uint64_t total,
                                  struct contensou_error *err)
{
    struct work *w = owner;

    (void)total;
    contensou__progress_update(&w->progress, fmax((double)(done - w->before), worked));
    if (!contensou__progress_signal())
        return CONTENSOU_OK;
    if (!w->part.data)
        return contensou__progress_check(err);
    if (done == 0)
        return contensou_fail(err, CONTENSOU_ESTOPPED,
                              "stopped before the first lane was finished");
    return contensou_fail(err, CONTENSOU_ESTOPPED,
                          "stopped with %llu of %llu lanes in %s; the same command with --resume "
                          "continues from there",
                          (unsigned long long)done, (unsigned long long)total, w->part.data);
}

static enum contensou_status compute(struct work *w, struct contensou_error *err)
{
    const struct contensou__walk walk = w->sim.walk
                                            ? contensou__walk_make(&w->sim.lanes, w->sim.walk)
                                            : (struct contensou__walk){0};
    const struct contensou__shard_job job = {.setup = &w->sim.setup,
                                             .lanes = &w->sim.lanes,
                                             .journal = w->journal,
                                             .device = w->sim.device,
                                             .devices = w->sim.devices,
                                             .walk = walk,
                                             .look = look,
                                             .owner = w};
    enum contensou_status status;

    if (walk.way && contensou__peers_count() > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue follows one lane after the other; it cannot be used with "
                              "several processes");
    if (!w->first)
        return contensou__shard_run(&job, err);
    contensou__simulation_warn_start(&w->sim);
    contensou__progress_begin(
        &w->progress, "lanes",
        (double)(contensou__journal_total(w->journal) - contensou__journal_done(w->journal)),
        w->quiet);
    status = contensou__shard_run(&job, err);
    contensou__progress_end(&w->progress);
    return status;
}

/* Lanes that failed are data, but a script must not take them for a success. */
static enum contensou_status judge(const struct work *w, const struct contensou__sweep_tally *tally,
                                   struct contensou_error *err)
{
    if (!tally->failed || w->allow_failed || w->lost)
        return CONTENSOU_OK;
    return contensou_fail(
        err, CONTENSOU_EOUTCOME,
        "%llu of %llu lanes failed, the first is lane %llu (%s); all is written, and "
        "--allow-failed makes this a success",
        (unsigned long long)tally->failed, (unsigned long long)tally->lanes,
        (unsigned long long)tally->first, contensou__ensemble_outcomes[tally->outcome]);
}

/* The file from the journal, which goes when the file is there. */
static enum contensou_status finish(struct work *w, struct contensou_error *err)
{
    struct contensou__merge merge = {0};
    struct contensou__sweep_tally tally;
    enum contensou_status status = CONTENSOU_OK;

    if (w->shards > 1) {
        contensou__sweep_tally_print(&w->sim, w->journal, NULL, &tally);
        status = contensou__journal_close(w->journal, err);
        w->journal = NULL;
        return status ? status : judge(w, &tally, err);
    }
    if (w->plot)
        status = contensou__sweep_plot_draw(w->plot, &w->sim, w->journal, err);
    if (!status && w->plot && !w->output && !contensou__merge_one(&merge, w->journal, err)) {
        contensou__merge_write_warn(&merge);
        contensou__merge_free(&merge);
    }
    if (!status && (w->output || !w->plot)) {
        status = contensou__merge_one(&merge, w->journal, err);
        if (!status)
            status = contensou__merge_write(&merge, w->output, w->quiet, err);
        contensou__merge_free(&merge);
        if (status && w->part.data)
            fprintf(stderr,
                    "all lanes are in %s; the same command with --resume writes the file from it\n",
                    w->part.data);
    }
    if (status)
        return status;
    contensou__sweep_tally_print(&w->sim, w->journal, w->quiet ? NULL : stderr, &tally);
    if (!w->lost) {
        contensou__journal_remove(w->journal);
        w->journal = NULL;
    }
    return judge(w, &tally, err);
}

static enum contensou_status open_all(struct work *w, const struct contensou__options *o,
                                      struct contensou_error *err)
{
    enum contensou_status status = read_shard(w, contensou__options_value(o, "shard"), err);

    if (!status)
        status = contensou__simulation_read(&w->sim, o, 1, err);
    if (!status)
        lay_out(w);
    if (!status && w->plot && w->first)
        status = contensou__sweep_plot_check(w->plot, &w->sim, err);
    if (!status && w->shards == 1 && (w->output || !w->plot) && w->first)
        status = contensou__merge_write_check(&w->layout, &w->sim.lanes, w->output, err);
    if (!status && w->first)
        status = contensou__simulation_check_slopes(&w->sim, o, err);
    if (!status)
        status = contensou__trial_choose(&w->sim.setup, &w->sim.steppers, &w->sim.lanes,
                                         w->sim.device[0], err);
    w->lost = status == CONTENSOU_ETIMEOUT; /* in the trial already */
    if (!status || w->lost)
        status = contensou__simulation_describe(&w->sim, o, err);
    if (!status)
        status = specify(w, err);
    if (!status && w->first)
        status = open_journal(w, o, err);
    return !status && w->lost ? CONTENSOU_ETIMEOUT : status;
}

/* All lanes, or, when a device is lost, what there is of them. */
static enum contensou_status work_through(struct work *w, const struct contensou__options *o,
                                          enum contensou_status status, struct contensou_error *err)
{
    if (!status)
        status = open_all(w, o, err);
    status = contensou__peers_agree(status, &w->spec, err);
    if (status == CONTENSOU_ETIMEOUT && w->journal)
        contensou__shard_stop(w->journal, &w->sim.setup, err);
    if (!status)
        status = compute(w, err);
    w->lost = status == CONTENSOU_ETIMEOUT;
    if (w->lost)
        status = contensou__simulation_lost(&w->sim, w->part.data, err);
    if (w->first && w->journal && (!status || w->lost)) {
        struct contensou_error second;
        const enum contensou_status written = finish(w, w->lost ? &second : err);

        if (written && w->lost)
            *err = second;
        status = written ? written : status;
    }
    return status;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    struct work w = {.output = contensou__options_value(options, "output"),
                     .plot = contensou__options_value(options, "plot"),
                     .quiet = contensou__options_given(options, "quiet"),
                     .allow_failed = contensou__options_given(options, "allow-failed")};
    const char *device = contensou__options_value(options, "device");
    enum contensou_status status =
        contensou__peers_open(device && strcmp(device, "all") == 0 ? 2 : 1, err);

    w.first = contensou__peers_rank() == 0;
    status = work_through(&w, options, status, err);
    if (w.journal && contensou__journal_done(w.journal) == 0 && status != CONTENSOU_EIO) {
        contensou__journal_remove(
            w.journal); /* nothing to go on with: no program, or stopped early */
    } else if (w.journal) {
        struct contensou_error ignored;

        contensou__journal_close(w.journal, &ignored);
    }
    contensou__text_free(&w.part);
    contensou__text_free(&w.extra);
    contensou__text_free(&w.names);
    contensou__simulation_free(&w.sim);
    return status;
}

/* Help and options of the observers, from their tables. */
#define ABOUT_HELP(columns, text) text
#define OBSERVER_HELP(name) \
    "\n" #name ": " observer_head(name, ABOUT_HELP, observer_no_needs, observer_no_smooth)
#define OPTION_ROW(kind, field, option, argument, fallback, low, high, help) \
    {option, 0, argument, fallback, help},
#define OBSERVER_OPTIONS(name) observer_options(name, OPTION_ROW)

static const struct contensou__option option_rows[] = {
    {"time", 0, "T", NULL,
     "the end; or t0:t1:n or a list, the times of the observer series (101 times otherwise) "
     "(required)"},
    {"transient", 0, "T", "0", "nothing is observed before this time"},
    {"vary", 0, "NAME=R...", NULL,
     "a number that differs from lane to lane: R is a range lo:hi:n or a list; names as for --set, "
     "init.STATE "
     "for initial values. Several make a grid, the first one slowest"},
    {"lanes-from", 0, "FILE.csv", NULL, "one row a lane, columns named as for --vary"},
    {"random", 0, "SEED,N", NULL, "N lanes, uniformly random within the ends of each --vary lo:hi"},
    {"starts", 0, "N[,SEED]", NULL,
     "N lanes for each set of numbers, with initial values at random within each --vary "
     "init.STATE=lo:hi"},
    {"continue", 0, "WAY", "no",
     "up, down or both: each lane starts where the lane of the value before it of the first --vary "
     "ended, so that an attractor is followed; both walks twice, with the column continue 1 (up) "
     "and -1 (down)"},
    {"observe", 0, "LIST", "final",
     "what is kept of each lane, several with commas:" ALL_OBSERVERS(OBSERVER_HELP)},
    ALL_OBSERVERS(OBSERVER_OPTIONS) CONTENSOU__SIMULATION_ROWS,
    {"shard", 0, "K/N", NULL,
     "compute only every N-th lane, beginning with the K-th, and leave the part -o FILE.part for "
     "'contensou "
     "merge'"},
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
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .words = 1,
    .run = run,
};
