/* tilt_differences.h: the slopes of a tilt that a system leaves out. Role: system_tilt. SPDX-License-Identifier: MIT */
#ifndef CONTACT_TILT_DIFFERENCES_H
#define CONTACT_TILT_DIFFERENCES_H

#include "contact/form.h"

merged static inline void tilt_differences_slopes(const struct system_params *p, real t,
                                                  const real *y, real (*G)[system_dim])
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
