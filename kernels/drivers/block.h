/* block.h: steps of one size that nobody watches, many at once. A work-item has STRANDS packs, which take turns step by
 * step: one register wide each, they keep their numbers in registers, and several are in flight. Roles: as in attempt.h.
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_BLOCK_H
#define DRIVERS_BLOCK_H

#include "drivers/lane.h"
#include "steppers/problem.h"

#ifndef STRANDS
#    define STRANDS 1
#endif

/* Blocks begin at numbers of steps that do not depend on where a launch ends. A block in which some lane
 * leaves the finite numbers is not taken: single steps then find where. Its neighbours do not feel that, because
 * a block adds up time step by step as single steps do. */
#define BLOCK_WATCHED(name) +1
enum {
    block_plain = (stepper_fixed != 0) & ((0 OBSERVERS(BLOCK_WATCHED)) == 0),
    block_long = 64,
    block_short = 8
};

/* 1 if every lane that runs has that many steps before it. */
static inline int block_fits(const struct run_settings *run, const real lane[lane_count], int steps)
{
    const mask observed = lane_until(lane, run->t_observe) <= 0.0;
    const real left = lane_until(lane, pick(observed, (real)run->t_end, (real)run->t_observe));
    const real room = fmin(left - (number)(steps + 1) * lane[lane_h],
                           (real)run->max_steps - lane[lane_steps] - (number)steps);

    return !any_lane((lane[lane_outcome] < 0.0) & (room < 0.0));
}

static inline int block_finite(const real lane[lane_count], const real y[system_dim],
                               const real f[system_dim])
{
    mask bad = (lane[lane_outcome] < 0.0) & ((isfinite(y[0]) == 0) | (isfinite(f[0]) == 0));

    unrolled
    for (int i = 1; i < system_dim; ++i)
        bad |= (lane[lane_outcome] < 0.0) & ((isfinite(y[i]) == 0) | (isfinite(f[i]) == 0));
    return !any_lane(bad);
}

static inline void block_take(real lane[lane_count], int steps, const real y[system_dim],
                              const real f[system_dim], real t, real low)
{
    const mask live = lane[lane_outcome] < 0.0;

    unrolled
    for (int i = 0; i < system_dim; ++i) {
        lane[lane_y + i] = pick(live, y[i], lane[lane_y + i]);
        lane[lane_f + i] = pick(live, f[i], lane[lane_f + i]);
    }
    lane[lane_steps] = pick(live, lane[lane_steps] + (number)steps, lane[lane_steps]);
    lane[lane_t] = pick(live, t, lane[lane_t]);
    lane[lane_t_low] = pick(live, low, lane[lane_t_low]);
}

/* One step of every strand. */
static inline void block_step(const struct problem q[STRANDS], struct tolerance tol,
                              const real h[STRANDS], real t[STRANDS], real low[STRANDS],
                              real y[STRANDS][system_dim], real f[STRANDS][system_dim])
{
    unrolled
    for (int s = 0; s < STRANDS; ++s) {
        real y1[system_dim], k[stepper_kept][system_dim];

        stepper_step(&q[s], tol, t[s], h[s], y[s], f[s], k, y1, f[s]);
        lane_add(&t[s], &low[s], h[s]);
        unrolled
        for (int i = 0; i < system_dim; ++i)
            y[s][i] = y1[i];
    }
}

/* How many steps all lanes took: block_long, block_short or none. */
static inline int block_run(const struct problem q[STRANDS], const struct run_settings *run,
                            real lane[STRANDS][lane_count])
{
    const struct tolerance tol = {run->rtol, run->atol};
    real y[STRANDS][system_dim], f[STRANDS][system_dim], h[STRANDS], t[STRANDS];
    real low[STRANDS];
    int fits = 1, room = 1, steps, good = 1;

    for (int s = 0; s < STRANDS; ++s) {
        fits &= block_fits(run, lane[s], block_long);
        room &= block_fits(run, lane[s], block_short);
    }
    steps = fits ? block_long : block_short;
    if (!room)
        return 0;
    unrolled
    for (int s = 0; s < STRANDS; ++s) {
        h[s] = lane[s][lane_h];
        t[s] = lane[s][lane_t];
        low[s] = lane[s][lane_t_low];
        unrolled
        for (int i = 0; i < system_dim; ++i) {
            y[s][i] = lane[s][lane_y + i];
            f[s][i] = lane[s][lane_f + i];
        }
    }
    for (int n = 0; n < steps; ++n)
        block_step(q, tol, h, t, low, y, f);
    unrolled
    for (int s = 0; s < STRANDS; ++s)
        good &= block_finite(lane[s], y[s], f[s]);
    if (!good)
        return 0;
    unrolled
    for (int s = 0; s < STRANDS; ++s)
        block_take(lane[s], steps, y[s], f[s], t[s], low[s]);
    return steps;
}

#endif
