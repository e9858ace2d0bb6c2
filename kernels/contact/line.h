/* line.h: friction of a contact that slides along a line. The laws of [2] give the force F of the ground on the body
 * against V_r = -vx, and take the force F_ex that stick needs; as friction along the slip Tx = -F, and
 * system_stick_load z is -F_ex: f = law(s, z). Roles: those of contact.h, friction_force, friction_slide_line;
 * system_stick_load, of a system that does not state it that of A Tx = -a0 (local.h). SPDX-License-Identifier: MIT */
#ifndef CONTACT_LINE_H
#define CONTACT_LINE_H

#include "contact/local.h"
#include "contact/unrefined.h"
#include "core/force.h"

enum { contact_arguments = 1, contact_room = 1 };

#define system_rhs_short \
    1 /* a call, whose numbers go through memory, would take a sixth of the time of a step */

#ifndef system_stick_load
merged static inline real system_stick_load(const struct system_params *p, real t, const real *y)
{
    const struct local_motion c = local_at(p, t, y);
    real f[contact_size];

    local_solve(&c, c.a0, f);
    return f[0];
}
#endif

#ifndef system_stick_load_slopes
merged static inline void system_stick_load_slopes(const struct system_params *p, real t,
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

merged static inline void contact_argument(const struct system_params *p, real t,
                                           const real y[system_dim], real z[contact_room])
{
    z[0] = system_stick_load(p, t, (const void *)y);
}

merged static inline void contact_argument_slopes(const struct system_params *p, real t,
                                                  const real y[system_dim],
                                                  real Z[contact_room][system_dim])
{
    system_stick_load_slopes(p, t, (const void *)y, (void *)Z);
}

merged static inline struct wrench contact_law(const struct friction *law, struct slip s,
                                               const real z[contact_room], int jacobian,
                                               struct wrench by[contact_room])
{
    const struct force force = friction_force(law, -s.vx, -z[0], jacobian);
    struct wrench f = wrench_zero();

    f.Tx = -force.F;
    f.xx = force.by_v;
    by[0].Tx = force.by_load;
    by[0].Ty = by[0].M = 0.0;
    return f;
}

/* Below 1 in stick. */
merged static inline real system_slide(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim])
{
    return friction_slide_line(law, contact_slip(p, t, y).vx);
}

#include "contact/derived.h"

#endif
