/* signum.h: Coulomb's law with a static point, discontinuous: F = F_s/(1 + delta |V_r|) sgn V_r in slip;
 * at V_r = 0, F_ex as far as F_s allows. Fields: eps (only where slip counts as stick), F_s, delta.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_SIGNUM_H
#define LAWS_SIGNUM_H

#include "laws/line_friction.h"

// clang-format off
#define signum_param_table(PARAM) \
    line_params(PARAM, from(0))
#define signum_table                                         \
    NAME("signum", "F_s/(1 + delta |v|) sgn v, which jumps") \
    IS(jumps)
// clang-format on

static inline struct force signum_force(const struct line_friction *law, real v, real load,
                                        int jacobian)
{
    const real fall = 1.0 / (1.0 + law->delta * fabs(v));
    const mask rests = v == 0.0;
    struct force f;

    f.F = pick(rests, fmax(fmin(load, law->F_s), -law->F_s), copysign(law->F_s * fall, v));
    f.by_v = f.by_load = 0.0;
    if (jacobian) {
        f.by_v = pick(rests, (real)0.0, -law->delta * law->F_s * fall * fall);
        f.by_load = pick(rests & (fabs(load) <= law->F_s), (real)1.0, (real)0.0);
    }
    return f;
}

#endif
