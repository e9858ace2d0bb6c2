/* limit_corner.h: a slip where Phi has a corner, as seen by limit.h. Role patch_corner: the corner
 * nearest to a slip, whether it is the answer for the load -u, whether it is lower than the best Phi
 * so far, and how to leave it. SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_CORNER_H
#define LAWS_LIMIT_CORNER_H

#include "core/wrench.h"

struct limit_corner {
    struct slip slip, step; /* u.slip = 1; the step is downhill, 0 at the answer */
    real Phi, slope;        /* there; slope along the step */
    mask found, lower;
};

#endif
