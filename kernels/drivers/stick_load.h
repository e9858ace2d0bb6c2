/* stick_load.h: the load of stick inside a step. Under a law that holds whatever load is below its F_s nothing moves in
 * stick, and the error of a step says nothing of the load: it may swing, and exceed F_s, between the places where the
 * step evaluates it. A step that begins and ends in stick is too long where five loads along it do not show how the
 * load moves, or where its peak exceeds F_s. Roles: as in attempt.h; system_stick_load, friction_slide_line.
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_STICK_LOAD_H
#define DRIVERS_STICK_LOAD_H

#include "drivers/lane.h"
#include "schedule/spill_lane.h"
#include "steppers/dense.h"
#include "steppers/problem.h"

/* The error of a step that passes a peak: about half of it is tried next. */
#define stick_load_too_long ((number)64.0)
/* The fourth difference of the loads, over F_s, that may be. */
#define stick_load_rough ((number)0.02)
/* The part of F_s by which no peak is told from F_s. */
#define stick_load_least ((number)(sizeof(number) == 4 ? 1e-5 : 1e-7))

/* The load over F_s at a state, and inside of the step at x. */
merged static inline real stick_load_at(const struct problem *q, real t, const real y[system_dim])
{
    return system_stick_load(&q->p, t, (const void *)y) * q->law.over_F;
}

static inline real stick_load_inside(const struct problem *q, real t, real h, const struct dense *s, real x)
{
    real y[system_dim];

    spill_ends_cubic(q, h, s, x, y);
    return stick_load_at(q, t + x * h, y);
}

/* Where the parabola through three values d apart has its vertex, from the middle one. */
static inline real stick_load_vertex(real before, real here, real after, real d)
{
    const real bend = 2.0 * here - before - after;
    const mask bends = fabs(bend) > 1e-30;

    return pick(bends, fmax(fmin(0.5 * d * (after - before) / pick(bends, bend, (real)1.0), d), -d),
                (real)0.0);
}

static inline real stick_load_error(const struct problem *q, const struct run_settings *run,
                              const real lane[lane_count], real h, const real y1[system_dim],
                              const real f1[system_dim], real error)
{
    const real t = lane[lane_t];
    mask sticks = (lane[lane_outcome] < 0.0) & (error <= 1.0), peak;
    real load[5], x = 0.0, before = 0.0, here = 0.0, after = 0.0;
    struct dense s;

    sticks &= friction_slide_line(&q->law, contact_slip(&q->p, t, lane + lane_y).vx) < 1.0;
    sticks &= friction_slide_line(&q->law, contact_slip(&q->p, t + h, y1).vx) < 1.0;
    if (!any_lane(sticks))
        return error;
    dense_hermite(&s, h, lane + lane_y, y1, lane + lane_f, f1);
    spill_ends(q, lane, y1, f1);
    load[0] = stick_load_at(q, t, lane + lane_y);
    load[4] = stick_load_at(q, t + h, y1);
    unrolled_from (i, 1, 4)
        load[i] = stick_load_inside(q, t, h, &s, (real)(0.25 * (number)i));
    error =
        pick(sticks,
             fmax(error, fabs(load[0] - 4.0 * load[1] + 6.0 * load[2] - 4.0 * load[3] + load[4]) *
                             (1.0 / stick_load_rough)),
             error);
    unrolled_from (i, 1, 4) {
        const mask higher = fabs(load[i]) > fabs(here);

        x = pick(higher, (real)(0.25 * (number)i), x);
        before = pick(higher, load[i - 1], before);
        here = pick(higher, load[i], here);
        after = pick(higher, load[i + 1], after);
    }
    peak = sticks & (fabs(here) > 0.9) & (fabs(here) >= fabs(before)) & (fabs(here) >= fabs(after));
    if (any_lane(peak)) {
        const real d = 1.0 / 32.0;

        x += stick_load_vertex(before, here, after, (real)0.25);
        x += stick_load_vertex(stick_load_inside(q, t, h, &s, x - d), stick_load_inside(q, t, h, &s, x),
                         stick_load_inside(q, t, h, &s, x + d), d);
        here = fabs(stick_load_inside(q, t, h, &s, x));
        error = pick(peak & (here > 1.0 + stick_load_least) & (fabs(load[4]) < 1.0),
                     fmax(error, (real)stick_load_too_long), error);
    }
    spill_reload_ends(q, (real *)lane, (real *)y1, (real *)f1);
    return error;
}

#endif
