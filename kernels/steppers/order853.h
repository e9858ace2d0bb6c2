/* order853.h: one step of dop853, whose estimate is mixed of two and whose dense output needs three more
 * stages. Where states are positions and their velocities, the slopes of positions are velocities: those of the velocities
 * alone are kept, and q + h (c v + h sum_j place_sj k_j) is where a stage stands, place = a a. Roles: those of problem.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_ORDER853_H
#define STEPPERS_ORDER853_H

#include "steppers/problem.h"
#include "steppers/dense.h"
#include "steppers/stages.h"
#include "steppers/tangent.h"
#include "steppers/dop853.h"

enum { order853_kept = dop853_stages };

/* Packs, whose loops over slopes stay loops, do not test coefficients for zero, but go on with this slope behind the first: from
 * there on there are few zeros in a row of the tableau, or of places. */
static inline int order853_second(int row)
{
    const int place = system_above > 0;

    return row < 3 ? 1 : row < 5 ? 2 - place : row < dop853_stages ? 3 - place : 1 + dop853_zeros;
}

static inline int order853_counts(number coefficient)
{
    return PACK > 1 || coefficient != 0.0;
}

/* A row of the tableau times the first `count` slopes; for positions, of which no slopes are kept, the row of places. */
static inline void order853_row(int which, int count, real k[][system_dim], real sum[system_dim])
{
    program_constant number *const row = dop853_a + which * dop853_all;
    program_constant number *const place = dop853_place + which * dop853_all;

    unrolled
    for (int i = 0; i < system_dim; ++i)
        sum[i] = PACK == 1 || count == 0 ? (real)0.0
                 : i < system_above      ? place[0] * k[0][(i + system_rows) % system_dim]
                                         : row[0] * k[0][i];
    unrolled
    for (int r = PACK == 1 ? 0 : order853_second(which); r < problem_stages(count, dop853_all); ++r)
        if (r < count) {
            unrolled
            for (int i = 0; i < system_above && order853_counts(place[r]); ++i)
                sum[i] += place[r] * k[r][(i + system_rows) % system_dim];
            unrolled
            for (int i = system_above; i < system_dim && order853_counts(row[r]); ++i)
                sum[i] += row[r] * k[r][i];
        }
}

/* y + h times the sum of a row; f is the slope at y. */
static inline void order853_move(int row, real h, const real y[system_dim],
                                 const real f[system_dim], const real sum[system_dim],
                                 real to[system_dim])
{
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        const real straight = dop853_c[row] * f[i];

        to[i] = y[i] + h * (problem_phase(i)   ? straight
                            : i < system_above ? straight + h * sum[i]
                                               : sum[i]);
    }
}

static inline void order853_sum(int row, int count, real h, const real y[system_dim],
                                const real f[system_dim], real k[][system_dim], real to[system_dim])
{
    real sum[system_dim];

    order853_row(row, count, k, sum);
    order853_move(row, h, y, f, sum, to);
}

/* The error over the tolerance. That of order 3 is the difference to a result of few slopes. */
static inline real order853_error(struct tolerance tol, real h, const real y[system_dim],
                                  real k[order853_kept][system_dim], const real y1[system_dim])
{
    real five = 0.0, three = 0.0, both, weight[system_dim];

    tolerance_weights(tol, y, y1, weight);
    unrolled
    for (int i = system_above; i < system_dim; ++i) {
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
        five = larger_of(fabs(e5) * weight[i], five);
        three = larger_of(fabs((y1[i] - y[i]) + h * e3) * weight[i], three);
    }
    unrolled
    for (int i = 0; i < system_above; ++i) {
        const real over = h * weight[i];
        real e5 = 0.0, e3 = 0.0;

        unrolled
        for (int s = 0; s < dop853_stages; ++s)
            if (dop853_e5_place[s] != 0.0) {
                e5 += dop853_e5_place[s] * k[s][system_rows + i];
                e3 += dop853_e3_place[s] * k[s][system_rows + i];
            }
        five = larger_of(fabs(e5) * over, five);
        three = larger_of(fabs(h * e3) * over, three);
    }
    five *= h;
    /* five^2/sqrt(five^2 + three^2/100), as its authors do; what is beyond the bounds is far above 1, or below what the control of
     * the step looks at */
    both = five * five + 0.01 * three * three;
    both = smaller_of(larger_of(both, (real)1e-30), (real)1e30);
    return five * five * inverse_root(both);
}

static inline real order853_step(const struct problem *q, struct tolerance tol, real t, real h,
                                 const real y[system_dim], const real f[system_dim],
                                 real k[order853_kept][system_dim], real y1[system_dim],
                                 real f1[system_dim])
{
    real newest[system_dim]; /* need not wait for memory */

    unrolled
    for (int i = 0; i < system_dim; ++i)
        newest[i] = f[i];
    unrolled
    for (int i = system_above; i < system_dim; ++i)
        k[0][i] = f[i];
    stages_leave(q, 0, system_phases, k);
    unrolled
    for (int s = 1; s <= dop853_stages; ++s) {
        const int row = s * dop853_all;
        real sum[system_dim];

        stages_return(q, s - 1, dop853_stages, system_phases, k);
        order853_row(s, s - 1, k, sum);
        unrolled
        for (int i = system_above; i < system_dim; ++i)
            sum[i] += dop853_a[row + s - 1] * newest[i];
        order853_move(s, h, y, f, sum, y1);
        problem_slope(q, t + dop853_c[s] * h, y1, newest);
        unrolled
        for (int i = system_above; i < system_dim && s < dop853_stages; ++i) {
            k[s][i] = newest[i];
            settled(k[s][i]);
        }
        if (s < dop853_stages)
            stages_leave(q, s, system_phases, k);
    }
    unrolled
    for (int i = 0; i < system_dim; ++i)
        f1[i] = newest[i];
    stages_return(q, dop853_stages, dop853_stages, system_phases, k);
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
    for (int i = system_above; i < system_dim; ++i)
        all[r][i] = k[r][i];
    unrolled
    for (int i = system_above; i < system_dim; ++i)
        all[dop853_stages][i] = f1[i];
    unrolled
    for (int r = dop853_stages + 1; r < dop853_all; ++r) {
        stages_return(q, dop853_stages, dop853_stages, system_phases, all);
        order853_sum(r, r, h, y, f, all, at);
        problem_rhs(q, t + dop853_c[r] * h, at, all[r]);
    }
    dense_hermite(s, h, y, y1, f, f1);
    stages_return(q, dop853_stages, dop853_stages, system_phases, all);
    unrolled
    for (int j = 0; j < 4; ++j)
        unrolled
    for (int i = 0; i < system_dim; ++i) {
        const int row = j * dop853_all, at = i < system_above ? i + system_rows : i;
        real sum = (i < system_above ? dop853_d_place[row] : dop853_d[row]) * all[0][at];

        unrolled
        for (int r = dop853_zeros + 1; r < dop853_all; ++r) /* tests for zeros are slow to build */
            sum += (i < system_above ? dop853_d_place[row + r] : dop853_d[row + r]) * all[r][at];
        s->r[2 + j][i] = (i < system_above ? h * h : h) * sum;
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

    (void)y1;
    (void)f1;
    tangent_jacobian(q, t, y, l->J[0]);
    for (int s = 1; s < dop853_stages; ++s) {
        order853_sum(s, s, h, y, f, k, stage);
        tangent_jacobian(q, t + dop853_c[s] * h, stage, l->J[s]);
    }
}

static inline void order853_carry(struct order853_slopes *l, real h, real v[system_dim])
{
    real k[order853_kept][system_dim], stage[system_dim], f[system_dim];

    tangent_apply(l->J[0], v, f);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        k[0][i] = f[i];
    for (int s = 1; s < dop853_stages; ++s) {
        order853_sum(s, s, h, v, f, k, stage);
        tangent_apply(l->J[s], stage, k[s]);
    }
    order853_sum(dop853_stages, dop853_stages, h, v, f, k, stage);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        v[i] = stage[i];
}

#endif
