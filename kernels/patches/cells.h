/* cells.h: one cell of a discretised patch: a point x, y with its share m of the pressure, given as
 * h = m/2, which saves a multiplication.
 *
 *     T += m V/|V|,  M += m (x Vy - y Vx)/|V|,  V = (vx - w y, vy + w x)
 *
 * A cell that does not slip at all (V = 0) gives nothing. SPDX-License-Identifier: MIT */
#ifndef PATCHES_CELLS_H
#define PATCHES_CELLS_H

#include "core/wrench.h"

/* Speeds are of about 1, and coordinates are rounded to 1e-16 of that: what is below 1e-18 is at rest. */
#define cells_rest ((number)1e-36)

/* m/|V| for two cells, h = m/2. In double roots and divisions limit this sum, so one of two cells does without them, or the
 * two roots share one division; in single the inverse root is cheap by itself. */
static inline void cells_shares(real a, real b, number h1, number h2, real *fa, real *fb)
{
#ifdef over_root_beside
    *fa = over_root(h1, a);
    *fb = over_root_beside(h2, b);
#else
    if (sizeof(number) == 4) {
        *fa = over_root(h1, a);
        *fb = over_root(h2, b);
    } else {
        const real ra = sqrt(a), rb = sqrt(b), both = 2.0 / (ra * rb);

        *fa = h1 * (rb * both);
        *fb = h2 * (ra * both);
    }
#endif
}

static inline void cells_add_two(struct wrench *f, struct slip s, number x1, number y1, number h1,
                                 number x2, number y2, number h2)
{
    const real ax = s.vx - s.w * y1, ay = s.vy + s.w * x1;
    const real bx = s.vx - s.w * y2, by = s.vy + s.w * x2;
    real fa, fb;

    /* the small number costs nothing in a fused multiply-add and keeps 0/0 away */
    cells_shares(ax * ax + (ay * ay + cells_rest), bx * bx + (by * by + cells_rest), h1, h2, &fa,
                 &fb);
    f->Tx += ax * fa; /* one statement a product: each becomes one multiply-add */
    f->Ty += ay * fa;
    f->M += (x1 * ay - y1 * ax) * fa;
    f->Tx += bx * fb;
    f->Ty += by * fb;
    f->M += (x2 * by - y2 * bx) * fb;
}

/* The Jacobian of one cell: N N' m/|V| with N = (-Vy, Vx, x Vx + y Vy)/|V|. */
static inline void cells_add_jacobian(struct wrench *f, struct slip s, number x, number y, number h)
{
    const real ax = s.vx - s.w * y, ay = s.vy + s.w * x;
    const real inverse = 1.0 / sqrt(ax * ax + (ay * ay + cells_rest));
    const real nx = -ay * inverse, ny = ax * inverse, arm = x * ny - y * nx;
    const real weight = 2.0 * h * inverse;

    f->xx += weight * nx * nx;
    f->xy += weight * nx * ny;
    f->yy += weight * ny * ny;
    f->xw += weight * nx * arm;
    f->yw += weight * ny * arm;
    f->ww += weight * arm * arm;
}

#endif
