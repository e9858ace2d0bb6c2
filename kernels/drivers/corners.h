/* corners.h: steps that end on the corners of a law, where its slopes jump. A step that would pass one is given up and
 * taken again up to where Hermite's cubic has the corner; one that ends beside it, within a unit of the law's measure, has
 * arrived. Both sides of a corner are then smooth: fewer steps are rejected, and their errors are those that are
 * estimated. A corner that a step meets twice, or beside its beginning, is left to the control of errors. What else lies
 * between two steps is as in no_switches.h. Roles: as in attempt.h; system_stick_load, friction_corners,
 * friction_corner. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_CORNERS_H
#define DRIVERS_CORNERS_H

#include "drivers/no_switches.h"
#include "schedule/spill_lane.h"
#include "steppers/dense.h"

#define corners_mode  no_switches_mode
#define corners_turn  no_switches_turn
#define corners_begin no_switches_begin

/* Kept: how far it is to the next corner, 0 where none is known; the step that was asked before. */
enum { corners_far = lane_stepper, corners_whole };

/* How far the state is from each corner, with a sign, in units in which 1 is as good as on it. */
static inline void corners_at(const struct problem *q, real t, const real y[system_dim],
                              real g[friction_corners])
{
    friction_corner(&q->law, -contact_slip(&q->p, t, y).vx,
                    -system_stick_load(&q->p, t, (const void *)y), g);
}

/* The shortest way to a corner that is worth a step, over time. */
#define corners_least ((number)(sizeof(number) == 4 ? 1e-6 : 2e-14))

static inline mask corners_passed(real g, real g1)
{
    return ((g > 1.0) & (g1 < -1.0)) | ((g < -1.0) & (g1 > 1.0));
}

static inline real corners_reach(const struct problem *q, const real lane[lane_count])
{
    const real far = lane[corners_far];

    return pick(far > 0.0, far, (real)real_large * (real)real_large);
}

/* Where the first of the corners lies that the step passes, as a share of it: false position, whose older end counts
 * half (Illinois). */
static inline real corners_share(const struct problem *q, real t, real h, const struct dense *s,
                                 const real g0[friction_corners], const real g1[friction_corners])
{
    real first = 1.0, low = 0.0, high = 1.0, at_low = 0.0, at_high = 0.0, chosen = 0.0, x;

    unrolled_for (j, friction_corners) {
        const mask passed = corners_passed(g0[j], g1[j]);
        const real part = pick(passed, g0[j] / (g0[j] - g1[j]), (real)2.0);
        const mask sooner = part < first;

        first = pick(sooner, part, first);
        chosen = pick(sooner, (real)(number)j, chosen);
        at_low = pick(sooner, g0[j], at_low);
        at_high = pick(sooner, g1[j], at_high);
    }
    x = first;
    for (int turn = 0; turn < 5; ++turn) {
        real y[system_dim], g[friction_corners], at = 0.0;
        mask before;

        spill_ends_cubic(q, h, s, x, y);
        corners_at(q, t + x * h, y, g);
        unrolled_for (j, friction_corners)
            at = pick(chosen == (real)(number)j, g[j], at);
        before = at * at_low > 0.0;
        at_high = pick(before, 0.5 * at_high, at);
        at_low = pick(before, at, 0.5 * at_low);
        low = pick(before, x, low);
        high = pick(before, high, x);
        x = low + (high - low) * (at_low / (at_low - at_high));
    }
    return x;
}

static inline mask corners_beyond(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask taken, mask tried, real h,
                                  real k[stepper_kept][system_dim], const real y1[system_dim],
                                  const real f1[system_dim])
{
    real g0[friction_corners], g1[friction_corners];
    mask beyond = taken & !taken;

    spill_ends(q, lane, y1, f1);
    corners_at(q, lane[lane_t], lane + lane_y, g0);
    corners_at(q, lane[lane_t] + h, y1, g1);
    unrolled_for (j, friction_corners)
        beyond |= corners_passed(g0[j], g1[j]);
    beyond &= tried;
    if (any_lane(beyond)) {
        struct dense s;
        real share;

        dense_hermite(&s, h, lane + lane_y, y1, lane + lane_f, f1);
        share = corners_share(q, lane[lane_t], h, &s, g0, g1);
        spill_reload_ends(q, lane, (real *)y1, (real *)f1);
        /* what is too close to be told from the beginning is passed */
        beyond &= (share * h > fmax(corners_least * fabs(lane[lane_t]), (real)run->h_min)) &
                  (share < 1.0 - 1e-9);
        lane[corners_whole] =
            pick(beyond, fmax(lane[lane_h], lane[corners_whole]), lane[corners_whole]);
        lane[corners_far] = pick(beyond, share * h, lane[corners_far]);
    } else
        spill_reload_ends(q, lane, (real *)y1, (real *)f1);
    return beyond;
}

/* Behind a corner the step is that of before, unless the next corner lies ahead. */
static inline void corners_after(const struct problem *q, const struct run_settings *run,
                                 real lane[lane_count], mask taken, real h)
{
    const mask near = lane[corners_far] > 0.0,
               there = taken & near & (h >= lane[corners_far] * (1.0 - 1e-6));

    lane[corners_far] =
        pick(there, (real)0.0, pick(taken & near, lane[corners_far] - h, lane[corners_far]));
    if (any_lane(there)) {
        const real dt = 1e-6 * lane[corners_whole];
        real g[friction_corners], moved[friction_corners], y[system_dim], next, nearest = 2.0;

        next = fmax(lane[lane_h], lane[corners_whole]);
        unrolled_for (i, system_dim)
            y[i] = lane[lane_y + i] + dt * lane[lane_f + i];
        corners_at(q, lane[lane_t], lane + lane_y, g);
        corners_at(q, lane[lane_t] + dt, y, moved);
        unrolled_for (j, friction_corners) {
            const real to = g[j] - moved[j];
            const mask ahead = (fabs(g[j]) > 2.0) & (to * g[j] > 0.0);

            next = fmin(next, pick(ahead, dt * (g[j] / pick(ahead, to, (real)1.0)), next));
            nearest = fmin(nearest, pick(g[j] == 0.0, (real)2.0, fabs(g[j])));
        }
        next = pick(nearest <= 1.0, next, lane[lane_h]);
        lane[lane_h] = pick(there, fmax(next, (real)run->h_min), lane[lane_h]);
        lane[corners_whole] = pick(there, (real)0.0, lane[corners_whole]);
    }
}

#endif
