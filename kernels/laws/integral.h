/* integral.h: the exact wrench of a patch. What the lanes share is the parameters of the patch, then its nodes or
 * edges. Roles: patch_params, patch_params_count, patch_wrench and the constants patch_twice, patch_tilted.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_INTEGRAL_H
#define LAWS_INTEGRAL_H

#define integral_table                                                            \
    NAME("integral", "the exact wrench of any contact, integrated in every step") \
    IS(gradient)                                                                  \
    IS(integrated)

#include "core/wrench.h"

enum { integral_params_count = 0 };

struct integral_params {
    struct patch_params patch;
};

static inline struct integral_params integral_make(const real *field, number_table shared)
{
    union {
        struct integral_params p;
        number field[patch_params_count];
    } params;

    for (int k = 0; k < patch_params_count; ++k)
        params.field[k] = shared[k];
    return params.p;
}

/* The patch sees speeds of about 1, whatever the slip is. */
static inline struct wrench integral_wrench(const struct integral_params *p, number_table shared,
                                            struct slip s, int jacobian)
{
    const real is = 1.0 / fmax(fmax(fabs(s.vx), fabs(s.vy)), fabs(s.w));
    struct wrench f = patch_wrench(&p->patch, shared + patch_params_count, slip_times(s, is),
                                   patch_twice, patch_tilted, jacobian);

    if (jacobian)
        f = wrench_times_slopes(f, is);
    f.kxy = f.kxw = f.kyw = 0.0;
    return f;
}

#endif
