/* order853.h: one step of dop853, whose estimate is mixed of two and whose dense output needs three more
 * stages. Roles: those of problem.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_ORDER853_H
#define STEPPERS_ORDER853_H

#include "steppers/problem.h"
#include "steppers/dense.h"
#include "steppers/tangent.h"
#include "steppers/dop853.h"

enum { order853_kept = dop853_stages };

/* A row of the tableau times the first `count` slopes. */
static inline void order853_row(int row, int count, real k[][system_dim], real sum[system_dim])
{
    unrolled
    for (int i = 0; i < system_dim; ++i)
        sum[i] = count > 0 ? dop853_a[row * dop853_all] * k[0][i] : (real)0.0;
    unrolled
    for (int r = 1; r < problem_stages(count, dop853_all); ++r)
        if (r < count && dop853_a[row * dop853_all + r] != 0.0) {
            unrolled
            for (int i = 0; i < system_dim; ++i)
                sum[i] += dop853_a[row * dop853_all + r] * k[r][i];
        }
}

/* y + h times the sum of a row; f is the slope at y. */
static inline void order853_move(int row, real h, const real y[system_dim],
                                 const real f[system_dim], const real sum[system_dim],
                                 real to[system_dim])
{
    unrolled
    for (int i = 0; i < system_dim; ++i)
        to[i] = y[i] + h * (problem_phase(i) ? dop853_c[row] * f[i] : sum[i]);
}

static inline void order853_sum(int row, int count, real h, const real y[system_dim],
                                real k[][system_dim], real to[system_dim])
{
    real sum[system_dim];

    order853_row(row, count, k, sum);
    order853_move(row, h, y, k[0], sum, to);
}

/* The error over the tolerance. That of order 3 is the difference to a result of few slopes. */
static inline real order853_error(struct tolerance tol, real h, const real y[system_dim],
                                  real k[order853_kept][system_dim], const real y1[system_dim])
{
    real five = 0.0, three = 0.0;

    unrolled
    for (int i = 0; i < system_dim; ++i) {
        const real weight = tolerance_weight(tol, y[i], y1[i]);
        real e5 = dop853_e5[0] * k[0][i], e3 = 0.0;

        if (problem_phase(i))
            continue;
        unrolled
        for (int s = 0; s < dop853_stages; ++s) {
            const number rest = dop853_e3[s] - dop853_a[dop853_stages * dop853_all + s];

            if (s > 0 && dop853_e5[s] != 0.0)
                e5 += dop853_e5[s] * k[s][i];
            if (rest != 0.0)
                e3 += rest * k[s][i];
        }
        five = larger_of(fabs(e5) * weight, five);
        three = larger_of(fabs((y1[i] - y[i]) + h * e3) * weight, three);
    }
    five *= h;
    /* five^2/sqrt(five^2 + three^2/100), as its authors do */
    return five * five / sqrt(larger_of(five * five + 0.01 * three * three, (real)real_tiny));
}

static inline real order853_step(const struct problem *q, struct tolerance tol, real t, real h,
                                 const real y[system_dim], const real f[system_dim],
                                 real k[order853_kept][system_dim], real y1[system_dim],
                                 real f1[system_dim])
{
    real newest[system_dim]; /* need not wait for memory */

    unrolled
    for (int i = 0; i < system_dim; ++i)
        k[0][i] = newest[i] = f[i];
    unrolled
    for (int s = 1; s <= dop853_stages; ++s) {
        real sum[system_dim];

        order853_row(s, s - 1, k, sum);
        unrolled
        for (int i = 0; i < system_dim; ++i)
            sum[i] += dop853_a[s * dop853_all + s - 1] * newest[i];
        order853_move(s, h, y, f, sum, y1);
        problem_rhs(q, t + dop853_c[s] * h, y1, newest);
        unrolled
        for (int i = 0; i < system_dim && s < dop853_stages; ++i) {
            k[s][i] = newest[i];
            settled(k[s][i]);
        }
    }
    unrolled
    for (int i = 0; i < system_dim; ++i)
        f1[i] = newest[i];
    return order853_error(tol, h, y, k, y1);
}

static inline void order853_dense(const struct problem *q, real t, real h, const real y[system_dim],
                                  const real f[system_dim], real k[order853_kept][system_dim],
                                  const real y1[system_dim], const real f1[system_dim],
                                  struct dense *s)
{
    real all[dop853_all][system_dim], at[system_dim];

    unrolled
    for (int r = 0; r < dop853_stages; ++r)
        unrolled
    for (int i = 0; i < system_dim; ++i)
        all[r][i] = k[r][i];
    unrolled
    for (int i = 0; i < system_dim; ++i)
        all[dop853_stages][i] = f1[i];
    unrolled
    for (int r = dop853_stages + 1; r < dop853_all; ++r) {
        order853_sum(r, dop853_all, h, y, all, at);
        problem_rhs(q, t + dop853_c[r] * h, at, all[r]);
    }
    dense_hermite(s, h, y, y1, f, f1);
    unrolled
    for (int j = 0; j < 4; ++j)
        unrolled
    for (int i = 0; i < system_dim; ++i) {
        real sum = dop853_d[j * dop853_all] * all[0][i];

        unrolled
        for (int r = dop853_zeros + 1; r < dop853_all; ++r) /* tests for zeros are slow to build */
            sum += dop853_d[j * dop853_all + r] * all[r][i];
        s->r[2 + j][i] = h * sum;
    }
}

/* The Jacobian at every stage: vectors are then carried by the derivative of the step itself. */
struct order853_slopes {
    real J[dop853_stages][tangent_rows][system_dim];
};

static inline void order853_linearise(const struct problem *q, real t, real h,
                                      const real y[system_dim], const real f[system_dim],
                                      real k[order853_kept][system_dim], const real y1[system_dim],
                                      const real f1[system_dim], struct order853_slopes *l)
{
    real stage[system_dim];

    (void)f;
    (void)y1;
    (void)f1;
    tangent_jacobian(q, t, y, l->J[0]);
    for (int s = 1; s < dop853_stages; ++s) {
        order853_sum(s, s, h, y, k, stage);
        tangent_jacobian(q, t + dop853_c[s] * h, stage, l->J[s]);
    }
}

static inline void order853_carry(struct order853_slopes *l, real h, real v[system_dim])
{
    real k[order853_kept][system_dim], stage[system_dim];

    tangent_apply(l->J[0], v, k[0]);
    for (int s = 1; s < dop853_stages; ++s) {
        order853_sum(s, s, h, v, k, stage);
        tangent_apply(l->J[s], stage, k[s]);
    }
    order853_sum(dop853_stages, dop853_stages, h, v, k, stage);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        v[i] = stage[i];
}

#endif
