/* limit.h: the load that a patch holds in stick: the gauge xi of [1](2.5) and the slip behind it.
 *
 *     xi(u) = max over slips s of (u'.s)/Phi(s),  u' = -u,
 *
 * that is: minimise Phi(s) = s.(Tx, Ty, M)(s) on the plane u'.s = 1, xi = 1/Phi there. Phi is a
 * norm, so Phi^2/2 is convex with the gradient Phi f, f the wrench, and the Hessian
 * H = f f' + Phi J, which does not depend on the length of s and is positive definite although J
 * is not. Newton's step on that plane is d = a - p (u'.a)/(u'.p), H p = u', H a = Phi^2 u' - Phi f;
 * one step is exact where the surface is an ellipsoid. A step that gains too little is shortened to
 * where the slopes at its two ends promise the minimum; Phi is convex along it, so that this ends.
 *
 * Lengths are in the patch's own unit about its own middle (limit_load), so that every patch looks
 * alike. Roles: patch_params, patch_wrench, patch_twice, patch_tilted, and patch_corner
 * (limit_corner.h). SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_H
#define LAWS_LIMIT_H

#include "core/wrench.h"
#include "laws/limit_corner.h"

enum { limit_most = 100 }; /* evaluations of the wrench; measured: 5 on average, see the tests */

/* A step below limit_last is the last one: behind it the error is its square. Where values of Phi
 * differ by less than limit_noise, rounding may be the reason, and slopes decide. */
#define limit_last  ((number)(sizeof(number) == 4 ? 3e-4 : 1e-9))
#define limit_noise ((number)(sizeof(number) == 4 ? 1e-4 : 1e-10))
#define limit_edge  ((number)(sizeof(number) == 4 ? 1e-6 : 1e-13))
#define limit_floor ((number)(sizeof(number) == 4 ? 1e-5 : 1e-13))

struct limit_answer {
    struct slip slip; /* of any length */
    real xi;
    real count;    /* evaluations of the wrench */
    mask finished; /* otherwise xi is only a lower bound */
};

/* H + Phi^2 u u' = L D L', which gives the same step and is regular where H alone is not: for points
 * in a line. L has a unit diagonal. */
struct limit_factors {
    real yx, wx, wy, ix, iy, iw; /* L, 1/D */
};

static inline struct limit_factors limit_factor(struct wrench f, real Phi, struct slip u)
{
    const real ux = Phi * u.vx, uy = Phi * u.vy, uw = Phi * u.w;
    const real xx = f.Tx * f.Tx + ux * ux + Phi * f.xx, xy = f.Tx * f.Ty + ux * uy + Phi * f.xy;
    const real yy = f.Ty * f.Ty + uy * uy + Phi * f.yy, xw = f.Tx * f.M + ux * uw + Phi * f.xw;
    const real yw = f.Ty * f.M + uy * uw + Phi * f.yw, ww = f.M * f.M + uw * uw + Phi * f.ww;
    struct limit_factors h;
    real rest;

    /* The floors are for surfaces with an edge, along which Phi is flat. */
    h.ix = 1.0 / fmax(xx, (real)limit_edge);
    h.yx = xy * h.ix;
    h.wx = xw * h.ix;
    h.iy = 1.0 / fmax(yy - h.yx * xy, (real)limit_edge);
    rest = yw - h.wx * xy;
    h.wy = rest * h.iy;
    h.iw = 1.0 / fmax(ww - h.wx * xw - h.wy * rest, (real)limit_edge);
    return h;
}

static inline struct slip limit_solve_factors(struct limit_factors h, struct slip b)
{
    b.vy -= h.yx * b.vx;
    b.w = (b.w - h.wx * b.vx - h.wy * b.vy) * h.iw;
    b.vy = b.vy * h.iy - h.wy * b.w;
    b.vx = b.vx * h.ix - h.yx * b.vy - h.wx * b.w;
    return b;
}

/* Newton's step at s, where u.s = 1. */
static inline struct slip limit_step(struct wrench f, real Phi, struct slip u)
{
    const struct limit_factors h = limit_factor(f, Phi, u);
    const struct slip p = limit_solve_factors(h, u);
    struct slip r, a;

    r.vx = Phi * (Phi * u.vx - f.Tx);
    r.vy = Phi * (Phi * u.vy - f.Ty);
    r.w = Phi * (Phi * u.w - f.M);
    a = limit_solve_factors(h, r);
    return slip_along(a, -slip_dot(u, a) / slip_dot(u, p), p);
}

/* Where Newton's steps begin, on the plane u.s = 1: w/v = g M/T, where g falls from 5.5 at small moments (a uniform
 * disk has 4, under Hertz's pressure 5) to 1.9 near pure spin (1.5 and 2). An ellipsoid has one g, here 2.5, from which
 * more loads take long. */
static inline struct slip limit_start(struct slip u)
{
    const real force = sqrt(u.vx * u.vx + u.vy * u.vy), moment = 3.5 * fabs(u.w);
    struct slip s = u;

    s.w *= (5.5 * force + 1.9 * moment) / (force + moment);
    return slip_along(s, 1.0 / slip_dot(u, s) - 1.0, s);
}

/* xi and the slip for the load -u, in the patch's unit about its middle; u of about 1. */
static inline struct limit_answer limit_solve(const struct patch_params *p, number_table t,
                                              struct slip u)
{
    struct slip at, step;
    real Phi = real_large, slope = -real_large, reach = 1.0, count = 0.0;
    mask active = count < 1.0;

    at = limit_start(u);
    step.vx = step.vy = step.w = 0.0;
    for (int i = 0; i < limit_most && any_lane(active); ++i) {
        const struct slip here = slip_along(at, reach, step);
        const struct wrench f = patch_wrench(p, t, here, patch_twice, patch_tilted, 1);
        const real value = here.vx * f.Tx + here.vy * f.Ty + here.w * f.M;
        const struct slip next = limit_step(f, value, u);
        const real end = step.vx * f.Tx + step.vy * f.Ty + step.w * f.M;
        const mask equal = (value <= Phi * (1.0 + limit_noise)) & (end <= -0.8 * slope);
        const mask better = active & ((value <= Phi + 1e-4 * reach * slope) | equal);
        const real gain = next.vx * f.Tx + next.vy * f.Ty + next.w * f.M; /* below 0 */
        const mask small = slip_dot(next, next) <= limit_last * limit_last * slip_dot(here, here);
        const mask stalls = (gain >= -limit_floor * value) & (gain <= 0.25 * slope);
        const real shorter = reach * fmin(fmax(slope / (slope - end), (real)0.1), (real)0.5);
        struct limit_corner corner;
        mask turns;

        count = pick(active, count + 1.0, count);
        at = slip_pick(better, here, at);
        step = slip_pick(better, next, step);
        Phi = pick(better, value, Phi);
        slope = pick(better, gain, slope);
        reach = pick(better, (real)1.0, shorter);
        active &= !(better & (small | stalls));
        corner = patch_corner(p, t, here, u, Phi);
        turns = active & (corner.found | corner.lower);
        at = slip_pick(turns, corner.slip, at);
        step = slip_pick(turns, corner.step, step);
        Phi = pick(turns, corner.Phi, Phi);
        slope = pick(turns, corner.slope, slope);
        reach = pick(turns, (real)1.0, reach);
        active &= !corner.found;
    }
    {
        struct limit_answer answer;

        answer.slip = slip_along(at, (real)1.0, step);
        answer.xi = slip_dot(u, at) / sqrt(Phi * (Phi + slope)); /* what the last step gains */
        answer.count = count;
        answer.finished = !active;
        return answer;
    }
}

#endif
