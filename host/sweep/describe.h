/* describe.h: what run it is: everything that must agree for two runs to give the same numbers, and what is good to know;
 * the head of its journal, and the attributes of its files. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_DESCRIBE_H
#define CONTENSOU_SWEEP_DESCRIBE_H

#include "simulate/plan.h"
#include "sweep/journal.h"

enum { contensou__describe_pairs = 512 };

/* All zero is nothing; texts belong to it. */
struct contensou__describe {
    struct contensou__journal_pair pair[contensou__describe_pairs];
    size_t pairs;
    const char *group; /* of the pairs that are added now, such as "run/" */
    struct contensou__checksum checksum;
    enum contensou_status status;
    struct contensou_error *err;
};

/* Fills it from a plan whose stepper is chosen; the plan gets its pack. Free it also after a failure. */
enum contensou_status contensou__describe_run(struct contensou__describe *d,
                                              struct contensou__plan *plan,
                                              struct contensou_error *err);
void contensou__describe_free(struct contensou__describe *d);

#endif
