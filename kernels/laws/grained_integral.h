/* grained_integral.h: the exact wrench of a patch whose friction depends on the direction of sliding, at any angle between that
 * direction and the shape. What the lanes share is the grain (patches/grain.h), the parameters of the patch, then its nodes or edges.
 * Roles: those of integral.h. SPDX-License-Identifier: MIT */
#ifndef LAWS_GRAINED_INTEGRAL_H
#define LAWS_GRAINED_INTEGRAL_H

#include "laws/integral.h"
#include "patches/grain.h"

enum { grained_integral_params_count = 0 };

struct grained_integral_params {
    struct integral_params plain;
    struct sincos turn; /* of the grain, from where it is at the angle 0 */
};

static inline struct grained_integral_params grained_integral_make(const real *field,
                                                                   number_table shared)
{
    struct grained_integral_params p;

    p.plain = integral_make(field, shared + grain_head);
    p.turn.s = 0.0;
    p.turn.c = 1.0;
    return p;
}

merged static inline void grained_integral_turn(struct grained_integral_params *p,
                                                struct sincos turn)
{
    p->turn = turn;
}

static inline struct wrench grained_integral_wrench(const struct grained_integral_params *p,
                                                    number_table shared, struct slip s,
                                                    int jacobian)
{
    const real is = 1.0 / fmax(fmax(fabs(s.vx), fabs(s.vy)), fabs(s.w));
    struct wrench f = patch_wrench_grained(
        &p->plain.patch, shared + grain_head + patch_params_count, grain_turned(shared, p->turn),
        slip_times(s, is), patch_twice, patch_tilted, jacobian);

    if (jacobian)
        f = wrench_times_slopes(f, is);
    f.kxy = f.kxw = f.kyw = 0.0;
    return f;
}

#endif
