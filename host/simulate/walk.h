/* walk.h: a sweep in which the attractor is carried along the first varied number: each lane starts where the
 * lane of the value before it ended. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_WALK_H
#define CONTENSOU_SIMULATE_WALK_H

#include "simulate/lanes.h"

enum contensou__walk_way {
    contensou__walk_none,
    contensou__walk_up,   /* in the order of the values */
    contensou__walk_down, /* in the opposite order */
    contensou__walk_both  /* the first axis says which: 1 up, -1 down */
};

struct contensou__walk {
    enum contensou__walk_way way;
    uint64_t steps,
        others; /* values of the number that is walked; lanes of one value and one way */
};

struct contensou__walk contensou__walk_make(const struct contensou__lanes *lanes,
                                            enum contensou__walk_way way);

/* Lanes in the order of the walk: lane i of it, and how many belong to one step. */
uint64_t contensou__walk_lane(const struct contensou__walk *w, uint64_t i);
uint64_t contensou__walk_stride(const struct contensou__walk *w);

/* 1 and the lane that this one follows, or 0 where the walk begins. */
int contensou__walk_before(const struct contensou__walk *w, uint64_t lane, uint64_t *before);

#endif
