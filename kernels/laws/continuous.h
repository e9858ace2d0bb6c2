/* continuous.h: the continuous law of [2](1), with F(|V_r|) = F_s/(1 + delta (|V_r| - eps)) in slip.
 *
 * Its regions V1 to V4 are one formula: with f = F_ex cut to [-F_s, F_s], x = min(|V_r|/eps, 1) and
 * A3 = x^2 (3 - 2 x) it is F = ((1 - A3) f + A3 F_s sgn V_r)/(1 + delta max(|V_r| - eps, 0)). Derivatives as in
 * docs/maths.md 4. Fields: eps > 0, F_s, delta. SPDX-License-Identifier: MIT */
#ifndef LAWS_CONTINUOUS_H
#define LAWS_CONTINUOUS_H

#include "laws/line_friction.h"

// clang-format off
#define continuous_param_table(PARAM) \
    line_params(PARAM, above(0))
#define continuous_table                                                                 \
    NAME("continuous", "smooth and close to a switch: the load is borne inside eps [2]") \
    ORDER(2) /* A3 begins with the square of slip */                                     \
    IS(corners)                                                                          \
    IS(holds)
// clang-format on

static inline struct force continuous_force(const struct line_friction *law, real v, real load,
                                            int jacobian)
{
    const real speed = fabs(v), x = smaller_of(speed * law->inverse, (real)1.0);
    const real A = x * x * (3.0 - 2.0 * x), s = copysign(law->F_s, v);
    const real borne = larger_of(smaller_of(load, law->F_s), -law->F_s), mixed = (1.0 - A) * borne + A * s;
    const real fall = 1.0 / (1.0 + law->delta * larger_of(speed - law->eps, (real)0.0));
    struct force f;

    f.F = mixed * fall;
    f.by_v = f.by_load = 0.0;
    if (jacobian) {
        const real stick =
            6.0 * x * (1.0 - x) * law->inverse * (law->F_s - copysign(borne, borne * v));
        const real slip = -law->delta * law->F_s * fall * fall;

        f.by_v = pick(speed > law->eps, slip, stick);
        f.by_load = pick(fabs(load) <= law->F_s, 1.0 - A, (real)0.0);
    }
    return f;
}

/* Its corners: the ends of the smoothed part and its middle; inside, loads that stick can just bear. */
enum { continuous_corners = 5 };

static inline void continuous_corner(const struct line_friction *law, real v, real load,
                                     real g[continuous_corners])
{
    const real x = 1e4 * law->inverse * v, load_unit = 1e7 * law->over_F;
    const mask inside = fabs(x) < 1e4;

    g[0] = x - 1e4;
    g[1] = x + 1e4;
    g[2] = x;
    g[3] = pick(inside, load_unit * (load - law->F_s), (real)0.0);
    g[4] = pick(inside, load_unit * (load + law->F_s), (real)0.0);
}

#endif
