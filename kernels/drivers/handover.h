/* handover.h: a lane that changes its method while it runs. The stepper `auto` is two programs over the same lanes, an
 * explicit one and a stiff one. A lane decides by itself, from its own numbers alone, in which of the two it goes on;
 * it stops where it is, and the host puts it into the list of the other program. Its time, state, step and all that
 * observers keep stay in place.
 *
 * The test is that of Hairer and Wanner (Solving Ordinary Differential Equations II, IV.2): rho, the size of the largest
 * eigenvalue of the Jacobian, times the step h, against the length of the stability region of the explicit method. Explicit
 * steps that are as long as that are kept short by stability instead of accuracy. rho comes from a power iteration with
 * differences of the right-hand side, which needs no Jacobian and starts from the change of the slope over the step.
 *
 * Roles: those of problem.h and lane.h; lane_handover_count (2: lanes keep the numbers below, 0: they stay in one program),
 * stepper_stiff (1: this is the stiff program), handover_stable (length of the stability region of the explicit method).
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_HANDOVER_H
#define DRIVERS_HANDOVER_H

#include "core/power.h"
#include "drivers/lane.h"
#include "steppers/problem.h"

/* Attempts between two looks at a lane that shows no sign of being stiff. All lanes of a chunk begin with their attempt 0, so
 * that those of a pack are looked at together. */
#define handover_interval ((number)8.0)
/* The part of the stability region from which on steps look stiff. The control of the step holds them where its estimate of
 * the error grows, which is inside: at 0.95 of it (dop853) for a ball that rolls, in single precision at less. */
#define handover_share ((number)0.5)
/* Steps that look stiff, each of the others counting against half of one, before a lane leaves the explicit program. */
#define handover_enough ((number)3.0)
/* Steps in the stiff program before a lane may leave it; doubled with every return up to the second number of times. Lanes that
 * come and go for ever would wait for each other more than they compute. */
#define handover_patience ((number)64.0)
#define handover_doubled  ((number)6.0)
/* The most returns of a lane to the explicit program. */
#define handover_returns ((number)500.0)

/* The largest size, over the tolerance, of a number of v. */
static inline real handover_size(const real weight[system_dim], const real v[system_dim])
{
    real size = 0.0;

    unrolled_for (i, system_dim)
        size = larger_of(fabs(v[i]) * weight[i], size);
    return size;
}

/* rho at the state y with the slope f: from the direction d two products with the Jacobian are differences over a vector as
 * large as the tolerance, within which no law bends. */
static seldom real handover_rho(const struct problem *q, struct tolerance tol, real t,
                                const real y[system_dim], const real f[system_dim],
                                const real d[system_dim])
{
    real weight[system_dim], v[system_dim], there[system_dim], slope[system_dim], rho = 0.0;
    real before = 0.0;

    problem_weights(q, tol, t, y, y, weight);
    unrolled_for (i, system_dim)
        v[i] = d[i];
    for (int turn = 0; turn < 3; ++turn) {
        const real size = handover_size(weight, v);
        const real scale = 1.0 / larger_of(size, (real)real_tiny);

        unrolled_for (i, system_dim)
            there[i] = y[i] + scale * v[i];
        problem_rhs(q, t, there, slope);
        unrolled_for (i, system_dim)
            v[i] = slope[i] - f[i];
        before = rho;
        /* what rounding left of the vector is what the slope belongs to */
        unrolled_for (i, system_dim)
            there[i] -= y[i];
        rho = handover_size(weight, v) / larger_of(handover_size(weight, there), (real)real_tiny);
    }
    /* the mean of two, as the vector turns where eigenvalues are complex */
    return sqrt(rho * before);
}

/* In the explicit program: whether steps look stiff. Only looked at where the rest of the way would take more than half of the
 * steps so far: elsewhere a change is not worth its costs. */
static inline mask handover_leaves_explicit(const struct problem *q, const struct run_settings *run,
                                            real lane[lane_count], mask taken, real h,
                                            const real y1[system_dim], const real f1[system_dim])
{
    const struct tolerance tol = {run->rtol, run->atol};
    const real left = lane_until(lane, run->t_end), steps = lane[lane_steps] + 16.0;
    const real attempts = lane[lane_steps] + lane[lane_rejected];
    const mask due = (attempts == handover_interval * floor(attempts / handover_interval)) |
                     (lane[lane_stiff] > 0.0) | (left > 1e3 * h * steps);
    const mask looked = taken & due & (left > 0.5 * h * steps);

    if (any_lane(looked)) {
        real d[system_dim], rho;
        mask stiff;

        unrolled_for (i, system_dim)
            d[i] = f1[i] - lane[lane_f + i];
        rho = handover_rho(q, tol, lane[lane_t] + h, y1, f1, d);
        stiff = h * rho > handover_share * handover_stable;
        lane[lane_stiff] = pick(
            looked, larger_of(lane[lane_stiff] + pick(stiff, (real)1.0, (real)-0.5), (real)0.0),
            lane[lane_stiff]);
    }
    return taken & (lane[lane_stiff] >= handover_enough);
}

/* In the stiff program: whether explicit steps of the same length would be stable with room to spare. */
static inline mask handover_leaves_stiff(const struct problem *q, const struct run_settings *run,
                                         real lane[lane_count], mask taken, real h,
                                         const real y1[system_dim], const real f1[system_dim])
{
    const struct tolerance tol = {run->rtol, run->atol};
    const real returns = floor(0.5 * lane[lane_way]);
    const real patience =
        handover_patience * power_exp2(smaller_of(returns, (real)handover_doubled));
    mask leaves, looked;

    lane[lane_stiff] += pick(taken, (real)1.0, (real)0.0);
    looked = taken & (lane[lane_stiff] >= patience);
    leaves = looked & (returns < handover_returns);
    if (any_lane(looked)) {
        real d[system_dim];

        unrolled_for (i, system_dim)
            d[i] = f1[i] - lane[lane_f + i];
        leaves &= 2.0 * h * handover_rho(q, tol, lane[lane_t] + h, y1, f1, d) < handover_stable;
        lane[lane_stiff] = pick(looked, (real)0.0, lane[lane_stiff]);
    }
    return leaves;
}

/* Before a step is committed: the lanes that go on in the other program behind it. */
static inline mask handover_look(const struct problem *q, const struct run_settings *run,
                                 real lane[lane_count], mask taken, real h,
                                 const real y1[system_dim], const real f1[system_dim])
{
#if lane_handover_count
    return stepper_stiff ? handover_leaves_stiff(q, run, lane, taken, h, y1, f1)
                         : handover_leaves_explicit(q, run, lane, taken, h, y1, f1);
#else
    return taken & !taken;
#endif
}

/* These lanes, as far as they run, leave; so do those that explicit steps, however short, cannot carry on. */
static inline void handover_leave(real lane[lane_count], mask leaves)
{
#if lane_handover_count
    leaves &= lane[lane_outcome] < 0.0;
    if (!stepper_stiff)
        leaves |= lane[lane_outcome] == (real)outcome_step_underflow;
    lane[lane_outcome] = pick(leaves, (real)outcome_handed_over, lane[lane_outcome]);
    lane[lane_way] += pick(leaves, (real)1.0, (real)0.0);
    lane[lane_stiff] = pick(leaves, (real)0.0, lane[lane_stiff]);
#else
#endif
}

/* Behind the last attempt of a launch: those that left run, in the other program. */
static inline void handover_end(real lane[lane_count])
{
#if lane_handover_count
    lane[lane_outcome] = pick(lane[lane_outcome] == (real)outcome_handed_over,
                              (real)outcome_running, lane[lane_outcome]);
#else
#endif
}

#endif
