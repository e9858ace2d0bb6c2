/* jet.h: Taylor series in time, coefficient by coefficient. A system that gives its series states its right-hand side
 * once more, for the coefficients k of the states: y[k] for a state, jet_product(k, a, b) for a product, .. A function
 * of a state (a quotient, a root, a sine) is a term of its own, an array of coefficients beside those of the states,
 * which is filled first: q->s[k] = jet_sin(k, q->phi, q->c).
 *
 * Sums end with the newest coefficients, so that the others need not wait for them; k is known to the compiler wherever
 * a stepper calls. R. E. Moore, Interval Analysis (1966); A. Jorba, M. Zou, Exp. Math. 14 (2005) 99.
 * Role: jet_order, the order of the series in this program. SPDX-License-Identifier: MIT */
#ifndef CORE_JET_H
#define CORE_JET_H

#include "core/sincos.h"

#ifndef jet_order
#    define jet_order 1 /* where no stepper uses it */
#endif
enum { jet_size = jet_order + 1 };

#define JET_STATE(name, init, unit, text) real name[jet_size];
#define JET_TERM(name)                    real name[jet_size];

/* struct PREFIX_jet: the coefficients of all states by their names, from the table of states, and those of the terms
 * behind them, TERMS(TERM) with rows TERM(name). */
#define define_jet(prefix, TABLE, TERMS) \
    struct prefix##_jet {                \
        TABLE(JET_STATE)                 \
        TERMS(JET_TERM)                  \
    }

/* For systems without terms. */
#define no_terms(TERM)

/* The sum over 0 < j < k of w_j a_j b_(k - j), and the ends of it apart. */
#define jet_inner(k, sum, term)         \
    unrolled                            \
    for (int j = 1; j < jet_order; ++j) \
        if (j < (k))                    \
            sum += term;

/* Coefficient k of a b. */
merged static inline real jet_product(int k, const real *a, const real *b)
{
    real sum = 0.0;

    if (k == 0)
        return a[0] * b[0];
    jet_inner(k, sum, a[j] * b[k - j]) return (sum + a[0] * b[k]) + a[k] * b[0];
}

/* Of a^2. */
merged static inline real jet_square(int k, const real *a)
{
    real sum = 0.0;

    unrolled_from (j, 1, jet_order)
        if (2 * j < k)
            sum += a[j] * a[k - j];
    if (k == 0)
        return a[0] * a[0];
    return 2.0 * (sum + a[0] * a[k]) + (k % 2 == 0 ? a[k / 2] * a[k / 2] : (real)0.0);
}

/* Of q = a/b; q itself up to k - 1. */
merged static inline real jet_quotient(int k, const real *a, const real *b, const real *q)
{
    const real inverse = 1.0 / b[0];
    real sum = a[k];

    if (k == 0)
        return a[0] * inverse;
    jet_inner(k, sum, -b[j] * q[k - j]) return (sum - b[k] * q[0]) * inverse;
}

/* Of r = sqrt(a). */
merged static inline real jet_sqrt(int k, const real *a, const real *r)
{
    real sum = a[k];

    if (k == 0)
        return sqrt(a[0]);
    jet_inner(k, sum, -r[j] * r[k - j]) return sum * (0.5 / r[0]);
}

/* Of k r with r' = a' g: the sum of j a_j g_(k - j) over 0 < j <= k. */
merged static inline real jet_chain(int k, const real *a, const real *g)
{
    real sum = 0.0;

    jet_inner(k, sum, (number)j * (a[j] * g[k - j])) return sum + (number)k * (a[k] * g[0]);
}

/* Of r = exp(a). */
merged static inline real jet_exp(int k, const real *a, const real *r)
{
    return k == 0 ? exp(a[0]) : jet_chain(k, a, r) / (number)(k == 0 ? 1 : k);
}

/* Of r = log(a). */
merged static inline real jet_log(int k, const real *a, const real *r)
{
    real sum = 0.0;

    if (k == 0)
        return log(a[0]);
    jet_inner(k, sum, (number)j * (r[j] * a[k - j])) return (a[k] - sum / (number)k) * (1.0 / a[0]);
}

/* Of r = a^e, a > 0. */
merged static inline real jet_power(int k, const real *a, real e, const real *r)
{
    real sum = 0.0;

    if (k == 0)
        return pow(a[0], e);
    jet_inner(k, sum, ((number)j * (e + 1.0) - (number)k) * (a[j] * r[k - j])) return (
        sum + (number)k * e * (a[k] * r[0])) *
        (1.0 / ((number)k * a[0]));
}

/* Of s = sin(a) and c = cos(a), each by the other, whose coefficients up to k - 1 are there. */
merged static inline real jet_sin(int k, const real *a, const real *c)
{
    return k == 0 ? sincos_sin(a[0]) : jet_chain(k, a, c) / (number)(k == 0 ? 1 : k);
}

merged static inline real jet_cos(int k, const real *a, const real *s)
{
    return k == 0 ? sincos_cos(a[0]) : -jet_chain(k, a, s) / (number)(k == 0 ? 1 : k);
}

/* Of h = tanh(a); u is a term of its own, 1 - h^2, which is filled behind h: u[k] = jet_tanh_slope(k, h). */
merged static inline real jet_tanh(int k, const real *a, const real *u)
{
    return k == 0 ? tanh(a[0]) : jet_chain(k, a, u) / (number)(k == 0 ? 1 : k);
}

merged static inline real jet_tanh_slope(int k, const real *h)
{
    return (k == 0 ? (real)1.0 : (real)0.0) - jet_square(k, h);
}

#endif
