/* spin.h: a slip as a rotation about its centre c, and the wrench of a patch seen from there.
 *
 * With x from c, r = |x|: G = <x/r>, Q = <r>, and for the Jacobian <x x'/r^3>. Then T = sgn w (-Gy, Gx) and
 * M = sgn w (Q + c.G). That loses |c|^2 digits, so a distant centre is left to the multipole series.
 * SPDX-License-Identifier: MIT */
#ifndef PATCHES_SPIN_H
#define PATCHES_SPIN_H

#include "core/wrench.h"
#include "patches/multipole.h"

/* The first fields of a patch that is seen this way. */
// clang-format off
#define SPIN_FIELDS(FIELD)                                                           \
    FIELD(dx,    0.0, "-", "middle of the patch, from the reference point")          \
    FIELD(dy,    0.0, "-", "")                                                       \
    FIELD(size,  1.0, "-", "unit of length: radius about that middle")               \
    FIELD(g1,    0.0, "-", "gradient of the pressure, in that unit")                 \
    FIELD(g2,    0.0, "-", "")                                                       \
    FIELD(base,  1.0, "-", "pressure at the middle, over the weight")                \
    FIELD(far,   3.0, "-", "distance of c beyond which the series serves")           \
    FIELD(order, 0.0, "-", "order of the series")
// clang-format on

struct spin {
    real sign, iw, c1, c2; /* of w, 1/|w|, the centre */
};

static inline struct spin spin_of(struct slip s)
{
    struct spin q;

    q.sign = copysign((real)1.0, s.w);
    q.iw = 1.0 / fmax(fabs(s.w), (real)real_tiny);
    q.c1 = -q.sign * s.vy * q.iw;
    q.c2 = q.sign * s.vx * q.iw;
    return q;
}

/* From G, Q in (Tx, Ty), M and <x x'/r^3> in xx, xy, yy. */
static inline struct wrench spin_wrench(struct wrench f, struct spin q, int jacobian)
{
    const real Gx = f.Tx, Gy = f.Ty;

    f.Tx = -q.sign * Gy;
    f.Ty = q.sign * Gx;
    f.M = q.sign * (f.M + q.c1 * Gx + q.c2 * Gy);
    if (jacobian) {
        f.xx *= q.iw;
        f.xy *= q.iw;
        f.yy *= q.iw;
        f.xw = -q.c2 * f.xx + q.c1 * f.xy;
        f.yw = -q.c2 * f.xy + q.c1 * f.yy;
        f.ww = -q.c2 * f.xw + q.c1 * f.yw;
    }
    return f;
}

/* Whether the centre is farther away than that. */
static inline mask spin_beyond(struct slip s, number far)
{
    return s.vx * s.vx + s.vy * s.vy > far * far * s.w * s.w;
}

#endif
