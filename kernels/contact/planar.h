/* planar.h: friction of a patch that slides and spins, f = law(s). Where shape and anisotropy are of two bodies that
 * turn against each other, the axes of the contact are those of its shape, and the anisotropy turns in them by
 * framed_way alpha(t, y): f = law(s, alpha), df/dalpha by a central difference. Roles: those of contact.h,
 * friction_wrench, friction_slide; framed_way is -1 where the shape turns, 1 where the anisotropy does, 0 for one
 * frame; otherwise law_turn. SPDX-License-Identifier: MIT */
#ifndef CONTACT_PLANAR_H
#define CONTACT_PLANAR_H

#include "contact/contact.h"
#include "contact/unrefined.h"

enum { contact_arguments = framed_way != 0, contact_room = 1 };

#define system_rhs_short 0

merged static inline void contact_argument(const struct system_params *p, real t,
                                           const real y[system_dim], real z[contact_room])
{
    z[0] = framed_way != 0 ? system_frame(p, t, (const void *)y) : (real)0.0;
}

merged static inline void contact_argument_slopes(const struct system_params *p, real t,
                                                  const real y[system_dim],
                                                  real Z[contact_room][system_dim])
{
    if (framed_way != 0)
        system_frame_slopes(p, t, (const void *)y, (void *)Z);
}

/* The law at an angle of its anisotropy. */
merged static inline struct friction planar_turned(const struct friction *law, real angle)
{
    struct friction own = *law;

#if framed_way != 0
    law_turn(&own.p, sincos_both(framed_way * angle));
#endif
    return own;
}

merged static inline struct wrench contact_law(const struct friction *law, struct slip s,
                                               const real z[contact_room], int jacobian,
                                               struct wrench by[contact_room])
{
    const number d = sizeof(number) == 4 ? 1e-2 : 1e-5;
    struct friction own;

    if (framed_way == 0)
        return friction_wrench(law, s, jacobian);
    if (jacobian) {
        const struct friction before = planar_turned(law, z[0] - d);
        const struct friction after = planar_turned(law, z[0] + d);
        const struct wrench a = friction_wrench(&before, s, 0), b = friction_wrench(&after, s, 0);

        by[0].Tx = (b.Tx - a.Tx) / (2.0 * d);
        by[0].Ty = (b.Ty - a.Ty) / (2.0 * d);
        by[0].M = (b.M - a.M) / (2.0 * d);
    }
    own = planar_turned(law, z[0]);
    return friction_wrench(&own, s, jacobian);
}

/* Below 1 in stick. */
merged static inline real system_slide(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim])
{
    const struct slip s = contact_slip(p, t, y);
    struct friction own;

    if (framed_way == 0)
        return friction_slide(law, s);
    own = planar_turned(law, system_frame(p, t, (const void *)y));
    return friction_slide(&own, s);
}

#include "contact/derived.h"

#endif
