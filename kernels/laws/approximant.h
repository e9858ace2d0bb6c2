/* approximant.h: the family I_{n1,n2} of [1](3.1), n = n1 + n2 + 1 odd:
 *
 *     f = sum_i a_{f,i}(phi) v^(n-i) w^i / (|v|^(mn) + b^m |w|^(mn))^(1/m),   f = T_par, T_perp, M,
 *
 * where a_{f,i} for i <= n2 are the Taylor coefficients of the exact f in w/v at w = 0, and for i > n2
 * b times those in v/w at v = 0; they are trigonometric polynomials in phi, constants for circular
 * patches. T_par is along the slip v, T_perp to its left.
 *
 * Table: n, n2, degree; then for i = 0..n and l = 0..degree the six numbers T_par, T_perp, M, each with
 * cos l phi and sin l phi (those of i > n2 without the factor b). SPDX-License-Identifier: MIT */
#ifndef LAWS_APPROXIMANT_H
#define LAWS_APPROXIMANT_H

#include "core/wrench.h"
#include "laws/denominator.h"
#include "laws/describe.h"
#include "laws/regularised.h"

// clang-format off
#define approximant_param_table(PARAM)                                                                           \
    PARAM(b, "-", above(0), "weight of spinning against sliding", 0.5 * unit, 1e-4 * unit, 30 * unit)            \
    PARAM(m, "-", above(least), "sharpness of the passage between them", fmax(1, least + 0.2), least + 0.02, 12)
#define approximant_table                                   \
    NAME("I00", "exact at pure sliding and spin [1]")       \
    NAME("I11", "the same, with first derivatives")         \
    NAME("I20", "second order at pure spin")                \
    NAME("I02", "second order at pure sliding")             \
    NAME("I22", "second order at both ends")                \
    ARGUMENT(n1)                                            \
    ARGUMENT(n2)                                            \
    FAMILY("I", (n1 + n2) % 2 == 0, "n1 + n2 must be even") \
    SUITS(n1 > 1 || n2 > 1 ? half_turn : any)               \
    LET(n, n1 + n2 + 1)                                     \
    LET(unit, pow(radius, n)) /* of b */                    \
    LET(least, (n1 > n2 ? n1 : n2) / n) /* of m */          \
    NUMBER(n)                                               \
    NUMBER(n2)                                              \
    NUMBER((n1 > n2 ? n1 : n2) + 1)                         \
    ON_DISK("I00", b, 0.67348703978 * unit)                 \
    ON_DISK("I00", m, 1.74426843567)                        \
    ON_DISK("I11", b, 0.45196011269 * unit)                 \
    ON_DISK("I11", m, 0.76481793251)                        \
    CONSTANT(approximant_n, n1 + n2 + 1)                    \
    CONSTANT(approximant_n2, n2)                            \
    CONSTANT(approximant_degree, (n1 > n2 ? n1 : n2) + 1)   \
    CONSTANT(approximant_scaled, single)                    \
    FORM(circular, fused, circular_friction)                \
    FORM(general, bare, approximant_fixed)                  \
    ORDER(n1 + n2 + 1)                                      \
    IS(polar)                                               \
    IS(taylor)
// clang-format on
define_law(approximant);

enum { approximant_head = 3, approximant_term = 6 };

/* A numerator and its derivatives with respect to v, w and phi. */
struct approximant_part {
    real N, Nv, Nw, Np;
};

/* One more power of Horner's rule in v: N = N v + a w^i, with a' = da/dphi; power = w^i, slope its
 * derivative. */
static inline void approximant_step(struct approximant_part *q, real v, real a, real turn,
                                    real power, real slope)
{
    q->Nv = q->Nv * v + q->N;
    q->N = q->N * v + a * power;
    q->Nw = q->Nw * v + a * slope;
    q->Np = q->Np * v + turn * power;
}

/* What the table begins with; numbers that the compiler knows make it much faster. */
struct approximant_shape {
    int n, n2, degree;
};

static inline struct approximant_shape approximant_shape(number_table t)
{
    struct approximant_shape k;

    k.n = (int)t[0];
    k.n2 = (int)t[1];
    k.degree = (int)t[2];
    return k;
}

/* The numerators of T_par, T_perp and M. */
static inline void approximant_sums(number_table t, struct approximant_shape k, real b, real v,
                                    real w, real c1, real s1, struct approximant_part q[3])
{
    real power = 1.0, slope = 0.0;

    for (int f = 0; f < 3; ++f)
        q[f].N = q[f].Nv = q[f].Nw = q[f].Np = 0.0;
    t += approximant_head;
    unrolled
    for (int i = 0; i <= k.n; ++i) {
        const real factor = i > k.n2 ? b : (real)1.0;
        real c = 1.0, s = 0.0, a[3], turn[3];

        a[0] = a[1] = a[2] = turn[0] = turn[1] = turn[2] = 0.0;
        unrolled
        for (int l = 0; l <= k.degree; ++l, t += approximant_term) {
            const real next = c * c1 - s * s1;

            for (int f = 0; f < 3; ++f) {
                a[f] += t[2 * f] * c + t[2 * f + 1] * s;
                turn[f] += (number)l * (t[2 * f + 1] * c - t[2 * f] * s);
            }
            s = s * c1 + c * s1;
            c = next;
        }
        for (int f = 0; f < 3; ++f)
            approximant_step(&q[f], v, factor * a[f], factor * turn[f], power, slope);
        slope = (number)(i + 1) * power;
        power *= w;
    }
}

static inline void approximant_numerators(number_table t, real b, real v, real w, real c1, real s1,
                                          struct approximant_part q[3])
{
    approximant_sums(t, approximant_shape(t), b, v, w, c1, s1, q);
}

/* 1/D, and the logarithmic derivatives of D. */
struct approximant_divisor {
    real inverse, by_v, by_w;
};

static inline struct approximant_divisor approximant_divide(const struct approximant_params *p,
                                                            int n, real v, real w)
{
    const real speed = fmax(v, (real)real_tiny), spin = fmax(fabs(w), (real)real_tiny);
    const struct denominator D = denominator_of(p->m, (number)n * power_log2(speed),
                                                power_log2(p->b) + (number)n * power_log2(spin));
    struct approximant_divisor d;

    d.inverse = D.inverse;
    d.by_v = (number)n * D.slide / speed;
    d.by_w = (number)n * D.spin / spin * copysign((real)1.0, w);
    return d;
}

/* Derivatives of one function f = N/D: along v, across it (1/v d/dphi), with respect to w. */
struct approximant_slopes {
    real f, along, across, spin;
};

static inline struct approximant_slopes approximant_slope(struct approximant_part q,
                                                          struct approximant_divisor d, real iv)
{
    struct approximant_slopes r;

    r.f = q.N * d.inverse;
    r.along = q.Nv * d.inverse - r.f * d.by_v;
    r.spin = q.Nw * d.inverse - r.f * d.by_w;
    r.across = q.Np * d.inverse * iv;
    return r;
}

/* The Jacobian of an approximant is not symmetric: xx .. ww hold the mean of both sides, which is what a
 * quadratic form in the slip sees, and kxy .. the rest. */
static inline struct wrench approximant_shaped(const struct approximant_params *p, number_table t,
                                               struct approximant_shape k, struct slip slip,
                                               int jacobian)
{
    const real size = fmax(fmax(fabs(slip.vx), fabs(slip.vy)), fabs(slip.w));
    const real is = 1.0 / fmax(size, (real)real_tiny);
    const real vx = slip.vx * is, vy = slip.vy * is, w = slip.w * is;
    const real v = sqrt(vx * vx + vy * vy), iv = 1.0 / fmax(v, (real)real_tiny);
    const mask moves = v > 0.0;
    const real c = pick(moves, vx * iv, (real)1.0), s = pick(moves, vy * iv, (real)0.0);
    const struct approximant_divisor d = approximant_divide(p, k.n, v, w);
    struct approximant_part q[3];
    struct wrench f = wrench_zero();
    struct approximant_slopes T, S, M;

    approximant_sums(t, k, p->b, v, w, c, s, q);
    T = approximant_slope(q[0], d, iv);
    S = approximant_slope(q[1], d, iv);
    M = approximant_slope(q[2], d, iv);
    f.Tx = c * T.f - s * S.f;
    f.Ty = s * T.f + c * S.f;
    f.M = M.f;
    if (jacobian) { /* across: the unit vectors turn as well */
        const real ta = T.along, sa = S.along, tc = T.across - S.f * iv, sc = S.across + T.f * iv;
        const real aw = 0.5 * (T.spin + M.along), cw = 0.5 * (S.spin + M.across);
        const real ac = 0.5 * (tc + sa), kaw = 0.5 * (T.spin - M.along);
        const real kcw = 0.5 * (S.spin - M.across);

        f.xx = is * (c * c * ta - 2.0 * c * s * ac + s * s * sc);
        f.xy = is * (c * s * (ta - sc) + (c * c - s * s) * ac);
        f.yy = is * (s * s * ta + 2.0 * c * s * ac + c * c * sc);
        f.xw = is * (c * aw - s * cw);
        f.yw = is * (s * aw + c * cw);
        f.ww = is * M.spin;
        f.kxy = is * 0.5 * (tc - sa);
        f.kxw = is * (c * kaw - s * kcw);
        f.kyw = is * (s * kaw + c * kcw);
    }
    return f;
}

static inline struct wrench approximant_wrench(const struct approximant_params *p, number_table t,
                                               struct slip slip, int jacobian)
{
    return approximant_shaped(p, t, approximant_shape(t), slip, jacobian);
}

/* l^n = D. */
static inline struct regularised_length approximant_length(const struct approximant_params *p,
                                                           int n, struct slip s)
{
    const real size = fmax(fmax(fabs(s.vx), fabs(s.vy)), fabs(s.w));
    const real is = 1.0 / size, vx = s.vx * is, vy = s.vy * is, w = s.w * is;
    const real v = sqrt(vx * vx + vy * vy), iv = 1.0 / fmax(v, (real)real_tiny);
    const struct approximant_divisor d = approximant_divide(p, n, v, w);
    const real scale = is / (number)n, along = d.by_v * scale;
    struct regularised_length r;

    r.l = size * power_exp2(-power_log2(d.inverse) / (number)n);
    r.x = along * vx * iv;
    r.y = along * vy * iv;
    r.w = d.by_w * scale;
    r.reach = 1.0;
    return r;
}

static inline struct regularised_length approximant_measure(const struct approximant_params *p,
                                                            number_table t, struct slip s,
                                                            struct wrench f)
{
    return approximant_length(p, approximant_shape(t).n, s);
}

#endif
