/* switch.h: the switch model of R. I. Leine et al., Nonlinear Dynamics 16 (1998) 41, [2]'s [13]: slip
 * F = F_s/(1 + delta |V_r|) sgn V_r; stick, |V_r| < eps and |F_ex| <= F_s, F = F_ex + V_r, so that V_r decays at the
 * rate sqrt(k/m) = 1; transition, |V_r| < eps and |F_ex| > F_s, F = F_s sgn F_ex. Discontinuous.
 * Fields: eps > 0, F_s, delta. SPDX-License-Identifier: MIT */
#ifndef LAWS_SWITCH_H
#define LAWS_SWITCH_H

#include "laws/line_friction.h"

// clang-format off
#define switch_param_table(PARAM) \
    line_params(PARAM, above(0))
#define switch_table                                                                  \
    NAME("switch", "stick while |v| < eps and the load is below F_s, otherwise slip") \
    IS(jumps)                                                                         \
    IS(holds)
// clang-format on

static inline struct force switch_force(const struct line_friction *law, real v, real load,
                                        int jacobian)
{
    const real fall = 1.0 / (1.0 + law->delta * fabs(v));
    const mask near = fabs(v) < law->eps, holds = fabs(load) <= law->F_s;
    struct force f;

    f.F = pick(near, pick(holds, load + v, copysign(law->F_s, load)), copysign(law->F_s * fall, v));
    f.by_v = f.by_load = 0.0;
    if (jacobian) {
        f.by_v =
            pick(near, pick(holds, (real)1.0, (real)0.0), -law->delta * law->F_s * fall * fall);
        f.by_load = pick(near & holds, (real)1.0, (real)0.0);
    }
    return f;
}

#endif
