/* lane_store.h: the numbers of many lanes on a device, and which of these lanes still run.
 *
 * Numbers lie field by field, number[field * capacity + lane]. A launch reads the states of the lanes that run from one block
 * and writes them to another, which then takes its place: one that does not come back leaves the last good states. Where the
 * device computes in the host's memory, the host looks at them where they lie. Elsewhere everything stays on the device, which
 * finds the lanes that ended (drivers/lane_store.cl); only their numbers come back, through pinned memory.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_LANE_STORE_H
#define CONTENSOU_DEVICE_LANE_STORE_H

#include "cl/buffer.h"

#include <contensou/device.h>

#include <stddef.h>
#include <stdint.h>

enum contensou__lane_store_block {
    contensou__lane_store_params,
    contensou__lane_store_state, /* what launches read; */
    contensou__lane_store_next,  /* what they write */
    contensou__lane_store_rows,
    contensou__lane_store_blocks
};

struct contensou__lane_store_shape {
    size_t capacity;            /* lanes */
    size_t params, state, rows; /* numbers of a lane */
    size_t time, outcome;       /* places in its state; the outcome is below 0 while it runs */
    size_t
        way; /* where it counts its changes between two programs: in the second one while that is odd; 0: one program */
    int single; /* numbers are floats */
};

struct contensou__lane_store;

/* What there is of a store now. */
struct contensou__lane_store_now {
    /* For a launch: its blocks; the lanes that run, those of the first program before those of the second; how many they are in
     * all, and in the second. */
    struct contensou__buffer *buffer[contensou__lane_store_blocks], *slots;
    size_t live, second;
    /* Since the last call of begin, settle or abandon: the lanes that ended, in their order; the sum of the times of those that
     * run. */
    size_t ends;
    int32_t *ended;
    double time;
    size_t most; /* lanes that are loaded or shown at once */
};
const struct contensou__lane_store_now *
contensou__lane_store_now(const struct contensou__lane_store *s);

enum contensou_status contensou__lane_store_create(struct contensou__lane_store **out,
                                                   struct contensou_device *device,
                                                   const struct contensou__lane_store_shape *shape,
                                                   struct contensou_error *err);
void contensou__lane_store_free(struct contensou__lane_store *s);

/* Bytes of a lane on the device, and those of its largest block. */
size_t contensou__lane_store_size(const struct contensou__lane_store_shape *shape, size_t *largest);

/* One number in fields first.. of all lanes; and value[lane * width + k] in field first + k of lanes 0..count-1. */
enum contensou_status contensou__lane_store_fill(struct contensou__lane_store *s,
                                                 enum contensou__lane_store_block block,
                                                 size_t first, size_t fields, double value,
                                                 struct contensou_error *err);
enum contensou_status contensou__lane_store_set(struct contensou__lane_store *s,
                                                enum contensou__lane_store_block block,
                                                size_t first, size_t fields, size_t count,
                                                const double *value, size_t width,
                                                struct contensou_error *err);

/* Lanes 0..count-1 run, all others do not. */
enum contensou_status contensou__lane_store_begin(struct contensou__lane_store *s, size_t count,
                                                  struct contensou_error *err);

/* After a launch: the states that it wrote take their place, and lanes that ended do not run any more. */
enum contensou_status contensou__lane_store_settle(struct contensou__lane_store *s,
                                                   struct contensou_error *err);
/* After one that did not come back: no lane runs. Those that did end with their last states, where these can still be read. */
void contensou__lane_store_abandon(struct contensou__lane_store *s);
/* The first of the lanes that run, of which there is one. */
enum contensou_status contensou__lane_store_first(struct contensou__lane_store *s, int32_t *lane,
                                                  struct contensou_error *err);

/* Some numbers of a lane, at[k * stride]; of the store's precision. */
struct contensou__lane_store_view {
    const void *at;
    size_t stride;
    int single;
};
double contensou__lane_store_get(const struct contensou__lane_store_view *v, size_t k);

/* Brings the states of some lanes to the host, at most `most` of them, and then some fields of their rows, each with a number below contensou__observer_count.
 * Lanes that are shown can be looked at until the next launch or call. */
enum contensou_status contensou__lane_store_show(struct contensou__lane_store *s,
                                                 const int32_t *lane, size_t count,
                                                 struct contensou_error *err);
enum contensou_status contensou__lane_store_show_rows(struct contensou__lane_store *s, size_t part,
                                                      size_t first, size_t fields,
                                                      struct contensou_error *err);
struct contensou__lane_store_view
contensou__lane_store_state_of(const struct contensou__lane_store *s, size_t lane);
struct contensou__lane_store_view
contensou__lane_store_rows_of(const struct contensou__lane_store *s, size_t part, size_t lane);

#endif
