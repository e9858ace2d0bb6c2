/* limit_corner.h: a slip where Phi has a corner, as an answer for limit.h. Role patch_corner: the
 * corner nearest to a slip, and whether it is the answer for the load -u.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_CORNER_H
#define LAWS_LIMIT_CORNER_H

#include "core/wrench.h"

struct limit_corner {
    struct slip slip; /* u.slip = 1 */
    real Phi;         /* there */
    mask found;
};

#endif
