/* period.h: after how much time, and after how many points of the section, a lane returns to where it
 * was. A point that no later one comes back to within period_most points is given up for the next; the
 * last return counts, which is the most settled. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_PERIOD_H
#define OBSERVERS_PERIOD_H

#include "drivers/lane.h"

enum {
    period_most = 256,
    period_time = lane_period, /* 0 before the first return */
    period_cycle,
    period_count, /* points since the one of reference; -1 without one */
    period_t, /* time since the point of reference, in two parts: up to the step, and inside it */
    period_spare,
    period_size, /* the largest number of the reference */
    period_y
};

static inline void period_begin(real lane[lane_count], mask which)
{
    if (!observe_period)
        return;
    lane[period_time] = pick(which, (real)0.0, lane[period_time]);
    lane[period_cycle] = pick(which, (real)0.0, lane[period_cycle]);
    lane[period_count] = pick(which, (real)-1.0, lane[period_count]);
    lane[period_t] = pick(which, (real)0.0, lane[period_t]);
    lane[period_spare] = pick(which, (real)0.0, lane[period_spare]);
    lane[period_size] = pick(which, (real)0.0, lane[period_size]);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        lane[period_y + i] = pick(which, (real)0.0, lane[period_y + i]);
}

/* A point dt into the step. period_t is the time from the reference to the beginning of the step. */
static inline void period_point(real lane[lane_count], const struct run_settings *run, mask which,
                                real dt, const real y[system_dim])
{
    const number turn = 6.283185307179586;
    const real since = lane[period_t] + dt, count = lane[period_count] + 1.0;
    const real size = lane[period_size];
    mask back = which & (lane[period_count] >= 0.0), fresh;
    real largest = 0.0;

    unrolled
    for (int i = 0; i < system_dim; ++i) {
        real away = y[i] - lane[period_y + i];

        if ((system_angles >> i) & 1)
            away -= turn * rint(away / turn);
        back &= fabs(away) <= run->return_tol * fmax(fabs(lane[period_y + i]), 1e-3 * size);
        largest = fmax(largest, fabs(y[i]));
    }
    lane[period_time] = pick(back, since, lane[period_time]);
    lane[period_cycle] = pick(back, count, lane[period_cycle]);
    fresh = which & (back | (lane[period_count] < 0.0) | (count >= (number)period_most));
    lane[period_count] = pick(fresh, (real)0.0, pick(which, count, lane[period_count]));
    lane[period_t] = pick(fresh, -dt, lane[period_t]);
    lane[period_size] = pick(fresh, largest, size);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        lane[period_y + i] = pick(fresh, y[i], lane[period_y + i]);
}

static inline void period_step(real lane[lane_count], mask which, real h)
{
    lane[period_t] = pick(which, lane[period_t] + h, lane[period_t]);
}

#endif
