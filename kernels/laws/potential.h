/* potential.h: the dissipation itself as a root of a polynomial, and the wrench as its gradient:
 *
 *     Phi^d = Q(vx, vy, w) = sum_j w^j sum_i k_ji vx^(d-j-i) vy^i,   d = 4, 6, 8,
 *
 * passive while Q > 0, with a symmetric Jacobian, and without the power function. On a circular patch
 * Q = sum_i c_i v^(d-2i) w^(2i); in general the coefficients are forms in (vx, vy).
 *
 * Fields: d/2 - 1 free numbers for circular patches, c1 .. c3, with the ends c_0 = 1 and
 * c_{d/2} = spin^d. Table: d, then 0 for the circular form, or 1 and the k_ji, j = 0..d, i = 0..d-j, in
 * units of length `size`. SPDX-License-Identifier: MIT */
#ifndef LAWS_POTENTIAL_H
#define LAWS_POTENTIAL_H

#include "core/wrench.h"
#include "laws/describe.h"

/* c_i of (v^2 + r1^2 w^2)^(d/2), an ellipsoid, where searches begin, and their bounds. */
#define potential_start(i)                                                                  \
    (i < degree / 2 ? tgamma(degree / 2 + 1.0) /                                            \
                          (tgamma(i + 1.0) * tgamma(degree / 2 - i + 1.0)) * pow(r1, 2 * i) \
                    : 0)
#define potential_end(i, bound) (is_circular && i < degree / 2 ? bound : start)

// clang-format off
#define potential_param_table(PARAM)                                                                                                \
    PARAM(c1, "-", from(0), "coefficient of v^(d-2) w^2", potential_start(1), potential_end(1, 0), potential_end(1, 6))             \
    PARAM(c2, "-", from(0), "coefficient of v^(d-4) w^4 (d above 4)", potential_start(2), potential_end(2, 0), potential_end(2, 6)) \
    PARAM(c3, "-", from(0), "coefficient of v^(d-6) w^6 (d above 6)", potential_start(3), potential_end(3, 0), potential_end(3, 6)) \
    PARAM(spin, "-", above(0), "torque in pure spinning", r1, start, start)                                                         \
    PARAM(size, "length", above(0), "unit of length of these numbers", radius, start, start)
#define potential_table                             \
    NAME("potential4", "always passive, degree 4")  \
    NAME("potential6", "always passive, degree 6")  \
    NAME("potential8", "always passive, degree 8")  \
    ARGUMENT(degree)                                \
    FAMILY("potential", 0, "")                      \
    SUITS(any)                                      \
    LET(r1, moment(0, 0, -1) / radius)              \
    NUMBER(degree)                                  \
    NUMBER(!is_circular)                            \
    SHOWN(c1, !general)                             \
    SHOWN(c2, !general && degree > 4)               \
    SHOWN(c3, !general && degree > 6)               \
    SHOWN(size, value != 1)                         \
    CONSTANT(potential_degree, degree)              \
    CONSTANT(potential_scaled, single)              \
    FORM(circular, fused, round_potential_friction) \
    IS(gradient)                                    \
    IS(forms)
// clang-format on
define_law(potential);

enum { potential_head = 2 };

/* Q with its gradient and its second derivatives. */
struct potential_form {
    real Q, x, y, w, xx, xy, yy, xw, yw, ww;
};

/* Q = q(v^2, w^2), a homogeneous polynomial of degree d/2 in a = v^2 and e = w^2. */
static inline struct potential_form potential_circular(const struct potential_params *p, int d,
                                                       struct slip s)
{
    const int n = d / 2;
    const real a = s.vx * s.vx + s.vy * s.vy, e = s.w * s.w;
    real end = p->spin * p->spin, power = 1.0, lower = 0.0, lowest = 0.0;
    real q = 0.0, qa = 0.0, qe = 0.0, qaa = 0.0, qae = 0.0, qee = 0.0;
    struct potential_form f;

    end = n == 2 ? end * end : n == 3 ? end * end * end : end * end * end * end;
    for (int i = 0; i <= n; ++i) { /* Horner in a; power = e^i, lower = i e^(i-1) */
        const real k = i == 0 ? (real)1.0 : i == n ? end : i == 1 ? p->c1 : i == 2 ? p->c2 : p->c3;

        qaa = qaa * a + 2.0 * qa;
        qae = qae * a + qe;
        qa = qa * a + q;
        q = q * a + k * power;
        qe = qe * a + k * lower;
        qee = qee * a + k * lowest;
        lowest = (number)(i + 1) * lower;
        lower = (number)(i + 1) * power;
        power *= e;
    }
    f.Q = q;
    f.x = 2.0 * s.vx * qa;
    f.y = 2.0 * s.vy * qa;
    f.w = 2.0 * s.w * qe;
    f.xx = 2.0 * qa + 4.0 * s.vx * s.vx * qaa;
    f.xy = 4.0 * s.vx * s.vy * qaa;
    f.yy = 2.0 * qa + 4.0 * s.vy * s.vy * qaa;
    f.xw = 4.0 * s.vx * s.w * qae;
    f.yw = 4.0 * s.vy * s.w * qae;
    f.ww = 2.0 * qe + 4.0 * e * qee;
    return f;
}

/* Horner's rule over a form of two variables: the value and derivatives in x, powers of y run along. */
static inline struct potential_form potential_general(number_table t, int d, struct slip s)
{
    real wj = 1.0, wj1 = 0.0, wj2 = 0.0;
    struct potential_form f;

    f.Q = f.x = f.y = f.w = f.xx = f.xy = f.yy = f.xw = f.yw = f.ww = 0.0;
    for (int j = 0; j <= d; ++j) {
        real q = 0.0, qx = 0.0, qy = 0.0, qxx = 0.0, qxy = 0.0, qyy = 0.0;
        real y = 1.0, y1 = 0.0, y2 = 0.0;

        for (int i = 0; i <= d - j; ++i, ++t) {
            qxx = qxx * s.vx + 2.0 * qx;
            qxy = qxy * s.vx + qy;
            qx = qx * s.vx + q;
            q = q * s.vx + t[0] * y;
            qy = qy * s.vx + t[0] * y1;
            qyy = qyy * s.vx + t[0] * y2;
            y2 = (number)(i + 1) * y1;
            y1 = (number)(i + 1) * y;
            y *= s.vy;
        }
        f.Q += wj * q;
        f.x += wj * qx;
        f.y += wj * qy;
        f.w += wj1 * q;
        f.xx += wj * qxx;
        f.xy += wj * qxy;
        f.yy += wj * qyy;
        f.xw += wj1 * qx;
        f.yw += wj1 * qy;
        f.ww += wj2 * q;
        wj2 = (number)(j + 1) * wj1;
        wj1 = (number)(j + 1) * wj;
        wj *= s.w;
    }
    return f;
}

/* Q^(1/d - 1). */
static inline real potential_root(real Q, int d)
{
    const real r2 = sqrt(Q), r4 = sqrt(r2);

    if (d == 4)
        return 1.0 / (r2 * r4);
    if (d == 8)
        return 1.0 / (r2 * r4 * sqrt(r4));
    return cbrt(r2) / Q; /* d = 6 */
}

static inline struct wrench potential_wrench(const struct potential_params *p, number_table t,
                                             struct slip slip, int jacobian)
{
    const int d = (int)t[0];
    const real big = fmax(fmax(fabs(slip.vx), fabs(slip.vy)), fabs(slip.w) * p->size);
    const real is = 1.0 / fmax(big, (real)real_tiny);
    struct slip s;
    struct potential_form q;
    struct wrench f = wrench_zero();
    real scale;

    s.vx = slip.vx * is;
    s.vy = slip.vy * is;
    s.w = slip.w * p->size * is;
    q = t[1] > 0.0 ? potential_general(t + potential_head, d, s) : potential_circular(p, d, s);
    scale = potential_root(fmax(q.Q, (real)real_tiny), d) / (number)d;
    f.Tx = scale * q.x;
    f.Ty = scale * q.y;
    f.M = p->size * scale * q.w;
    if (jacobian) {
        const real k = (1.0 - (number)d) / ((number)d * fmax(q.Q, (real)real_tiny));
        const real h = scale * is;

        f.xx = h * (q.xx + k * q.x * q.x);
        f.xy = h * (q.xy + k * q.x * q.y);
        f.yy = h * (q.yy + k * q.y * q.y);
        f.xw = h * p->size * (q.xw + k * q.x * q.w);
        f.yw = h * p->size * (q.yw + k * q.y * q.w);
        f.ww = h * p->size * p->size * (q.ww + k * q.w * q.w);
    }
    return f;
}

#endif
