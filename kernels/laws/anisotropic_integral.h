/* anisotropic_integral.h: the exact wrench of a patch whose friction depends on the direction of sliding, at any angle
 * between that direction and the shape. What the lanes share is the anisotropy (patches/anisotropy.h), the parameters
 * of the patch, then its nodes or edges. Roles: those of integral.h. SPDX-License-Identifier: MIT */
#ifndef LAWS_ANISOTROPIC_INTEGRAL_H
#define LAWS_ANISOTROPIC_INTEGRAL_H

#include "laws/integral.h"
#include "patches/anisotropy.h"

enum { anisotropic_integral_params_count = 0 };

struct anisotropic_integral_params {
    struct integral_params plain;
    struct sincos turn; /* of the anisotropy, from where it is at the angle 0 */
};

static inline struct anisotropic_integral_params anisotropic_integral_make(const real *field,
                                                                   number_table shared)
{
    struct anisotropic_integral_params p;

    p.plain = integral_make(field, shared + anisotropy_head);
    p.turn.s = 0.0;
    p.turn.c = 1.0;
    return p;
}

merged static inline void anisotropic_integral_turn(struct anisotropic_integral_params *p,
                                                struct sincos turn)
{
    p->turn = turn;
}

static inline struct wrench anisotropic_integral_wrench(const struct anisotropic_integral_params *p,
                                                    number_table shared, struct slip s,
                                                    int jacobian)
{
    const real is = 1.0 / fmax(fmax(fabs(s.vx), fabs(s.vy)), fabs(s.w));
    struct wrench f = patch_wrench_anisotropic(
        &p->plain.patch, shared + anisotropy_head + patch_params_count, anisotropy_turned(shared, p->turn),
        slip_times(s, is), patch_twice, patch_tilted, jacobian);

    if (jacobian)
        f = wrench_times_slopes(f, is);
    f.kxy = f.kxw = f.kyw = 0.0;
    return f;
}

#endif
