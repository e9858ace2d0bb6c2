/* tangent.h: the linear part of a step: v' = J(t, y(t)) v along the trajectory. A stepper linearises the step that it
 * took (stepper_linearise) and then carries any number of vectors over it (stepper_carry), those of a gradient with what their
 * parameter adds, v' = J v + df/dp. Where the vector inside the step is asked for too (ends, inside), what it needs beyond the
 * stages is linearised, and its dense output is that of the stepper. Steppers with an estimate of their error tell that of
 * the vector too (error), where it is asked for. Roles: as in problem.h.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_TANGENT_H
#define STEPPERS_TANGENT_H

#include "schedule/scratch.h"
#include "steppers/problem.h"

/* Of a system of second order the Jacobian has the rows of the accelerations only. */
enum {
    tangent_rows = system_second ? system_dim / 2 : system_dim,
    tangent_above = system_dim - tangent_rows
};

static inline void tangent_jacobian(const struct problem *q, real t, const real y[system_dim],
                                    real J[tangent_rows][system_dim])
{
    problem_jacobian(q, t, y, J);
}

/* The Jacobian of stage s, among those of all stages, and its forces. */
static inline void tangent_stage(const struct problem *q, real t, const real y[system_dim], int s,
                                 real J[][tangent_rows][system_dim], struct tangent_forces *force)
{
#if scratch_on
    real m[tangent_rows][system_dim];

    tangent_jacobian(q, t, y, m);
    scratch_put_matrix(q, s, m);
#elif parameters_count
    problem_forces(q, t, y, J[s], force[s].g);
#else
    tangent_jacobian(q, t, y, J[s]);
#endif
}

/* dv += g of a column, a vector that moves with its parameter; tangent_none: with none. */
static inline void tangent_force(const struct tangent_forces *force, int column,
                                 real dv[system_dim])
{
    unrolled
    for (int i = 0; parameters_count > 0 && column != tangent_none && i < tangent_rows; ++i)
        dv[tangent_above + i] += force->g[column][i];
}

/* dv = J v */
static inline void tangent_apply(real J[tangent_rows][system_dim], const real v[system_dim],
                                 real dv[system_dim])
{
    unrolled_for (i, tangent_above)
        dv[i] = v[(i + tangent_rows) % system_dim];
    unrolled_for (i, tangent_rows) {
        real sum = 0.0;

        unrolled_for (j, system_dim)
            sum += J[i][j] * v[j];
        dv[tangent_above + i] = sum;
    }
}

/* The same, J being that of stage s, and what the column adds. */
static inline void tangent_carry(const struct problem *q, int s, real J[][tangent_rows][system_dim],
                                 const struct tangent_forces *force, int column,
                                 const real v[system_dim], real dv[system_dim])
{
#if scratch_on
    real m[tangent_rows][system_dim];

    scratch_fence(q, v);
    scratch_get_matrix(q, s, m);
    tangent_apply(m, v, dv);
#else
    tangent_apply(J[s], v, dv);
    tangent_force(&force[s], column, dv);
#endif
}

/* The element of the whole matrix. */
static inline real tangent_at(real J[tangent_rows][system_dim], int i, int j)
{
    if (i < tangent_above)
        return j == i + tangent_rows ? 1.0 : 0.0;
    return J[i < tangent_above ? 0 : i - tangent_above][j];
}

/* The largest sum of a row: no vector grows faster. */
static inline real tangent_norm(real J[tangent_rows][system_dim])
{
    real norm = tangent_above > 0 ? 1.0 : 0.0;

    unrolled_for (i, tangent_rows) {
        real sum = 0.0;

        unrolled_for (j, system_dim)
            sum += fabs(J[i][j]);
        norm = fmax(norm, sum);
    }
    return norm;
}

#endif
