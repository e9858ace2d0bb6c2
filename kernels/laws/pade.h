/* pade.h: the Pade approximants of [5](11)-(12), corrected (docs/maths.md 2), for a circular patch of radius R
 * under a tilted pressure 1 + g.x. In the frame of the slip, u = R |w|, sg = sgn w, tilt = -sg g_perp:
 *
 * first order    M     = sg (M0 u + m tilt Mur v)/(u + m v)
 *                T_par = (v + a tilt Fr u)/(v + a u),  T_perp = sg g_par Fr u/(u + b v)
 * second order   M     = sg [M0 (u^2 + m u v)/(u^2 + m u v + v^2) + tilt Mur v^2/(u^2 + v^2)]
 *                T_par = (v^2 + a u v)/(v^2 + a u v + u^2) + tilt Fr u^2/(u^2 + v^2)
 *                T_perp = sg g_par Fr (u^2 + b u v)/(v^2 + b u v + u^2)
 *
 * M0 = <r>, Fr = <r>/2, Mur = <r^2>/2 without tilt, in units of R. Table: the order, 1 or 2.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_PADE_H
#define LAWS_PADE_H

#include "core/wrench.h"
#include "laws/describe.h"
#include "laws/regularised.h"

// clang-format off
#define pade_param_table(PARAM)                                                                                            \
    PARAM(m, "-", above(0), "weight of sliding in the torque", order == 2 ? 1 / (2 * r1 / r2) : 2 * r1 / r2, start, start) \
    PARAM(a, "-", above(0), "weight of spinning in the force", order == 2 ? 1 / (2 / inverse) : 2 / inverse, start, start) \
    PARAM(b, "-", above(0), "weight of sliding in the force across", order == 2 ? 1 / (r1 / r2) : r1 / r2, start, start)   \
    PARAM(M0, "-", above(0), "torque in pure spinning", r1, start, start)                                                  \
    PARAM(F_r, "-", above(0), "force in pure spinning, per unit of tilt", r1 / 2, start, start)                            \
    PARAM(M_ur, "-", above(0), "torque in pure sliding, per unit of tilt", r2 / 2, start, start)                           \
    PARAM(gx, "-", unlimited, "tilt of the pressure, times R", gx * radius, start, start)                                  \
    PARAM(gy, "-", unlimited, "tilt of the pressure, times R", gy * radius, start, start)                                  \
    PARAM(R, "length", above(0), "radius of the patch", radius, start, start)
#define pade_table                                     \
    NAME("pade1", "from integrals of the contact [5]") \
    NAME("pade2", "from integrals of the contact [5]") \
    ARGUMENT(order)                                    \
    FAMILY("pade", 0, "")                              \
    SUITS(circular)                                    \
    LET(r1, moment(0, 0, -1) / radius)                 \
    LET(r2, moment(0, 0, -2) / (radius * radius))      \
    LET(inverse, moment(0, 0, 1) * radius)             \
    NUMBER(order)                                      \
    SHOWN(gx, tilted)                                  \
    SHOWN(gy, tilted)                                  \
    SHOWN(R, value != 1)                               \
    IS(polar)                                          \
    IS(tilts)
// clang-format on
define_law(pade);

/* A function of v and u with its derivatives. */
struct pade_part {
    real f, fv, fu;
};

/* x/(x + k y), for x = v, y = u (first) or the other way round. */
static inline struct pade_part pade_first(real x, real y, real k)
{
    const real i = 1.0 / (x + k * y);
    struct pade_part r;

    r.f = x * i;
    r.fv = k * y * i * i;  /* d/dx */
    r.fu = -k * x * i * i; /* d/dy */
    return r;
}

/* (x^2 + k x y)/(x^2 + k x y + y^2). */
static inline struct pade_part pade_second(real x, real y, real k)
{
    const real top = x * x + k * x * y, i = 1.0 / (top + y * y), share = y * i;
    struct pade_part r;

    r.f = top * i;
    r.fv = share * share * (2.0 * x + k * y);
    r.fu = share * i * (k * x * y - 2.0 * top);
    return r;
}

static inline struct pade_part pade_swapped(struct pade_part r)
{
    const real t = r.fv;

    r.fv = r.fu;
    r.fu = t;
    return r;
}

/* The parts that depend on v and u alone: force and torque without tilt (A, C), what the tilt adds to
 * them (B, E), and the force across (F). */
struct pade_parts {
    struct pade_part A, B, C, E, F;
};

static inline struct pade_parts pade_shares(const struct pade_params *p, int order, real v, real u)
{
    struct pade_parts r;

    if (order == 1) {
        r.A = pade_first(v, u, p->a);
        r.C = pade_swapped(pade_first(u, v, p->m));
        r.F = pade_swapped(pade_first(u, v, p->b));
        r.B.f = 1.0 - r.A.f; /* a u/(v + a u) */
        r.B.fv = -r.A.fv;
        r.B.fu = -r.A.fu;
        r.E.f = 1.0 - r.C.f;
        r.E.fv = -r.C.fv;
        r.E.fu = -r.C.fu;
    } else {
        r.A = pade_second(v, u, p->a);
        r.C = pade_swapped(pade_second(u, v, p->m));
        r.F = pade_swapped(pade_second(u, v, p->b));
        r.E = pade_second(v, u, (real)0.0);
        r.B = pade_swapped(pade_second(u, v, (real)0.0));
    }
    return r;
}

static inline struct wrench pade_wrench(const struct pade_params *p, number_table t,
                                        struct slip slip, int jacobian)
{
    const real u0 = p->R * fabs(slip.w);
    const real size = fmax(fmax(fabs(slip.vx), fabs(slip.vy)), fmax(u0, (real)real_tiny));
    const real is = 1.0 / size, vx = slip.vx * is, vy = slip.vy * is;
    const real v = sqrt(vx * vx + vy * vy), u = u0 * is, sg = copysign((real)1.0, slip.w);
    const real iv = 1.0 / fmax(v, (real)real_tiny);
    const real c = pick(v > 0.0, vx * iv, (real)1.0);
    const real s = pick(v > 0.0, vy * iv, (real)0.0);
    const real g_par = p->gx * c + p->gy * s, tilt = sg * (p->gx * s - p->gy * c);
    const struct pade_parts q = pade_shares(p, (int)t[0], v, u);
    const real along = q.A.f + tilt * p->F_r * q.B.f, across = sg * g_par * p->F_r * q.F.f;
    struct wrench f = wrench_zero();

    f.Tx = c * along - s * across;
    f.Ty = s * along + c * across;
    f.M = sg * p->R * (p->M0 * q.C.f + tilt * p->M_ur * q.E.f);
    if (jacobian) {                   /* mixed terms: the mean of both sides */
        const real turn = sg * g_par; /* d tilt/d phi; d g_par/d phi = -sg tilt */
        const real aa = q.A.fv + tilt * p->F_r * q.B.fv, ca = sg * g_par * p->F_r * q.F.fv;
        const real ac = (turn * p->F_r * q.B.f - across) * iv;
        const real cc = (-tilt * p->F_r * q.F.f + along) * iv;
        const real au = sg * p->R * (q.A.fu + tilt * p->F_r * q.B.fu);
        const real cu = p->R * g_par * p->F_r * q.F.fu;
        const real ma = sg * p->R * (p->M0 * q.C.fv + tilt * p->M_ur * q.E.fv);
        const real mc = sg * p->R * turn * p->M_ur * q.E.f * iv;
        const real aw = 0.5 * (au + ma), cw = 0.5 * (cu + mc), mix = 0.5 * (ac + ca);
        const real kaw = 0.5 * (au - ma), kcw = 0.5 * (cu - mc);

        f.xx = is * (c * c * aa - 2.0 * c * s * mix + s * s * cc);
        f.xy = is * (c * s * (aa - cc) + (c * c - s * s) * mix);
        f.yy = is * (s * s * aa + 2.0 * c * s * mix + c * c * cc);
        f.xw = is * (c * aw - s * cw);
        f.yw = is * (s * aw + c * cw);
        f.ww = is * p->R * p->R * (p->M0 * q.C.fu + tilt * p->M_ur * q.E.fu);
        f.kxy = is * 0.5 * (ac - ca);
        f.kxw = is * (c * kaw - s * kcw);
        f.kyw = is * (s * kaw + c * kcw);
    }
    return f;
}

/* l = sqrt(v^2 + u^2). */
static inline struct regularised_length pade_measure(const struct pade_params *p, number_table t,
                                                     struct slip s, struct wrench f)
{
    return regularised_euclidean(s, p->R);
}

#endif
