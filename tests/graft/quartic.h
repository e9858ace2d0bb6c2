/* quartic.h: a dissipation of degree 4 without a mixed term, Phi^4 = v^4 + (spin w)^4, and the wrench as its gradient:
 *
 *     T = v^2 v/Phi^3,   M = spin^4 w^3/Phi^3.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_QUARTIC_H
#define LAWS_QUARTIC_H

#include "core/wrench.h"
#include "laws/describe.h"

// clang-format off
#define quartic_param_table(PARAM)                                                              \
    PARAM(spin, "length", above(0), "torque in pure spinning, over mu N", r1, 0.3 * r1, 2 * r1)
#define quartic_table                                         \
    NAME("quartic", "fourth powers of slide and spin, added") \
    LET(r1, moment(0, 0, -1))                                 \
    IS(gradient)
// clang-format on
define_law(quartic);

static inline struct wrench quartic_wrench(const struct quartic_params *p, number_table t,
                                           struct slip slip, int jacobian)
{
    const real most = fmax(fmax(fabs(slip.vx), fabs(slip.vy)), p->spin * fabs(slip.w));
    const real is = 1.0 / fmax(most, (real)real_tiny), s2 = p->spin * p->spin;
    const real x = slip.vx * is, y = slip.vy * is, w = slip.w * is;
    const real a = x * x + y * y, e = s2 * w * w, q = fmax(a * a + e * e, (real)real_tiny);
    const real h = 1.0 / (sqrt(q) * sqrt(sqrt(q)));  /* 1/Phi^3 */
    const real X = x * a, Y = y * a, W = s2 * w * e; /* a quarter of the gradient of q */
    struct wrench f = wrench_zero();

    (void)t;
    f.Tx = h * X;
    f.Ty = h * Y;
    f.M = h * W;
    if (jacobian) {
        const real bend = 3.0 / q, k = h * is;

        f.xx = k * (a + 2.0 * x * x - bend * X * X);
        f.xy = k * (2.0 * x * y - bend * X * Y);
        f.yy = k * (a + 2.0 * y * y - bend * Y * Y);
        f.xw = -k * bend * X * W;
        f.yw = -k * bend * Y * W;
        f.ww = k * (3.0 * s2 * e - bend * W * W);
    }
    return f;
}

#endif
