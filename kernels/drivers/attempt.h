/* attempt.h: one step of a pack, taken or rejected lane by lane. A rejected step is one more attempt; lanes differ in
 * time, step and error. Roles: stepper_step, stepper_kept, stepper_fixed, stepper_estimate, switching_turn,
 * switching_begin, switching_reach, switching_error, switching_beyond, switching_after (switches.h or no_switches.h),
 * and those of watch.h. What has to be settled before a step, switching_settle, where switching_settles is not 0, is
 * its driver's business. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_ATTEMPT_H
#define DRIVERS_ATTEMPT_H

#include "drivers/handover.h"
#include "drivers/lane.h"
#include "drivers/watch.h"
#include "schedule/stages.h"
#include "steppers/control.h"

/* The first step is that of E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I (1993), II.4: an
 * Euler step that moves the state by a hundredth tells how fast the slope changes. Steppers that take their steps from
 * elsewhere, and event.h, whose slope has no size at rest, have the length of that Euler step. */
enum { attempt_curved = !(stepper_fixed | stepper_series | stages_searched) };

/* The slope and the first step of lanes that have none yet. */
static seldom void attempt_first(const struct problem *q, const struct run_settings *run,
                                 real lane[lane_count], mask fresh)
{
    const struct tolerance tol = {run->rtol, run->atol};
    const real span = (real)(run->t_end - run->t_begin);
    real at[system_dim], f[system_dim], size = 0.0, slope = 0.0, change = 0.0, h = 0.0;
    mask moves = fresh;

    unrolled_for (i, system_dim)
        at[i] = lane[lane_y + i];
    rolled
    for (int turn = 0; turn < 1 + attempt_curved;
         ++turn) { /* at the start, then behind the Euler step */
        problem_rhs(q, lane[lane_t] + h, at, f);
        unrolled_for (i, system_dim) {
            const real y = lane[lane_y + i], weight = tolerance_weight(tol, y, y);

            if (turn == 0) {
                size = fmax(size, fabs(y) * weight);
                slope = fmax(slope, fabs(f[i]) * weight);
                lane[lane_f + i] = pick(fresh, f[i], lane[lane_f + i]);
            } else {
                change = fmax(change, fabs(f[i] - lane[lane_f + i]) * weight);
            }
        }
        if (turn == 0) {
            moves = (size > 1e-5) & (slope > 1e-5);
            h = fmin(pick(moves, 0.01 * size / slope, (real)1e-6), 1e-2 * span);
            unrolled_for (i, system_dim)
                at[i] = lane[lane_y + i] + h * lane[lane_f + i];
        }
    }
    if (attempt_curved) {
        const real fastest = fmin(fmax(slope, change / h), (real)real_large);
        const real most = power_exp2(power_log2(0.01 / fmax(fastest, (real)1e-15)) *
                                     ((number)1.0 / (number)(stepper_estimate + 1)));

        /* at rest the length of the Euler step says nothing */
        h = pick(fastest > 1e-15, pick(moves, fmin(100.0 * h, most), most), h);
        h = fmin(h, 1e-2 * span);
    }
    if (stepper_series)
        h = span;
    if (run->h_first > 0.0)
        h = run->h_first;
    h = fmin(fmax(h, (real)run->h_min), (real)run->h_max);
    lane[lane_h] = pick(fresh, h, lane[lane_h]);
    switching_begin(q, run, lane, fresh);
}

/* NaN where a number that the step gave is not finite, else the error itself. Packs have sums that do not wait for the error;
 * GPUs have no registers for them. */
static inline real attempt_checked(real error, const real y1[system_dim], const real f1[system_dim])
{
    real states = 0.0, slopes = 0.0;

    unrolled_for (i, system_dim) {
        if (PACK == 1)
            error += 0.0 * y1[i] + 0.0 * f1[i];
        states += y1[i];
        slopes += f1[i];
    }
    return PACK == 1 ? error : error + 0.0 * (states + slopes);
}

struct attempt {
    mask observed; /* the step begins in the time that is observed */
    mask last;     /* it ends where the observation begins, or the run ends */
    mask smallest; /* there is no shorter one */
};

/* The outcomes of lanes whose attempt was rare: at an end, at the smallest step, where a number is not finite, at the
 * last attempt that there may be. */
static inline void attempt_ends(const struct problem *q, const struct run_settings *run,
                                real lane[lane_count], const struct attempt *a, mask taken,
                                mask rejected, real error, real asked)
{
    const mask halts = rejected & (a->smallest | ((real)stepper_fixed > 0.0));
    const mask there = taken & a->last, ends = there & a->observed, begins = there & !a->observed;

    lane[lane_outcome] =
        pick(halts, pick(error < INFINITY, (real)outcome_step_underflow, (real)outcome_not_finite),
             lane[lane_outcome]);
    lane_set_time(lane, begins, run->t_observe);
    lane_set_time(lane, ends, run->t_end);
    lane[lane_outcome] = pick(ends | (begins & (lane_until(lane, run->t_end) <= 0.0)),
                              lane_end(lane), lane[lane_outcome]);
    /* a step cut short by an end says little about the next */
    lane[lane_h] = pick(there, larger_of(lane[lane_h], asked), lane[lane_h]);
    if (any_lane(begins))
        watch_begin(q, run, lane, begins);
    lane[lane_outcome] = pick((lane[lane_outcome] < 0.0) &
                                  (lane[lane_steps] + lane[lane_rejected] >= run->max_steps),
                              (real)outcome_step_limit, lane[lane_outcome]);
}

/* Observers see the step. Explicit steps that stability holds keep the state, but may not keep its gradient
 * (observers/gradient.h): under the stepper auto such a step is not taken, and the lane leaves for the stiff program. These
 * lanes, which are returned, are as they were before the step; rows that observers put in it lie behind those that the
 * lane counts, where the next ones are put. */
static inline mask attempt_watch(struct problem *q, const struct run_settings *run,
                                 real lane[lane_count], mask taken, mask observed, real h,
                                 real k[stepper_kept][system_dim], const real y1[system_dim],
                                 const real f1[system_dim], const struct watch *w)
{
#if parameters_count && lane_handover_count && !stepper_stiff
    real before[lane_count];
    mask lost;

    spill_reload_rare(q, 0, lane_count, lane);
    for (int i = 0; i < lane_count; ++i)
        before[i] = lane[i];
    watch_step(q, run, lane, taken, observed, h, k, y1, f1, w);
    lost = taken & (lane[lane_outcome] == (real)outcome_gradient);
    if (any_lane(lost)) {
        for (int i = 0; i < lane_count; ++i)
            lane[i] = pick(lost, before[i], lane[i]);
        spill_rare(q, 0, lane_count, lane);
    }
    return lost;
#else
    watch_step(q, run, lane, taken, observed, h, k, y1, f1, w);
    return taken & !taken;
#endif
}

/* One attempt of every lane that runs and whose turn it is (switching_turn). All lanes of the pack compute everything;
 * masks say for which of them it counts.
 *
 *   1. The length: what control asks for, what method and switches allow (reach), and what is left until the observation
 *      begins or the run ends, which a lane meets exactly (a.last).
 *   2. The step and its error over the tolerance. What the step does not need is spilled meanwhile; switching may add an
 *      error of its own, a number that is not finite makes it NaN.
 *   3. It is taken where the error is at most 1. A step that passes a switch (beyond) is accurate and yet not taken: the
 *      lane repeats it up to the switch, and control learns nothing from it.
 *   4. Observers see it while the lane still has the state at its beginning; then the lane gets that at its end. A step
 *      that the gradient cannot follow is undone, and is none of this lane's attempts.
 *   5. Control gives the next step. What few attempts need (rare) stands behind one test for the pack. */
static inline void attempt_step(struct problem *q, const struct run_settings *run,
                                real lane[lane_count], const struct watch *w)
{
    const struct tolerance tol = {run->rtol, run->atol};
    mask live = (lane[lane_outcome] < 0.0) & switching_turn(q, lane);
    const real wait = lane_until(lane, run->t_observe);
    const real reach = switching_reach(q, lane);
    struct attempt a;
    real left, possible, h, asked, error, k[stepper_kept][system_dim], y1[system_dim],
        f1[system_dim];
    mask taken, beyond, rare, leaves;

    possible = smaller_of(lane[lane_h], reach);
    if (stepper_series)
        possible = smaller_of(possible, larger_of(stepper_reach(q, tol, lane[lane_t], lane + lane_y,
                                                                lane + lane_f, k),
                                                  (real)run->h_min));
    a.observed = wait <= 0.0;
    left = pick(a.observed, lane_until(lane, run->t_end), wait);
    /* a step that ends just before goes on to the end, unless a switch lies between */
    a.last = (possible >= (1.0 - 1e-9) * left) & (reach >= left);
    h = pick(live, pick(a.last, left, possible), (real)1.0);
    a.smallest = h <= larger_of((real)run->h_min, watch_ulp * fabs(lane[lane_t])) * 1.000001;
    spill_lane(q, lane);
    error = stepper_step(q, tol, lane[lane_t], h, lane + lane_y, lane + lane_f, k, y1, f1);
    spill_reload_lane(q, lane);
    asked = lane[lane_h];
    error = attempt_checked(switching_error(q, run, lane, h, y1, f1, error), y1, f1);
    taken = live & (error <= (stepper_fixed ? (real)real_large : (real)1.0));
    rare = live & (a.last | a.smallest | !(error < INFINITY) |
                   (lane[lane_steps] + lane[lane_rejected] + 1.0 >= run->max_steps));
    if (any_lane(rare))
        taken |= live & (error < INFINITY) & a.smallest & ((real)run->accept_min > 0.0);
    beyond = switching_beyond(q, run, lane, taken, live & (error < 1e3), h, k, y1, f1);
    taken &= !beyond;
    leaves = handover_look(q, run, lane, taken, h, y1, f1);
    if (any_lane(taken)) {
        const mask lost = attempt_watch(q, run, lane, taken, a.observed, h, k, y1, f1, w);

        taken &= !lost;
        live &= !lost;
        leaves |= lost;
    }
    lane[lane_steps] += pick(taken, (real)1.0, (real)0.0);
    lane[lane_rejected] += pick(live & !taken, (real)1.0, (real)0.0);
    lane_advance(lane, taken, h);
    unrolled_for (i, system_dim) {
        lane[lane_y + i] = pick(taken, y1[i], lane[lane_y + i]);
        lane[lane_f + i] = pick(taken, f1[i], lane[lane_f + i]);
    }
    if (!stepper_fixed) {
        const real e = power_log2_rough(larger_of(smaller_of(error, (real)1e30), (real)1e-8));
        real next = control_factor(taken, e, h, lane[lane_error]) * h;

        if (control_predicts)
            next = smaller_of(next, control_approach * h *
                                        system_slip_left(&q->p, lane[lane_t], lane + lane_y,
                                                         lane + lane_f, h));
        lane[lane_h] =
            pick(live & !beyond, smaller_of(larger_of(next, (real)run->h_min), (real)run->h_max),
                 lane[lane_h]);
        lane[lane_error] = pick(live & !beyond, control_keep(taken, e, h, lane[lane_error]),
                                lane[lane_error]);
    }
    if (any_lane(rare))
        attempt_ends(q, run, lane, &a, taken, live & !taken & !beyond, error, asked);
    if (lane_handover_count && any_lane(leaves | rare))
        handover_leave(lane, leaves);
    switching_after(q, run, lane, taken & (lane[lane_outcome] < 0.0), h);
}

#endif
