/* block.h: steps of one size that nobody watches, many at once. Roles: as in attempt.h.
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_BLOCK_H
#define DRIVERS_BLOCK_H

#include "drivers/lane.h"
#include "steppers/problem.h"

/* Blocks begin at numbers of steps that do not depend on where a launch ends. A block in which some lane
 * leaves the finite numbers is not taken: single steps then find where. */
enum {
    block_plain = stepper_fixed & !(observe_extrema | observe_section | observe_period |
                                    observe_stick | observe_series),
    block_steps = 64
};

static inline int block_run(const struct problem *q, const struct run_settings *run,
                            real lane[lane_count])
{
    const struct tolerance tol = {run->rtol, run->atol};
    const mask live = lane[lane_outcome] < 0.0;
    const mask observed = lane_until(lane, run->t_observe) <= 0.0;
    const real left = lane_until(lane, pick(observed, (real)run->t_end, (real)run->t_observe));
    const real h = lane[lane_h];
    const real room = fmin(left - (number)(block_steps + 1) * h,
                           (real)run->max_steps - lane[lane_steps] - (number)block_steps);
    real y[system_dim], f[system_dim], k[stepper_kept][system_dim];
    mask bad = live & (room < 0.0);

    if (any_lane(bad))
        return 0;
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        y[i] = lane[lane_y + i];
        f[i] = lane[lane_f + i];
    }
    for (int n = 0; n < block_steps; ++n) {
        real y1[system_dim];

        stepper_step(q, tol, lane[lane_t] + (number)n * h, h, y, f, k, y1, f);
        unrolled
        for (int i = 0; i < system_dim; ++i)
            y[i] = y1[i];
    }
    unrolled
    for (int i = 0; i < system_dim; ++i)
        bad |= live & ((isfinite(y[i]) == 0) | (isfinite(f[i]) == 0));
    if (any_lane(bad))
        return 0;
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        lane[lane_y + i] = pick(live, y[i], lane[lane_y + i]);
        lane[lane_f + i] = pick(live, f[i], lane[lane_f + i]);
    }
    lane[lane_steps] = pick(live, lane[lane_steps] + (number)block_steps, lane[lane_steps]);
    lane_advance(lane, live, (number)block_steps * h);
    return 1;
}

#endif
