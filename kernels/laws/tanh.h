/* tanh.h: F = F_s/(1 + delta |V_r|) tanh(V_r/eps): smooth, but without stick: the block creeps.
 * Fields: eps > 0, F_s, delta. SPDX-License-Identifier: MIT */
#ifndef LAWS_TANH_H
#define LAWS_TANH_H

#include "laws/line_friction.h"

// clang-format off
#define tanh_param_table(PARAM)  \
    line_params(PARAM, above(0))
#define tanh_table                                                       \
    NAME("tanh", "F_s/(1 + delta |v|) tanh(v/eps); creeps under a load")
// clang-format on

static inline struct force tanh_force(const struct line_friction *law, real v, real load,
                                      int jacobian)
{
    const real fall = 1.0 / (1.0 + law->delta * fabs(v)), t = tanh(v * law->inverse);
    const real size = law->F_s * fall;
    struct force f;

    f.F = size * t;
    f.by_v = f.by_load = 0.0;
    if (jacobian)
        f.by_v = size * ((1.0 - t * t) * law->inverse - law->delta * fall * fabs(t));
    return f;
}

#endif
