/* sweep_tally.c: how the lanes of a sweep ended. SPDX-License-Identifier: MIT */
#include "cli/sweep_tally.h"

#include <stdlib.h>

enum { outcomes = 6, shown = 8 };

static void print_lane(const struct contensou__simulation *sim, uint64_t lane, int outcome,
                       FILE *to)
{
    double *varied = malloc((sim->lanes.axes + 1) * sizeof *varied);

    if (!varied)
        return;
    contensou__lanes_varied(&sim->lanes, lane, varied);
    fprintf(to, "  lane %llu", (unsigned long long)lane);
    for (size_t i = 0; i < sim->lanes.axes; ++i)
        fprintf(to, "%s %s = %.10g", i ? "," : ":", sim->lanes.name[sim->lanes.axis[i].place],
                varied[i]);
    fprintf(to, ": %s\n", contensou__ensemble_outcomes[outcome]);
    free(varied);
}

void contensou__sweep_tally_print(const struct contensou__simulation *sim,
                                  struct contensou__journal *journal, FILE *to,
                                  struct contensou__sweep_tally *tally)
{
    const uint64_t lanes = contensou__journal_spec(journal)->lanes;
    uint64_t count[outcomes] = {0}, failed = 0;
    struct contensou_error ignored;

    *tally = (struct contensou__sweep_tally){0};
    for (uint64_t lane = 0; lane < lanes; ++lane) {
        struct contensou__journal_record record;

        if (contensou__journal_read(journal, lane, &record, &ignored))
            continue;
        if (record.outcome >= 0 && record.outcome < outcomes)
            ++count[record.outcome];
        ++tally->lanes;
        if (record.outcome && !failed) {
            tally->first = lane;
            tally->outcome = record.outcome;
        }
        if (record.outcome && failed++ < shown && to)
            print_lane(sim, lane, record.outcome, to);
    }
    tally->failed = failed;
    if (!to)
        return;
    if (failed > shown)
        fprintf(to, "  and %llu more\n", (unsigned long long)(failed - shown));
    fprintf(to, "%s, %s, law %s:", sim->system->name, sim->setup.stepper->name, sim->friction.name);
    for (int i = 0, first = 1; i < outcomes; ++i)
        if (count[i]) {
            fprintf(to, "%s %llu %s", first ? "" : ",", (unsigned long long)count[i],
                    contensou__ensemble_outcomes[i]);
            first = 0;
        }
    fputc('\n', to);
}
