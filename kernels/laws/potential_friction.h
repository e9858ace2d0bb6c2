/* potential_friction.h: potential.h regularised, for contacts of any shape; l = Phi, n = 1, so that it stays the
 * gradient of a function. Fields: eps, eta', fold, then those of the law. SPDX-License-Identifier: MIT */
#ifndef LAWS_POTENTIAL_FRICTION_H
#define LAWS_POTENTIAL_FRICTION_H

#include "laws/potential.h"
#include "laws/regularised.h"

enum { potential_friction_fields = regularised_fields + potential_params_count };

struct potential_friction {
    struct regularised eps;
    struct potential_params p;
    number_table table;
};

static inline struct potential_friction potential_friction_make(const real *field,
                                                                number_table shared)
{
    struct potential_friction law;

    law.eps = regularised_make(field);
    field += regularised_fields;
    law.p.c1 = field[0];
    law.p.c2 = field[1];
    law.p.c3 = field[2];
    law.p.spin = field[3];
    law.p.size = field[4];
    law.table = shared;
    return law;
}

static inline struct wrench potential_friction_wrench(const struct potential_friction *law,
                                                      struct slip slip, int jacobian)
{
    const struct slip s = regularised_slip(slip);
    const struct wrench f = potential_wrench(&law->p, law->table, s, jacobian);

    return regularised_gradient(&law->eps, f, s.vx * f.Tx + s.vy * f.Ty + s.w * f.M, jacobian);
}

static inline real potential_friction_slide(const struct potential_friction *law, struct slip slip)
{
    const struct slip s = regularised_slip(slip);
    const struct wrench f = potential_wrench(&law->p, law->table, s, 0);

    return regularised_slide(&law->eps, s.vx * f.Tx + s.vy * f.Ty + s.w * f.M);
}

#endif
