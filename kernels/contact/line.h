/* line.h: right-hand side, Jacobian and measure of slip of a system whose contact slides along a line. The laws of [2]
 * give the force F of the ground on the body against V_r = -vx, and take the force F_ex that stick needs; as friction
 * along the slip Tx = -F, and system_stick_load is -F_ex. Roles: those of contact.h, system_stick_load,
 * system_stick_load_slopes, friction_force, friction_slide_line. SPDX-License-Identifier: MIT */
#ifndef CONTACT_LINE_H
#define CONTACT_LINE_H

#include "contact/contact.h"
#include "core/force.h"

merged static inline struct force line_force(const struct system_params *p, const struct friction *law,
                                      real t, const real y[system_dim], int jacobian)
{
    return friction_force(law, -contact_slip(p, t, y).vx,
                          -system_stick_load(p, t, (const void *)y), jacobian);
}

/* A call, whose numbers go through memory, would take a sixth of the time of a step. */
#define system_rhs_short

merged static inline void line_rhs(const struct system_params *p, const struct friction *law, real t,
                            const real y[system_dim], real dy[system_dim])
{
    contact_motion(p, t, y, -line_force(p, law, t, y, 0).F, 0.0, 0.0, dy);
}

merged static inline void line_jacobian(const struct system_params *p, const struct friction *law, real t,
                                 const real y[system_dim], real J[system_rows][system_dim])
{
    const struct force force = line_force(p, law, t, y, 1);
    struct wrench f = wrench_zero();
    real S[3][system_dim], L[1][system_dim], K[1][system_dim];

    f.Tx = -force.F;
    contact_slip_slopes(p, t, y, S);
    form_clear(1, L);
    system_stick_load_slopes(p, t, (const void *)y, (void *)L);
    unrolled
    for (int j = 0; j < system_dim; ++j)
        K[0][j] = force.by_v * S[0][j] + force.by_load * L[0][j];
    contact_chain(p, t, y, f, K, J);
}

merged static inline struct contact_state line_contact(const struct system_params *p,
                                                       const struct friction *law, real t,
                                                       const real y[system_dim])
{
    struct contact_state c;

    c.slip = contact_slip(p, t, y);
    c.slip.vy = c.slip.w = 0.0;
    c.wrench = wrench_zero();
    c.wrench.Tx = -line_force(p, law, t, y, 0).F;
    return c;
}

/* The friction of a slip that is not zero, for steppers/event.h. */
merged static inline struct wrench line_law(const struct friction *law, struct slip s, int jacobian)
{
    const struct force force = friction_force(law, -s.vx, (real)0.0, jacobian);
    struct wrench f = wrench_zero();

    f.Tx = -force.F;
    f.xx = force.by_v;
    return f;
}

merged static inline real line_slide(const struct system_params *p, const struct friction *law, real t,
                              const real y[system_dim])
{
    return friction_slide_line(law, contact_slip(p, t, y).vx);
}

#endif
