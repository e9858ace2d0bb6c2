/* extrema.h: smallest and largest value of each state, and its integral over time. Inside a step a state
 * has an extremum where its slope changes sign: found on Hermite's cubic, taken from the dense output; the
 * integral is that of the cubic. Of a step by a series both are those of its polynomial. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_EXTREMA_H
#define OBSERVERS_EXTREMA_H

// clang-format off
#define extrema_table                                                                                  \
    ABOUT("extrema.STATE.min .max .mean", "over time, after the transient")                           \
    KEEP(lane_extrema, 3 * dim) /* smallest, largest, integral of each state */                        \
    COLUMN(state, dim, "min",  "state", "min",  low,    seen > 0 ? at(lane_extrema + 3 * i) : NAN)     \
    COLUMN(state, dim, "max",  "state", "max",  high,   seen > 0 ? at(lane_extrema + 3 * i + 1) : NAN) \
    COLUMN(state, dim, "mean", "state", "mean", middle, at(lane_extrema + 3 * i + 2) / span)
// clang-format on

#include "observers/crossing.h"
#include "observers/step.h"

static inline void extrema_begin(real lane[lane_count], const struct problem *q,
                                 const struct run_settings *run, mask which)
{
    unrolled_for (i, system_dim) {
        const int at = lane_extrema + 3 * i;

        lane[at] = pick(which, lane[lane_y + i], lane[at]);
        lane[at + 1] = pick(which, lane[lane_y + i], lane[at + 1]);
        lane[at + 2] = pick(which, (real)0.0, lane[at + 2]);
    }
}

static inline mask extrema_turns(real f, real f1)
{
    return f * f1 < 0.0;
}

static inline mask extrema_wants(const real lane[lane_count], const struct watch_step *step,
                                 real *note)
{
    mask turns = extrema_turns(lane[lane_f], step->f1[0]);

    unrolled_from (i, 1, system_dim)
        turns |= extrema_turns(lane[lane_f + i], step->f1[i]);
    return stepper_series ? step->seen : step->seen & turns;
}

/* A step from (y, f) = the lane's to (y1, f1) over h. */
static inline void extrema_ends(real lane[lane_count], mask which, real h,
                                const real y1[system_dim], const real f1[system_dim],
                                const struct dense *s)
{
    unrolled_for (i, system_dim) {
        const int at = lane_extrema + 3 * i;
        const real y = lane[lane_y + i], f = lane[lane_f + i];
        const real area = h * (stepper_series ? dense_mean(s, i)
                                              : 0.5 * (y + y1[i]) + h * (1.0 / 12.0) * (f - f1[i]));

        lane[at] = pick(which, smaller_of(lane[at], y1[i]), lane[at]);
        lane[at + 1] = pick(which, larger_of(lane[at + 1], y1[i]), lane[at + 1]);
        lane[at + 2] = pick(which, lane[at + 2] + area, lane[at + 2]);
    }
}

/* A step by a series may be longer than a cubic can follow: the turns in each quarter of it, by its own slope. */
static inline void extrema_along(real lane[lane_count], mask which, const struct dense *s)
{
    unrolled_for (i, system_dim) {
        const int at = lane_extrema + 3 * i;
        real xa = 0.0, sa = dense_slope(s, i, xa);

        for (int k = 1; k <= 4; ++k) {
            const real xb = 0.25 * (number)k, sb = dense_slope(s, i, xb);
            const mask turns = which & extrema_turns(sa, sb);

            if (any_lane(turns)) {
                const real y = dense_at(
                    s, i, crossing_root(crossing_of_slope, s, i, (real)0.0, xa, xb, sa, sb, turns));

                lane[at] = pick(turns, fmin(lane[at], y), lane[at]);
                lane[at + 1] = pick(turns, fmax(lane[at + 1], y), lane[at + 1]);
            }
            xa = xb;
            sa = sb;
        }
    }
}

/* The cubic's slope over h is f (1 - x)^2 + .. : a x^2 + b x + f, with a = 3 (f + f1) - 6 d/h. */
static inline void extrema_inside(real lane[lane_count], mask which, real h, const struct dense *s,
                                  const real f1[system_dim])
{
    real f[system_dim], g[system_dim], low[system_dim], high[system_dim];

    if (stepper_series) {
        extrema_along(lane, which, s);
        return;
    }
    /* copies: a place that varies would put the whole lane into memory */
    unrolled_for (i, system_dim) {
        f[i] = lane[lane_f + i];
        g[i] = f1[i];
        low[i] = lane[lane_extrema + 3 * i];
        high[i] = lane[lane_extrema + 3 * i + 1];
    }
    stagewise
    for (int i = 0; i < system_dim; ++i) {
        const real d = s->d[i] / h;
        const real a = 3.0 * (f[i] + g[i]) - 6.0 * d, b = 6.0 * d - 4.0 * f[i] - 2.0 * g[i];
        const real root = sqrt(fmax(b * b - 4.0 * a * f[i], (real)0.0));
        const real q = -0.5 * (b + copysign(root, b));
        const real x1 = q / pick(a == 0.0, (real)1.0, a), x2 = f[i] / pick(q == 0.0, (real)1.0, q);
        const mask first = (x1 >= 0.0) & (x1 <= 1.0) & (a != 0.0);
        const real x = fmin(fmax(pick(first, x1, x2), (real)0.0), (real)1.0);
        const real y = dense_at(s, i, x);
        const mask turns = which & extrema_turns(f[i], g[i]);

        low[i] = pick(turns, fmin(low[i], y), low[i]);
        high[i] = pick(turns, fmax(high[i], y), high[i]);
    }
    unrolled_for (i, system_dim) {
        lane[lane_extrema + 3 * i] = low[i];
        lane[lane_extrema + 3 * i + 1] = high[i];
    }
}

static inline void extrema_observe(real lane[lane_count], const struct watch_step *step,
                                   mask wanted, real note)
{
    if (any_lane(step->seen))
        extrema_ends(lane, step->seen, step->h, step->y1, step->f1, step->s);
    if (any_lane(wanted))
        extrema_inside(lane, step->seen, step->h, step->s, step->f1);
}

#endif
