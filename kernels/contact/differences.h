/* differences.h: the slopes of a slip and of a motion that a system leaves out, by differences: of order one in a step of
 * about the root of the last digit. Friction has no part in them. Roles: system_slip, system_motion.
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_DIFFERENCES_H
#define CONTACT_DIFFERENCES_H

#include "contact/form.h"

merged static inline void differences_slip_slopes(const struct system_params *p, real t,
                                                  const real *y, real (*S)[system_dim])
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

merged static inline void differences_motion_slopes(const struct system_params *p, real t,
                                                    const real *y, struct wrench f,
                                                    real (*J)[system_dim])
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
