/* times.h: rows at given times. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_TIMES_H
#define OBSERVERS_TIMES_H

#include "observers/step.h"

/* From now to the time of this row of each lane, of `samples`; times come as pairs, high and low part. */
static inline real times_wait(const real lane[lane_count], real row, number samples,
                              global const number *time)
{
    union lanes next, low, wait;

    next.pack = row;
    low.pack = next.pack;
    for (int l = 0; l < PACK; ++l) {
        const number left = next.one[l] < samples ? 0.0 : 1.0;
        const size_t k = left > 0.5 ? 0 : (size_t)next.one[l];

        next.one[l] = left > 0.5 ? (number)INFINITY : time[2 * k];
        low.one[l] = left > 0.5 ? 0.0 : time[2 * k + 1];
    }
    wait.pack = lane_until(lane, next.pack) + low.pack;
    return wait.pack;
}

#endif
