/* regularised.h: the smoothing of a law of degree 0 at small slips, [1](4.3), [4](6): f becomes f G(q), q = (l/eps)^n,
 *
 *     G(q) = q/sqrt(1 + q^2) + eta' q/(1 + q^2)^2,
 *
 * with l the law's own measure of slip, of degree 1. Laws that are gradients of Phi take l = Phi and n = 1 and
 * stay gradients. eps = 0 means G = 1; a program in which that is so in all lanes defines law_exact as 1, and takes
 * nothing but that. Written with ratios at most 1, so that single precision neither under- nor overflows.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_REGULARISED_H
#define LAWS_REGULARISED_H

#include "core/wrench.h"

#ifndef law_exact
#    define law_exact 0
#endif

// clang-format off
/* What every law of a contact has beside its own parameters; rows as in describe.h. */
#define regularised_params(PARAM)                                                                              \
    PARAM(eps, "velocity", from(0), "slip below which the law is smoothed; 0: not at all", eps, start, start)  \
    PARAM(eta, "-", from(1), "static over dynamic friction", 1, start, start)                                  \
    PARAM(eta_prime, "-", from(0), "eta' of [1](4.3) itself; nan: from eta", NAN, start, start)
// clang-format on

/* What every lane of a regularised law begins with; peak is l/eps at the largest G, the slip at peak friction. */
struct regularised {
    real eps, eta_prime, peak;
};

enum { regularised_fields = 3 };

static inline struct regularised regularised_make(const real *field)
{
    struct regularised r;

    r.eps = field[0];
    r.eta_prime = field[1];
    r.peak = field[2];
    return r;
}

/* A law's measure of slip l, the gradient of log l, and the length that weighs spin against slide where the law is
 * polar (describe.h). */
struct regularised_length {
    real l, x, y, w, reach;
};

/* l^2 = v^2 + reach^2 w^2. */
static inline struct regularised_length regularised_euclidean(struct slip s, real reach)
{
    const real u = reach * s.w, l = sqrt(s.vx * s.vx + s.vy * s.vy + u * u);
    const real il = 1.0 / fmax(l, (real)real_tiny), ratio = reach * il;
    struct regularised_length r;

    r.l = l;
    r.x = s.vx * il * il;
    r.y = s.vy * il * il;
    r.w = ratio * ratio * s.w;
    r.reach = reach;
    return r;
}

/* l = Phi of a law that is its gradient: Phi = s.f, and the gradient of log l is f/l. */
static inline struct regularised_length regularised_phi(struct slip s, struct wrench f)
{
    const real l = s.vx * f.Tx + s.vy * f.Ty + s.w * f.M, il = 1.0 / fmax(l, (real)real_tiny);
    struct regularised_length r;

    r.l = l;
    r.x = f.Tx * il;
    r.y = f.Ty * il;
    r.w = f.M * il;
    r.reach = 0.0;
    return r;
}

/* G, and its derivative by log l. */
struct regularised_factor {
    real G, slope;
};

#define regularised_least (1.0 / real_large)

/* Slips of zero, or so small that products of two of them leave the range of numbers, have no direction: they are taken for
 * tiny ones along x, which G makes zero. */
static inline struct slip regularised_slip(struct slip s)
{
    const real most = fmax(fmax(fabs(s.vx), fabs(s.vy)), fabs(s.w));
    const number least = sizeof(number) == 4 ? 1e-15 : 1e-140;

    s.vx = pick(most >= least, s.vx, (real)regularised_least);
    return s;
}

/* A slip beside pure spin, where formulas in polar coordinates keep their derivatives. */
static inline struct slip regularised_aside(struct slip s, real reach)
{
    const number share = sizeof(number) == 4 ? 1e-4 : 1e-8;
    const real least = share * reach * fabs(s.w);
    const mask near = fmax(fabs(s.vx), fabs(s.vy)) < least;

    s.vx = pick(near, least, s.vx);
    s.vy = pick(near, (real)0.0, s.vy);
    return s;
}

/* Without eps: 1, but for a slip of zero. */
static inline struct regularised_factor regularised_none(real l)
{
    struct regularised_factor g;

    g.G = pick(l > 1.5 * regularised_least, (real)1.0, (real)0.0);
    g.slope = 0.0;
    return g;
}

/* For n = 1: with R = 1/sqrt(l^2 + eps^2), x = l R and k = eps R it is G = x (1 + eta' k^3). */
static inline struct regularised_factor regularised_by(const struct regularised *r, real l)
{
    const real R = inverse_root_any(fmax(l * l + r->eps * r->eps, (real)real_tiny));
    const real x = l * R, k = r->eps * R, k2 = k * k, lift = r->eta_prime * k2 * k;
    struct regularised_factor g = regularised_none(l);

    g.G = pick(r->eps > 0.0, x * (1.0 + lift), g.G);
    g.slope = x * (k2 + lift * (k2 - 3.0 * x * x));
    return g;
}

/* For any n: with z the smaller over the larger of l^n and eps^n, and A = 1/sqrt(1 + z^2). */
static inline struct regularised_factor regularised_power(const struct regularised *r, real l,
                                                          int n)
{
    const real ratio = fmin(l, r->eps) / fmax(l, r->eps);
    const mask slips = l >= r->eps;
    struct regularised_factor g = regularised_none(l);
    real z = ratio, A2, A, A3, A4, smooth;

    for (int i = 1; i < n; ++i)
        z *= ratio;
    A2 = 1.0 / (1.0 + z * z);
    A = sqrt(A2);
    A3 = A * A2;
    A4 = A2 * A2;
    smooth = pick(slips, A + r->eta_prime * z * z * z * A4, z * (A + r->eta_prime * A4));
    g.G = pick(r->eps > 0.0, smooth, g.G);
    g.slope = (number)n * z *
              pick(slips, z * (A3 + r->eta_prime * z * (z * z - 3.0) * A4 * A2),
                   A3 + r->eta_prime * (1.0 - 3.0 * z * z) * A4 * A2);
    return g;
}

/* f G. */
static inline struct wrench regularised_wrench(struct wrench f, struct regularised_factor g,
                                               struct regularised_length r, int jacobian)
{
    if (jacobian && law_exact) {
        f = wrench_times_slopes(f, g.G);
    } else if (jacobian) {
        const real sx = g.slope * r.x, sy = g.slope * r.y, sw = g.slope * r.w;
        const real xy = f.Tx * sy, yx = f.Ty * sx, xw = f.Tx * sw, wx = f.M * sx;
        const real yw = f.Ty * sw, wy = f.M * sy;

        f.xx = g.G * f.xx + f.Tx * sx;
        f.yy = g.G * f.yy + f.Ty * sy;
        f.ww = g.G * f.ww + f.M * sw;
        f.xy = g.G * f.xy + 0.5 * (xy + yx);
        f.xw = g.G * f.xw + 0.5 * (xw + wx);
        f.yw = g.G * f.yw + 0.5 * (yw + wy);
        f.kxy = g.G * f.kxy + 0.5 * (xy - yx);
        f.kxw = g.G * f.kxw + 0.5 * (xw - wx);
        f.kyw = g.G * f.kyw + 0.5 * (yw - wy);
    }
    f.Tx *= g.G;
    f.Ty *= g.G;
    f.M *= g.G;
    return f;
}

/* l over its value at peak friction. */
static inline real regularised_slide(const struct regularised *r, real l)
{
    const real none = pick(l > 1.5 * regularised_least, (real)real_large, (real)0.0);
    const real x = l / fmax(r->eps * r->peak, (real)real_tiny);

    return pick(r->eps > 0.0, x, none);
}

#endif
