/* two_frames.h: a contact whose shape and whose anisotropy are of two bodies that turn against each other. The axes of the
 * contact are those of its shape; the anisotropy turns in them by an angle a = two_frames_way alpha(t, y): f = law(s, a), so that
 *
 *     df/dy = F S + df/da two_frames_way dalpha/dy,
 *
 * df/da by a central difference. Roles: system_frame, system_frame_slopes, friction_wrench, framed_slip, law_turn and the constant two_frames_way,
 * -1 where the shape turns and 1 where the anisotropy does. SPDX-License-Identifier: MIT */
#ifndef CONTACT_TWO_FRAMES_H
#define CONTACT_TWO_FRAMES_H

#include "contact/form.h"
#include "core/sincos.h"

merged static inline struct friction two_frames_at(const struct friction *law, real angle)
{
    struct friction own = *law;

    law_turn(&own.p, sincos_both(two_frames_way * angle));
    return own;
}

merged static inline const struct friction *two_frames_law(const struct system_params *p,
                                                           const struct friction *law, real t,
                                                           const real y[system_dim],
                                                           struct friction *own)
{
    *own = two_frames_at(law, system_frame(p, t, (const void *)y));
    return own;
}

/* K += df/dalpha dalpha/dy. */
merged static inline void two_frames_law_slopes(const struct system_params *p,
                                                const struct friction *law, real t,
                                                const real y[system_dim], real (*K)[system_dim])
{
    const number d = sizeof(number) == 4 ? 1e-2 : 1e-5;
    const real angle = system_frame(p, t, (const void *)y);
    const struct slip s = framed_slip(p, t, (const void *)y);
    const struct friction before = two_frames_at(law, angle - d),
                          after = two_frames_at(law, angle + d);
    const struct wrench a = friction_wrench(&before, s, 0), b = friction_wrench(&after, s, 0);
    const real by_angle[3] = {(b.Tx - a.Tx) / (2.0 * d), (b.Ty - a.Ty) / (2.0 * d),
                              (b.M - a.M) / (2.0 * d)};
    real by[1][system_dim];

    form_clear(1, by);
    system_frame_slopes(p, t, (const void *)y, (void *)by);
    unrolled_for (k, 3)
        unrolled_for (j, system_dim)
            if (!known_zero(by[0][j]))
                K[k][j] += by_angle[k] * by[0][j];
}

#endif
