/* corners.h: steps that end on the corners of a law, where its slopes jump. A step that would pass one is given up and
 * taken again up to where the polynomial through five places on Hermite's cubic has the corner; one that ends beside
 * it, within a unit of the law's measure, has arrived. Both sides of a corner are then smooth: fewer steps are
 * rejected, and their errors are those that are estimated. A corner that a step meets twice, or beside its beginning,
 * is left to the control of errors. What else lies between two steps is as in no_switches.h. Roles: as in attempt.h;
 * system_stick_load, friction_corners, friction_corner. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_CORNERS_H
#define DRIVERS_CORNERS_H

#include "drivers/no_switches.h"
#include "schedule/spill_lane.h"
#include "steppers/dense.h"

#define corners_mode    no_switches_mode
#define corners_settle  no_switches_settle
#define corners_settles no_switches_settles
#define corners_turn    no_switches_turn
#define corners_begin   no_switches_begin

/* Kept: how far it is to the next corner, 0 where none is known; the step that was asked before. */
enum { corners_far = lane_stepper, corners_whole };

/* How far the state is from each corner, with a sign, in units in which 1 is as good as on it. */
merged static inline void corners_at(const struct problem *q, real t, const real y[system_dim],
                                     real g[friction_corners])
{
    friction_corner(&q->law, -contact_slip(&q->p, t, y).vx,
                    -system_stick_load(&q->p, t, (const void *)y), g);
}

/* The shortest way to a corner that is worth a step, over time. */
#define corners_least ((number)(sizeof(number) == 4 ? 1e-6 : 2e-14))

/* A corner lies between two places that are each farther from it than 1. */
static inline mask corners_passed(real g, real g1)
{
    return ((g > 1.0) & (g1 < -1.0)) | ((g < -1.0) & (g1 > 1.0));
}

/* A step that was cut short at a corner is as long as the way there; others are as long as control says. */
static inline real corners_reach(const struct problem *q, const real lane[lane_count])
{
    const real far = lane[corners_far];

    return pick(far > 0.0, far, (real)real_large * (real)real_large);
}

/* The corners at 0, 1/4, 1/2, 3/4 and 1 of a step: between them they follow the polynomial through these. */
enum { corners_nodes = 5 };

/* Of each lane the corner that it passes first, if it went straight. */
static inline void corners_choose(const real g[corners_nodes][friction_corners],
                                  real at[corners_nodes])
{
    real way = 1.0, whole = 1.0; /* to the corner, and all of the step: their ratios are compared */

    unrolled_for (i, corners_nodes)
        at[i] = g[i][0];
    unrolled_for (j, friction_corners) {
        const real begin = g[0][j], end = g[corners_nodes - 1][j];
        const real own = fabs(begin), all = fabs(begin - end);
        const mask sooner = corners_passed(begin, end) & (own * whole < way * all);

        way = pick(sooner, own, way);
        whole = pick(sooner, all, whole);
        unrolled_for (i, corners_nodes)
            at[i] = pick(sooner, g[i][j], at[i]);
    }
}

/* Where it lies, as a share of the step: between two nodes by a chord, then by Newton's method on the polynomial. */
static inline real corners_share(const real g[corners_nodes][friction_corners])
{
    real at[corners_nodes], d[corners_nodes], low, next, u, begin = 0.0;

    corners_choose(g, at);
    low = at[0];
    next = at[1];
    unrolled_from (i, 1, corners_nodes - 1) {
        const mask before = (begin == (real)(number)(i - 1)) & (at[i] * at[0] > 0.0);

        begin = pick(before, (real)(number)i, begin);
        low = pick(before, at[i], low);
        next = pick(before, at[i + 1], next);
    }
    unrolled_for (i, corners_nodes)
        d[i] = at[i];
    unrolled_from (k, 1, corners_nodes)
        unrolled
    for (int i = corners_nodes - 1; i >= k; --i)
        d[i] = (d[i] - d[i - 1]) * ((number)1.0 / (number)k);
    u = begin + low / (low - next);
    unrolled_for (turn, 2) { /* the value and the slope, by Horner's rule */
        real value = d[corners_nodes - 1], slope = 0.0;

        unrolled
        for (int i = corners_nodes - 2; i >= 0; --i) {
            slope = slope * (u - (number)i) + value;
            value = value * (u - (number)i) + d[i];
        }
        u = larger_of(smaller_of(u - value / slope, begin + 1.0), begin);
    }
    return 0.25 * u;
}

/* Lanes whose step passes a corner: they keep the way to it, and the step that was asked for, and try again. */
static inline mask corners_beyond(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask taken, mask tried, real h,
                                  real k[stepper_kept][system_dim], const real y1[system_dim],
                                  const real f1[system_dim])
{
    real g[corners_nodes][friction_corners];
    mask beyond = taken & !taken;

    spill_ends(q, lane, y1, f1);
    corners_at(q, lane[lane_t], lane + lane_y, g[0]);
    corners_at(q, lane[lane_t] + h, y1, g[corners_nodes - 1]);
    unrolled_for (j, friction_corners)
        beyond |= corners_passed(g[0][j], g[corners_nodes - 1][j]);
    beyond &= tried;
    if (any_lane(beyond)) {
        struct dense s;
        real share;

        dense_hermite(&s, h, lane + lane_y, y1, lane + lane_f, f1);
        unrolled_from (i, 1, corners_nodes - 1) {
            const real x = (real)(0.25 * (number)i);
            real y[system_dim];

            spill_ends_cubic(q, h, &s, x, y);
            corners_at(q, lane[lane_t] + x * h, y, g[i]);
        }
        share = corners_share(g);
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
        real far = 1.0, speed = 0.0; /* of the corner that is met first, by their ratios */

        unrolled_for (i, system_dim)
            y[i] = lane[lane_y + i] + dt * lane[lane_f + i];
        corners_at(q, lane[lane_t], lane + lane_y, g);
        corners_at(q, lane[lane_t] + dt, y, moved);
        unrolled_for (j, friction_corners) {
            const real away = fabs(g[j]), to = pick(g[j] < 0.0, moved[j] - g[j], g[j] - moved[j]);
            const mask sooner = (away > 2.0) & (to > 0.0) & (away * speed < far * to);

            far = pick(sooner, away, far);
            speed = pick(sooner, to, speed);
            nearest = smaller_of(nearest, pick(away == 0.0, (real)2.0, away));
        }
        next = larger_of(lane[lane_h], lane[corners_whole]);
        next = pick(speed > 0.0, smaller_of(dt * (far / larger_of(speed, (real)real_tiny)), next),
                    next);
        next = pick(nearest <= 1.0, next, lane[lane_h]);
        lane[lane_h] = pick(there, fmax(next, (real)run->h_min), lane[lane_h]);
        lane[corners_whole] = pick(there, (real)0.0, lane[corners_whole]);
    }
}

#endif
