/* merge_attractors.h: the attractors of a sweep, as tables beside its lanes and as sentences. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_MERGE_ATTRACTORS_H
#define CONTENSOU_SWEEP_MERGE_ATTRACTORS_H

#include "sweep/results.h"

/* Writes the tables attractors, survival and lifetime; nothing for a run that has no attractors. */
enum contensou_status contensou__merge_attractors_write(const struct contensou__merge *m,
                                                        struct contensou__results *results,
                                                        struct contensou_error *err);

/* Tells which share of the lanes ends where, and, with "warning: " before it, which is not resolved within the time. */
void contensou__merge_attractors_tell(const struct contensou__merge *m,
                                      void (*note)(void *context, const char *sentence),
                                      void *context);

#endif
