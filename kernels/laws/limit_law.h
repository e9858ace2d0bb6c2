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

struct limit_law_vector {
    real x, y, z;
};

static inline real limit_law_dot(struct limit_law_vector a, struct limit_law_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a + t b */
static inline struct limit_law_vector limit_law_along(struct limit_law_vector a, real t,
                                                      struct limit_law_vector b)
{
    a.x += t * b.x;
    a.y += t * b.y;
    a.z += t * b.z;
    return a;
}

static inline struct limit_law_vector limit_law_pick(mask which, struct limit_law_vector yes,
                                                     struct limit_law_vector no)
{
    no.x = pick(which, yes.x, no.x);
    no.y = pick(which, yes.y, no.y);
    no.z = pick(which, yes.z, no.z);
    return no;
}

static inline struct limit_law_vector limit_law_unit(struct limit_law_vector a)
{
    const real most = fmax(fmax(fabs(a.x), fabs(a.y)), fmax(fabs(a.z), (real)real_tiny));
    const real x = a.x / most, y = a.y / most, z = a.z / most;
    const real scale = 1.0 / sqrt(x * x + y * y + z * z);

    a.x = x * scale;
    a.y = y * scale;
    a.z = z * scale;
    return a;
}

/* Two unit vectors across the unit vector n and each other. */
struct limit_law_frame {
    struct limit_law_vector first, second;
};

static inline struct limit_law_frame limit_law_across(struct limit_law_vector n)
{
    const real sign = copysign((real)1.0, n.z), a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    struct limit_law_frame e;

    e.first.x = 1.0 + sign * n.x * n.x * a;
    e.first.y = sign * b;
    e.first.z = -sign * n.x;
    e.second.x = b;
    e.second.y = sign + n.y * n.y * a;
    e.second.z = -n.y;
    return e;
}

/* The derivative of the wrench along e, in units of the radius. */
static inline struct limit_law_vector limit_law_slope(struct wrench f, number radius,
                                                      struct limit_law_vector e)
{
    const real w = e.z / radius;
    struct limit_law_vector d;

    d.x = f.xx * e.x + (f.xy + f.kxy) * e.y + (f.xw + f.kxw) * w;
    d.y = (f.xy - f.kxy) * e.x + f.yy * e.y + (f.yw + f.kyw) * w;
    d.z = ((f.xw - f.kxw) * e.x + (f.yw - f.kyw) * e.y + f.ww * w) / radius;
    return d;
}

/* One slip: u'.f, |h|^2 (large where f points away), the determinant of dh, Newton's step, and what it
 * adds to u'.f. */
struct limit_law_place {
    real power, square, gain, det;
    struct limit_law_vector step;
};

static inline struct limit_law_place
limit_law_look(const struct limit_law_params *p, number_table t, number radius,
               struct limit_law_vector s, struct limit_law_vector u, struct limit_law_frame a)
{
    const struct limit_law_frame e = limit_law_across(s);
    struct slip slip;
    struct wrench f;
    struct limit_law_vector F, d1, d2;
    struct limit_law_place r;
    real h1, h2, i, b11, b12, b21, b22, det, x, y, size, g1, g2;

    slip.vx = s.x;
    slip.vy = s.y;
    slip.w = s.z / radius;
    f = limit_law_wrench(p, t, slip, 1);
    F.x = f.Tx;
    F.y = f.Ty;
    F.z = f.M / radius;
    r.power = limit_law_dot(u, F);
    i = 1.0 / fmax(r.power, (real)real_tiny);
    h1 = limit_law_dot(a.first, F) * i;
    h2 = limit_law_dot(a.second, F) * i;
    r.square = pick(r.power > limit_law_noise, h1 * h1 + h2 * h2, (real)real_large);
    d1 = limit_law_slope(f, radius, e.first);
    d2 = limit_law_slope(f, radius, e.second);
    g1 = limit_law_dot(u, d1);
    g2 = limit_law_dot(u, d2);
    b11 = (limit_law_dot(a.first, d1) - h1 * g1) * i;
    b12 = (limit_law_dot(a.first, d2) - h1 * g2) * i;
    b21 = (limit_law_dot(a.second, d1) - h2 * g1) * i;
    b22 = (limit_law_dot(a.second, d2) - h2 * g2) * i;
    det = b11 * b22 - b12 * b21;
    r.det = det;
    det = copysign(fmax(fabs(det), (real)real_tiny), det);
    x = (h2 * b12 - h1 * b22) / det;
    y = (h1 * b21 - h2 * b11) / det;
    size = sqrt(x * x + y * y);
    x /= fmax(size, (real)1.0);
    y /= fmax(size, (real)1.0);
    r.gain = x * g1 + y * g2;
    r.step.x = x * e.first.x + y * e.second.x;
    r.step.y = x * e.first.y + y * e.second.y;
    r.step.z = x * e.first.z + y * e.second.z;
    return r;
}

#endif
