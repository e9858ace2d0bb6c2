/* period.h: after how much time, and after how many points of the section, a lane returns to where it was. Distances
 * count against the size of each number (those that system_state_counts names), and in orbits that are smaller than
 * that against the orbit itself, so that a spiral into an equilibrium is no period. An orbit that reaches less than
 * period_least tolerances from its reference is the noise of the steps at an equilibrium, and none either. A point that
 * no later one comes back to within period_most points is given up for the next; the last return counts, which is the
 * most settled. Irregular motion comes close to where it was by chance: a return counts if the next one takes as many
 * points, and before that only if it took no more than period_short points and none was followed by a place elsewhere.
 * SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_PERIOD_H
#define OBSERVERS_PERIOD_H

// clang-format off
#define period_table                                                                                        \
    ABOUT("period.time, period.cycle", "return time, and points until it closes")                           \
    IS(ends_only)                                                                                           \
    NEEDS(section)                                                                                          \
    SETTING(return_tol, 1e-4, "", "how close a return is")                                                  \
    CONSTANT(period_told, 0, "", "1: the observer gradient is told what each point of the last step was")   \
    KEEP(lane_period_time, 1) /* 0 before the first return */                                               \
    KEEP(lane_period_cycle, 1)                                                                              \
    KEEP(lane_period_last, 1) /* points of the last return; 0: none, or one that did not last */            \
    KEEP(lane_period_doubt, 1) /* 1 behind a return that did not last */                                    \
    KEEP(lane_period_count, 1) /* points since the one of reference; -1 without one */                      \
    KEEP(lane_period_t, 1) /* time from the point of reference to the beginning of the step */              \
    KEEP(lane_period_away, 1) /* the largest distance from the reference since, */                          \
    KEEP(lane_period_reach, 1) /* and the same over the tolerance of a step */                              \
    KEEP(lane_period_size, 1) /* the largest number of the reference */                                     \
    KEEP(lane_period_point, period_told * 8) /* of each point of the last step: period_return + .. */       \
    KEEP(lane_period_y, dim)                                                                                \
    COLUMN(once, 1, "time",  "time", "period", later, at(lane_period_time) > 0 ? at(lane_period_time) : NAN)\
    COLUMN(once, 1, "cycle", "-",    "returns in a period", first_counts, at(lane_period_cycle))
// clang-format on

#include "observers/step.h"

/* period_elsewhere: from how many times the distance of a return on the orbit is somewhere else */
enum { period_most = 256, period_short = 16, period_least = 100, period_elsewhere = 10 };

/* What a point is, added: a return that counts, one that undoes those before, the reference of what follows. */
enum { period_return = 1, period_undone = 2, period_reference = 4, period_points = 8 };

static inline void period_begin(real lane[lane_count], const struct problem *q,
                                const struct run_settings *run, mask which)
{
    step_clear(lane, which, lane_period_time, lane_period_y + system_dim);
    lane[lane_period_count] = pick(which, (real)-1.0, lane[lane_period_count]);
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
    unrolled_for (i, system_dim) {
        const real reference = lane[lane_period_y + i], counts = system_state_counts(&q->p, i);
        const real size =
            fmax(fmax(fabs(reference), 1e-3 * lane[lane_period_size]), (real)real_tiny);
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
    const real since = lane[lane_period_t] + dt, count = lane[lane_period_count] + 1.0;
    const real close = run->return_tol * fmin((real)1.0, lane[lane_period_away]);
    const mask orbit =
        (lane[lane_period_count] >= 0.0) & (lane[lane_period_reach] >= (number)period_least);
    const real away = period_distance(lane, q, run, y).away;
    const mask again = which & orbit & (lane[lane_period_last] == count);
    const mask back = which & orbit & (away <= close);
    const mask left = again & (away > (number)period_elsewhere * close);
    const mask counts =
        back & (again | ((lane[lane_period_doubt] == 0.0) & (count <= (number)period_short)));
    mask fresh;
    real largest = 0.0;

    unrolled_for (i, system_dim)
        largest = fmax(largest, fabs(y[i]));
    lane[lane_period_time] = pick(counts, since, pick(left, (real)0.0, lane[lane_period_time]));
    lane[lane_period_cycle] = pick(counts, count, pick(left, (real)0.0, lane[lane_period_cycle]));
    lane[lane_period_last] = pick(back, count, pick(left, (real)0.0, lane[lane_period_last]));
    lane[lane_period_doubt] = pick(left, (real)1.0, lane[lane_period_doubt]);
    fresh = which & (back | (lane[lane_period_count] < 0.0) | (count >= (number)period_most));
    lane[lane_period_count] = pick(fresh, (real)0.0, pick(which, count, lane[lane_period_count]));
    lane[lane_period_t] = pick(fresh, -dt, lane[lane_period_t]);
    lane[lane_period_size] = pick(fresh, largest, lane[lane_period_size]);
    lane[lane_period_away] = pick(fresh, (real)0.0, lane[lane_period_away]);
    lane[lane_period_reach] = pick(fresh, (real)0.0, lane[lane_period_reach]);
    unrolled_for (i, system_dim)
        lane[lane_period_y + i] = pick(fresh, y[i], lane[lane_period_y + i]);
    unrolled_for (j, (period_told ? period_points : 0)) {
        const int at = lane_period_point + j;
        const real is = pick(counts, (real)period_return, (real)0.0) +
                        pick(left & !counts, (real)period_undone, (real)0.0) +
                        pick(fresh, (real)period_reference, (real)0.0);

        lane[at] = pick(which & (lane[lane_section_new] == (number)j), is, lane[at]);
    }
}

static inline mask period_wants(const real lane[lane_count], const struct watch_step *step,
                                real *note)
{
    return step->taken & !step->taken;
}

static inline void period_observe(real lane[lane_count], const struct watch_step *step, mask wanted,
                                  real note)
{
    const struct period_far far = period_distance(lane, step->q, step->run, step->y1);
    const mask which = step->seen;

    lane[lane_period_away] =
        pick(which, fmax(lane[lane_period_away], far.away), lane[lane_period_away]);
    lane[lane_period_reach] =
        pick(which, fmax(lane[lane_period_reach], far.reach), lane[lane_period_reach]);
    lane[lane_period_t] = pick(which, lane[lane_period_t] + step->h, lane[lane_period_t]);
}

#endif
