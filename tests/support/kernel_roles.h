/* kernel_roles.h: makes a struct kernel_system of a system that is included and a law that is bound:
 * KERNEL_SYSTEM(pendulum, I11). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_KERNEL_ROLES_H
#define CONTENSOU_TESTS_KERNEL_ROLES_H

#include "support/kernel_systems.h"

#include <stddef.h>
#include <string.h>

/* What all lanes of the law share. */
#ifndef kernel_shared
#    define kernel_shared NULL
#endif

#define KERNEL_SYSTEM(system, model)                                                             \
    static void system##_rhs_of(const double *field, const double *lane, const double *y,        \
                                double *dy)                                                      \
    {                                                                                            \
        const struct friction law = friction_make(lane, kernel_shared);                          \
        struct system##_params p;                                                                \
                                                                                                 \
        memcpy(&p, field, sizeof p);                                                             \
        system##_rhs(&p, &law, 0.0, y, dy);                                                      \
    }                                                                                            \
    static void system##_jacobian_of(const double *field, const double *lane, const double *y,   \
                                     double *J)                                                  \
    {                                                                                            \
        const struct friction law = friction_make(lane, kernel_shared);                          \
        const int above = system##_second ? system##_dim / 2 : 0;                                \
        struct system##_params p;                                                                \
        double rows[system##_dim][system##_dim];                                                 \
                                                                                                 \
        memcpy(&p, field, sizeof p);                                                             \
        memset(J, 0, sizeof rows);                                                               \
        for (int i = 0; i < above; ++i)                                                          \
            J[i * system##_dim + above + i] = 1;                                                 \
        system##_jacobian(&p, &law, 0.0, y, rows);                                               \
        memcpy(J + above * system##_dim, rows, (size_t)(system##_dim - above) * sizeof rows[0]); \
    }                                                                                            \
    static double system##_slide_of(const double *field, const double *lane, const double *y)    \
    {                                                                                            \
        const struct friction law = friction_make(lane, kernel_shared);                          \
        struct system##_params p;                                                                \
                                                                                                 \
        memcpy(&p, field, sizeof p);                                                             \
        return system##_slide(&p, &law, 0.0, y);                                                 \
    }                                                                                            \
    const struct kernel_system kernel_##system##_##model = {                                     \
        #system,         #model,          system##_dim,         system##_params_count,           \
        friction_fields, system##_rhs_of, system##_jacobian_of, system##_slide_of}

#endif
