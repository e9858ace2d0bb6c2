/* shard.h: assigns the lanes of a sweep to the devices of this process, and to other processes.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_SHARD_H
#define CONTENSOU_RUN_SHARD_H

#include "run/loop.h"
#include "run/journal.h"

struct contensou__shard_job {
    const struct contensou__ensemble_setup *setup;
    const struct contensou__lanes *lanes;
    struct contensou__journal *journal; /* NULL where another process has it */
    struct contensou_device *const *device;
    size_t devices;
    /* Lanes that follow each other, on one device of one process; setup->observe.final is set. */
    struct contensou__lanes_walk walk;
    /* Called now and then by the thread that runs it: how many lanes are done, how much work this process did, in lanes and
     * parts of them; a status other than 0 ends the run. */
    enum contensou_status (*look)(void *owner, uint64_t done, double worked, uint64_t total,
                                  struct contensou_error *err);
    /* Told once, by that thread too, of a lane that hardly advances any more. */
    void (*stalled)(void *owner, const struct contensou__ensemble_place *place);
    void *owner;
    /* Unless NULL, told the steps of the only lane. */
    enum contensou_status (*stepped)(void *owner, double t, const double *state,
                                     struct contensou_error *err);
    void *step_owner;
};

/* Runs every lane that the journal does not have yet, or, without one, those that another process hands out.
 * On failure, and when `look` ends it, the journal has what was finished. When a device is lost
 * (CONTENSOU_ETIMEOUT), it has all the other lanes too, as stopped; its file forgets these. */
enum contensou_status contensou__shard_run(const struct contensou__shard_job *job,
                                           struct contensou_error *err);

#endif
