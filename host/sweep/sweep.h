/* sweep.h: all lanes of a plan through an ensemble on one device, chunk by chunk.
 *
 * Who hands out lanes and takes their results is the dealer: a journal of this process, or another
 * process that has one. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_SWEEP_H
#define CONTENSOU_SWEEP_SWEEP_H

#include "engine/ensemble.h"
#include "sweep/journal.h"
#include "sweep/lanes.h"

struct contensou__sweep_dealer {
    void *owner;
    /* Up to `most` lanes that nobody has yet, rising; 0 at the end. */
    size_t (*deal)(void *owner, uint64_t *lane, size_t most);
    /* Takes results; also called with count 0 now and then, so that somebody looks whether to go on. */
    enum contensou_status (*deliver)(void *owner, const struct contensou__journal_record *record,
                                     size_t count, struct contensou_error *err);
    /* Puts other initial values into state[dim] where a lane does not begin with those of the plan; may be
     * NULL. */
    enum contensou_status (*start)(void *owner, uint64_t lane, double *state,
                                   struct contensou_error *err);
    /* Unless NULL, told after each slice how much work it did, in lanes: half of the way of two lanes is 1. */
    void (*advanced)(void *owner, double lanes);
};

/* Works until the dealer has no more lanes or its deliver fails. Where the device is lost, lanes that it had
 * are delivered as stopped. chunk: lanes at a time at most. */
enum contensou_status contensou__sweep_work(struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            const struct contensou__lanes *lanes, size_t chunk,
                                            const struct contensou__sweep_dealer *dealer,
                                            struct contensou_error *err);

/* How many numbers a record of this setup has, behind outcome, steps and rejections; none where only points
 * are observed. */
size_t contensou__sweep_scalars(const struct contensou__ensemble_setup *setup);

#endif
