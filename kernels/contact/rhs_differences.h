/* rhs_differences.h: the Jacobian that a system without a contact leaves out. Role: system_rhs.
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_RHS_DIFFERENCES_H
#define CONTACT_RHS_DIFFERENCES_H

#include "contact/form.h"

merged static inline void rhs_differences_jacobian(const struct system_params *p,
                                                   const struct friction *law, real t,
                                                   const real *y, real (*J)[system_dim])
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
