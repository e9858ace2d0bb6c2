/* anisotropic_edges.h: edges.h with friction that depends on the direction of sliding (anisotropy.h): each edge is seen
 * from the centre of rotation in the coordinates x' in which friction is plain. Far away, where the closed form would
 * lose digits, a sum over points with the moments of the patch takes its place; they follow the edges as x, y, share of
 * the pressure, and p->order is their number. SPDX-License-Identifier: MIT */
#ifndef PATCHES_ANISOTROPIC_EDGES_H
#define PATCHES_ANISOTROPIC_EDGES_H

#include "patches/edges.h"
#include "patches/anisotropy.h"

/* An edge as edges_see has it, in plain coordinates. */
static inline struct edges_view anisotropic_edges_see(number_table t, struct stretch B, real c1,
                                                  real c2, real last_r)
{
    const struct anisotropy_point a = anisotropy_plain(B, t[0] - c1, t[1] - c2);
    const struct anisotropy_point e = anisotropy_plain(B, (real)t[2], (real)t[3]);
    const real longer = sqrt(e.x * e.x + e.y * e.y), over = 1.0 / longer;
    struct edges_view v;

    v.e1 = e.x * over;
    v.e2 = e.y * over;
    v.u1 = a.x * v.e1 + a.y * v.e2;
    v.h = a.x * v.e2 - a.y * v.e1;
    v.u2 = v.u1 + t[4] * longer;
    v.r1 = t[6] > 0.0 ? last_r : sqrt(v.u1 * v.u1 + v.h * v.h);
    v.r2 = sqrt(v.u2 * v.u2 + v.h * v.h);
    v.L = edges_log(v.h, v.u1, v.u2, v.r1, v.r2);
    edges_differences(&v, t[4] * longer);
    return v;
}

/* The sum over the edges. */
static inline struct wrench anisotropic_edges_near(const struct edges_params *p, number_table t,
                                               struct stretch B, struct slip s, int tilted,
                                               int jacobian)
{
    const int n = (int)p->n;
    const struct spin own = spin_of(s);
    const real p0 = p->base + p->g1 * own.c1 + p->g2 * own.c2;
    const real g1 = B.xx * p->g1 + B.xy * p->g2, g2 = B.xy * p->g1 + B.yy * p->g2;
    real last_r = 0.0, lost[3];
    struct wrench f = wrench_zero();

    lost[0] = lost[1] = lost[2] = 0.0;
    for (int i = 0; i < n; ++i, t += edges_row) {
        const struct edges_view v = anisotropic_edges_see(t, B, own.c1, own.c2, last_r);

        edges_add(&f, lost, v, p0, g1, g2, t[5], tilted);
        if (jacobian)
            edges_add_jacobian(&f, v, p0, g1, g2, t[5], tilted);
        last_r = v.r2;
    }
    return stretch_wrench(B, spin_wrench(f, spin_of(stretch_slip(B, s)), jacobian), jacobian);
}

/* The sum over the points, each with B of the anisotropy around its own direction of slip. */
static inline struct wrench anisotropic_edges_far(number_table t, int n, struct stretch B,
                                              struct slip s, int jacobian)
{
    struct wrench f = wrench_zero();

    for (int i = 0; i < n; ++i, t += 3) {
        const real vx = s.vx - s.w * t[1], vy = s.vy + s.w * t[0];
        const real ux = B.xx * vx + B.xy * vy, uy = B.xy * vx + B.yy * vy;
        const real over = 1.0 / sqrt(ux * ux + uy * uy + (real)real_tiny);
        const real nx = ux * over, ny = uy * over;
        const real Tx = B.xx * nx + B.xy * ny, Ty = B.xy * nx + B.yy * ny;

        f.Tx += t[2] * Tx;
        f.Ty += t[2] * Ty;
        f.M += t[2] * (t[0] * Ty - t[1] * Tx);
        if (jacobian) {
            const real ax = B.xy * nx - B.xx * ny, ay = B.yy * nx - B.xy * ny;
            const real arm = t[0] * ay - t[1] * ax, weight = t[2] * over;

            f.xx += weight * ax * ax;
            f.xy += weight * ax * ay;
            f.yy += weight * ay * ay;
            f.xw += weight * ax * arm;
            f.yw += weight * ay * arm;
            f.ww += weight * arm * arm;
        }
    }
    return f;
}

/* Each lane by the one or the other, as far away as its centre of rotation is. */
static inline struct wrench anisotropic_edges_wrench(const struct edges_params *p, number_table t,
                                                 struct stretch B, struct slip s, int twice,
                                                 int tilted, int jacobian)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const mask far = spin_beyond(stretch_slip(B, here), p->far); /* in plain coordinates */
    struct wrench f = wrench_zero();

    if (any_lane(!far))
        f = anisotropic_edges_near(p, t, B, here, tilted, jacobian);
    if (any_lane(far))
        f = wrench_pick(
            far, anisotropic_edges_far(t + edges_row * (int)p->n, (int)p->order, B, here, jacobian), f,
            jacobian);
    return wrench_moved_back(f, p->dx, p->dy, p->size, jacobian);
}

#endif
