/* stages.h: on graphics processors the stages of a step wait in local memory while a right-hand side is computed, and leave
 * their registers to it. Role: waiting_group, the most lanes of a work-group; without it nothing moves.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_STAGES_H
#define STEPPERS_STAGES_H

#include "steppers/problem.h"
#include "steppers/room.h"

/* A stepper whose steps end where somebody finds by a search (drivers/switches.h) says so by stages_searched 1. */
#ifndef stages_searched
#    define stages_searched 0
#endif

/* How many numbers may wait, so that a quarter of the waves fits. Observers that keep more numbers than waiting_crowd fill
 * all registers, so do searches, and more than six states on NVIDIA's: half the waves are left, and more may wait, there stages_sought of them
 * during a search. Up to stages_room states have room for their stages. */
enum {
    waiting_most =
        stages_searched + room_nvidia * (system_dim > 6) > 0 ? room_eighth : room_quarter,
    waiting_crowded = room_eighth,
    waiting_crowd = room_nvidia ? 16 : 32,
    stages_room = room_nvidia ? 3 : 4,
    stages_sought = room_nvidia * (2 * system_dim + system_rows) * stages_searched
};

/* Where the first stage is the slope at the beginning of the step (a stepper says so by stages_first 1; one that keeps numbers of its own
 * may step in other ways), and where slopes of positions are velocities, the slope need not wait beside it: the state takes its places. */
#ifndef stages_first
#    define stages_first 0
#endif

/* How many of them are the state and stages, the first ones: what the stepper's own numbers of a lane (drivers/lane.h) leave. */
enum {
    stages_wait = (waiting_group ? system_dim : 0) > stages_room,
    stages_timed = system_timed | (1 - stages_wait), /* 0: time, which nobody asks for, waits too */
    stages_left =
        waiting_most - stages_sought - 7 - lane_hands + stages_timed - system_dim - stepper_keeps,
    stages_home = (stages_first * stages_wait * (stages_left >= system_rows) *
                   (system_phases == 0) * (stepper_keeps == 0)) *
                  system_dim,
    stages_most = stages_home + (stages_left > 0 ? stages_left * stages_wait : 0)
};

/* Where state i of stage s waits; states in `still` need not. stages_most or more if it does not. */
static inline int stages_place(int s, int i, int still)
{
    int rows = 0, before = 0;

    unrolled
    for (int j = system_above; j < system_dim; ++j) {
        rows += ((still >> j) & 1) == 0;
        before += j < i && ((still >> j) & 1) == 0;
    }
    return ((still >> i) & 1) == 0 ? stages_home + s * rows + before : stages_most;
}

/* A stage takes the seat s. Volatile, or the compiler would know what it reads back. */
static inline void stages_seat(const struct problem *q, int s, int still, const real k[system_dim])
{
#if waiting_group
    unrolled
    for (int i = system_above; i < system_dim; ++i)
        if (stages_place(s, i, still) < stages_most)
            q->held[stages_place(s, i, still) * waiting_group] = k[i];
#endif
    (void)q;
    (void)s;
    (void)still;
    (void)k;
}

static inline void stages_leave(const struct problem *q, int s, int still, real k[][system_dim])
{
    stages_seat(q, s, still, k[s]);
}

/* State i of the stage in the seat s, which was k before it took it. */
static inline real stages_get(const struct problem *q, int s, int i, int still, real k)
{
#if waiting_group
    if (stages_place(s, i, still) < stages_most)
        return q->held[stages_place(s, i, still) * waiting_group];
#endif
    (void)q;
    (void)s;
    (void)i;
    (void)still;
    return k;
}

/* The state at the beginning of the step; drivers/waiting.h has put it there. */
static inline void stages_begin(const struct problem *q, const real y[system_dim],
                                real here[system_dim])
{
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        here[i] = y[i];
#if waiting_group
        if (i < stages_home)
            here[i] = q->held[i * waiting_group];
#endif
    }
    (void)q;
}

/* The first `count` of all stages. */
static inline void stages_return(const struct problem *q, int count, int all, int still,
                                 real k[][system_dim])
{
#if waiting_group
    unrolled
    for (int s = 0; s < all; ++s)
        unrolled
    for (int i = system_above; i < system_dim; ++i)
        if (s < count)
            k[s][i] = stages_get(q, s, i, still, k[s][i]);
#endif
    (void)q;
    (void)count;
    (void)all;
    (void)still;
    (void)k;
}

#endif
