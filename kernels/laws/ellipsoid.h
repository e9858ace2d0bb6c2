/* ellipsoid.h: the law of most physics engines, and of [3](2)-(3): the limit surface is an ellipsoid,
 *
 *     T = mu_lambda v/r,   M = mu_tau c_omega w/r,   r = sqrt(v^2 + c_omega^2 w^2).
 *
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_ELLIPSOID_H
#define LAWS_ELLIPSOID_H

#include "core/wrench.h"
#include "laws/describe.h"
#include "laws/regularised.h"

// clang-format off
#define ellipsoid_param_table(PARAM)                                                                    \
    PARAM(mu_lambda, "-", above(0), "force in pure sliding, over mu N", 1, 0.3, 2)                      \
    PARAM(mu_tau, "length", above(0), "torque in pure spinning, over mu N", r1, 0.3 * r1, 2 * r1)       \
    PARAM(c_omega, "length", above(0), "length that weighs spin against slide", r1, 0.05 * r1, 10 * r1)
#define ellipsoid_table                                 \
    NAME("ellipsoid", "the law of physics engines [3]") \
    SUITS(any)                                          \
    LET(r1, moment(0, 0, -1))
// clang-format on
define_law(ellipsoid);

static inline struct wrench ellipsoid_wrench(const struct ellipsoid_params *p, number_table t,
                                             struct slip s, int jacobian)
{
    const real u = p->c_omega * s.w;
    const real size = fmax(fmax(fabs(s.vx), fabs(s.vy)), fmax(fabs(u), (real)real_tiny));
    const real x = s.vx / size, y = s.vy / size, z = u / size;
    const real ir = 1.0 / sqrt(x * x + y * y + z * z), nx = x * ir, ny = y * ir, nz = z * ir;
    struct wrench f = wrench_zero();

    f.Tx = p->mu_lambda * nx;
    f.Ty = p->mu_lambda * ny;
    f.M = p->mu_tau * nz;
    if (jacobian) { /* mixed terms: the mean of both sides; they agree for mu_tau = c_omega mu_lambda */
        const real ih = ir / size, mixed = 0.5 * (p->mu_lambda * p->c_omega + p->mu_tau) * ih;
        const real apart = 0.5 * (p->mu_lambda * p->c_omega - p->mu_tau) * ih;

        f.xx = p->mu_lambda * ih * (1.0 - nx * nx);
        f.xy = -p->mu_lambda * ih * nx * ny;
        f.yy = p->mu_lambda * ih * (1.0 - ny * ny);
        f.xw = -mixed * nx * nz;
        f.yw = -mixed * ny * nz;
        f.ww = p->mu_tau * p->c_omega * ih * (1.0 - nz * nz);
        f.kxw = -apart * nx * nz;
        f.kyw = -apart * ny * nz;
    }
    return f;
}

/* l = r. */
static inline struct regularised_length
ellipsoid_measure(const struct ellipsoid_params *p, number_table t, struct slip s, struct wrench f)
{
    return regularised_euclidean(s, p->c_omega);
}

#endif
