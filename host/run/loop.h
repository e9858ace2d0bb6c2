/* loop.h: the loop over lanes: load, advance, collect, chunk by chunk on one device. There is no other one.
 *
 * The scheduler assigns lanes to the loop and takes their results: it stands for the journal of this process (run/shard.c),
 * or for another process that has the journal (run/peers.h). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_LOOP_H
#define CONTENSOU_RUN_LOOP_H

#include "device/ensemble.h"
#include "model/lanes.h"
#include "run/record.h"

#include <stddef.h>
#include <stdint.h>

struct contensou__loop_scheduler {
    void *owner;
    /* Up to `most` lanes that were not assigned yet, rising; 0 at the end. */
    size_t (*assign)(void *owner, uint64_t *lane, size_t most);
    /* Takes results; also called with count 0 now and then, so that a caller who wants to stop is heard. */
    enum contensou_status (*deliver)(void *owner, const struct contensou__record *record,
                                     size_t count, struct contensou_error *err);
    /* Puts other initial values into state[dim] where a lane does not begin with those of the plan; may be
     * NULL. */
    enum contensou_status (*start)(void *owner, uint64_t lane, double *state,
                                   struct contensou_error *err);
    /* Unless NULL, told after each slice how much work it did, in lanes: half of the way of two lanes is 1. */
    void (*advanced)(void *owner, double lanes);
    /* Unless NULL, told of a lane that hardly advances any more; place->lane is its number in the plan. */
    void (*stalled)(void *owner, const struct contensou__ensemble_place *place);
    /* Unless NULL, told each step that was taken: where there is one lane only. */
    enum contensou_status (*stepped)(void *owner, double t, const double *state,
                                     struct contensou_error *err);
};

/* Works until the scheduler has no more lanes or its deliver fails. Where the device is lost, lanes that it had
 * are delivered as stopped. chunk: lanes at a time at most; threads: 2 where two share them, each with a queue of the device; both
 * call the scheduler. */
enum contensou_status contensou__loop_work(struct contensou_device *device,
                                           const struct contensou__ensemble_setup *setup,
                                           const struct contensou__lanes *lanes, size_t chunk,
                                           size_t threads,
                                           const struct contensou__loop_scheduler *scheduler,
                                           struct contensou_error *err);

/* How many columns a row of a lane has behind outcome, steps and rejections, the time that it reached being the first;
 * none where only points are observed. How many scalars a record has: at least that time. */
size_t contensou__loop_columns(const struct contensou__ensemble_setup *setup);
size_t contensou__loop_scalars(const struct contensou__ensemble_setup *setup);

#endif
