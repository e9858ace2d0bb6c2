/* disk.h: the wrench of a disk under (1 - r^2)^q (1 + g.x), and of an annulus as the difference of
 * two uniform disks. SPDX-License-Identifier: MIT */
#ifndef PATCHES_DISK_H
#define PATCHES_DISK_H

#include "core/wrench.h"
#include "patches/disk_sums.h"

/* Where the centre of rotation is: the unit vector c towards it, k = v/w and turn = w/v. */
struct disk_place {
    real c1, c2, sign, v, w, k, turn;
};

static inline struct disk_place disk_find(struct slip s)
{
    struct disk_place at;
    mask moves;

    at.v = sqrt(s.vx * s.vx + s.vy * s.vy);
    at.w = fabs(s.w);
    at.sign = copysign((real)1.0, s.w);
    moves = at.v > 0.0;
    at.k = at.v / fmax(at.w, (real)real_tiny);
    at.turn = at.w / fmax(at.v, (real)real_tiny);
    at.c1 = pick(moves, -at.sign * s.vy / fmax(at.v, (real)real_tiny), (real)1.0);
    at.c2 = pick(moves, at.sign * s.vx / fmax(at.v, (real)real_tiny), (real)0.0);
    return at;
}

/* The Jacobian in the frame of C, from the sums: the chord's N is (c, s, k s); outside s = -xi
 * turn, where the sums hold xi for s and are per unit of v. Turned into x, y. */
static inline struct wrench disk_jacobian(struct wrench f, struct disk_sums a, struct disk_place at,
                                          real g_par, real g_perp, mask outside)
{
    const real scale = 1.0 / pick(outside, at.v, at.w);
    const real perp = scale * (a.j_perp + g_par * a.j_perp_g);
    const real mix = -scale * g_perp * a.j_mix;
    const real pp = scale * (a.j_par + g_par * a.j_par_g);
    const real tt = pick(outside, at.turn * at.turn * perp, perp);
    const real tw = pick(outside, at.turn * perp, at.k * perp);
    const real pt = pick(outside, at.turn * mix, at.k * mix);
    const real pw = pick(outside, mix, at.k * at.k * mix);
    const real c1 = at.c1, c2 = at.c2;

    f.xx = c1 * c1 * pp - 2.0 * c1 * c2 * pt + c2 * c2 * tt;
    f.xy = c1 * c2 * (pp - tt) + (c1 * c1 - c2 * c2) * pt;
    f.yy = c2 * c2 * pp + 2.0 * c1 * c2 * pt + c1 * c1 * tt;
    f.xw = c1 * pw - c2 * tw;
    f.yw = c2 * pw + c1 * tw;
    f.ww = pick(outside, perp, at.k * at.k * perp);
    return f;
}

static inline struct wrench disk_from_sums(struct disk_sums a, struct disk_place at, real gx,
                                           real gy, mask outside, int jacobian)
{
    const real g_par = gx * at.c1 + gy * at.c2, g_perp = gy * at.c1 - gx * at.c2;
    const real along = a.A + g_par * a.B, across = g_perp * a.C;
    struct wrench f = wrench_zero();

    f.Tx = -at.sign * (along * at.c2 + across * at.c1);
    f.Ty = at.sign * (along * at.c1 - across * at.c2);
    f.M = at.sign * (a.U + g_par * a.W);
    return jacobian ? disk_jacobian(f, a, at, g_par, g_perp, outside) : f;
}

/* The full unit disk; the gradient is given apart, since an inner disk has its own. */
static inline struct wrench disk_full(const struct disk_params *p, number_table t, struct slip s,
                                      number gx, number gy, int twice, int tilted, int jacobian)
{
    const struct disk_place at = disk_find(s);
    const mask inside = at.v < p->k_in * at.w;
    const mask outside = at.v > p->k_out * at.w;
    const mask rim = !(inside | outside), far = at.v > p->k_far * at.w;
    number_table t_next = t + 3 * (int)p->n_in;
    struct wrench f = wrench_zero();

    if (any_lane(inside)) {
        const struct disk_sums a = disk_inside(p, t, at.k, twice, tilted, jacobian);
        f = wrench_pick(inside, disk_from_sums(a, at, gx, gy, outside, jacobian), f, jacobian);
    }
    for (int shell = 0; shell < 2; ++shell) {
        const mask here = outside & (shell == 0 ? !far : far);
        const int n = (int)(shell == 0 ? p->n_out : p->n_far);

        if (any_lane(here)) {
            const struct disk_sums a = disk_outside(p, t_next, n, at.turn, tilted, jacobian);
            f = wrench_pick(here, disk_from_sums(a, at, gx, gy, outside, jacobian), f, jacobian);
        }
        t_next += 3 * n;
    }
    if (any_lane(rim)) {
        const struct disk_sums a = disk_at_rim(p, t_next, at.k, twice, tilted, jacobian);
        f = wrench_pick(rim, disk_from_sums(a, at, gx, gy, outside, jacobian), f, jacobian);
    }
    return f;
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

/* The rules of both disks of an annulus, or that of a disk. */
enum { disk_rules = 16 };
static inline real disk_rule(const struct disk_params *p, struct slip s)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const real v2 = here.vx * here.vx + here.vy * here.vy, w2 = here.w * here.w;
    const real whole = chord_rule(p, v2, w2);

    return p->hole > 0.0 ? 4.0 * whole + chord_rule(p, v2, (p->hole * p->hole) * w2) : whole;
}

/* An annulus is the whole disk minus the inner one, each with its share of the pressure. */
static inline struct wrench disk_wrench(const struct disk_params *p, number_table t, struct slip s,
                                        int twice, int tilted, int jacobian)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const number whole = 1.0 / (1.0 - p->hole * p->hole);
    const int disks = p->hole > 0.0 ? 2 : 1;
    struct wrench f = wrench_zero();

    for (int i = 0; i < disks; ++i) {
        const number q = i == 0 ? (number)1.0 : p->hole, sign = i == 0 ? (number)1.0 : (number)-1.0;
        struct slip own = here;

        own.w = here.w * q;
        f = disk_add_ring(f, disk_full(p, t, own, q * p->gx, q * p->gy, twice, tilted, jacobian), q,
                          sign * q * q * whole, jacobian);
    }
    return wrench_moved_back(f, p->dx, p->dy, p->size, jacobian);
}

#endif
