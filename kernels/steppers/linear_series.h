/* linear_series.h: vectors over a step by power series. With x = 0 .. 1 over the step, and the Jacobian and what parameters add
 * taken as the cubics A(x), g(x) through their values at the four nodes of Gauss on the dense output of the state,
 *
 *     v' = h (A(x) v + g(x)),   v = sum v_n x^n,   (n + 1) v_n+1 = h (sum_m A_m v_n-m + g_n),   m = 0 .. 3.
 *
 * What the cubics leave of A v is orthogonal to cubics, so that the order at the end of the step is 8, as that of the
 * step itself. The series ends where its terms are rounding beside the vector. The last one is the estimate of the
 * error: it stays large where the step is longer than the series converges in, which is where stability holds the step.
 * Roles: as in tangent.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_LINEAR_SERIES_H
#define STEPPERS_LINEAR_SERIES_H

#include "steppers/dense.h"
#include "steppers/tangent.h"

enum { linear_series_nodes = 4, linear_series_least = 6, linear_series_most = 16 };
#define linear_series_small ((number)(sizeof(number) == 4 ? 1e-6 : 1e-10))

program_constant number linear_series_node[linear_series_nodes] = {
    0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263};
/* Row m: what the values at the nodes count in the coefficient of x^m. */
program_constant number linear_series_share[linear_series_nodes * linear_series_nodes] = {
    1.5267881254572668,  -0.81363244948692726, 0.4007615203116504,  -0.11391719628198993,
    -8.5460236078721988, 13.807166925689577,   -7.4170704214626391, 2.1559271036452608,
    14.325858354171888,  -31.38822236344606,   24.998125859219122,  -7.9357618499449502,
    -7.4205400680389461, 18.795449407555061,   -18.795449407555061, 7.4205400680389461,
};
program_constant number linear_series_over[linear_series_most] = {
    1.0,       1.0 / 2.0,  1.0 / 3.0,  1.0 / 4.0,  1.0 / 5.0,  1.0 / 6.0,  1.0 / 7.0,  1.0 / 8.0,
    1.0 / 9.0, 1.0 / 10.0, 1.0 / 11.0, 1.0 / 12.0, 1.0 / 13.0, 1.0 / 14.0, 1.0 / 15.0, 1.0 / 16.0};

/* A_m and g_m. */
struct linear_series {
    real J[linear_series_nodes][tangent_rows][system_dim];
    struct tangent_forces force[linear_series_nodes];
};

/* From the four values of one element to its coefficients. */
static inline void linear_series_turn(real *a, real *b, real *c, real *d)
{
    const real value[linear_series_nodes] = {*a, *b, *c, *d};
    real *const to[linear_series_nodes] = {a, b, c, d};

    unrolled_for (m, linear_series_nodes) {
        program_constant number *share = linear_series_share + m * linear_series_nodes;

        *to[m] =
            share[0] * value[0] + share[1] * value[1] + share[2] * value[2] + share[3] * value[3];
    }
}

static inline void linear_series_ready(const struct problem *q, real t, real h,
                                       const struct dense *state, struct linear_series *l)
{
    for (int m = 0; m < linear_series_nodes; ++m) {
        real y[system_dim];

        dense_all(state, (real)linear_series_node[m], y);
        tangent_stage(q, t + linear_series_node[m] * h, y, m, l->J, l->force);
    }
    for (int r = 0; r < tangent_rows; ++r) {
        for (int i = 0; i < system_dim; ++i)
            linear_series_turn(&l->J[0][r][i], &l->J[1][r][i], &l->J[2][r][i], &l->J[3][r][i]);
        for (int c = 0; c < parameters_count; ++c)
            linear_series_turn(&l->force[0].g[c][r], &l->force[1].g[c][r], &l->force[2].g[c][r],
                               &l->force[3].g[c][r]);
    }
}

/* The term n + 1. */
static inline void linear_series_next(const struct linear_series *l, real h, int column, int n,
                                      real v[linear_series_most + 1][system_dim])
{
    const real over = linear_series_over[n] * h;
    real sum[tangent_rows];

    unrolled_for (i, tangent_rows) {
        sum[i] = 0.0;
        if (n < linear_series_nodes && column != tangent_none)
            sum[i] = l->force[n].g[column][i];
    }
    for (int m = 0; m <= n && m < linear_series_nodes; ++m)
        unrolled_for (j, system_dim) /* each number of a vector is read once */
            unrolled_for (i, tangent_rows)
                sum[i] += l->J[m][i][j] * v[n - m][j];
    unrolled_for (i, tangent_above)
        v[n + 1][i] = over * v[n][(i + tangent_rows) % system_dim];
    unrolled_for (i, tangent_rows)
        v[n + 1][tangent_above + i] = over * sum[i];
}

/* The dense output that meets the series at both ends with as many slopes as it has coefficients for: division by x - 1
 * and by x in turns. */
static inline void linear_series_inside(int terms, real v[linear_series_most + 1][system_dim],
                                        struct dense *s)
{
    for (int i = 0; i < system_dim; ++i) {
        real c[linear_series_most];

        for (int n = 0; n < linear_series_most; ++n)
            c[n] = n < terms ? v[n + 1][i] : (real)0.0;
        s->y[i] = v[0][i];
        for (int j = -1; j < stepper_dense; ++j) {
            real first = c[0];

            if (j % 2 != 0) { /* at x = 1, and what is left over 1 - x */
                for (int n = linear_series_most - 2; n >= 0; --n)
                    c[n] += c[n + 1];
                first = c[0];
            }
            for (int n = 0; n + 1 < linear_series_most; ++n)
                c[n] = j % 2 != 0 ? -c[n + 1] : c[n + 1];
            c[linear_series_most - 1] = 0.0;
            if (j < 0)
                s->d[i] = first;
            else
                s->r[j][i] = first;
        }
    }
}

static inline void linear_series_carry(const struct linear_series *l, real h, int column,
                                       real v[system_dim], struct dense *inside,
                                       real error[system_dim])
{
    real term[linear_series_most + 1][system_dim], most[system_dim];
    mask more;
    int n = 0;

    unrolled_for (i, system_dim) {
        term[0][i] = v[i];
        most[i] = fabs(v[i]);
    }
    do {
        linear_series_next(l, h, column, n++, term);
        more = h != h;
        unrolled_for (i, system_dim) {
            v[i] += term[n][i];
            most[i] = larger_of(most[i], fabs(term[n][i]));
            more |= fabs(term[n][i]) > linear_series_small * most[i];
        }
    } while (n < linear_series_most && (n < linear_series_least || any_lane(more)));
    unrolled_for (i, (error ? system_dim : 0))
        error[i] = term[n][i];
    if (inside)
        linear_series_inside(n, term, inside);
}

#endif
