/* tilted_law.h: regularised_law.h under a pressure whose tilt is given at run time, as that of a rolling ball, for laws
 * that are linear in their parameters gx and gy. Roles: those of regularised_law.h. SPDX-License-Identifier: MIT */
#ifndef LAWS_TILTED_LAW_H
#define LAWS_TILTED_LAW_H

#include "laws/regularised_law.h"

/* Under the tilt (gx, gy), in units of 1/R, instead of the law's own. With the Jacobian also the derivatives of
 * Tx, Ty and M by gx, in by_g[0], and by gy, in by_g[1]. */
static inline struct wrench friction_wrench_tilted(const struct regularised_law *law,
                                                   struct slip slip, real gx, real gy, int jacobian,
                                                   struct wrench by_g[2])
{
    const struct slip s = regularised_slip(slip);
    struct law_params p = law->p;
    struct wrench f;

    p.gx = gx;
    p.gy = gy;
    f = regularised_law_with(law, &p, s, jacobian);
    if (jacobian) {
        struct wrench level;

        p.gx = p.gy = 0.0;
        level = regularised_law_with(law, &p, s, 0);
        for (int k = 0; k < 2; ++k) {
            p.gx = k == 0 ? 1.0 : 0.0;
            p.gy = k == 0 ? 0.0 : 1.0;
            by_g[k] = regularised_law_with(law, &p, s, 0);
            by_g[k].Tx -= level.Tx;
            by_g[k].Ty -= level.Ty;
            by_g[k].M -= level.M;
        }
    }
    return f;
}

static inline real friction_eps(const struct regularised_law *law)
{
    return law->eps.eps;
}

#endif
