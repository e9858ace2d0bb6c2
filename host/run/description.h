/* description.h: what run it is, as names with texts and numbers: the head of its journal, by which a run that is resumed is
 * known to be the same, and the attributes of its HDF5 file. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_DESCRIPTION_H
#define CONTENSOU_RUN_DESCRIPTION_H

#include "base/pool.h"
#include "model/plan.h"
#include "run/journal_head.h"

enum { contensou__description_most = 512 };

/* All zero is nothing; texts belong to it. */
struct contensou__description {
    struct contensou__journal_pair pair[contensou__description_most];
    size_t pairs;
    struct contensou__pool pool; /* of its texts */
    struct contensou__text
        program; /* the text of the device's program, of which a pair has the checksum */
    /* while it is made */
    const char *group; /* of the pairs that are added now, such as "run/" */
    enum contensou_status status;
    struct contensou_error *err;
};

/* Fills it from a plan. Free it also after a failure. */
enum contensou_status contensou__description_make(struct contensou__description *d,
                                                  const struct contensou__plan *p,
                                                  struct contensou_error *err);
void contensou__description_free(struct contensou__description *d);

#endif
