/* period.h: after how much time, and after how many points of the section, a lane returns to where it
 * was. Distances count against the size of each number (those that system_counts names), and in orbits
 * that are smaller than that against the orbit itself, so that a spiral into an equilibrium is no period. A
 * point that no later one comes back to within period_most points is given up for the next; the last
 * return counts, which is the most settled. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_PERIOD_H
#define OBSERVERS_PERIOD_H

#include "drivers/lane.h"
#include "steppers/problem.h"

enum {
    period_most = 256,
    period_time = lane_period, /* 0 before the first return */
    period_cycle,
    period_count, /* points since the one of reference; -1 without one */
    period_t,     /* time from the point of reference to the beginning of the step */
    period_away,  /* the largest distance from the reference since */
    period_size,  /* the largest number of the reference */
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
    lane[period_away] = pick(which, (real)0.0, lane[period_away]);
    lane[period_size] = pick(which, (real)0.0, lane[period_size]);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        lane[period_y + i] = pick(which, (real)0.0, lane[period_y + i]);
}

/* How far y is from the reference, over the size of its numbers. */
static inline real period_distance(const real lane[lane_count], const struct problem *q,
                                   const real y[system_dim])
{
    const number turn = 6.283185307179586;
    real far = 0.0;

    unrolled
    for (int i = 0; i < system_dim; ++i) {
        const real reference = lane[period_y + i];
        real away = y[i] - reference;

        if ((system_angles >> i) & 1)
            away -= turn * rint(away / turn);
        away = fabs(away) / fmax(fmax(fabs(reference), 1e-3 * lane[period_size]), (real)real_tiny);
        far = fmax(far, system_counts(&q->p, i) * away);
    }
    return far;
}

/* A point dt into the step. */
static inline void period_point(real lane[lane_count], const struct problem *q,
                                const struct run_settings *run, mask which, real dt,
                                const real y[system_dim])
{
    const real since = lane[period_t] + dt, count = lane[period_count] + 1.0;
    const real close = run->return_tol * fmin((real)1.0, lane[period_away]);
    const mask back = which & (lane[period_count] >= 0.0) & (period_distance(lane, q, y) <= close);
    mask fresh;
    real largest = 0.0;

    unrolled
    for (int i = 0; i < system_dim; ++i)
        largest = fmax(largest, fabs(y[i]));
    lane[period_time] = pick(back, since, lane[period_time]);
    lane[period_cycle] = pick(back, count, lane[period_cycle]);
    fresh = which & (back | (lane[period_count] < 0.0) | (count >= (number)period_most));
    lane[period_count] = pick(fresh, (real)0.0, pick(which, count, lane[period_count]));
    lane[period_t] = pick(fresh, -dt, lane[period_t]);
    lane[period_size] = pick(fresh, largest, lane[period_size]);
    lane[period_away] = pick(fresh, (real)0.0, lane[period_away]);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        lane[period_y + i] = pick(fresh, y[i], lane[period_y + i]);
}

/* A step over h to y1. */
static inline void period_step(real lane[lane_count], const struct problem *q, mask which, real h,
                               const real y1[system_dim])
{
    const real away = fmax(lane[period_away], period_distance(lane, q, y1));

    lane[period_away] = pick(which, away, lane[period_away]);
    lane[period_t] = pick(which, lane[period_t] + h, lane[period_t]);
}

#endif
