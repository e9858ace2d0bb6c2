/* waiting.h: on graphics processors numbers of a lane that a step does not need wait in local memory and leave their registers
 * to it: behind the stages (steppers/stages.h) as many as may, the last ones. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_WAITING_H
#define DRIVERS_WAITING_H

#include "drivers/lane.h"
#include "steppers/stages.h"

enum {
    waiting_all = lane_count - system_dim - stages_timed, /* but the state, and often the time */
    waiting_stages = stages_most < (int)stepper_kept * system_rows
                         ? stages_most
                         : (int)stepper_kept * system_rows,
    waiting_room = (lane_observed_count > 16 ? waiting_crowded : waiting_most) - waiting_stages,
    waiting_end = waiting_stages + (waiting_all < waiting_room ? waiting_all : waiting_room)
};

/* Where a number waits; waiting_end or more if it does not. */
static inline int waiting_place(int k)
{
    return k < stages_timed || (k >= lane_y && k < lane_f) ? waiting_end
           : k < lane_y ? waiting_stages + lane_count - system_dim - 1 - k
                        : waiting_stages + lane_count - 1 - k;
}

/* Volatile, or the compiler would know what it reads back. */
static inline void waiting_leave(const struct problem *q, const real lane[lane_count])
{
#if waiting_group
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (waiting_place(k) < waiting_end)
            q->held[waiting_place(k) * waiting_group] = lane[k];
#endif
    (void)q;
    (void)lane;
}

static inline void waiting_return(const struct problem *q, real lane[lane_count])
{
#if waiting_group
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (waiting_place(k) < waiting_end)
            lane[k] = q->held[waiting_place(k) * waiting_group];
#endif
    (void)q;
    (void)lane;
}

/* The parameters of a system, which observers seldom need, wait in the places of the stages. */
enum {
    waiting_params =
        waiting_stages < (int)system_params_count ? waiting_stages : (int)system_params_count
};

static inline void waiting_leave_params(const struct problem *q)
{
#if waiting_group
    unrolled
    for (int k = 0; k < waiting_params; ++k)
        q->held[k * waiting_group] = ((const real *)&q->p)[k];
#endif
    (void)q;
}

static inline void waiting_return_params(struct problem *q)
{
#if waiting_group
    unrolled
    for (int k = 0; k < waiting_params; ++k)
        ((real *)&q->p)[k] = q->held[k * waiting_group];
#endif
    (void)q;
}

#endif
