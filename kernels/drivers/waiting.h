/* waiting.h: on graphics processors numbers of a lane that a step does not need wait in local memory and leave their registers
 * to its stages: of waiting_group lanes side by side at most waiting_most numbers, the last ones, so that groups enough
 * for a quarter of the waves fit in 64 kB. Role: waiting_group, the most lanes of a work-group; without it nothing
 * moves. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_WAITING_H
#define DRIVERS_WAITING_H

#include "observers/step.h"

#ifndef waiting_group
#    define waiting_group 0
#endif

enum {
    waiting_most = 16,
    waiting_all = lane_count - 1 - system_dim, /* but the time and the state */
    waiting_count = waiting_all < waiting_most ? waiting_all : waiting_most
};

/* Where a number waits; waiting_most or more if it does not. */
static inline int waiting_place(int k)
{
    return k < 1 || (k >= lane_y && k < lane_f) ? waiting_most
           : k < lane_y                         ? waiting_all - k
                                                : lane_count - 1 - k;
}

/* Volatile, or the compiler would know what it reads back. */
static inline void waiting_leave(const real lane[lane_count], const struct watch *w)
{
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (waiting_group && waiting_place(k) < waiting_count)
            w->held[waiting_place(k) * waiting_group] = lane[k];
}

static inline void waiting_return(real lane[lane_count], const struct watch *w)
{
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (waiting_group && waiting_place(k) < waiting_count)
            lane[k] = w->held[waiting_place(k) * waiting_group];
}

#endif
