/* rk4.h: one step of the classical method of order 4. W. Kutta, Z. Math. Phys. 46 (1901) 435. Roles: those of problem.h.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_RK4_H
#define STEPPERS_RK4_H

// clang-format off
#define rk4_table                                  \
    ABOUT("classical, order 4, steps of one size") \
    METHOD(rk4)                                    \
    TRAIT(order, 4)                                \
    TRAIT(fixed, 1)                                \
    TRAIT(dense, 2)
// clang-format on

#include "steppers/problem.h"
#include "steppers/dense.h"
#include "steppers/tangent.h"

enum { rk4_kept = 1, rk4_estimate = 4 };

/* y + part g, of the first state y + first g */
static inline void rk4_stage(const real y[system_dim], const real g[system_dim], real part,
                             real first, real stage[system_dim])
{
    unrolled_for (i, system_dim)
        stage[i] = y[i] + (system_rated && i == 0 ? first : part) * g[i];
}

/* sum + part g */
static inline void rk4_add(const real g[system_dim], real part, real sum[system_dim])
{
    rk4_stage(sum, g, part, part, sum);
}

/* What steps of one length have of it for the first state: half, all, a sixth. */
enum { rk4_lengths = 3 };

static inline void rk4_measure(const struct problem *q, real h, real length[rk4_lengths])
{
    length[1] = h * problem_rate(q);
    length[0] = 0.5 * length[1];
    length[2] = (1.0 / 6.0) * length[1];
}

/* A step in parts, so that a driver may take those of several steps in turn: part k has slope number k and what follows
 * from it, the last one the next state in place of y. way: the weighted sum of the slopes, which the slope of y is at
 * first; the stage; the slope of the second one. Slopes are added before they are multiplied: processors add beside
 * their multiply-adds. */
enum { rk4_parts = 5, rk4_way = 3 };

static inline void rk4_march(int part, const struct problem *q, real t, real h,
                             const real length[rk4_lengths], real y[system_dim],
                             real way[rk4_way][system_dim])
{
    real *const sum = way[0], *const stage = way[1], *const g = way[2];
    real u[system_dim];

    if (part == 0)
        rk4_stage(y, sum, 0.5 * h, length[0], stage);
    if (part == 1) {
        problem_bare(q, t + 0.5 * h, stage, g);
        rk4_stage(y, g, 0.5 * h, length[0], stage);
    }
    if (part == 2) {
        problem_bare(q, t + 0.5 * h, stage, u);
        rk4_stage(y, u, h, length[1], stage);
        rk4_add(g, 1.0, u);
        rk4_add(u, 2.0, sum);
    }
    if (part == 3) {
        problem_bare(q, t + h, stage, u);
        rk4_add(u, 1.0, sum);
    }
    if (part == 4)
        rk4_stage(y, sum, h * (1.0 / 6.0), length[2], y);
}

static inline real rk4_step(const struct problem *q, struct tolerance tol, real t, real h,
                            const real y[system_dim], const real f[system_dim],
                            real k[rk4_kept][system_dim], real y1[system_dim], real f1[system_dim])
{
    real way[rk4_way][system_dim], length[rk4_lengths];

    rk4_measure(q, h, length);
    if (system_rated)
        problem_bare(q, t, y, way[0]);
    unrolled_for (i, system_dim) {
        y1[i] = y[i];
        way[0][i] = system_rated ? way[0][i] : f[i];
    }
    unrolled_for (part, rk4_parts)
        rk4_march(part, q, t, h, length, y1, way);
    problem_rhs(q, t + h, y1, f1);
    return 0.0;
}

static inline void rk4_dense(const struct problem *q, real t, real h, const real y[system_dim],
                             const real f[system_dim], real k[rk4_kept][system_dim],
                             const real y1[system_dim], const real f1[system_dim], struct dense *s)
{
    dense_hermite(s, h, y, y1, f, f1);
}

/* The Jacobian at every stage: vectors are then carried by the derivative of the step itself. */
struct rk4_slopes {
    real J[5][tangent_rows][system_dim]; /* the last at the end, if it is asked for */
    struct tangent_forces force[5];
};

static inline void rk4_linearise(const struct problem *q, real t, real h, const real y[system_dim],
                                 const real f[system_dim], real k[rk4_kept][system_dim],
                                 const real y1[system_dim], const real f1[system_dim], int ends,
                                 struct rk4_slopes *l)
{
    real stage[system_dim], g[system_dim];

    tangent_stage(q, t, y, 0, l->J, l->force);
    if (ends)
        tangent_stage(q, t + h, y1, 4, l->J, l->force);
    for (int s = 1; s < 4; ++s) {
        const real part = s < 3 ? 0.5 * h : h;

        unrolled_for (i, system_dim)
            stage[i] = y[i] + part * (s == 1 ? f[i] : g[i]);
        tangent_stage(q, t + part, stage, s, l->J, l->force);
        problem_rhs(q, t + part, stage, g);
    }
}

static inline void rk4_carry(const struct problem *q, struct rk4_slopes *l, real h, int column,
                             real v[system_dim], struct dense *inside, real error[system_dim])
{
    real stage[system_dim], g[system_dim], sum[system_dim], begin[system_dim];

    tangent_carry(q, 0, l->J, l->force, column, v, g);
    unrolled_for (i, system_dim) {
        sum[i] = v[i];
        begin[i] = g[i];
    }
    rk4_add(g, h / 6.0, sum);
    for (int s = 1; s < 4; ++s) {
        rk4_stage(v, g, s < 3 ? 0.5 * h : h, s < 3 ? 0.5 * h : h, stage);
        tangent_carry(q, s, l->J, l->force, column, stage, g);
        rk4_add(g, s < 3 ? h / 3.0 : h / 6.0, sum);
    }
    if (inside) {
        tangent_carry(q, 4, l->J, l->force, column, sum, g);
        dense_hermite(inside, h, v, sum, begin, g);
    }
    unrolled_for (i, system_dim)
        v[i] = sum[i];
}

#endif
