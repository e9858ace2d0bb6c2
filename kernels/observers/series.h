/* series.h: the state at given times: sample[(k * dim + i) * n + slot], k the index of the time.
 * SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_SERIES_H
#define OBSERVERS_SERIES_H

#include "drivers/lane.h"
#include "steppers/dense.h"

/* From now to the next time of each lane; times come as pairs, number and rest. */
static inline real series_wait(const real lane[lane_count], const struct run_settings *run,
                               global const number *time)
{
    union lanes next, rest, wait;

    next.pack = lane[lane_series];
    rest.pack = next.pack;
    for (int l = 0; l < PACK; ++l) {
        const number left = next.one[l] < run->samples ? 0.0 : 1.0;
        const size_t k = left > 0.5 ? 0 : (size_t)next.one[l];

        next.one[l] = left > 0.5 ? (number)INFINITY : time[2 * k];
        rest.one[l] = left > 0.5 ? 0.0 : time[2 * k + 1];
    }
    wait.pack = lane_until(lane, next.pack) + rest.pack;
    return wait.pack;
}

static inline void series_observe(real lane[lane_count], const struct run_settings *run, mask which,
                                  real h, const struct dense *s, ulong n, global const number *time,
                                  global number *sample, const int slot[PACK])
{
    for (;;) {
        const real wait = series_wait(lane, run, time);
        const mask due = which & (wait <= h);
        const real one = pick(due, (real)1.0, (real)0.0);

        if (!any_lane(due))
            break;
        for (int i = 0; i < system_dim; ++i)
            lanes_put(one, dense_at(s, i, fmin(fmax(wait / h, (real)0.0), (real)1.0)),
                      lane[lane_series], system_dim, i, n, sample, slot);
        lane[lane_series] += one;
    }
}

#endif
