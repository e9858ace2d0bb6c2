/* labels.h: the attractors of a run whose observer tells of them (run/columns.h): which lane ends on which one, as the
 * number that its column `label` gets; their tables beside the lanes, and sentences about them. All of it is found when
 * every lane is there, as the label of one depends on the others (analysis/attractors.h). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_LABELS_H
#define CONTENSOU_RUN_LABELS_H

#include "run/merge.h"
#include "run/trajectories_file.h"

struct contensou__labels;

/* *out is NULL, and that is no failure, where no column is a label. The merge must outlive it. */
enum contensou_status contensou__labels_find(struct contensou__labels **out,
                                             const struct contensou__merge *m,
                                             struct contensou_error *err);
void contensou__labels_free(struct contensou__labels *l);

/* Puts the label of its lane into a record; good until the next call. Nothing without labels (NULL). */
void contensou__labels_put(struct contensou__labels *l, struct contensou__record *record);

/* The tables attractors, survival and lifetime of a file of results. */
enum contensou_status contensou__labels_write(const struct contensou__labels *l,
                                              struct contensou__trajectories_file *file,
                                              struct contensou_error *err);

/* Tells which share of the lanes ends where, and, with "warning: " before it, which is not resolved within the time. */
void contensou__labels_tell(const struct contensou__labels *l,
                            void (*note)(void *context, const char *sentence), void *context);

#endif
