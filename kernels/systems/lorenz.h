/* lorenz.h: x' = sigma (y - x), y' = x (rho - z) - y, z' = x y - beta z; for benchmarks and for checks of
 * Lyapunov exponents. E. N. Lorenz, J. Atmos. Sci. 20 (1963) 130. No friction.
 * SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_LORENZ_H
#define SYSTEMS_LORENZ_H

#include "core/fields.h"
#include "core/jet.h"
#include "core/traits.h"

// clang-format off
#define lorenz_table(ABOUT, LAW, SECTION)           \
    ABOUT("the Lorenz attractor, without friction") \
    SECTION(z, 27, up)

#define lorenz_state_table(STATE) \
    STATE(x, 1.0, "-", "")       \
    STATE(y, 1.0, "-", "")       \
    STATE(z, 1.0, "-", "")

#define lorenz_field_table(FIELD)                   \
    FIELD(sigma, 10.0,      "-", "Prandtl number")  \
    FIELD(rho,   28.0,      "-", "Rayleigh number, over the critical one") \
    FIELD(beta,  8.0 / 3.0, "-", "geometric factor")
// clang-format on
define_states(lorenz, lorenz_state_table);
define_fields(lorenz_params, lorenz_field_table);

enum { lorenz_traits = trait_autonomous | trait_rate };

merged static inline void lorenz_rhs(const struct lorenz_params *p, const struct friction *law,
                                     real t, const struct lorenz_states *y,
                                     struct lorenz_states *dy)
{
    dy->x = p->sigma * (y->y - y->x);
    dy->y = -y->y - y->x * (y->z - p->rho); /* CPUs subtract what is in memory */
    dy->z = y->x * y->y - p->beta * y->z;
}

merged static inline void lorenz_jacobian(const struct lorenz_params *p, const struct friction *law,
                                          real t, const struct lorenz_states *y,
                                          struct lorenz_states J[lorenz_dim])
{
    J[0].x = -p->sigma;
    J[0].y = p->sigma;
    J[0].z = 0.0;
    J[1].x = p->rho - y->z;
    J[1].y = -1.0;
    J[1].z = -y->x;
    J[2].x = y->y;
    J[2].y = y->x;
    J[2].z = -p->beta;
}

define_jet(lorenz, lorenz_state_table, no_terms);

merged static inline void lorenz_series(const struct lorenz_params *p, real t, int k,
                                        struct lorenz_jet *y, struct lorenz_states *dy)
{
    dy->x = p->sigma * (y->y[k] - y->x[k]);
    dy->y = p->rho * y->x[k] - jet_product(k, y->x, y->z) - y->y[k];
    dy->z = jet_product(k, y->x, y->y) - p->beta * y->z[k];
}

#endif
