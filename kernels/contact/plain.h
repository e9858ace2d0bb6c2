/* plain.h: a system without a contact, which states its right-hand side itself: nothing sticks.
 * Roles: those of defaults.h, system_rhs. SPDX-License-Identifier: MIT */
#ifndef CONTACT_PLAIN_H
#define CONTACT_PLAIN_H

#include "contact/defaults.h"
#include "contact/unrefined.h"

#define system_rhs_short 0

merged static inline real system_slide(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim])
{
    return real_large;
}

merged static inline real system_slip_left(const struct system_params *p, real t,
                                           const real y[system_dim], const real f[system_dim],
                                           real h)
{
    return real_large;
}

merged static inline struct contact_state system_contact(const struct system_params *p,
                                                         const struct friction *law, real t,
                                                         const real y[system_dim])
{
    struct contact_state none;

    none.slip.vx = none.slip.vy = none.slip.w = 0.0;
    none.wrench = wrench_zero();
    return none;
}

/* What contacts have for their derivatives (derived.h). */
struct system_base {
    int none;
};

merged static inline struct system_base system_at(const struct system_params *p,
                                                  const struct friction *law, real t,
                                                  const real y[system_dim], int jacobian)
{
    struct system_base c;

    c.none = 0;
    return c;
}

merged static inline void system_chain(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim],
                                       const struct system_base *c, real J[system_rows][system_dim])
{
    system_jacobian(p, law, t, (const void *)y, (void *)J);
}

merged static inline void system_by(const struct system_params *p, const struct friction *law,
                                    real t, const real y[system_dim], const struct system_base *c,
                                    int place, real g[system_rows])
{
    const real d = form_part(((const real *)p)[place]), over = 1.0 / d;

    unrolled_for (k, system_rows)
        g[k] = 0.0;
    unrolled_for (i, form_sides) {
        const struct system_params there = form_fields(p, place, form_side(i) * d);
        real dy[system_dim];

        system_rhs(&there, law, t, (const void *)y, (void *)dy);
        unrolled_for (k, system_rows)
            g[k] += form_share(i) * over * dy[system_above + k];
    }
}

merged static inline void system_by_law(const struct system_params *p,
                                        const struct friction moved[form_sides], real over, real t,
                                        const real y[system_dim], const struct system_base *c,
                                        real g[system_rows])
{
    unrolled_for (k, system_rows)
        g[k] = 0.0;
}

#endif
