/* load_differences.h: the slopes of a load of stick that a system leaves out. Role: system_stick_load.
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_LOAD_DIFFERENCES_H
#define CONTACT_LOAD_DIFFERENCES_H

#include "contact/form.h"

merged static inline void load_differences_slopes(const struct system_params *p, real t,
                                                  const real *y, real (*L)[system_dim])
{
    const real here = system_stick_load(p, t, (const void *)y);
    real there[system_dim];

    unrolled_for (j, system_dim) {
        const real d = form_step(y[j]);

        form_moved(y, j, d, there);
        L[0][j] = (system_stick_load(p, t, (const void *)there) - here) / d;
    }
}

#endif
