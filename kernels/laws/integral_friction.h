/* integral_friction.h: the exact wrench of a patch, regularised with l = Phi, n = 1. What the lanes share is the
 * parameters of the patch, then its nodes or edges. Roles: patch_params, patch_params_count, patch_wrench and the
 * constants patch_twice, patch_tilted. Fields: eps, eta', fold. SPDX-License-Identifier: MIT */
#ifndef LAWS_INTEGRAL_FRICTION_H
#define LAWS_INTEGRAL_FRICTION_H

#include "laws/regularised.h"

enum { integral_friction_fields = regularised_fields };

struct integral_friction {
    struct regularised eps;
    struct patch_params p;
    number_table table;
};

static inline struct integral_friction integral_friction_make(const real *field,
                                                              number_table shared)
{
    union {
        struct patch_params p;
        number field[patch_params_count];
    } params;
    struct integral_friction law;

    for (int k = 0; k < patch_params_count; ++k)
        params.field[k] = shared[k];
    law.eps = regularised_make(field);
    law.p = params.p;
    law.table = shared + patch_params_count;
    return law;
}

/* The patch sees speeds of about 1, whatever the slip is. */
static inline struct wrench integral_friction_plain(const struct integral_friction *law,
                                                    struct slip s, int jacobian)
{
    const real is = 1.0 / fmax(fmax(fabs(s.vx), fabs(s.vy)), fabs(s.w));
    struct slip scaled;
    struct wrench f;

    scaled.vx = s.vx * is;
    scaled.vy = s.vy * is;
    scaled.w = s.w * is;
    f = patch_wrench(&law->p, law->table, scaled, patch_twice, patch_tilted, jacobian);
    if (jacobian) {
        f.xx *= is;
        f.xy *= is;
        f.yy *= is;
        f.xw *= is;
        f.yw *= is;
        f.ww *= is;
    }
    f.kxy = f.kxw = f.kyw = 0.0;
    return f;
}

static inline struct wrench integral_friction_wrench(const struct integral_friction *law,
                                                     struct slip slip, int jacobian)
{
    const struct slip s = regularised_slip(slip);
    const struct wrench f = integral_friction_plain(law, s, jacobian);

    return regularised_gradient(&law->eps, f, s.vx * f.Tx + s.vy * f.Ty + s.w * f.M, jacobian);
}

static inline real integral_friction_slide(const struct integral_friction *law, struct slip slip)
{
    const struct slip s = regularised_slip(slip);
    const struct wrench f = integral_friction_plain(law, s, 0);

    return regularised_slide(&law->eps, s.vx * f.Tx + s.vy * f.Ty + s.w * f.M);
}

#endif
