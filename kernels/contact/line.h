/* line.h: right-hand side, Jacobian and measure of slip of a system whose contact slides along a line. The laws of [2]
 * give the force F of the ground on the body against V_r = -vx, and take the force F_ex that stick needs; as friction
 * along the slip Tx = -F, and system_stick_load is -F_ex. Roles: those of contact.h, system_stick_load,
 * system_stick_load_slopes, friction_force, friction_slide_line. SPDX-License-Identifier: MIT */
#ifndef CONTACT_LINE_H
#define CONTACT_LINE_H

#include "contact/contact.h"
#include "core/force.h"

merged static inline struct force line_force(const struct system_params *p,
                                             const struct friction *law, real t,
                                             const real y[system_dim], int jacobian)
{
    return friction_force(law, -contact_slip(p, t, y).vx, -system_stick_load(p, t, (const void *)y),
                          jacobian);
}

/* A call, whose numbers go through memory, would take a sixth of the time of a step. */
#define system_rhs_short

merged static inline void line_rhs(const struct system_params *p, const struct friction *law,
                                   real t, const real y[system_dim], real dy[system_dim])
{
    contact_motion(p, t, y, -line_force(p, law, t, y, 0).F, 0.0, 0.0, dy);
}

/* The contact at a state, with the slopes of its friction, from which all derivatives follow. */
struct line_base {
    real slip, load; /* vx, and the load of stick */
    struct force force;
};

merged static inline struct line_base
line_at(const struct system_params *p, const struct friction *law, real t, const real y[system_dim])
{
    struct line_base c;

    c.slip = contact_slip(p, t, y).vx;
    c.load = system_stick_load(p, t, (const void *)y);
    c.force = friction_force(law, -c.slip, -c.load, 1);
    return c;
}

merged static inline void line_chain(const struct system_params *p, const struct friction *law,
                                     real t, const real y[system_dim], const struct line_base *c,
                                     real J[system_rows][system_dim])
{
    const struct force force = c->force;
    struct wrench f = wrench_zero();
    real S[3][system_dim], L[1][system_dim], K[1][system_dim];

    f.Tx = -force.F;
    contact_slip_slopes(p, t, y, S);
    form_clear(1, L);
    system_stick_load_slopes(p, t, (const void *)y, (void *)L);
    unrolled_for (j, system_dim)
        K[0][j] = force.by_v * S[0][j] + force.by_load * L[0][j];
    contact_chain(p, t, y, f, K, J);
}

merged static inline void line_jacobian(const struct system_params *p, const struct friction *law,
                                        real t, const real y[system_dim],
                                        real J[system_rows][system_dim])
{
    const struct line_base c = line_at(p, law, t, y);

    line_chain(p, law, t, y, &c, J);
}

/* dy'/dp of a field of the system, and of a number of the law: as in planar.h. */
merged static inline void line_by(const struct system_params *p, const struct friction *law, real t,
                                  const real y[system_dim], const struct line_base *c, int place,
                                  real g[system_rows])
{
    const real d = form_part(((const real *)p)[place]), over = 1.0 / d;
    struct wrench f = wrench_zero();
    real by[3], load = 0.0;

    f.Tx = -c->force.F;
    contact_slip_by(p, place, t, y, by);
    unrolled_for (i, form_sides) {
        const struct system_params there = form_fields(p, place, form_side(i) * d);

        load += form_share(i) * over * system_stick_load(&there, t, (const void *)y);
    }
    by[0] = c->force.by_v * by[0] + c->force.by_load * load;
    by[1] = by[2] = 0.0;
    contact_motion_by(p, place, t, y, f, by, g);
}

merged static inline void line_by_law(const struct system_params *p,
                                      const struct friction moved[form_sides], real over, real t,
                                      const real y[system_dim], const struct line_base *c,
                                      real g[system_rows])
{
    real by[3] = {0.0, 0.0, 0.0};

    for (int i = 0; i < form_sides; ++i)
        by[0] -= form_share(i) * over * friction_force(&moved[i], -c->slip, -c->load, 0).F;
    contact_push_by(p, t, y, by, g);
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

merged static inline real line_slide(const struct system_params *p, const struct friction *law,
                                     real t, const real y[system_dim])
{
    return friction_slide_line(law, contact_slip(p, t, y).vx);
}

#endif
