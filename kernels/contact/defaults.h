/* defaults.h: what a system leaves out, under the name that everybody calls it by. A program defines the names that the system
 * gives itself (system_slip pendulum_slip); the others are here. Slopes that are left out are differences, of order one in a
 * step of about the root of the last digit; friction has no part in them. Roles: those of form.h; system_slip and system_motion
 * (and for some contacts system_tilt, system_stick_load, system_frame), or system_rhs. SPDX-License-Identifier: MIT */
#ifndef CONTACT_DEFAULTS_H
#define CONTACT_DEFAULTS_H

#include "contact/form.h"

/* Nothing drives it from outside. */
#ifndef system_period
merged static inline real system_period(const struct system_params *p)
{
    return 0.0;
}
#endif

/* Its friction is per unit of mu N. */
#ifndef system_force
merged static inline real system_force(const struct system_params *p, real t,
                                       const struct system_states *y)
{
    return 1.0;
}
#endif

/* Every state counts when a motion returns. */
#ifndef system_state_counts
merged static inline real system_state_counts(const struct system_params *p, int i)
{
    return 1.0;
}
#endif

/* The angle of a contact's axes; those of most contacts stay. */
#ifndef system_frame
merged static inline real system_frame(const struct system_params *p, real t,
                                       const struct system_states *y)
{
    return 0.0;
}
#endif

#ifndef system_frame_slopes
merged static inline void system_frame_slopes(const struct system_params *p, real t, const real *y,
                                              real (*by)[system_dim])
{
    real there[system_dim];

    unrolled_for (j, system_dim) {
        const real d = form_step(y[j]);
        real after;

        form_moved(y, j, d, there);
        after = system_frame(p, t, (const void *)there);
        form_moved(y, j, -d, there);
        by[0][j] = (after - system_frame(p, t, (const void *)there)) / (2.0 * d);
    }
}
#endif

#if defined system_slip && !defined system_slip_slopes
merged static inline void system_slip_slopes(const struct system_params *p, real t, const real *y,
                                             real (*S)[system_dim])
{
    const struct slip here = system_slip(p, t, (const void *)y);
    real there[system_dim];

    unrolled_for (j, system_dim) {
        const real d = form_step(y[j]);
        struct slip s;

        form_moved(y, j, d, there);
        s = system_slip(p, t, (const void *)there);
        S[0][j] = (s.vx - here.vx) / d;
        S[1][j] = (s.vy - here.vy) / d;
        S[2][j] = (s.w - here.w) / d;
    }
}
#endif

#if defined system_motion && !defined system_motion_slopes
merged static inline void system_motion_slopes(const struct system_params *p, real t, const real *y,
                                               struct wrench f, real (*J)[system_dim])
{
    real here[system_dim], there[system_dim], dy[system_dim];

    system_motion(p, t, (const void *)y, f, (void *)here);
    unrolled_for (j, system_dim) {
        const real d = form_step(y[j]);

        form_moved(y, j, d, there);
        system_motion(p, t, (const void *)there, f, (void *)dy);
        unrolled_for (i, system_rows)
            J[i][j] = (dy[system_above + i] - here[system_above + i]) / d;
    }
}
#endif

#if defined system_tilt && !defined system_tilt_slopes
merged static inline void system_tilt_slopes(const struct system_params *p, real t, const real *y,
                                             real (*G)[system_dim])
{
    const struct tilt here = system_tilt(p, t, (const void *)y);
    real there[system_dim];

    unrolled_for (j, system_dim) {
        const real d = form_step(y[j]);
        struct tilt g;

        form_moved(y, j, d, there);
        g = system_tilt(p, t, (const void *)there);
        G[0][j] = (g.x - here.x) / d;
        G[1][j] = (g.y - here.y) / d;
    }
}
#endif

/* The Jacobian of a system without a contact. */
#if defined system_rhs && !defined system_jacobian
merged static inline void system_jacobian(const struct system_params *p, const struct friction *law,
                                          real t, const real *y, real (*J)[system_dim])
{
    real here[system_dim], there[system_dim], dy[system_dim];

    system_rhs(p, law, t, (const void *)y, (void *)here);
    unrolled_for (j, system_dim) {
        const real d = form_step(y[j]);

        form_moved(y, j, d, there);
        system_rhs(p, law, t, (const void *)there, (void *)dy);
        unrolled_for (i, system_rows)
            J[i][j] = (dy[system_above + i] - here[system_above + i]) / d;
    }
}
#endif

#endif
