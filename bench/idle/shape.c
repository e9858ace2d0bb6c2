/* shape.c: one shape's formulas, compiled so that each stretch without a branch calls __sanitizer_cov_trace_pc; once for each
 * SHAPE, whose file is PATCH. SPDX-License-Identifier: MIT */
#include "idle.h"

#include PATCH

#define paste_names(a, b) a##b
#define name_of(a, b)     paste_names(a, b)
#define shape_params      name_of(SHAPE, _params)

static int twice, tilted; /* constants of a device program */

static inline struct wrench counted_wrench(const struct shape_params *p, number_table t,
                                           struct slip s, int power, int tilt, int jacobian)
{
    ++idle_round;
    return name_of(SHAPE, _wrench)(p, t, s, power, tilt, jacobian);
}

#define patch_params shape_params
#define patch_wrench counted_wrench
#define patch_twice  twice
#define patch_tilted tilted
#define patch_corner limit_smooth_corner
#include "laws/limit_smooth.h"

#include "laws/limit_load.h"

static volatile double kept;

static const struct shape_params *params_of(const struct contensou__patch_data *t)
{
    twice = t->twice;
    tilted = t->tilted;
    return (const void *)t->params;
}

static void eval(const struct contensou__patch_data *t, const double slip[3])
{
    const struct slip s = {slip[0], slip[1], slip[2]};

    kept = counted_wrench(params_of(t), t->table, s, twice, tilted, 0).M;
}

static void limit(const struct contensou__patch_data *t, const double load[3])
{
    kept = limit_of_load(params_of(t), t->table, load[0], load[1], load[2]).xi;
}

static int rule(const struct contensou__patch_data *t, const double slip[3])
{
    const struct slip s = {slip[0], slip[1], slip[2]};

    (void)s;
    return (int)name_of(SHAPE, _rule)(params_of(t), s);
}

const struct idle_shape name_of(idle_, SHAPE) = {eval, limit, rule};
