/* ensemble.cl: one pack of trajectories per work-item, a bounded number of steps per launch.
 *
 * Lanes lie in slots 0..n-1, field-major: params[field * n + slot] (system, then law), state[..] as in
 * lane.h. slots[item * PACK ..] names the lanes of a work-item.
 * Roles: those of problem.h, dense.h, lane.h; stepper_step, stepper_dense_of, stepper_kept, stepper_fixed,
 * stepper_estimate; friction_fields, friction_make. SPDX-License-Identifier: MIT */
#include "drivers/attempt.h"
#include "drivers/block.h"

static inline struct problem ensemble_problem(ulong n, global const number *params,
                                              global const number *shared, const int slot[PACK])
{
    union {
        struct system_params p;
        real field[system_params_count];
    } system;
    real field[friction_fields + 1];
    struct problem q;

    unrolled
    for (int k = 0; k < system_params_count; ++k)
        system.field[k] = lanes_load(params + k * n, slot);
    unrolled
    for (int k = 0; k < friction_fields; ++k)
        field[k] = lanes_load(params + (system_params_count + k) * n, slot);
    q.p = system.p;
    q.law = friction_make(field, shared);
    return q;
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
    unrolled
    for (int k = 0; k < lane_count; ++k)
        lane[k] = lanes_load(state + k * n, slot);
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
        attempt_first(&q, &set.run, lane, fresh);
        watch_begin(&q, lane, fresh & (lane_until(lane, (real)set.run.t_observe) <= 0.0));
    }
    for (uint k = 0; k < attempts && any_lane(lane[lane_outcome] < 0.0);) {
        if (block_plain && block_run(&q, &set.run, lane)) {
            k += block_steps;
            continue;
        }
        for (int single = 0; single < (block_plain ? block_steps : 1); ++single, ++k)
            attempt_step(&q, &set.run, lane, &w);
    }
    unrolled
    for (int k = 0; k < lane_count; ++k)
        lanes_store(lane[k], state + k * n, slot);
}
