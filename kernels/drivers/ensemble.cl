/* ensemble.cl: one pack of trajectories per work-item, a bounded number of steps per launch.
 *
 * Lanes lie in slots 0..n-1, field-major: params[field * n + slot] (system, then law), state[..] as in
 * lane.h. slots[item * PACK ..] names the lanes of a work-item. A rejected step is one more turn of the
 * loop; lanes differ in time, step and error, and a change is taken lane by lane.
 * Roles: those of problem.h, dense.h, lane.h; stepper_step, stepper_dense_of, stepper_kept, stepper_fixed,
 * stepper_estimate; friction_fields, friction_make. SPDX-License-Identifier: MIT */
#include "drivers/lane.h"
#include "drivers/watch.h"
#include "steppers/control.h"

static inline struct problem ensemble_problem(ulong n, global const number *params,
                                              global const number *shared, const int slot[PACK])
{
    union {
        struct system_params p;
        real field[system_params_count];
    } system;
    real field[friction_fields + 1];
    struct problem q;

    unrolled for (int k = 0; k < system_params_count; ++k) system.field[k] =
        lanes_load(params + k * n, slot);
    unrolled for (int k = 0; k < friction_fields; ++k) field[k] =
        lanes_load(params + (system_params_count + k) * n, slot);
    q.p = system.p;
    q.law = friction_make(field, shared);
    return q;
}

/* The slope and the first step of lanes that have none yet. */
static inline void ensemble_first(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask fresh)
{
    const struct tolerance tol = {run->rtol, run->atol};
    real f[system_dim], size = 0.0, slope = 0.0, h;

    problem_rhs(q, lane[lane_t], lane + lane_y, f);
    unrolled for (int i = 0; i < system_dim; ++i)
    {
        const real weight = tolerance_weight(tol, lane[lane_y + i], lane[lane_y + i]);

        size = fmax(size, fabs(lane[lane_y + i]) * weight);
        slope = fmax(slope, fabs(f[i]) * weight);
        lane[lane_f + i] = pick(fresh, f[i], lane[lane_f + i]);
    }
    h = pick((size > 1e-5) & (slope > 1e-5), 0.01 * size / slope, (real)1e-6);
    h = fmin(h, 1e-2 * (real)(run->t_end - run->t_begin));
    if (run->h_first > 0.0)
        h = run->h_first;
    h = fmin(fmax(h, (real)run->h_min), (real)run->h_max);
    lane[lane_h] = pick(fresh, h, lane[lane_h]);
}

/* One attempt of every lane that runs. */
static inline void ensemble_attempt(const struct problem *q, const struct run_settings *run,
                                    real lane[lane_count], const struct watch *w)
{
    const struct tolerance tol = {run->rtol, run->atol};
    const mask live = lane[lane_outcome] < 0.0;
    const mask observed = lane_until(lane, run->t_observe) <= 0.0;
    const real left = lane_until(lane, pick(observed, (real)run->t_end, (real)run->t_observe));
    const mask last = lane[lane_h] >= (1.0 - 1e-9) * left;
    const real h = pick(last, left, lane[lane_h]);
    const real least = fmax((real)run->h_min, watch_ulp * fabs(lane[lane_t]));
    const mask smallest = h <= least * 1.000001;
    const real limit = stepper_fixed ? (real)INFINITY : (real)1.0;
    real k[stepper_kept][system_dim], y1[system_dim], f1[system_dim];
    real error = stepper_step(q, tol, lane[lane_t], pick(live, h, (real)1.0), lane + lane_y,
                              lane + lane_f, k, y1, f1);
    mask finite = isfinite(error) != 0, taken, halts;
    real factor, e;

    unrolled for (int i = 0; i < system_dim; ++i) finite &=
        (isfinite(y1[i]) != 0) & (isfinite(f1[i]) != 0);
    taken = live & finite & ((error <= limit) | (smallest & ((real)run->accept_min > 0.0)));
    e = log(fmax(pick(finite, error, (real)1e10), (real)1e-8));
    if (any_lane(taken))
        watch_step(q, run, lane, taken, observed, h, k, y1, f1, w);

    halts = live & !taken & (smallest | (limit > 1.0));
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
        unrolled for (int i = 0; i < system_dim; ++i)
        {
            lane[lane_y + i] = pick(taken, y1[i], lane[lane_y + i]);
            lane[lane_f + i] = pick(taken, f1[i], lane[lane_f + i]);
        }
        lane[lane_outcome] = pick(ends | (begins & ((real)run->t_observe >= run->t_end)),
                                  (real)outcome_finished, lane[lane_outcome]);
        if (any_lane(begins))
            watch_begin(q, lane, begins);
    }
    if (!stepper_fixed) {
        factor = pick(taken, control_taken(e, lane[lane_error]), control_rejected(e));
        factor = pick(finite, factor, (real)0.1);
        factor = fmin(fmax(factor * h, (real)run->h_min), (real)run->h_max);
        /* a step cut short by an end says little about the next */
        factor = pick(taken & last, fmax(factor, lane[lane_h]), factor);
        lane[lane_h] = pick(live, factor, lane[lane_h]);
        lane[lane_error] = pick(taken, e, lane[lane_error]);
    }
    lane[lane_outcome] = pick((lane[lane_outcome] < 0.0) &
                                  (lane[lane_steps] + lane[lane_rejected] >= run->max_steps),
                              (real)outcome_step_limit, lane[lane_outcome]);
}

kernel void ensemble(const ulong n, const uint items, const uint attempts, global const int *slots,
                     global const number *params, global const number *shared,
                     global const number *settings, global number *state, global const number *time,
                     global number *point, global number *sample)
{
    const size_t item = get_global_id(0);
    union {
        struct run_settings run;
        number field[run_settings_count];
    } set;
    struct problem q;
    struct watch w;
    real lane[lane_count];
    int slot[PACK];
    mask fresh;

    if (item >= items)
        return;
    for (int l = 0; l < PACK; ++l)
        slot[l] = slots[item * PACK + l];
    for (int k = 0; k < run_settings_count; ++k)
        set.field[k] = settings[k];
    unrolled for (int k = 0; k < lane_count; ++k) lane[k] = lanes_load(state + k * n, slot);
    {
        union lanes off;

        off.pack = lane[lane_outcome];
        for (int l = 0; l < PACK; ++l)
            if (slot[l] < 0)
                off.one[l] = outcome_stopped;
        lane[lane_outcome] = off.pack;
    }
    w.n = n;
    w.time = time;
    w.point = point;
    w.sample = sample;
    w.slot = slot;
    q = ensemble_problem(n, params, shared, slot);
    fresh = (lane[lane_h] == 0.0) & (lane[lane_outcome] < 0.0);
    if (any_lane(fresh)) {
        ensemble_first(&q, &set.run, lane, fresh);
        watch_begin(&q, lane, fresh & (lane_until(lane, (real)set.run.t_observe) <= 0.0));
    }
    for (uint k = 0; k < attempts && any_lane(lane[lane_outcome] < 0.0); ++k)
        ensemble_attempt(&q, &set.run, lane, &w);
    unrolled for (int k = 0; k < lane_count; ++k) lanes_store(lane[k], state + k * n, slot);
}
