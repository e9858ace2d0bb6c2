/* circular_friction.h: the regularised family I_{n1,n2} on circular patches, [1](4.3), [4](6), docs/maths.md 2 and 4:
 *
 *     T = v P(v^2, w^2) lambda,  M = w Q(v^2, w^2) lambda,  lambda = R + eta' E^3 R^4,
 *     R = 1/sqrt(L^2 + E^2),  E = eps^n,  L = (v^(mn) + b^m |w|^(mn))^(1/m),  n = n1 + n2 + 1 odd.
 *
 * Everything depends on squares: with c = b^(2/n), big and small the larger and smaller of v^2 and c w^2,
 * t = (small/big)^(mn/2), it is L^2 = big^n (1 + t)^(2/m), one division, two logarithms and two powers; with m = 2, as in
 * [1], it is the sum of v^(2n) and (c w^2)^n.
 *
 * The constant approximant_n is n. With approximant_scaled the slip is first divided by the largest of v, its spin
 * and eps, so that single precision neither under- nor overflows; without, slips between 10^(-150/n)
 * and 10^(150/n) are right. Fields: eps, eta', peak, b, m; shared is the table of approximant.h, whose terms of T_par at
 * even and of M at odd powers of w are the coefficients of P and Q. SPDX-License-Identifier: MIT */
#ifndef LAWS_CIRCULAR_FRICTION_H
#define LAWS_CIRCULAR_FRICTION_H

#include "laws/approximant.h"

enum {
    circular_terms = (approximant_n + 1) / 2,
    circular_friction_fields = regularised_fields + approximant_params_count
};

/* curves: 1 where the m of some lane is not 2; lanes of GPUs ask for their own. */
struct circular_friction {
    real eps, eta_prime, peak, half_mn, two_over_m, c, E, E3;
    real P[circular_terms], Q[circular_terms];
#if PACK > 1
    int curves;
#endif
};
#if PACK > 1
#    define circular_curves(law) ((law)->curves)
#else
#    define circular_curves(law) ((law)->two_over_m != 1.0)
#endif

static inline real circular_power(real x)
{
    real y = x;

    unrolled_from (i, 1, approximant_n)
        y *= x;
    return y;
}

static inline struct circular_friction circular_friction_make(const real *field,
                                                              number_table shared)
{
    const struct regularised eps = regularised_make(field);
    const struct approximant_params p = approximant_make(field + regularised_fields, shared);
    const int row = approximant_term * (approximant_degree + 1);
    const number_table term = shared + approximant_head;
    struct circular_friction law;

    law.eps = eps.eps;
    law.eta_prime = eps.eta_prime;
    law.peak = eps.peak;
    law.half_mn = 0.5 * p.m * (number)approximant_n;
    law.two_over_m = 2.0 / p.m;
#if PACK > 1
    law.curves = any_lane(law.two_over_m != (real)1.0);
#endif
    law.c = power_exp2(power_log2(p.b) * ((number)2.0 / (number)approximant_n));
    law.E = circular_power(law.eps);
    law.E3 = law.eta_prime * law.E * law.E * law.E;
    unrolled_for (i, circular_terms) {
        const real even = 2 * i > approximant_n2 ? p.b : (real)1.0;
        const real odd = 2 * i + 1 > approximant_n2 ? p.b : (real)1.0;

        law.P[i] = even * term[2 * i * row];
        law.Q[i] = odd * term[(2 * i + 1) * row + 4];
    }
    return law;
}

/* L^2 of a = v^2 and e = w^2, and the shares in it of v and of w (denominator.h). */
struct circular_length {
    real L2, slide, spin;
};

/* spin = c e. With m = 2: */
static inline struct circular_length circular_sum(real a, real spin)
{
    const real slides = circular_power(a), spins = circular_power(spin);
    struct circular_length d;
    real inverse;

    d.L2 = slides + spins;
    inverse = 1.0 / larger_of(d.L2, (real)real_tiny);
    d.slide = slides * inverse;
    d.spin = spins * inverse;
    return d;
}

static inline struct circular_length circular_curve(const struct circular_friction *law, real a,
                                                    real spin)
{
    const real big = larger_of(larger_of(a, spin), (real)real_tiny);
    /* their ratio stays a normal number, and so does the bound: others take CPUs a hundred clocks */
    const real small = larger_of(smaller_of(a, spin), real_tiny * larger_of(big, (real)1.0));
    const struct denominator_shares share =
        denominator_share(power_exp2(law->half_mn * power_log2_ratio(small, big)), a > spin);
    struct circular_length d;

    d.L2 = circular_power(big) * power_exp2(law->two_over_m * power_log2_octave(share.sum));
    d.slide = share.slide;
    d.spin = share.spin;
    return d;
}

static inline struct circular_length circular_length(const struct circular_friction *law, real a,
                                                     real e)
{
    const real spin = law->c * e;
    const mask curved = law->two_over_m != 1.0;
    struct circular_length d = circular_sum(a, spin);

    if (circular_curves(law)) {
        const struct circular_length other = circular_curve(law, a, spin);

        d.L2 = pick(curved, other.L2, d.L2);
        d.slide = pick(curved, other.slide, d.slide);
        d.spin = pick(curved, other.spin, d.spin);
    }
    return d;
}

/* A numerator, degree circular_terms - 1 in a and e, with its derivatives. */
struct circular_form {
    real N, Na, Ne;
};

static inline struct circular_form circular_horner(const real k[circular_terms], real a, real e)
{
    struct circular_form q;
    real power = 1.0, slope = 0.0;

    q.N = k[0];
    q.Na = q.Ne = 0.0;
    unrolled_from (i, 1, circular_terms) { /* power = e^i, slope = i e^(i-1) */
        slope = (number)i * power;
        power *= e;
        q.Na = q.Na * a + q.N;
        q.N = q.N * a + k[i] * power;
        q.Ne = q.Ne * a + k[i] * slope;
    }
    return q;
}

/* The wrench of a slip for which E and eta' E^3 are given. */
merged static inline struct wrench circular_scaled_wrench(const struct circular_friction *law,
                                                          real E, real E3, struct slip s,
                                                          int jacobian)
{
    const real a = s.vx * s.vx + s.vy * s.vy, e = s.w * s.w;
    const struct circular_length d = circular_length(law, a, e);
    const struct circular_form P = circular_horner(law->P, a, e), Q = circular_horner(law->Q, a, e);
    const real R = inverse_root_any(d.L2 + fmax(E * E, (real)real_tiny)), R2 = R * R;
    const real lambda = R + (E3 * R2) * R2;
    struct wrench f = wrench_zero();

    /* lambda is known last */
    f.Tx = (s.vx * P.N) * lambda;
    f.Ty = (s.vy * P.N) * lambda;
    f.M = (s.w * Q.N) * lambda;
    if (jacobian) {
        /* the derivative of lambda by L^2, then of P lambda and Q lambda by a and e */
        const real static_part = E3 * R2 * R, along = P.N * lambda;
        const real slope = -(number)approximant_n * (d.L2 * R2) * R * (0.5 + 2.0 * static_part);
        const real by_a = slope * d.slide / fmax(a, (real)real_tiny);
        const real by_e = slope * d.spin / fmax(e, (real)real_tiny);
        const real Pa = 2.0 * (P.Na * lambda + P.N * by_a), Pe = P.Ne * lambda + P.N * by_e;
        const real Qa = Q.Na * lambda + Q.N * by_a, Qe = 2.0 * (Q.Ne * lambda + Q.N * by_e);
        const real even = s.w * (Pe + Qa), odd = s.w * (Pe - Qa);

        f.xx = along + s.vx * s.vx * Pa;
        f.xy = s.vx * s.vy * Pa;
        f.yy = along + s.vy * s.vy * Pa;
        f.xw = s.vx * even;
        f.yw = s.vy * even;
        f.kxw = s.vx * odd;
        f.kyw = s.vy * odd;
        f.ww = Q.N * lambda + e * Qe;
    }
    return f;
}

/* 1 over the largest of v, sqrt(c) |w| and eps. */
static inline real circular_shrink(const struct circular_friction *law, struct slip s)
{
    const real a = s.vx * s.vx + s.vy * s.vy, e = s.w * s.w;

    return 1.0 / sqrt(fmax(fmax(a, law->c * e), fmax(law->eps * law->eps, (real)real_tiny)));
}

merged static inline struct wrench circular_friction_wrench(const struct circular_friction *law,
                                                            struct slip s, int jacobian)
{
    struct wrench f;

    if (approximant_scaled) {
        const real is = circular_shrink(law, s), E = circular_power(law->eps * is);

        f = circular_scaled_wrench(law, E, law->eta_prime * E * E * E, slip_times(s, is), jacobian);
        if (jacobian)
            f = wrench_times_slopes(f, is);
    } else {
        f = circular_scaled_wrench(law, law->E, law->E3, s, jacobian);
    }
    return f;
}

/* (L/eps^n)^(1/n) over its value at peak friction. */
static inline real circular_friction_slide(const struct circular_friction *law, struct slip s)
{
    const real is = approximant_scaled ? circular_shrink(law, s) : (real)1.0;
    const struct slip r = slip_times(s, is);
    const real a = r.vx * r.vx + r.vy * r.vy, e = r.w * r.w, eps = law->eps * is;
    const real L2 = circular_length(law, a, e).L2;
    const real q = exp(log(fmax(L2, (real)real_tiny)) * (0.5 / approximant_n)) /
                   (fmax(eps, (real)real_tiny) * law->peak);

    return pick(eps > 0.0, q, pick(a + e > 0.0, (real)real_large, (real)0.0));
}

#endif
