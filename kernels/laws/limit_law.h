/* limit_law.h: the load that a law holds in stick, [1](2.5): the slip s with f(s) along u' = -u, f the
 * law's wrench, and xi = |u|/|f|.
 *
 * A law need not be a gradient, so that nothing is minimised: on the sphere of slips, and with a1, a2
 * across the unit vector of u', the root of h_i = (a_i.f)/(u'.f) is found by Newton's method with the
 * law's full Jacobian, shortened until |h| falls. A law under which f turns back on itself somewhere
 * has loads with several roots; the host knows (limit_folds: -1, otherwise 0), all starts are followed
 * then, and a load for which they differ has no answer. As f.s > 0, the signs of the determinants of dh
 * at all roots add up to 1, so that a negative one has others beside it.
 *
 * Lengths in units of the patch's radius. Roles: struct limit_law_params and its limit_law_wrench, limit_folds.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_LAW_H
#define LAWS_LIMIT_LAW_H

#include "core/wrench.h"
#include "laws/limit_angles.h"

enum { limit_law_most = 60, limit_law_starts = 25 }; /* wrenches of one start */

/* |h| that is rounding, what rounding may leave of it, and a step that is the last one. */
#define limit_law_zero  ((number)(sizeof(number) == 4 ? 3e-7 : 4e-16))
#define limit_law_noise ((number)(sizeof(number) == 4 ? 2e-5 : 1e-12))
#define limit_law_last  ((number)(sizeof(number) == 4 ? 1e-4 : 1e-10))

/* Of length 1. */
static inline struct slip limit_law_unit(struct slip a)
{
    const real most = fmax(fmax(fabs(a.vx), fabs(a.vy)), fmax(fabs(a.w), (real)real_tiny));

    a = slip_times(a, 1.0 / most);
    return slip_times(a, 1.0 / sqrt(slip_dot(a, a)));
}

/* The same of a unit vector and a step across it, whose sum is neither small nor large. */
static inline struct slip limit_law_ahead(struct slip at, real reach, struct slip step)
{
    const struct slip a = slip_along(at, reach, step);

    return slip_times(a, 1.0 / sqrt(slip_dot(a, a)));
}

/* Two unit vectors across the unit vector n and each other. */
struct limit_law_frame {
    struct slip first, second;
};

static inline struct limit_law_frame limit_law_across(struct slip n)
{
    const real sign = copysign((real)1.0, n.w), a = -1.0 / (sign + n.w), b = n.vx * n.vy * a;
    struct limit_law_frame e;

    e.first.vx = 1.0 + sign * n.vx * n.vx * a;
    e.first.vy = sign * b;
    e.first.w = -sign * n.vx;
    e.second.vx = b;
    e.second.vy = sign + n.vy * n.vy * a;
    e.second.w = -n.vy;
    return e;
}

/* The derivative of the wrench along e, in units of the radius. */
static inline struct slip limit_law_slope(struct wrench f, number radius, struct slip e)
{
    const real w = e.w / radius;
    struct slip d;

    d.vx = f.xx * e.vx + (f.xy + f.kxy) * e.vy + (f.xw + f.kxw) * w;
    d.vy = (f.xy - f.kxy) * e.vx + f.yy * e.vy + (f.yw + f.kyw) * w;
    d.w = ((f.xw - f.kxw) * e.vx + (f.yw - f.kyw) * e.vy + f.ww * w) / radius;
    return d;
}

/* One slip: u'.f, |h|^2 (large where f points away), the determinant of dh, Newton's step, and what it
 * adds to u'.f. */
struct limit_law_place {
    real power, square, gain, det;
    struct slip step;
};

static inline struct limit_law_place limit_law_look(const struct limit_law_params *p,
                                                    number_table t, number radius, struct slip s,
                                                    struct slip u, struct limit_law_frame a)
{
    const struct limit_law_frame e = limit_law_across(s);
    struct slip slip;
    struct wrench f;
    struct slip F, d1, d2;
    struct limit_law_place r;
    real h1, h2, i, b11, b12, b21, b22, det, x, y, size, g1, g2;

    slip.vx = s.vx;
    slip.vy = s.vy;
    slip.w = s.w / radius;
    f = limit_law_wrench(p, t, slip, 1);
    F.vx = f.Tx;
    F.vy = f.Ty;
    F.w = f.M / radius;
    r.power = slip_dot(u, F);
    i = 1.0 / fmax(r.power, (real)real_tiny);
    h1 = slip_dot(a.first, F) * i;
    h2 = slip_dot(a.second, F) * i;
    r.square = pick(r.power > limit_law_noise, h1 * h1 + h2 * h2, (real)real_large);
    d1 = limit_law_slope(f, radius, e.first);
    d2 = limit_law_slope(f, radius, e.second);
    g1 = slip_dot(u, d1);
    g2 = slip_dot(u, d2);
    b11 = (slip_dot(a.first, d1) - h1 * g1) * i;
    b12 = (slip_dot(a.first, d2) - h1 * g2) * i;
    b21 = (slip_dot(a.second, d1) - h2 * g1) * i;
    b22 = (slip_dot(a.second, d2) - h2 * g2) * i;
    det = b11 * b22 - b12 * b21;
    r.det = det;
    det = copysign(fmax(fabs(det), (real)real_tiny), det);
    det = 1.0 / det;
    x = (h2 * b12 - h1 * b22) * det;
    y = (h1 * b21 - h2 * b11) * det;
    size = 1.0 / fmax(sqrt(x * x + y * y), (real)1.0);
    x *= size;
    y *= size;
    r.gain = x * g1 + y * g2;
    r.step.vx = x * e.first.vx + y * e.second.vx;
    r.step.vy = x * e.first.vy + y * e.second.vy;
    r.step.w = x * e.first.w + y * e.second.w;
    return r;
}

#endif
