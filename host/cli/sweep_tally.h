/* sweep_tally.h: how the lanes of a sweep ended. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SWEEP_TALLY_H
#define CONTENSOU_CLI_SWEEP_TALLY_H

#include "cli/simulation.h"

#include <stdio.h>

/* How the lanes of a journal ended. */
struct contensou__sweep_tally {
    uint64_t lanes, failed, first; /* first: of those that failed */
    int outcome;                   /* of that one */
};

/* Counts, and unless `to` is NULL prints how many lanes had which outcome, and the first that did not finish
 * with their numbers. */
void contensou__sweep_tally_print(const struct contensou__simulation *sim,
                                  struct contensou__journal *journal, FILE *to,
                                  struct contensou__sweep_tally *tally);

#endif
