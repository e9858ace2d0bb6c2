/* tanh_friction.h: F = F_s/(1 + delta |V_r|) tanh(V_r/eps): smooth, but without stick: the block creeps.
 * Fields: eps > 0, F_s, delta. SPDX-License-Identifier: MIT */
#ifndef LAWS_TANH_FRICTION_H
#define LAWS_TANH_FRICTION_H

#include "core/force.h"

enum { tanh_friction_fields = 3 };

struct tanh_friction {
    real eps, F_s, delta, inverse; /* inverse: 1/eps */
};

static inline struct tanh_friction tanh_friction_make(const real *field, number_table shared)
{
    struct tanh_friction law;

    (void)shared;
    law.eps = field[0];
    law.F_s = field[1];
    law.delta = field[2];
    law.inverse = 1.0 / fmax(law.eps, (real)(1.0 / real_large));
    return law;
}

static inline struct force tanh_friction_force(const struct tanh_friction *law, real v, real load,
                                               int jacobian)
{
    const real fall = 1.0 / (1.0 + law->delta * fabs(v)), t = tanh(v * law->inverse);
    const real size = law->F_s * fall;
    struct force f;

    (void)load;
    f.F = size * t;
    f.by_v = f.by_load = 0.0;
    if (jacobian)
        f.by_v = size * ((1.0 - t * t) * law->inverse - law->delta * fall * fabs(t));
    return f;
}

static inline real tanh_friction_slide_line(const struct tanh_friction *law, real v)
{
    return fmin(fabs(v) * law->inverse, (real)real_large);
}

#endif
