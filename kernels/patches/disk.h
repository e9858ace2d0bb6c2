/* disk.h: the wrench of a disk under (1 - r^2)^q (1 + g.x), and of an annulus as the difference of
 * two uniform disks. SPDX-License-Identifier: MIT */
#ifndef PATCHES_DISK_H
#define PATCHES_DISK_H

#include "core/wrench.h"
#include "patches/disk_sums.h"

/* Where the centre of rotation is: the unit vector c towards it; r = k = v/w inside, 1/k outside, and its distance 1 -
 * r from the rim. */
struct disk_place {
    real c1, c2, sign, r, d, scale; /* scale: 1/w inside, 1/v outside */
    mask outside;
};

static inline struct disk_place disk_find(struct slip s)
{
    const real v2 = s.vx * s.vx + s.vy * s.vy, w = fabs(s.w);
    const mask moves = v2 > real_tiny;
    const real iv = inverse_root_any(pick(moves, v2, (real)1.0)),
               v = pick(moves, v2 * iv, (real)0.0);
    struct disk_place at;

    at.outside = v > w;
    at.scale = pick(at.outside, iv, 1.0 / larger_of(w, (real)real_tiny));
    at.r = smaller_of(v, w) * at.scale;
    at.d = fabs(v - w) * at.scale;
    at.sign = copysign((real)1.0, s.w);
    at.c1 = pick(moves, -at.sign * s.vy * iv, (real)1.0);
    at.c2 = pick(moves, at.sign * s.vx * iv, (real)0.0);
    return at;
}

/* The Jacobian in the frame of C, from the sums: the chord's N is (c, s, k s); outside s = -xi
 * turn, where the sums hold xi for s and are per unit of v. Turned into x, y. */
static inline struct wrench disk_jacobian(struct wrench f, struct disk_sums a, struct disk_place at,
                                          real g_par, real g_perp)
{
    const real perp = at.scale * (a.j_perp + g_par * a.j_perp_g);
    const real mix = -at.scale * g_perp * a.j_mix;
    const real pp = at.scale * (a.j_par + g_par * a.j_par_g);
    const real tt = pick(at.outside, at.r * at.r * perp, perp);
    const real tw = at.r * perp, pt = at.r * mix;
    const real pw = pick(at.outside, mix, at.r * at.r * mix);
    const real c1 = at.c1, c2 = at.c2;

    f.xx = c1 * c1 * pp - 2.0 * c1 * c2 * pt + c2 * c2 * tt;
    f.xy = c1 * c2 * (pp - tt) + (c1 * c1 - c2 * c2) * pt;
    f.yy = c2 * c2 * pp + 2.0 * c1 * c2 * pt + c1 * c1 * tt;
    f.xw = c1 * pw - c2 * tw;
    f.yw = c2 * pw + c1 * tw;
    f.ww = pick(at.outside, perp, at.r * at.r * perp);
    return f;
}

static inline struct wrench disk_from_sums(struct disk_sums a, struct disk_place at, real gx,
                                           real gy, int jacobian)
{
    const real g_par = gx * at.c1 + gy * at.c2, g_perp = gy * at.c1 - gx * at.c2;
    const real along = a.A + g_par * a.B, across = g_perp * a.C;
    struct wrench f = wrench_zero();

    f.Tx = -at.sign * (along * at.c2 + across * at.c1);
    f.Ty = at.sign * (along * at.c1 - across * at.c2);
    f.M = at.sign * (a.U + g_par * a.W);
    return jacobian ? disk_jacobian(f, a, at, g_par, g_perp) : f;
}

/* The full unit disk; the gradient is given apart, since an inner disk has its own. */
static inline struct wrench disk_full(const struct disk_params *p, number_table t, struct slip s,
                                      number gx, number gy, int tilted, int jacobian)
{
    const struct disk_place at = disk_find(s);
    const struct disk_sums a = disk_sums_at(p, t, at.r, at.d, at.outside, tilted, jacobian);

    return disk_from_sums(a, at, gx, gy, jacobian);
}

/* Adds a disk of radius q and total pressure `share`, whose wrench in its own unit of length is f.
 */
static inline struct wrench disk_add_ring(struct wrench sum, struct wrench f, number q,
                                          number share, int jacobian)
{
    sum.Tx += share * f.Tx;
    sum.Ty += share * f.Ty;
    sum.M += share * q * f.M;
    if (jacobian) {
        sum.xx += share * f.xx;
        sum.xy += share * f.xy;
        sum.yy += share * f.yy;
        sum.xw += share * q * f.xw;
        sum.yw += share * q * f.yw;
        sum.ww += share * q * q * f.ww;
    }
    return sum;
}

/* All slips take the same operations. */
enum { disk_rules = 1 };
#define disk_rule(p, s) ((void)(p), (void)(s), (real)0.0)

/* An annulus is the whole disk minus the inner one, each with its share of the pressure. */
static inline struct wrench disk_wrench(const struct disk_params *p, number_table t, struct slip s,
                                        int twice, int tilted, int jacobian)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const int disks = p->hole > 0.0 ? 2 : 1;
    struct wrench f = wrench_zero();

    for (int i = 0; i < disks; ++i) {
        const number q = i == 0 ? (number)1.0 : p->hole, sign = i == 0 ? (number)1.0 : (number)-1.0;
        struct slip own = here;

        own.w = here.w * q;
        f = disk_add_ring(f, disk_full(p, t, own, q * p->gx, q * p->gy, tilted, jacobian), q,
                          sign * q * q * p->share, jacobian);
    }
    return wrench_moved_back(f, p->dx, p->dy, p->size, jacobian);
}

#endif
