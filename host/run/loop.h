/* loop.h: the loop over lanes: load, advance, collect, chunk by chunk on one device. There is no other one.
 *
 * Who hands out lanes and takes their results is the dealer: a journal of this process, or another process
 * that has one. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_LOOP_H
#define CONTENSOU_RUN_LOOP_H

#include "base/checksum.h"
#include "base/text.h"
#include "device/ensemble.h"
#include "model/lanes.h"

#include <stddef.h>
#include <stdint.h>

/* What there is of one lane, and the same as bytes: those of a journal, and those that one process sends to
 * another. */
struct contensou__loop_record {
    uint64_t lane, steps, rejections;
    int outcome;
    const double *scalar; /* as many as every record of the run has */
    /* The rows of all lists: how many of each there are, how many each had, then the rows of the first, of the
     * second, .. */
    const double *point;
    size_t points; /* numbers there */
};

/* What stands before the numbers of a record: its scalars, then its points. */
struct contensou__loop_record_head {
    uint64_t mark, lane, steps, rejections, points;
    int32_t outcome;
    uint32_t run;     /* of which run it is; any number */
    uint32_t payload; /* checksum of the numbers */
    uint32_t sum;     /* of this head up to here */
};

extern const uint64_t contensou__loop_record_mark;

/* Appends the bytes of a record. */
void contensou__loop_record_write(struct contensou__text *to,
                                  const struct contensou__loop_record *record, size_t scalars,
                                  uint32_t run, const struct contensou__checksum *checksum);

/* The size of the record with this head, or 0 where it is none of this run. */
uint64_t contensou__loop_record_size(const struct contensou__loop_record_head *head,
                                     uint64_t scalars, uint32_t run,
                                     const struct contensou__checksum *checksum);

/* The record at the beginning of bytes[size], which must be aligned for numbers: they stay there. How many bytes it has,
 * or 0 where it is no good record of this run. */
size_t contensou__loop_record_read(struct contensou__loop_record *record, const char *bytes,
                                   size_t size, size_t scalars, uint32_t run,
                                   const struct contensou__checksum *checksum);

struct contensou__loop_dealer {
    void *owner;
    /* Up to `most` lanes that nobody has yet, rising; 0 at the end. */
    size_t (*deal)(void *owner, uint64_t *lane, size_t most);
    /* Takes results; also called with count 0 now and then, so that somebody looks whether to go on. */
    enum contensou_status (*deliver)(void *owner, const struct contensou__loop_record *record,
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

/* Works until the dealer has no more lanes or its deliver fails. Where the device is lost, lanes that it had
 * are delivered as stopped. chunk: lanes at a time at most; hands: 2 where two threads share them, each with a queue of the device, and
 * call the dealer. */
enum contensou_status
contensou__loop_work(struct contensou_device *device, const struct contensou__ensemble_setup *setup,
                     const struct contensou__lanes *lanes, size_t chunk, size_t hands,
                     const struct contensou__loop_dealer *dealer, struct contensou_error *err);

/* How many columns a row of a lane has behind outcome, steps and rejections, the time that it reached being the first;
 * none where only points are observed. How many scalars a record has: at least that time. */
size_t contensou__loop_columns(const struct contensou__ensemble_setup *setup);
size_t contensou__loop_scalars(const struct contensou__ensemble_setup *setup);

#endif
