/* own_after.h: what a user's own system may leave out. The Jacobian is then made of differences: order one in
 * a step of about the root of the last digit. SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_OWN_AFTER_H
#define SYSTEMS_OWN_AFTER_H

#include "core/fields.h"

#undef sin
#undef cos

#ifndef system_second
#    define system_second 0
#endif
#ifndef system_angles
#    define system_angles 0
#endif
#ifndef system_timed
#    define system_timed 1
#endif

#ifndef system_has_jacobian
enum { own_rows = system_second ? system_dim / 2 : system_dim };

static inline void system_jacobian(const struct system_params *p, const struct friction *law,
                                   real t, const real y[system_dim], real J[own_rows][system_dim])
{
    const number small = sizeof(number) == 4 ? 3e-4 : 1.5e-8;
    real base[system_dim], there[system_dim], f[system_dim];

    system_rhs(p, law, t, y, base);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        there[i] = y[i];
    unrolled
    for (int j = 0; j < system_dim; ++j) {
        const real d = small * fmax(fabs(y[j]), (real)1e-3);

        there[j] = y[j] + d;
        system_rhs(p, law, t, there, f);
        there[j] = y[j];
        unrolled
        for (int i = 0; i < own_rows; ++i)
            J[i][j] = (f[system_dim - own_rows + i] - base[system_dim - own_rows + i]) / d;
    }
}
#endif

#ifndef system_has_slide
static inline real system_slide(const struct system_params *p, const struct friction *law, real t,
                                const real y[system_dim])
{
    (void)p;
    (void)law;
    (void)t;
    (void)y;
    return real_large;
}
#endif

#ifndef system_has_counts
static inline real system_counts(const struct system_params *p, int i)
{
    (void)p;
    (void)i;
    return 1.0;
}
#endif

#endif
