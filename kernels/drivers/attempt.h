/* attempt.h: one step of a pack, taken or rejected lane by lane. A rejected step is one more attempt; lanes
 * differ in time, step and error. Roles: stepper_step, stepper_kept, stepper_fixed, stepper_estimate,
 * switching_turn, switching_begin, switching_reach, switching_error, switching_beyond, switching_after (switches.h or no_switches.h), and those of watch.h. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_ATTEMPT_H
#define DRIVERS_ATTEMPT_H

#include "drivers/lane.h"
#include "drivers/watch.h"
#include "steppers/control.h"

/* The slope and the first step of lanes that have none yet. */
static seldom void attempt_first(const struct problem *q, const struct run_settings *run,
                                 real lane[lane_count], mask fresh)
{
    const struct tolerance tol = {run->rtol, run->atol};
    real f[system_dim], size = 0.0, slope = 0.0, h;

    problem_rhs(q, lane[lane_t], lane + lane_y, f);
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        const real weight = tolerance_weight(tol, lane[lane_y + i], lane[lane_y + i]);

        size = fmax(size, fabs(lane[lane_y + i]) * weight);
        slope = fmax(slope, fabs(f[i]) * weight);
        lane[lane_f + i] = pick(fresh, f[i], lane[lane_f + i]);
    }
    h = pick((size > 1e-5) & (slope > 1e-5), 0.01 * size / slope, (real)1e-6);
    h = stepper_series ? (real)(run->t_end - run->t_begin)
                       : fmin(h, 1e-2 * (real)(run->t_end - run->t_begin));
    if (run->h_first > 0.0)
        h = run->h_first;
    h = fmin(fmax(h, (real)run->h_min), (real)run->h_max);
    lane[lane_h] = pick(fresh, h, lane[lane_h]);
    switching_begin(q, run, lane, fresh);
}

/* One attempt of every lane that runs. */
static inline void attempt_step(const struct problem *q, const struct run_settings *run,
                                real lane[lane_count], const struct watch *w)
{
    const struct tolerance tol = {run->rtol, run->atol};
    const mask live = (lane[lane_outcome] < 0.0) & switching_turn(q, lane);
    const mask observed = lane_until(lane, run->t_observe) <= 0.0;
    const real left = lane_until(lane, pick(observed, (real)run->t_end, (real)run->t_observe));
    real k[stepper_kept][system_dim], y1[system_dim], f1[system_dim];
    const real reach = switching_reach(q, lane);
    const real asked =
        fmin(fmin(lane[lane_h], reach),
             fmax(stepper_reach(q, tol, lane[lane_t], lane + lane_y, lane + lane_f, k),
                  (real)run->h_min));
    /* a step that ends just before goes on to the end, unless a switch lies between */
    const mask last = (asked >= (1.0 - 1e-9) * left) & (reach >= left);
    const real h = pick(last, left, asked);
    const real least = fmax((real)run->h_min, watch_ulp * fabs(lane[lane_t]));
    const mask smallest = h <= least * 1.000001;
    const real limit = stepper_fixed ? (real)INFINITY : (real)1.0;
    real error = stepper_step(q, tol, lane[lane_t], pick(live, h, (real)1.0), lane + lane_y,
                              lane + lane_f, k, y1, f1);
    mask finite = isfinite(error) != 0, taken, halts, beyond;
    real factor, e;

    error = switching_error(q, run, lane, h, y1, f1, error);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        finite &= (isfinite(y1[i]) != 0) & (isfinite(f1[i]) != 0);
    taken = live & finite & ((error <= limit) | (smallest & ((real)run->accept_min > 0.0)));
    e = power_log2(fmax(pick(finite, error, (real)1e10), (real)1e-8));
    beyond = switching_beyond(q, run, lane, taken, live & finite & (error < 1e3), h, k, y1, f1);
    taken &= !beyond;
    if (any_lane(taken))
        watch_step(q, run, lane, taken, observed, h, k, y1, f1, w);

    halts = live & !taken & !beyond & (smallest | (limit > 1.0));
    lane[lane_outcome] =
        pick(halts, pick(finite, (real)outcome_step_underflow, (real)outcome_not_finite),
             lane[lane_outcome]);
    lane[lane_steps] = pick(taken, lane[lane_steps] + 1.0, lane[lane_steps]);
    lane[lane_rejected] = pick(live & !taken, lane[lane_rejected] + 1.0, lane[lane_rejected]);
    lane_advance(lane, taken, h);
    {
        const mask there = taken & last;
        const mask ends = there & observed, begins = there & !observed;

        lane_set_time(lane, begins, run->t_observe);
        lane_set_time(lane, ends, run->t_end);
        unrolled
        for (int i = 0; i < system_dim; ++i) {
            lane[lane_y + i] = pick(taken, y1[i], lane[lane_y + i]);
            lane[lane_f + i] = pick(taken, f1[i], lane[lane_f + i]);
        }
        lane[lane_outcome] = pick(ends | (begins & ((real)run->t_observe >= run->t_end)),
                                  lane_end(lane), lane[lane_outcome]);
        if (any_lane(begins))
            watch_begin(q, run, lane, begins);
    }
    if (!stepper_fixed) {
        factor = control_factor(taken, e, lane[lane_error]);
        factor = pick(finite, factor, (real)0.1);
        factor = fmin(fmax(factor * h, (real)run->h_min), (real)run->h_max);
        /* a step cut short by an end says little about the next */
        factor = pick(taken & last, fmax(factor, lane[lane_h]), factor);
        lane[lane_h] = pick(live & !beyond, factor, lane[lane_h]);
        lane[lane_error] = pick(live & !beyond, control_keep(taken, e), lane[lane_error]);
    }
    switching_after(q, run, lane, taken & (lane[lane_outcome] < 0.0), h);
    lane[lane_outcome] = pick((lane[lane_outcome] < 0.0) &
                                  (lane[lane_steps] + lane[lane_rejected] >= run->max_steps),
                              (real)outcome_step_limit, lane[lane_outcome]);
}

#endif
