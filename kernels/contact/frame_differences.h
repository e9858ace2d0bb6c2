/* frame_differences.h: the slopes of the angle of a contact's axes that a system leaves out. Role: system_frame.
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_FRAME_DIFFERENCES_H
#define CONTACT_FRAME_DIFFERENCES_H

#include "contact/form.h"

merged static inline void frame_differences_slopes(const struct system_params *p, real t,
                                                   const real *y, real (*by)[system_dim])
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
