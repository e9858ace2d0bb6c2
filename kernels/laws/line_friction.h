/* line_friction.h: what the laws along a line have in common: their fields eps, F_s, delta, and when slip counts
 * as stick, |V_r| < eps. Their force is in files of their own. SPDX-License-Identifier: MIT */
#ifndef LAWS_LINE_FRICTION_H
#define LAWS_LINE_FRICTION_H

#include "core/force.h"

/* For the tables of these laws; limit is that of eps. */
#define line_params(PARAM, limit)                                                            \
    PARAM(eps, "velocity", limit, "slip below which the law is smoothed", eps, start, start) \
    PARAM(F_s, "force", above(0), "largest force in stick", 1, start, start)                 \
    PARAM(delta, "1/velocity", from(0), "how fast friction falls with slip", 3, start, start)

enum { line_friction_fields = 3 };

struct line_friction {
    real eps, F_s, delta, inverse, over_F; /* 1/eps, 1/F_s */
};

static inline struct line_friction line_friction_make(const real *field, number_table shared)
{
    struct line_friction law;

    law.eps = field[0];
    law.F_s = field[1];
    law.delta = field[2];
    law.inverse = 1.0 / fmax(law.eps, (real)(1.0 / real_large));
    law.over_F = 1.0 / law.F_s;
    return law;
}

static inline real line_friction_slide_line(const struct line_friction *law, real v)
{
    return fmin(fabs(v) * law->inverse, (real)real_large);
}

#endif
