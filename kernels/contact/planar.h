/* planar.h: right-hand side, Jacobian and measure of slip of a system whose contact is a patch that slides and spins.
 * Roles: those of contact.h, friction_wrench, friction_slide, framed_law and framed_law_slopes: those of one_frame.h or two_frames.h. SPDX-License-Identifier: MIT */
#ifndef CONTACT_PLANAR_H
#define CONTACT_PLANAR_H

#include "contact/contact.h"

merged static inline void planar_rhs(const struct system_params *p, const struct friction *law,
                                     real t, const real y[system_dim], real dy[system_dim])
{
    struct friction own;
    const struct wrench f =
        friction_wrench(framed_law(p, law, t, y, &own), contact_slip(p, t, y), 0);

    framed_motion(p, t, (const void *)y, f, (void *)dy);
}

merged static inline void planar_jacobian(const struct system_params *p, const struct friction *law,
                                          real t, const real y[system_dim],
                                          real J[system_rows][system_dim])
{
    struct friction own;
    const struct wrench f =
        friction_wrench(framed_law(p, law, t, y, &own), contact_slip(p, t, y), 1);
    const real F[3][3] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw},
                          {f.xy - f.kxy, f.yy, f.yw + f.kyw},
                          {f.xw - f.kxw, f.yw - f.kyw, f.ww}};
    real S[3][system_dim], K[3][system_dim];

    contact_slip_slopes(p, t, y, S);
    unrolled
    for (int k = 0; k < 3; ++k)
        unrolled
    for (int j = 0; j < system_dim; ++j) {
        K[k][j] = 0.0;
        unrolled
        for (int l = 0; l < 3; ++l)
            if (!known_zero(S[l][j]))
                K[k][j] += F[k][l] * S[l][j];
    }
    framed_law_slopes(p, law, t, y, K);
    contact_chain(p, t, y, f, K, J);
}

merged static inline struct contact_state planar_contact(const struct system_params *p,
                                                         const struct friction *law, real t,
                                                         const real y[system_dim])
{
    struct friction own;
    struct contact_state c;

    c.slip = contact_slip(p, t, y);
    c.wrench = friction_wrench(framed_law(p, law, t, y, &own), c.slip, 0);
    return c;
}

/* The friction of a slip, for steppers/event.h. */
merged static inline struct wrench planar_law(const struct friction *law, struct slip s,
                                              int jacobian)
{
    return friction_wrench(law, s, jacobian);
}

/* Below 1 in stick. */
merged static inline real planar_slide(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim])
{
    struct friction own;

    return friction_slide(framed_law(p, law, t, y, &own), contact_slip(p, t, y));
}

#endif
