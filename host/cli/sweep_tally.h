/* sweep_tally.h: how the lanes of a sweep ended. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SWEEP_TALLY_H
#define CONTENSOU_CLI_SWEEP_TALLY_H

#include "cli/simulation.h"

#include <stdio.h>

/* Prints how many lanes had which outcome, and the first that did not finish with their numbers. */
void contensou__sweep_tally_print(const struct contensou__simulation *sim,
                                  struct contensou__journal *journal, FILE *to);

#endif
