/* lorenz.h: x' = sigma (y - x), y' = x (rho - z) - y, z' = x y - beta z; for benchmarks and for checks of
 * Lyapunov exponents. E. N. Lorenz, J. Atmos. Sci. 20 (1963) 130. No friction.
 * SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_LORENZ_H
#define SYSTEMS_LORENZ_H

#include "core/fields.h"

// clang-format off
#define LORENZ_STATES(STATE)     \
    STATE(x, 1.0, "-", "")       \
    STATE(y, 1.0, "-", "")       \
    STATE(z, 1.0, "-", "")

#define LORENZ_FIELDS(FIELD)                        \
    FIELD(sigma, 10.0,      "-", "Prandtl number")  \
    FIELD(rho,   28.0,      "-", "Rayleigh number, over the critical one") \
    FIELD(beta,  8.0 / 3.0, "-", "geometric factor")
// clang-format on
define_states(lorenz, LORENZ_STATES);
define_fields(lorenz_params, LORENZ_FIELDS);

enum { lorenz_second = 0, lorenz_angles = 0, lorenz_timed = 0 };

static inline void lorenz_rhs(const struct lorenz_params *p, const struct friction *law, real t,
                              const real y[lorenz_dim], real dy[lorenz_dim])
{
    (void)law;
    (void)t;
    dy[0] = p->sigma * (y[1] - y[0]);
    dy[1] = y[0] * (p->rho - y[2]) - y[1];
    dy[2] = y[0] * y[1] - p->beta * y[2];
}

static inline void lorenz_jacobian(const struct lorenz_params *p, const struct friction *law,
                                   real t, const real y[lorenz_dim], real J[lorenz_dim][lorenz_dim])
{
    (void)law;
    (void)t;
    J[0][0] = -p->sigma;
    J[0][1] = p->sigma;
    J[0][2] = 0.0;
    J[1][0] = p->rho - y[2];
    J[1][1] = -1.0;
    J[1][2] = -y[0];
    J[2][0] = y[1];
    J[2][1] = y[0];
    J[2][2] = -p->beta;
}

static inline real lorenz_slide(const struct lorenz_params *p, const struct friction *law, real t,
                                const real y[lorenz_dim])
{
    (void)p;
    (void)law;
    (void)t;
    (void)y;
    return real_large;
}

static inline real lorenz_counts(const struct lorenz_params *p, int i)
{
    (void)p;
    (void)i;
    return 1.0;
}

#endif
