/* stretch.h: friction that depends on the direction of sliding. The friction of an element is the gradient of |B V|
 * instead of |V|, with B symmetric, positive and of determinant 1: its limit is an ellipse over the direction, and the
 * dissipation stays convex. As V = v + w J x, J the quarter turn, and B J = J B^-1,
 *
 *     B V = (B v) + w J (B^-1 x):
 *
 * in the coordinates x' = F^-T x the contact has plain friction and slips with (F v, w), where F is B, or B turned by
 * any rotation. Its force there is T'; here it is F'T', and the torque is the same. SPDX-License-Identifier: MIT */
#ifndef CORE_STRETCH_H
#define CORE_STRETCH_H

#include "core/wrench.h"

struct stretch {
    shape_number xx, xy, yx, yy; /* F, row by row */
};

static inline struct slip stretch_slip(struct stretch F, struct slip s)
{
    const real vx = F.xx * s.vx + F.xy * s.vy, vy = F.yx * s.vx + F.yy * s.vy;

    s.vx = vx;
    s.vy = vy;
    return s;
}

/* The wrench in the contact's coordinates becomes that of the slip before stretch_slip. */
static inline struct wrench stretch_wrench(struct stretch F, struct wrench f, int jacobian)
{
    const real Tx = F.xx * f.Tx + F.yx * f.Ty, Ty = F.xy * f.Tx + F.yy * f.Ty;

    f.Tx = Tx;
    f.Ty = Ty;
    if (jacobian) {
        const real xw = F.xx * f.xw + F.yx * f.yw, yw = F.xy * f.xw + F.yy * f.yw;
        const real kxw = F.xx * f.kxw + F.yx * f.kyw, kyw = F.xy * f.kxw + F.yy * f.kyw;
        const real ax = F.xx * f.xx + F.yx * f.xy, ay = F.xx * f.xy + F.yx * f.yy;
        const real bx = F.xy * f.xx + F.yy * f.xy, by = F.xy * f.xy + F.yy * f.yy;

        f.xx = ax * F.xx + ay * F.yx;
        f.xy = ax * F.xy + ay * F.yy;
        f.yy = bx * F.xy + by * F.yy;
        f.xw = xw;
        f.yw = yw;
        f.kxw = kxw; /* kxy is multiplied by the determinant, 1 */
        f.kyw = kyw;
    }
    return f;
}

#endif
