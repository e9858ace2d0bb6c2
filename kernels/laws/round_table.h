/* round_table.h: the exact wrench of a circular patch, interpolated. Its dissipation is one function g:
 *
 *     Phi = u g(p),  u = v + a |w|,  p = a |w|/u,  T = g - p g',  M = a (g + (1 - p) g') sgn w,
 *
 * kept as polynomials of degree 5 with the exact value, slope and curvature at every knot, so that the wrench
 * and its Jacobian are continuous. g is least smooth where the centre of rotation is on a rim (p = 1/2, and p = inner
 * for an annulus): with x the distance from there, knots are at x = (i/scale)^2.
 *
 * Shared: a, scale, inner, the border between both rims (2 where there is no second), the first interval of each of
 * the four sides (below and above 1/2, below and above inner); then six coefficients in x - x_i for each interval.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_ROUND_TABLE_H
#define LAWS_ROUND_TABLE_H

#include "core/gather.h"
#include "core/wrench.h"

enum { round_table_params_count = 0, round_table_head = 8, round_table_terms = 6 };

struct round_table_params {
    number a, scale, step, inner, border, first[4];
    number_table table;
};

static inline struct round_table_params round_table_make(const real *field, number_table shared)
{
    struct round_table_params law;

    law.a = shared[0];
    law.scale = shared[1];
    law.step = 1.0 / (shared[1] * shared[1]);
    law.inner = shared[2];
    law.border = shared[3];
    for (int k = 0; k < 4; ++k)
        law.first[k] = shared[4 + k];
    law.table = shared + round_table_head;
    return law;
}

/* g with its first two derivatives; the second only where it is asked for. */
struct round_table_value {
    real g, slope, bend;
};

static inline struct round_table_value round_table_at(const struct round_table_params *law, real p,
                                                      int bend)
{
    const real within = gather_within(p, (real)1.0);
    const mask second = within > law->border;
    const real d = within - pick(second, (real)law->inner, (real)0.5), x = fabs(d);
    const real below = pick(second, (real)law->first[2], (real)law->first[0]);
    const real above = pick(second, (real)law->first[3], (real)law->first[1]);
    const real i = floor(sqrt(x) * law->scale), t = x - i * i * law->step;
    struct round_table_value r;
    real k[gather_most];

    gather(law->table, whole_of((i + pick(d < 0.0, below, above)) * (number)round_table_terms),
           round_table_terms, k);
    r.g = k[0] + t * (k[1] + t * (k[2] + t * (k[3] + t * (k[4] + t * k[5]))));
    r.slope = k[1] + t * (2.0 * k[2] + t * (3.0 * k[3] + t * (4.0 * k[4] + t * (5.0 * k[5]))));
    r.slope = copysign(r.slope, r.slope * d);
    r.bend = 0.0;
    if (bend)
        r.bend = 2.0 * k[2] + t * (6.0 * k[3] + t * (12.0 * k[4] + t * (20.0 * k[5])));
    return r;
}

static inline struct wrench round_table_wrench(const struct round_table_params *law,
                                               number_table shared, struct slip s, int jacobian)
{
    const real v = sqrt(s.vx * s.vx + s.vy * s.vy), spin = law->a * fabs(s.w), u = v + spin;
    const real least = fmax(v, 1e-5 * u), both = 1.0 / (u * least), iu = both * least;
    const real p = spin * iu, rest = v * iu;
    const struct round_table_value q = round_table_at(law, p, 1);
    /* T over v: next to pure spin T = v dT/dv, elsewhere as it stands */
    const real over = pick(rest < 1e-5, p * p * q.bend * iu, (q.g - p * q.slope) * (both * u));
    const real sign = copysign((real)law->a, s.w);
    struct wrench f = wrench_zero();

    f.Tx = s.vx * over;
    f.Ty = s.vy * over;
    f.M = sign * (q.g + rest * q.slope);
    if (jacobian) {
        const real h = q.bend * iu, iv = 1.0 / fmax(v, (real)real_tiny);
        const real c = s.vx * iv, n = s.vy * iv, apart = p * p * h - over;
        const real mixed = -p * rest * h * sign;

        f.xx = over + c * c * apart;
        f.xy = c * n * apart;
        f.yy = over + n * n * apart;
        f.xw = c * mixed;
        f.yw = n * mixed;
        f.ww = rest * rest * h * (law->a * law->a);
    }
    return f;
}

#endif
