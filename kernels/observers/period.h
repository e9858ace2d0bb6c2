/* period.h: after how much time, and after how many points of the section, a lane returns to where it
 * was. Distances count against the size of each number (those that system_state_counts names), and in orbits
 * that are smaller than that against the orbit itself, so that a spiral into an equilibrium is no period. An
 * orbit that reaches less than period_least tolerances from its reference is the noise of the steps at an
 * equilibrium, and none either. A point that no later one comes back to within period_most points is given up for the next; the last
 * return counts, which is the most settled. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_PERIOD_H
#define OBSERVERS_PERIOD_H

#include "drivers/lane.h"
#include "steppers/problem.h"

enum {
    period_most = 256,
    period_least = 100,
    period_time = lane_period, /* 0 before the first return */
    period_cycle,
    period_count, /* points since the one of reference; -1 without one */
    period_t,     /* time from the point of reference to the beginning of the step */
    period_away,  /* the largest distance from the reference since, */
    period_reach, /* and the same over the tolerance of a step */
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
    lane[period_reach] = pick(which, (real)0.0, lane[period_reach]);
    lane[period_size] = pick(which, (real)0.0, lane[period_size]);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        lane[period_y + i] = pick(which, (real)0.0, lane[period_y + i]);
}

/* How far y is from the reference, over the size of its numbers and over the tolerance. */
struct period_far {
    real away, reach;
};

static inline struct period_far period_distance(const real lane[lane_count],
                                                const struct problem *q,
                                                const struct run_settings *run,
                                                const real y[system_dim])
{
    const struct tolerance tol = {run->rtol, run->atol};
    const number turn = 6.283185307179586;
    struct period_far far;

    far.away = far.reach = 0.0;
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        const real reference = lane[period_y + i], counts = system_state_counts(&q->p, i);
        const real size = fmax(fmax(fabs(reference), 1e-3 * lane[period_size]), (real)real_tiny);
        real away = y[i] - reference;

        if ((system_angles >> i) & 1)
            away -= turn * rint(away / turn);
        far.away = fmax(far.away, counts * (fabs(away) / size));
        far.reach = fmax(far.reach, counts * fabs(away) * tolerance_weight(tol, reference, y[i]));
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
    const mask orbit = (lane[period_count] >= 0.0) & (lane[period_reach] >= (number)period_least);
    const mask back = which & orbit & (period_distance(lane, q, run, y).away <= close);
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
    lane[period_reach] = pick(fresh, (real)0.0, lane[period_reach]);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        lane[period_y + i] = pick(fresh, y[i], lane[period_y + i]);
}

/* A step over h to y1. */
static inline void period_step(real lane[lane_count], const struct problem *q,
                               const struct run_settings *run, mask which, real h,
                               const real y1[system_dim])
{
    const struct period_far far = period_distance(lane, q, run, y1);

    lane[period_away] = pick(which, fmax(lane[period_away], far.away), lane[period_away]);
    lane[period_reach] = pick(which, fmax(lane[period_reach], far.reach), lane[period_reach]);
    lane[period_t] = pick(which, lane[period_t] + h, lane[period_t]);
}

#endif
