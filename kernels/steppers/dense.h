/* dense.h: the state inside a step, at t + x h, 0 <= x <= 1:
 *
 *     y(x) = y + x (d + (1 - x) (r_0 + x (r_1 + (1 - x) (r_2 + x (..))))),   d = y1 - y,
 *
 * with stepper_dense coefficients r. The first two make it Hermite's cubic. With stepper_series = 1 it is a power series,
 * d the first term of it and x in the place of 1 - x. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_DENSE_H
#define STEPPERS_DENSE_H

#include "core/real.h"

struct dense {
    real y[system_dim], d[system_dim], r[stepper_dense][system_dim];
};

/* Where 1 - x is the factor. */
#define dense_turns(j) (!stepper_series && (j) % 2 == 0)

/* Hermite's part of state i, from the slopes f and f1 at the two ends. */
static inline void dense_hermite_of(struct dense *s, int i, real h, real y, real y1, real f,
                                    real f1)
{
    s->y[i] = y;
    s->d[i] = y1 - y;
    s->r[0][i] = h * f - s->d[i];
    s->r[1][i] = s->d[i] - h * f1 - s->r[0][i];
}

static inline void dense_hermite(struct dense *s, real h, const real y[system_dim],
                                 const real y1[system_dim], const real f[system_dim],
                                 const real f1[system_dim])
{
    unrolled_for (i, system_dim)
        dense_hermite_of(s, i, h, y[i], y1[i], f[i], f1[i]);
}

/* One state at x. */
static inline real dense_at(const struct dense *s, int i, real x)
{
    const real rest = 1.0 - x;
    real sum = 0.0;

    unrolled
    for (int j = stepper_dense - 1; j >= 0; --j)
        sum = (s->r[j][i] + sum) * (dense_turns(j) ? rest : x);
    return s->y[i] + x * (s->d[i] + sum);
}

/* Its slope at x, over the step: d y / d x. */
static inline real dense_slope(const struct dense *s, int i, real x)
{
    const real rest = 1.0 - x;
    real sum = 0.0, slope = 0.0;

    unrolled
    for (int j = stepper_dense - 1; j >= 0; --j) {
        const real inner = s->r[j][i] + sum;

        slope = dense_turns(j) ? slope * rest - inner : slope * x + inner;
        sum = inner * (dense_turns(j) ? rest : x);
    }
    return s->d[i] + sum + x * slope;
}

/* The mean over the step, of a power series. */
static inline real dense_mean(const struct dense *s, int i)
{
    real sum = 0.0;

    unrolled
    for (int j = stepper_dense - 1; j >= 0; --j)
        sum += s->r[j][i] * (number)(1.0 / (j + 3));
    return s->y[i] + (0.5 * s->d[i] + sum);
}

/* All states at x by Hermite's part alone, which needs no more than dense_hermite. */
static inline void dense_cubic(const struct dense *s, real x, real y[system_dim])
{
    unrolled_for (i, system_dim)
        y[i] = s->y[i] + x * (s->d[i] + (1.0 - x) * (s->r[0][i] + x * s->r[1][i]));
}

static inline void dense_all(const struct dense *s, real x, real y[system_dim])
{
    stagewise
    for (int i = 0; i < system_dim; ++i)
        y[i] = dense_at(s, i, x);
}

#endif
