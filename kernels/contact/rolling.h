/* rolling.h: as patch.h, under a pressure whose tilt g(t, y) follows the motion: f = law(s, g), so that
 * df/dy = F S + dg/dy df/dg. The law is asked for friction_wrench_tilted(law, slip, gx, gy, jacobian, by), by[0], by[1]
 * its derivatives with respect to gx and gy in Tx, Ty, M. Roles: those of contact.h, system_tilt, system_tilt_slopes,
 * friction_wrench_tilted, friction_slide. SPDX-License-Identifier: MIT */
#ifndef CONTACT_ROLLING_H
#define CONTACT_ROLLING_H

#include "contact/contact.h"

merged static inline void rolling_rhs(const struct system_params *p, const struct friction *law, real t,
                               const real y[system_dim], real dy[system_dim])
{
    const struct tilt g = system_tilt(p, t, (const void *)y);
    struct wrench by[2];
    const struct wrench f =
        friction_wrench_tilted(law, contact_slip(p, t, y), g.x, g.y, 0, by);

    framed_motion(p, t, (const void *)y, f, (void *)dy);
}

merged static inline void rolling_jacobian(const struct system_params *p, const struct friction *law,
                                    real t, const real y[system_dim],
                                    real J[system_rows][system_dim])
{
    const struct tilt g = system_tilt(p, t, (const void *)y);
    struct wrench by[2];
    const struct wrench f =
        friction_wrench_tilted(law, contact_slip(p, t, y), g.x, g.y, 1, by);
    const real F[3][5] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw, by[0].Tx, by[1].Tx},
                          {f.xy - f.kxy, f.yy, f.yw + f.kyw, by[0].Ty, by[1].Ty},
                          {f.xw - f.kxw, f.yw - f.kyw, f.ww, by[0].M, by[1].M}};
    real S[3][system_dim], G[2][system_dim], K[3][system_dim];

    contact_slip_slopes(p, t, y, S);
    form_clear(2, G);
    system_tilt_slopes(p, t, (const void *)y, (void *)G);
    unrolled
    for (int k = 0; k < 3; ++k)
        unrolled
    for (int j = 0; j < system_dim; ++j) {
        K[k][j] = 0.0;
        unrolled
        for (int l = 0; l < 3; ++l)
            if (!known_zero(S[l][j]))
                K[k][j] += F[k][l] * S[l][j];
        unrolled
        for (int l = 0; l < 2; ++l)
            if (!known_zero(G[l][j]))
                K[k][j] += F[k][3 + l] * G[l][j];
    }
    contact_chain(p, t, y, f, K, J);
}

merged static inline struct contact_state rolling_contact(const struct system_params *p,
                                                          const struct friction *law, real t,
                                                          const real y[system_dim])
{
    const struct tilt g = system_tilt(p, t, (const void *)y);
    struct wrench by[2];
    struct contact_state c;

    c.slip = contact_slip(p, t, y);
    c.wrench = friction_wrench_tilted(law, c.slip, g.x, g.y, 0, by);
    return c;
}

merged static inline real rolling_slide(const struct system_params *p, const struct friction *law, real t,
                                 const real y[system_dim])
{
    return friction_slide(law, contact_slip(p, t, y));
}

#endif
