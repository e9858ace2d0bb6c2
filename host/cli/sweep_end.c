/* sweep_end.c: what is done with lanes that are computed. SPDX-License-Identifier: MIT */
#include "cli/sweep_end.h"

#include "cli/progress.h"
#include "cli/simulation_options.h"

#include <stdlib.h>
#include <string.h>

enum { shown = 8 };

static void print(void *context, const char *sentence)
{
    const int *const quiet = context;

    if (!*quiet || strncmp(sentence, "warning: ", 9) == 0)
        fprintf(stderr, "%s\n", sentence);
}

void contensou__sweep_end_tell(struct contensou_trajectories *r, int quiet)
{
    contensou_trajectories_tell(r, print, &quiet);
}

enum contensou_status contensou__sweep_end_write(struct contensou_trajectories *r, const char *path,
                                                 int quiet, struct contensou_error *err)
{
    struct contensou__progress bar;
    struct contensou_progress progress = contensou__progress_of(&bar);
    enum contensou_status status;

    contensou__progress_begin(&bar, "lanes written", 0, quiet);
    status = contensou_trajectories_write(r, path, &progress, err);
    contensou__progress_end(&bar);
    if (!status)
        contensou__sweep_end_tell(r, quiet);
    return status;
}

/* "  lane 7: omega_0 = 30, init.x = 1: step limit" */
static void print_lane(struct contensou_trajectories *r, uint64_t lane, FILE *to)
{
    struct contensou_trajectories_lane_end end;
    struct contensou_error ignored;
    const char *name;
    double value;

    if (contensou_trajectories_end(r, lane, &end, &ignored))
        return;
    fprintf(to, "  lane %llu", (unsigned long long)lane);
    for (size_t i = 0; contensou_trajectories_varied(r, lane, i, &name, &value); ++i)
        fprintf(to, "%s %s = %.10g", i ? "," : ":", name, value);
    fprintf(to, ": %s\n", contensou_trajectories_outcome_word(end.outcome));
}

void contensou__sweep_end_tally(struct contensou_trajectories *r, FILE *to)
{
    uint64_t count[CONTENSOU_OUTCOMES], failed[shown], all = 0;
    struct contensou_error ignored;

    if (contensou_trajectories_tally(r, count, failed, shown, &ignored))
        return;
    for (int i = 1; i < CONTENSOU_OUTCOMES; ++i)
        all += count[i];
    for (uint64_t i = 0; i < all && i < shown; ++i)
        print_lane(r, failed[i], to);
    if (all > shown)
        fprintf(to, "  and %llu more\n", (unsigned long long)(all - shown));
    fprintf(to, "%s, %s, law %s:", contensou__simulation_options_about(r, "system"),
            contensou__simulation_options_about(r, "run/stepper"),
            contensou__simulation_options_about(r, "law"));
    for (int i = 0, first = 1; i < CONTENSOU_OUTCOMES; ++i)
        if (count[i]) {
            fprintf(to, "%s %llu %s", first ? "" : ",", (unsigned long long)count[i],
                    contensou_trajectories_outcome_word((enum contensou_outcome)i));
            first = 0;
        }
    fputc('\n', to);
}

enum contensou_status contensou__sweep_end_judge(struct contensou_trajectories *r,
                                                 struct contensou_error *err)
{
    uint64_t count[CONTENSOU_OUTCOMES], first = 0, all = 0;
    struct contensou_trajectories_lane_end end = {0};
    enum contensou_status status = contensou_trajectories_tally(r, count, &first, 1, err);

    for (int i = 1; i < CONTENSOU_OUTCOMES && !status; ++i)
        all += count[i];
    if (!status && all)
        status = contensou_trajectories_end(r, first, &end, err);
    if (status || !all)
        return status;
    return contensou_fail(
        err, CONTENSOU_EOUTCOME,
        "%llu of %llu lanes failed, the first is lane %llu (%s); all is written, and "
        "--allow-failed makes this a success",
        (unsigned long long)all, (unsigned long long)contensou_trajectories_lanes(r),
        (unsigned long long)first, contensou_trajectories_outcome_word(end.outcome));
}
