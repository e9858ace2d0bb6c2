/* resume.h: a run that is continued by another stepper than the one it began with. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_RESUME_H
#define CONTENSOU_RUN_RESUME_H

#include "base/pool.h"
#include "run/journal.h"

/* The head of a journal, copied. All zero is none. */
struct contensou__resume {
    struct contensou__journal_pair *pair;
    size_t pairs;
    struct contensou__pool pool; /* of both */
};

/* Where the journal at `path` is of the run of *spec but for its stepper: the head of the file also names the stepper that goes on,
 * as run/stepper_resumed, behind those that went on before; *spec becomes that head, its pairs being those of *r. Otherwise
 * nothing changes, and opening the journal says what differs. */
enum contensou_status contensou__resume_change(struct contensou__resume *r, const char *path,
                                               const char *stepper,
                                               struct contensou__journal_spec *spec,
                                               struct contensou_error *err);
void contensou__resume_free(struct contensou__resume *r);

#endif
