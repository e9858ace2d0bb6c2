/* anisotropy.h: friction that depends on the direction of sliding where that direction turns against the shape. With B of
 * core/stretch.h at the present angle psi between them,
 *
 *     B = up 1 + (c, s; s, -c),   up = cosh h, (c, s) = sinh h (cos 2 psi, sin 2 psi),  h = log(ratio)/2,
 *
 * chords and edges stay what they are, and so does the centre of rotation: a patch is integrated along the chords of its own
 * coordinates, whose lengths are measured in x' = B^-1 x. Needs shape_number real. SPDX-License-Identifier: MIT */
#ifndef PATCHES_ANISOTROPY_H
#define PATCHES_ANISOTROPY_H

#include "core/sincos.h"
#include "core/stretch.h"

/* The numbers of an anisotropy at the angle 0: up, c, s. */
enum { anisotropy_head = 3 };

/* B after a turn of the anisotropy against the shape. */
merged static inline struct stretch anisotropy_turned(number_table head, struct sincos turn)
{
    const real cosine = (turn.c - turn.s) * (turn.c + turn.s), sine = 2.0 * turn.s * turn.c;
    const real c = head[1] * cosine - head[2] * sine, s = head[2] * cosine + head[1] * sine;
    struct stretch B;

    B.xx = head[0] + c;
    B.xy = B.yx = s;
    B.yy = head[0] - c;
    return B;
}

/* B^-1 (x, y). */
struct anisotropy_point {
    real x, y;
};

merged static inline struct anisotropy_point anisotropy_plain(struct stretch B, real x, real y)
{
    struct anisotropy_point p;

    p.x = B.yy * x - B.xy * y;
    p.y = B.xx * y - B.xy * x;
    return p;
}

#endif
