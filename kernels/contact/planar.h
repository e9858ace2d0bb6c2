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

/* The contact at a state, with the slopes of its friction, from which all derivatives follow. */
struct planar_base {
    struct slip slip;
    struct wrench f;
};

merged static inline struct planar_base planar_at(const struct system_params *p,
                                                  const struct friction *law, real t,
                                                  const real y[system_dim])
{
    struct friction own;
    struct planar_base c;

    c.slip = contact_slip(p, t, y);
    c.f = friction_wrench(framed_law(p, law, t, y, &own), c.slip, 1);
    return c;
}

merged static inline void planar_chain(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim],
                                       const struct planar_base *c, real J[system_rows][system_dim])
{
    const struct wrench f = c->f;
    const real F[3][3] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw},
                          {f.xy - f.kxy, f.yy, f.yw + f.kyw},
                          {f.xw - f.kxw, f.yw - f.kyw, f.ww}};
    real S[3][system_dim], K[3][system_dim];

    contact_slip_slopes(p, t, y, S);
    unrolled_for (k, 3)
        unrolled_for (j, system_dim) {
            K[k][j] = 0.0;
            unrolled_for (l, 3)
                if (!known_zero(S[l][j]))
                    K[k][j] += F[k][l] * S[l][j];
        }
    framed_law_slopes(p, law, t, y, K);
    contact_chain(p, t, y, f, K, J);
}

merged static inline void planar_jacobian(const struct system_params *p, const struct friction *law,
                                          real t, const real y[system_dim],
                                          real J[system_rows][system_dim])
{
    const struct planar_base c = planar_at(p, law, t, y);

    planar_chain(p, law, t, y, &c, J);
}

/* dy'/dp of a field of the system. Friction follows the slip by its slopes: a difference in slip may be larger than the slip. */
merged static inline void planar_by(const struct system_params *p, const struct friction *law,
                                    real t, const real y[system_dim], const struct planar_base *c,
                                    int place, real g[system_rows])
{
    real slip[3], by[3];

    contact_slip_by(p, place, t, y, slip);
    contact_follow(c->f, slip, by);
    contact_motion_by(p, place, t, y, c->f, by, g);
}

/* The same of a number of the law: moved[i] has it larger by form_side(i)/over. */
merged static inline void planar_by_law(const struct system_params *p,
                                        const struct friction moved[form_sides], real over, real t,
                                        const real y[system_dim], const struct planar_base *c,
                                        real g[system_rows])
{
    struct friction own;
    real by[3] = {0.0, 0.0, 0.0};

    for (int i = 0; i < form_sides; ++i)
        contact_add_side(i, friction_wrench(framed_law(p, &moved[i], t, y, &own), c->slip, 0), over,
                         by);
    contact_push_by(p, t, y, by, g);
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
