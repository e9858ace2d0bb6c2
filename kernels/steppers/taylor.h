/* taylor.h: one step by the Taylor series of a system that gives it. The order is a constant of the program, taken from
 * the tolerance; the step is as long as its last two terms allow, known before it is taken. Where the slope at its end is
 * not that of the polynomial, the step is repeated shorter: a bound that rests on two terms can be wrong, and so can a
 * series. A. Jorba, M. Zou, Exp. Math. 14 (2005) 99. Roles: those of problem.h, system_jet, system_series.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_TAYLOR_H
#define STEPPERS_TAYLOR_H

// clang-format off
#define taylor_table                                                                   \
    ABOUT("Taylor series, order 6 to 24 by the tolerance, for systems that give theirs") \
    METHOD(taylor)                                                                     \
    TRAIT(order, 24)                                                                   \
    TRAIT(auto_rtol, 1e-8)                                                             \
    TRAIT(series, 1)
// clang-format on

#include "core/jet.h"
#include "core/power.h"
#include "steppers/problem.h"
#include "steppers/dense.h"

enum {
    taylor_estimate = jet_order,
    taylor_numbers = sizeof(struct system_jet) / sizeof(real),
    taylor_kept = (taylor_numbers + system_dim - 1) / system_dim
};

/* The coefficients at the beginning of a step, kept for it; returns how long it may be. */
static inline real taylor_reach(const struct problem *q, struct tolerance tol, real t,
                                const real y[system_dim], const real f[system_dim],
                                real k[taylor_kept][system_dim])
{
    real(*const c)[jet_size] = (real(*)[jet_size])k;
    struct system_jet *const jet = (struct system_jet *)k;
    real before = 0.0, last = 0.0, weight[system_dim];

    unrolled_for (i, system_dim)
        c[i][0] = y[i];
    unrolled_for (n, jet_order) {
        real dy[system_dim];

        system_series(&q->p, t, n, jet, (struct system_states *)dy);
        unrolled_for (i, system_dim)
            c[i][n + 1] = n == 0 ? f[i] : dy[i] * (number)(1.0 / (n + 1));
    }
    tolerance_weights(tol, y, y, weight);
    unrolled_for (i, system_dim) {
        before = fmax(before, fabs(c[i][jet_order - 1]) * weight[i]);
        last = fmax(last, fabs(c[i][jet_order]) * weight[i]);
    }
    before = power_log2(fmax(before, (real)real_tiny)) * (1.0 / (jet_order - 1));
    last = power_log2(fmax(last, (real)real_tiny)) * (1.0 / jet_order);
    return power_exp2(-fmax(before, last));
}

/* The polynomial and its slope at h. */
static inline real taylor_step(const struct problem *q, struct tolerance tol, real t, real h,
                               const real y[system_dim], const real f[system_dim],
                               real k[taylor_kept][system_dim], real y1[system_dim],
                               real f1[system_dim])
{
    real(*const c)[jet_size] = (real(*)[jet_size])k;
    real slope[system_dim], weight[system_dim], worst = 0.0;

    unrolled_for (i, system_dim) {
        real sum = c[i][jet_order], rate = sum;

        unrolled
        for (int n = jet_order - 1; n > 0; --n) {
            sum = sum * h + c[i][n];
            rate = rate * h + sum;
        }
        y1[i] = y[i] + h * sum;
        slope[i] = rate;
    }
    problem_rhs(q, t + h, y1, f1);
    tolerance_weights(tol, y, y1, weight);
    unrolled_for (i, system_dim)
        worst = fmax(worst, fabs(f1[i] - slope[i]) * weight[i]);
    return worst * h * (number)(1.0 / (jet_order + 1));
}

/* The polynomial is its own dense output. */
static inline void taylor_dense(const struct problem *q, real t, real h, const real y[system_dim],
                                const real f[system_dim], real k[taylor_kept][system_dim],
                                const real y1[system_dim], const real f1[system_dim],
                                struct dense *s)
{
    real(*const c)[jet_size] = (real(*)[jet_size])k;
    real power = h;

    unrolled_for (i, system_dim) {
        s->y[i] = y[i];
        s->d[i] = h * c[i][1];
    }
    unrolled
    for (int n = 2; n <= jet_order; ++n) {
        power *= h;
        unrolled_for (i, system_dim)
            s->r[n - 2][i] = power * c[i][n];
    }
}

#endif
