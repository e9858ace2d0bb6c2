/* any_friction.h: stands for every law where only the tables of a user's system are asked for.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_ANY_FRICTION_H
#define LAWS_ANY_FRICTION_H

#include "core/wrench.h"
#include "core/force.h"

struct any_friction {
    real nothing;
};

static inline struct wrench any_friction_wrench(const struct any_friction *law, struct slip s,
                                                int jacobian)
{
    return wrench_zero();
}

static inline struct wrench any_friction_wrench_tilted(const struct any_friction *law,
                                                       struct slip s, real gx, real gy,
                                                       int jacobian, struct wrench by[2])
{
    by[0] = by[1] = wrench_zero();
    return any_friction_wrench(law, s, jacobian);
}

static inline struct force any_friction_force(const struct any_friction *law, real v, real load,
                                              int jacobian)
{
    struct force f;

    f.F = load;
    f.by_v = f.by_load = 0.0;
    return f;
}

static inline real any_friction_slide(const struct any_friction *law, struct slip s)
{
    return s.vx;
}

static inline real any_friction_slide_line(const struct any_friction *law, real v)
{
    return v;
}

#endif
