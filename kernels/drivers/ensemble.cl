/* ensemble.cl: one pack of trajectories per work-item, or several (schedule/interleave.h), a bounded number of steps
 * per launch.
 *
 * Lanes lie in slots 0..n-1, field-major: params[field * n + slot] (system, then law), state[..] as in lane.h.
 * slots[first + item * INTERLEAVE * PACK ..] names the lanes of a work-item, live of them in all. States go from one
 * block to the next: a launch that does not come back spoils nothing. Roles: those of problem.h, dense.h, lane.h;
 * stepper_step, stepper_dense_of, stepper_kept, stepper_fixed, stepper_estimate; friction_fields, friction_make.
 * SPDX-License-Identifier: MIT */
#include "drivers/attempt.h"
#include "schedule/interleave.h"

static inline struct problem ensemble_problem(ulong n, global const number *params,
                                              global const number *shared, const int slot[PACK])
{
    union {
        struct system_params p;
        real field[system_params_count];
    } system;
    real field[friction_fields + 1];
    struct problem q;

    unrolled_for (k, system_params_count)
        system.field[k] = lanes_load(params + k * n, slot);
    unrolled_for (k, friction_fields)
        field[k] = lanes_load(params + (system_params_count + k) * n, slot);
    q.p = system.p;
    q.law = friction_make(field, shared);
#if parameters_count
    for (int k = 0; k < parameters_count; ++k)
        q.scale[k] = lanes_load(params + (system_params_count + friction_fields + k) * n, slot);
    parameters_ready(&q, field, shared);
#endif
    stepper_ready(&q, field);
    return q;
}

/* Reads a pack and starts those of its lanes that are fresh; which of them observers begin to see. */
static inline mask ensemble_begin(ulong n, global const number *state, const int slot[PACK],
                                  const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count])
{
    union lanes off;
    mask fresh, seen;

    unrolled_for (k, lane_count)
        lane[k] = lanes_load(state + k * n, slot);
    spill_rare(q, 0, lane_count, lane);
    off.pack = lane[lane_outcome];
    for (int l = 0; l < PACK; ++l)
        if (slot[l] < 0)
            off.one[l] = outcome_stopped;
    lane[lane_outcome] = off.pack;
    fresh = (lane[lane_h] == 0.0) & (lane[lane_outcome] < 0.0);
    seen = fresh & (lane_until(lane, (real)run->t_observe) <= 0.0);
    if (any_lane(fresh)) {
        attempt_first(q, run, lane, fresh);
        if (!switching_settles)
            watch_begin(q, run, lane, seen);
    }
    return seen;
}

static inline int ensemble_runs(real lane[INTERLEAVE][lane_count])
{
    mask live = lane[0][lane_outcome] < 0.0;

    for (int s = 1; s < INTERLEAVE; ++s)
        live |= lane[s][lane_outcome] < 0.0;
    return any_lane(live);
}

/* What one work-item does; PoCL compiles three copies of a kernel, but one of this. */
static seldom void ensemble_item(size_t item, ulong n, uint live, uint attempts,
                                 global const int *slots, global const number *params,
                                 global const number *shared, const struct run_settings *given,
                                 global const number *state, global number *next,
                                 const struct watch *watched)
{
    const struct run_settings run = *given;
    struct watch w = *watched;
    struct problem q[INTERLEAVE];
    real lane[INTERLEAVE][lane_count];
    int slot[INTERLEAVE][PACK];
    mask begins[INTERLEAVE];
    int most = interleave_most;

    for (int s = 0; s < INTERLEAVE; ++s) {
        for (int l = 0; l < PACK; ++l) {
            const size_t at = (item * INTERLEAVE + s) * PACK + l;

            slot[s][l] = at < live ? slots[at] : -1;
        }
        q[s] = ensemble_problem(n, params, shared, slot[s]);
        q[s].spill = w.spill;
        begins[s] = ensemble_begin(n, state, slot[s], &q[s], &run, lane[s]);
    }
    for (uint k = 0;;) {
        uint taken = 0;

        for (int s = 0; switching_settles && s < INTERLEAVE; ++s) {
            switching_settle(&q[s], &run, lane[s]);
            if (k == 0 && any_lane(begins[s]))
                watch_begin(&q[s], &run, lane[s], begins[s]);
        }
        if (k >= attempts || !ensemble_runs(lane))
            break;
        if (interleave_plain) {
            most = (int)min((uint)most, attempts - k);
            taken = (uint)interleave_run(q, &run, &most, lane);
        }
        k += taken;
        for (; taken == 0; ++taken, ++k)
            for (int s = 0; s < INTERLEAVE; ++s) {
                w.slot = slot[s];
                switching_mode(&q[s], lane[s]);
                attempt_step(&q[s], &run, lane[s], &w);
            }
    }
    for (int s = 0; s < INTERLEAVE; ++s) {
        global number *to = next; /* k * n would be kept from the beginning on */

        spill_reload_rare(&q[s], 0, lane_count, lane[s]);
        handover_end(lane[s]);
        unrolled
        for (int k = 0; k < lane_count; ++k, to += n)
            lanes_store(lane[s][k], to, slot[s]);
    }
}

kernel void ensemble(const ulong n, const uint live, const uint attempts, global const int *slots,
                     const uint first, global const number *params, global const number *shared,
                     const struct run_settings run, global const number *state, global number *next,
                     global const number *time, global const ulong *start, global number *rows)
{
    local volatile real spilled[spill_group ? spill_end * spill_group : 1];
    const size_t item = get_global_id(0);
    struct watch w;

    if (item * INTERLEAVE * PACK >= live)
        return;
    w.n = n;
    w.time = time;
    w.start = start;
    w.rows = rows;
    w.spill.slot = spilled + get_local_id(0);
    w.spill.scratch = 0;
    ensemble_item(item, n, live, attempts, slots + first, params, shared, &run, state, next, &w);
}
