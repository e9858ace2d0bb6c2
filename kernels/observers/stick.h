/* stick.h: the time in stick, where system_slide is below 1, and how often it begins. The borders are
 * located on the dense output. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_STICK_H
#define OBSERVERS_STICK_H

#include "drivers/lane.h"
#include "steppers/problem.h"
#include "steppers/dense.h"

enum { stick_time = lane_stick, stick_phases, stick_before, stick_halvings = 40 };

static inline real stick_slide(const struct problem *q, real t, const real y[system_dim])
{
    return system_slide(&q->p, &q->law, t, y) - 1.0;
}

static inline void stick_begin(real lane[lane_count], const struct problem *q, mask which)
{
    const real g = stick_slide(q, lane[lane_t], lane + lane_y);

    lane[stick_time] = pick(which, (real)0.0, lane[stick_time]);
    lane[stick_phases] = pick(which, pick(g < 0.0, (real)1.0, (real)0.0), lane[stick_phases]);
    lane[stick_before] = pick(which, g, lane[stick_before]);
}

static inline mask stick_wants(const real lane[lane_count], real after)
{
    return (lane[stick_before] < 0.0) != (after < 0.0);
}

/* A step over h at whose end the slide is `after`; s is set where some lane changes. */
static inline void stick_observe(real lane[lane_count], const struct problem *q, mask which, real h,
                                 const struct dense *s, real after)
{
    const real before = lane[stick_before];
    const mask sticks = before < 0.0, changes = which & ((before < 0.0) != (after < 0.0));
    real low = 0.0, high = 1.0, part = pick(sticks, (real)1.0, (real)0.0);

    if (any_lane(changes)) {
        for (int n = 0; n < stick_halvings; ++n) {
            const real x = 0.5 * (low + high);
            real y[system_dim];
            mask same;

            dense_all(s, x, y);
            same = (stick_slide(q, lane[lane_t] + x * h, y) < 0.0) == sticks;
            low = pick(same, x, low);
            high = pick(same, high, x);
        }
        part = pick(changes, pick(sticks, high, 1.0 - high), part);
    }
    lane[stick_time] = pick(which, lane[stick_time] + part * h, lane[stick_time]);
    lane[stick_phases] = pick(changes & !sticks, lane[stick_phases] + 1.0, lane[stick_phases]);
    lane[stick_before] = pick(which, after, before);
}

#endif
