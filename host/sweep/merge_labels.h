/* merge_labels.h: the attractors of a run whose lanes tell where they ended. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_MERGE_LABELS_H
#define CONTENSOU_SWEEP_MERGE_LABELS_H

#include "sweep/merge.h"

/* Where a column of the layout is OBSERVER.label, finds the attractors from the columns of that observer. */
enum contensou_status contensou__merge_labels_find(struct contensou__merge *m,
                                                   struct contensou_error *err);
void contensou__merge_labels_free(struct contensou__merge *m);

/* 1 where the a-th of what varies is a parameter rather than a start: lanes that agree in these form a group. */
int contensou__merge_labels_is_parameter(const struct contensou__merge *m, size_t a);

#endif
