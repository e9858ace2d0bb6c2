/* cells.h: one cell of a discretised patch: a point x, y with its share of the pressure.
 *
 *     T += m V/|V|,  M += m (x Vy - y Vx)/|V|,  V = (vx - w y, vy + w x)
 *
 * A cell that does not slip at all (V = 0) gives nothing. SPDX-License-Identifier: MIT */
#ifndef PATCHES_CELLS_H
#define PATCHES_CELLS_H

#include "core/wrench.h"

/* Two cells at once: their roots share one division, which is what limits this sum. */
static inline void cells_add_two(struct wrench *f, struct slip s, number x1, number y1, number m1,
                                 number x2, number y2, number m2)
{
    const real ax = s.vx - s.w * y1, ay = s.vy + s.w * x1;
    const real bx = s.vx - s.w * y2, by = s.vy + s.w * x2;
    const real ra = sqrt(fmax(ax * ax + ay * ay, (real)real_tiny));
    const real rb = sqrt(fmax(bx * bx + by * by, (real)real_tiny));
    const real both = 1.0 / (ra * rb);
    const real fa = m1 * (rb * both), fb = m2 * (ra * both);

    f->Tx += ax * fa + bx * fb;
    f->Ty += ay * fa + by * fb;
    f->M += (x1 * ay - y1 * ax) * fa + (x2 * by - y2 * bx) * fb;
}

/* The Jacobian of one cell: N N' m/|V| with N = (-Vy, Vx, x Vx + y Vy)/|V|. */
static inline void cells_add_jacobian(struct wrench *f, struct slip s, number x, number y, number m)
{
    const real ax = s.vx - s.w * y, ay = s.vy + s.w * x;
    const real inverse = 1.0 / sqrt(fmax(ax * ax + ay * ay, (real)real_tiny));
    const real nx = -ay * inverse, ny = ax * inverse, arm = x * ny - y * nx;
    const real weight = m * inverse;

    f->xx += weight * nx * nx;
    f->xy += weight * nx * ny;
    f->yy += weight * ny * ny;
    f->xw += weight * nx * arm;
    f->yw += weight * ny * arm;
    f->ww += weight * arm * arm;
}

#endif
