/* limit_smooth.h: the role patch_corner of patches that have none: all with a pressure on an area.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_SMOOTH_H
#define LAWS_LIMIT_SMOOTH_H

#include "laws/limit_corner.h"

static inline struct limit_corner limit_smooth_corner(const struct patch_params *p, number_table t,
                                                      struct slip s, struct slip u, real best)
{
    struct limit_corner c;

    c.slip = c.step = s;
    c.Phi = c.slope = 0.0;
    c.found = c.lower = c.Phi > 1.0;
    return c;
}

#endif
