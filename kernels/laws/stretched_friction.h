/* stretched_friction.h: a law of a contact whose friction depends on the direction of sliding: the law of its plain
 * coordinates, with what core/stretch.h says. Shared: F, then what the law itself shares. Roles: plain_friction,
 * plain_friction_fields, plain_friction_make, plain_friction_wrench, plain_friction_slide.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_STRETCHED_FRICTION_H
#define LAWS_STRETCHED_FRICTION_H

#include "core/stretch.h"

enum { stretched_friction_fields = plain_friction_fields, stretched_head = 4 };

struct stretched_friction {
    struct plain_friction plain;
    struct stretch F;
};

static inline struct stretched_friction stretched_friction_make(const real *field,
                                                                number_table shared)
{
    struct stretched_friction law;

    law.plain = plain_friction_make(field, shared + stretched_head);
    law.F.xx = shared[0];
    law.F.xy = shared[1];
    law.F.yx = shared[2];
    law.F.yy = shared[3];
    return law;
}

static inline struct wrench stretched_friction_wrench(const struct stretched_friction *law,
                                                      struct slip s, int jacobian)
{
    return stretch_wrench(
        law->F, plain_friction_wrench(&law->plain, stretch_slip(law->F, s), jacobian), jacobian);
}

static inline real stretched_friction_slide(const struct stretched_friction *law, struct slip s)
{
    return plain_friction_slide(&law->plain, stretch_slip(law->F, s));
}

#endif
