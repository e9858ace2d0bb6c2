/* rolling.h: friction of a patch under a pressure whose tilt g(t, y) follows the motion: f = law(s, g). Roles: those of
 * contact.h, system_tilt, friction_slide, and of laws/tilted_law.h friction_wrench_tilted, friction_eps.
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_ROLLING_H
#define CONTACT_ROLLING_H

#include "contact/contact.h"

enum { contact_arguments = 2, contact_room = 2, system_refines = 1 };

#define system_rhs_short 0

merged static inline void contact_argument(const struct system_params *p, real t,
                                           const real y[system_dim], real z[contact_room])
{
    const struct tilt g = system_tilt(p, t, (const void *)y);

    z[0] = g.x;
    z[1] = g.y;
}

merged static inline void contact_argument_slopes(const struct system_params *p, real t,
                                                  const real y[system_dim],
                                                  real Z[contact_room][system_dim])
{
    system_tilt_slopes(p, t, (const void *)y, (void *)Z);
}

merged static inline struct wrench contact_law(const struct friction *law, struct slip s,
                                               const real z[contact_room], int jacobian,
                                               struct wrench by[contact_room])
{
    return friction_wrench_tilted(law, s, z[0], z[1], jacobian, by);
}

/* Below 1 in stick. */
merged static inline real system_slide(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim])
{
    return friction_slide(law, contact_slip(p, t, y));
}

/* Weights of an error (1 over what is allowed) that leave the slip right to a tenth of eps, or to rounding. A ball that rolls
 * has a slip that is the difference of two large velocities: a relative tolerance alone allows slips far beyond the layer of
 * width eps in which the law is stiff, and steps that end there jump from side to side of it, each as short as the layer. */
merged static inline void system_refine(const struct system_params *p, const struct friction *law,
                                        real t, const real y[system_dim], real weight[system_dim])
{
    const number rounding = sizeof(number) == 4 ? 4e-6 : 1e-14;
    const real least = 0.1 * friction_eps(law);
    real S[3][system_dim];

    contact_slip_slopes(p, t, y, S);
    unrolled_for (i, system_dim)
        unrolled_for (k, 3)
            if (!known_zero(S[k][i])) {
                const real slope = fabs(S[k][i]);

                weight[i] =
                    larger_of(weight[i], slope / (larger_of(least, rounding * slope * fabs(y[i])) +
                                                  (real)real_tiny));
            }
}

#include "contact/derived.h"

#endif
