/* ellipsoid.h: the law of most physics engines, and of [3](2)-(3): the limit surface is an ellipsoid,
 *
 *     T = mu_lambda v/r,   M = mu_tau c_omega w/r,   r = sqrt(v^2 + c_omega^2 w^2).
 *
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_ELLIPSOID_H
#define LAWS_ELLIPSOID_H

#include "core/fields.h"
#include "core/wrench.h"

// clang-format off
#define ELLIPSOID_FIELDS(FIELD)                                              \
    FIELD(mu_lambda, 1.0,  "-",      "force in pure sliding, over mu N")     \
    FIELD(mu_tau,    0.67, "length", "torque in pure spinning, over mu N")   \
    FIELD(c_omega,   0.6,  "length", "length that weighs spin against slide")
// clang-format on
define_fields(ellipsoid_params, ELLIPSOID_FIELDS);

static inline struct wrench ellipsoid_wrench(const struct ellipsoid_params *p, number_table t,
                                             struct slip s, int jacobian)
{
    const real u = p->c_omega * s.w;
    const real size = fmax(fmax(fabs(s.vx), fabs(s.vy)), fmax(fabs(u), (real)real_tiny));
    const real x = s.vx / size, y = s.vy / size, z = u / size;
    const real ir = 1.0 / sqrt(x * x + y * y + z * z), nx = x * ir, ny = y * ir, nz = z * ir;
    struct wrench f = wrench_zero();

    (void)t;
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

#endif
