/* explicit_rk.h: one step of an explicit Runge-Kutta pair that is data. The unrolled loops and
 * the tests for zero let the compiler see the coefficients.
 *
 * Roles: those of problem.h, and tableau_stages, tableau_c, tableau_a, tableau_b, tableau_e, tableau_last
 * (1: the last stage is the result), stepper_fixed, tableau_d (for stepper_dense = 3). SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EXPLICIT_RK_H
#define STEPPERS_EXPLICIT_RK_H

#include "steppers/problem.h"
#include "steppers/dense.h"
#include "schedule/stages.h"
#include "steppers/tangent.h"

#ifndef tableau_d
#    define tableau_d \
        tableau_e /* for the compiler: Hermite's cubic has no coefficients of its own */
#endif

/* Where states are positions and their velocities, the slopes of positions are velocities: the slopes of the velocities are
 * then all that is kept, and what a row says of positions is h times the row of places, the product with tableau_a. Methods
 * may give these if their last stage is their result. Packs are faster without. */
#ifdef tableau_place
enum { explicit_rk_above = PACK == 1 && tableau_last ? system_above : 0 };
#else
#    define tableau_place   tableau_a
#    define tableau_e_place tableau_e
#    define tableau_d_place tableau_d
enum { explicit_rk_above = 0 };
#endif
enum { explicit_rk_kept = tableau_stages, explicit_rk_rows = system_dim - explicit_rk_above };

/* A row times the slopes of state i. */
static inline real explicit_rk_row(program_constant number *row, program_constant number *place,
                                   real h, real k[explicit_rk_kept][system_dim], int i)
{
    real sum = 0.0;

    unrolled_for (r, tableau_stages) {
        if (i >= explicit_rk_above && row[r] != 0.0)
            sum += row[r] * k[r][i];
        if (i < explicit_rk_above && place[r] != 0.0)
            sum += place[r] * k[r][(i + explicit_rk_rows) % system_dim];
    }
    return i < explicit_rk_above ? h * sum : sum;
}

/* y + h times a row of the tableau, whose sum is c and whose zeros are the stages to come. */
static inline void explicit_rk_sum(program_constant number *row, program_constant number *place,
                                   number c, real h, const real y[system_dim],
                                   real k[explicit_rk_kept][system_dim], real to[system_dim])
{
    unrolled_for (i, system_dim) {
        real sum = 0.0;

        if (!problem_phase(i))
            sum = explicit_rk_row(row, place, h, k, i);
        if (problem_phase(i) || i < explicit_rk_above)
            sum += c * k[0][i];
        to[i] = y[i] + h * sum;
    }
}

/* From y with the slope f to y1 with the slope f1; returns the error over the tolerance. The stages stay
 * in k for the dense output. */
static inline real explicit_rk_step(const struct problem *q, struct tolerance tol, real t, real h,
                                    const real y[system_dim], const real f[system_dim],
                                    real k[explicit_rk_kept][system_dim], real y1[system_dim],
                                    real f1[system_dim])
{
    real worst = 0.0, weight[system_dim];

    unrolled_for (i, system_dim)
        k[0][i] = f[i];
    stages_put(q, 0, system_phases, k[0]);
    unrolled_from (s, 1, tableau_stages) {
        const int row = s * tableau_stages;

        stages_reload(q, s, tableau_stages, system_phases, k);
        explicit_rk_sum(tableau_a + row, tableau_place + row, tableau_c[s], h, y, k, y1);
        problem_rhs(q, t + tableau_c[s] * h, y1, k[s]);
        stages_put(q, s, system_phases, k[s]);
    }
    stages_reload(q, tableau_stages, tableau_stages, system_phases, k);
    if (!tableau_last) {
        explicit_rk_sum(tableau_b, tableau_place, (number)1.0, h, y, k, y1);
        problem_rhs(q, t + h, y1, f1);
    }
    if (!stepper_fixed)
        problem_weights(q, tol, t, y, y1, weight);
    unrolled_for (i, system_dim) {
        if (tableau_last)
            f1[i] = k[tableau_stages - 1][i];
        if (stepper_fixed || problem_phase(i))
            continue;
        worst =
            fmax(worst, fabs(h * explicit_rk_row(tableau_e, tableau_e_place, h, k, i)) * weight[i]);
    }
    return worst;
}

static inline void explicit_rk_inside(real h, const real y[system_dim], const real f[system_dim],
                                      real k[explicit_rk_kept][system_dim],
                                      const real y1[system_dim], const real f1[system_dim],
                                      struct dense *s)
{
    dense_hermite(s, h, y, y1, f, f1);
    if (stepper_dense == 3) {
        unrolled_for (i, system_dim)
            s->r[stepper_dense - 1][i] = h * explicit_rk_row(tableau_d, tableau_d_place, h, k, i);
    }
}

static inline void explicit_rk_dense(const struct problem *q, real t, real h,
                                     const real y[system_dim], const real f[system_dim],
                                     real k[explicit_rk_kept][system_dim],
                                     const real y1[system_dim], const real f1[system_dim],
                                     struct dense *s)
{
    stages_reload(q, tableau_stages, tableau_stages, system_phases, k);
    explicit_rk_inside(h, y, f, k, y1, f1, s);
}

/* The Jacobian at every stage: vectors are then carried by the derivative of the step itself. */
struct explicit_rk_slopes {
    real J[tableau_stages + 1][tangent_rows]
          [system_dim]; /* the last at the end, if it is asked for */
    struct tangent_forces force[tableau_stages + 1];
};

static inline void explicit_rk_linearise(const struct problem *q, real t, real h,
                                         const real y[system_dim], const real f[system_dim],
                                         real k[explicit_rk_kept][system_dim],
                                         const real y1[system_dim], const real f1[system_dim],
                                         int ends, struct explicit_rk_slopes *l)
{
    real stage[system_dim];

    tangent_stage(q, t, y, 0, l->J, l->force);
    if ((parameters_count > 0 && tableau_last) || ends)
        tangent_stage(q, t + h, y1, tableau_stages, l->J, l->force);
    for (int s = 1; s < tableau_stages - tableau_last; ++s) {
        explicit_rk_sum(tableau_a + s * tableau_stages, tableau_place + s * tableau_stages,
                        tableau_c[s], h, y, k, stage);
        tangent_stage(q, t + tableau_c[s] * h, stage, s, l->J, l->force);
    }
}

static inline void explicit_rk_carry(const struct problem *q, struct explicit_rk_slopes *l, real h,
                                     int column, real v[system_dim], struct dense *inside,
                                     real error[system_dim])
{
    real k[explicit_rk_kept][system_dim], stage[system_dim], end[system_dim];

    unrolled_for (i, system_dim)
        stage[i] = v[i];
    unrolled_for (s, tableau_stages - tableau_last) {
        if (s > 0)
            explicit_rk_sum(tableau_a + s * tableau_stages, tableau_place + s * tableau_stages,
                            tableau_c[s], h, v, k, stage);
        tangent_carry(q, s, l->J, l->force, column, stage, k[s]);
    }
    if (tableau_last) { /* which stands in no sum */
        unrolled_for (i, system_dim)
            k[tableau_stages - 1][i] = 0.0;
    }
    explicit_rk_sum(tableau_last ? tableau_a + (tableau_stages - 1) * tableau_stages : tableau_b,
                    tableau_place + (tableau_stages - 1) * tableau_stages, (number)1.0, h, v, k,
                    stage);
    if (inside || (error && tableau_last)) {
        tangent_carry(q, tableau_stages, l->J, l->force, column, stage, end);
        unrolled_for (i, (tableau_last ? system_dim : 0))
            k[tableau_stages - 1][i] = end[i];
    }
    if (inside)
        explicit_rk_inside(h, v, k[0], k, stage, end, inside);
    unrolled_for (i, system_dim) {
        if (error)
            error[i] = h * explicit_rk_row(tableau_e, tableau_e_place, h, k, i);
        v[i] = stage[i];
    }
}

#endif
