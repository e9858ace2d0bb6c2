/* merge_attractors.h: the attractors of a sweep, as tables beside its lanes and as sentences. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_MERGE_ATTRACTORS_H
#define CONTENSOU_CLI_MERGE_ATTRACTORS_H

#include "io/results.h"
#include "sweep/merge.h"

#include <stdio.h>

/* Writes the tables attractors, survival and lifetime; nothing for a run that has no attractors. */
enum contensou_status contensou__merge_attractors_write(const struct contensou__merge *m,
                                                        struct contensou__results *results,
                                                        struct contensou_error *err);

/* Says which share of the lanes ends where, and which is not resolved within the time; only the latter where `brief`. */
void contensou__merge_attractors_say(const struct contensou__merge *m, int brief, FILE *to);

#endif
