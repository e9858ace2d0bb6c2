/* crossing.h: where a state passes a value, or turns, inside a part of a step, on the dense output.
 * SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_CROSSING_H
#define OBSERVERS_CROSSING_H

#include "steppers/dense.h"

enum { crossing_most = 60, crossing_of_state = 0, crossing_of_slope = 1 };

/* The root of state i - value, or of the slope of state i - value, between xa and xb, where it has the values
 * ga and gb of opposite sign: false position that halves the value of an end that stays (Illinois). */
static inline real crossing_root(int of, const struct dense *s, int i, real value, real xa, real xb,
                                 real ga, real gb, mask which)
{
    const number close = sizeof(number) == 4 ? 1e-6 : 1e-14;
    real x = xb;
    mask active = which & (ga != gb);

    for (int n = 0; n < crossing_most && any_lane(active); ++n) {
        const real span = pick(active, gb - ga, (real)1.0);
        const real next = pick(active, xb - gb * (xb - xa) / span, x);
        const real g =
            (of == crossing_of_slope ? dense_slope(s, i, next) : dense_at(s, i, next)) - value;
        const mask same = g * gb > 0.0;
        const mask done = (fabs(next - x) <= close) | (g == 0.0);

        xa = pick(active & !same, xb, xa);
        ga = pick(active & !same, gb, pick(active & same, 0.5 * ga, ga));
        xb = pick(active, next, xb);
        gb = pick(active, g, gb);
        x = next;
        active &= !done & (ga != gb);
    }
    return x;
}

#endif
