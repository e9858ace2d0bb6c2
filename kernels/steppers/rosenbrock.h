/* rosenbrock.h: one step of a Rosenbrock method that is data, for stiff systems. With
 * W = 1/(gamma h) - J, factored once and used by all stages,
 *
 *     W u_s = f(t + alpha_s h, y + sum_j a_sj u_j) + sum_j (m_sj/h) u_j + d_s h df/dt,
 *
 * y1 = y + sum of the last row + u of the last stage, which is the estimate of the error.
 * Where states are positions and their velocities, q' = v, v' = g(q, v), the system reduces to half its
 * size: (1 - c G_v - c^2 G_q) u = c s + c G_q r, with s the right-hand side of the velocities, c = gamma h. What the
 * stages say of the positions follows from the u of the velocities, which alone are kept: a stage stands at
 * q + h (alpha_s v + sum_j place_sj u_j), r = h (d_s v + sum_j lift_sj u_j), and r + c u is the part of the stage itself. With
 * n = m without its diagonal, L the matrix lift + gamma: L = gamma (a + 1 + n L), place = a L.
 *
 * Roles: those of problem.h, and tableau_stages, tableau_gamma, tableau_alpha, tableau_d, tableau_a, tableau_m,
 * tableau_h, tableau_dense; for positions tableau_place, tableau_lift, tableau_h_place = h L.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_ROSENBROCK_H
#define STEPPERS_ROSENBROCK_H

#include "steppers/problem.h"
#include "steppers/dense.h"
#include "schedule/stages.h"
#include "steppers/tangent.h"
#include "core/small_linear.h"

/* With AVX-512 the stages of a short right-hand side are straight code, without the products with zeros of a tableau: the processor
 * has decoded instructions for all of it. Elsewhere packs have a loop over them (stagewise). */
#ifndef stages_straight
#    define stages_straight 0
#endif
#if stages_straight && PACK == 16 && defined(__AVX512F__)
#    define rosenbrock_stagewise unrolled
#    define rosenbrock_sparse    1
#else
#    define rosenbrock_stagewise stagewise
#    define rosenbrock_sparse    (PACK == 1)
#endif

enum {
    rosenbrock_kept = tableau_stages,
    rosenbrock_above = system_dim - linear_size /* positions stand before their velocities */
};

struct rosenbrock_matrix {
    struct linear_factors w;
    real jacobian[linear_size][system_dim];
};

/* W from the Jacobian. */
static inline void rosenbrock_prepare(real h, struct rosenbrock_matrix *m)
{
    const real c = tableau_gamma * h;

    unrolled_for (i, linear_size)
        unrolled_for (j, linear_size) {
            const real one = i == j ? 1.0 : 0.0;

            if (system_second)
                m->w.a[i][j] = one - c * (m->jacobian[i][(j + linear_size) % system_dim] +
                                          c * m->jacobian[i][j]);
            else
                m->w.a[i][j] = one - c * m->jacobian[i][j];
        }
    linear_factor(&m->w);
}

/* J at the beginning of the step, and W from it, for all stages. */
static inline void rosenbrock_factor(const struct problem *q, real t, real h,
                                     const real y[system_dim], struct rosenbrock_matrix *m)
{
    system_jacobian(&q->p, &q->law, t, (const void *)y, (void *)m->jacobian);
    rosenbrock_prepare(h, m);
}

/* df/dt by a difference, for systems that depend on time; late in single precision a part of the step would
 * be lost in the time. */
static inline void rosenbrock_time(const struct problem *q, real t, real h,
                                   const real y[system_dim], const real f[system_dim],
                                   real ft[system_dim])
{
    const number part = sizeof(number) == 4 ? 1e-2 : 1e-5;
    const number least = sizeof(number) == 4 ? 1e-6 : 1e-12;
    const real later = t + fmax(part * h, least * fabs(t)), dt = later - t;

    problem_rhs(q, later, y, ft);
    unrolled_for (i, system_dim)
        ft[i] = (ft[i] - f[i]) / dt;
}

/* to += a row of the tableau, over the velocities or all states; stages outside so that the sums stay in registers. */
static inline void rosenbrock_sum(program_constant number *row, int count,
                                  real k[rosenbrock_kept][system_dim], real to[linear_size])
{
    rosenbrock_stagewise
    for (int j = 0; j < problem_stages(count, tableau_stages); ++j)
        if (!rosenbrock_sparse || row[j] != 0.0) {
            unrolled_for (i, linear_size)
                to[i] += row[j] * k[j][rosenbrock_above + i];
        }
}

/* The same with the row of places beside it: at is x v + place, for positions, to += row. One loop, because its end is where
 * processors guess wrong. */
static inline void rosenbrock_sums(program_constant number *row, number x,
                                   program_constant number *place, int count,
                                   const real y[system_dim], real k[rosenbrock_kept][system_dim],
                                   real to[linear_size], real at[linear_size])
{
    if (!system_second) {
        rosenbrock_sum(row, count, k, to);
        return;
    }
    unrolled_for (i, linear_size)
        at[i] = x * y[rosenbrock_above + i];
    rosenbrock_stagewise
    for (int j = 0; j < problem_stages(count, tableau_stages); ++j) {
        unrolled_for (i, linear_size) {
            if (!rosenbrock_sparse || place[j] != 0.0)
                at[i] += place[j] * k[j][rosenbrock_above + i];
            if (!rosenbrock_sparse || row[j] != 0.0)
                to[i] += row[j] * k[j][rosenbrock_above + i];
        }
    }
}

/* Whether stage s stands where the one before it would end the step; stage tableau_stages is the end. */
static inline int rosenbrock_follows(int s)
{
    return s == tableau_stages ||
           (s > 0 && tableau_a[s * tableau_stages + (s > 0 ? s - 1 : 0)] == 1.0);
}

/* From where stage s stands to where it would end the step; the last one's is the estimate of the error. r: as
 * rosenbrock_solve left it. */
static inline void rosenbrock_own(int s, real h, real k[rosenbrock_kept][system_dim],
                                  const real r[linear_size], real own[system_dim])
{
    unrolled_for (i, linear_size) {
        if (system_second)
            own[i] = r[i] + (tableau_gamma * h) * k[s][rosenbrock_above + i];
        own[rosenbrock_above + i] = k[s][rosenbrock_above + i];
    }
}

/* Where stage s stands; `to` has where the one before it did. */
static inline void rosenbrock_place(int s, real h, const real y[system_dim],
                                    real k[rosenbrock_kept][system_dim], const real r[linear_size],
                                    real to[system_dim])
{
    const int row = s * tableau_stages, newest = s > 0 ? s - 1 : 0;
    const int older = PACK > 1 ? newest : s;
    real own[system_dim];

    if (rosenbrock_follows(s)) {
        rosenbrock_own(newest, h, k, r, own);
        unrolled_for (i, system_dim)
            to[i] += own[i];
        return;
    }
    unrolled_from (i, rosenbrock_above, system_dim)
        to[i] = y[i];
    rosenbrock_sums(tableau_a + row, tableau_alpha[s], tableau_place + row, older, y, k,
                    to + rosenbrock_above, to);
    /* of packs, whose stages are in memory, the newest from its register: the slope waits for nothing else */
    unrolled
    for (int i = 0; older < s && i < linear_size; ++i) {
        const real last = k[newest][rosenbrock_above + i];

        if (system_second)
            to[i] += tableau_place[row + newest] * last;
        to[rosenbrock_above + i] += tableau_a[row + newest] * last;
    }
    if (system_second) {
        unrolled_for (i, linear_size)
            to[i] = y[i] + h * to[i];
    }
}

/* k[s] from the slope b at stage s, to which d_s h df/dt was added; r of the positions. */
static inline void rosenbrock_solve(const struct rosenbrock_matrix *m, int s, real h,
                                    const real y[system_dim], const real b[system_dim],
                                    real k[rosenbrock_kept][system_dim], real r[linear_size])
{
    const int row = s * tableau_stages;
    const real c = tableau_gamma * h;
    real u[linear_size];

    unrolled_for (i, linear_size)
        u[i] = 0.0;
    rosenbrock_sums(tableau_m + row, tableau_d[s], tableau_lift + row, s, y, k, u, r);
    unrolled_for (i, linear_size) {
        u[i] *= tableau_gamma;
        if (system_second)
            r[i] *= h;
    }
    unrolled_for (i, linear_size) { /* the slope last: everything else is known before it */
        if (system_second) {
            unrolled_for (j, linear_size)
                u[i] += (c * m->jacobian[i][j]) * r[j];
        }
        u[i] += c * b[rosenbrock_above + i];
    }
    linear_solve(&m->w, u);
    unrolled_for (i, linear_size)
        k[s][rosenbrock_above + i] = u[i];
}

/* The last stage over the tolerance, in the state where it is largest; NaN where W has no finite size. There the
 * reciprocal of a pivot is 0 and so are all stages: a state at which the slopes overflow, such as one close to a pole,
 * would seem to rest. */
static inline real rosenbrock_error(const struct problem *q, const struct rosenbrock_matrix *m,
                                    struct tolerance tol, real t, real h, const real y[system_dim],
                                    real k[rosenbrock_kept][system_dim], const real r[linear_size],
                                    const real y1[system_dim])
{
    real last[system_dim], weight[system_dim], worst = 0.0;

    rosenbrock_own(tableau_stages - 1, h, k, r, last);
    problem_weights(q, tol, t, y, y1, weight);
    unrolled_for (i, system_dim)
        worst = larger_of(fabs(last[i]) * weight[i], worst);
    unrolled_for (i, linear_size)
        worst = pick(m->w.a[i][i] == 0.0, (real)(number)NAN, worst);
    return worst;
}

/* One step from (t, y) over h; the error over the tolerance. */
static inline real rosenbrock_step(const struct problem *q, struct tolerance tol, real t, real h,
                                   const real y[system_dim], const real f[system_dim],
                                   real k[rosenbrock_kept][system_dim], real y1[system_dim],
                                   real f1[system_dim])
{
    struct rosenbrock_matrix m;
    real ft[system_dim], r[linear_size], error = 0.0;

    unrolled_for (i, system_dim)
        k[0][i] = f[i];
    stages_put(q, 0, 0, k[0]);
    rosenbrock_factor(q, t, h, y, &m);
    if (system_timed)
        rosenbrock_time(q, t, h, y, f, ft);
    stages_reload(q, 1, tableau_stages, 0, k);
    unrolled_for (i, system_dim)
        f1[i] = k[0][i];
    rosenbrock_stagewise
    for (int s = 0; s < tableau_stages; ++s) { /* f1: the slope at stage s, then at the next */
        const int next = s + 1;

        if (system_timed) {
            unrolled_for (i, system_dim)
                f1[i] += tableau_d[s] * h * ft[i];
        }
        rosenbrock_solve(&m, s, h, y, f1, k, r);
        stages_put(q, s, 0, k[s]);
        stages_reload(q, rosenbrock_follows(next) ? 0 : next, tableau_stages, 0, k);
        rosenbrock_place(next, h, y, k, r, y1);
        if (next == tableau_stages)
            error = rosenbrock_error(q, &m, tol, t, h, y, k, r, y1);
        /* itself, so that what is the same in all stages leaves the loop */
        system_rhs(&q->p, &q->law, t + tableau_alpha[next < tableau_stages ? next : s] * h,
                   (const void *)y1, (void *)f1);
        stages_reload(q, next < tableau_stages ? next : 0, tableau_stages, 0, k);
    }
    return error;
}

/* The methods give (1 - x) x (h_0 + x (h_1 + x h_2)) beyond the chord. */
static inline void rosenbrock_inside(real h, const real y[system_dim],
                                     real k[rosenbrock_kept][system_dim], const real y1[system_dim],
                                     struct dense *s)
{
    unrolled_for (i, system_dim) {
        s->y[i] = y[i];
        s->d[i] = y1[i] - y[i];
        unrolled_for (j, stepper_dense)
            s->r[j][i] = 0.0;
    }
    unrolled_for (j, tableau_dense) {
        const int row = j * tableau_stages;

        rosenbrock_sums(tableau_h + row, (number)0.0, tableau_h_place + row, tableau_stages, y, k,
                        s->r[j] + rosenbrock_above, s->r[j]);
        if (system_second) {
            unrolled_for (i, linear_size)
                s->r[j][i] *= h;
        }
    }
    unrolled_for (i, system_dim)
        if (tableau_dense == 3) { /* h_1 + x h_2 = (h_1 + h_2) - (1 - x) h_2 */
            s->r[1][i] += s->r[tableau_dense - 1][i];
            s->r[tableau_dense - 1][i] = -s->r[tableau_dense - 1][i];
        }
}

/* The dense output from the stages. */
static inline void rosenbrock_dense(const struct problem *q, real t, real h,
                                    const real y[system_dim], const real f[system_dim],
                                    real k[rosenbrock_kept][system_dim], const real y1[system_dim],
                                    const real f1[system_dim], struct dense *s)
{
    stages_reload(q, tableau_stages, tableau_stages, 0, k);
    rosenbrock_inside(h, y, k, y1, s);
}

/* Vectors are carried by the same method, applied to v' = A(t) v with A(t) = J(t, y(t)) along the dense output:
 *
 *     W u_s = A(t + alpha_s h) (v + sum_j a_sj u_j) + sum_j (m_sj/h) u_j + d_s h A'(t) v,
 *
 * with the one W of the step for all stages and vectors. The derivative of the step itself would need the second
 * derivatives of f. The dense output of order q leaves an error of h^(q+2) in a step. A' is that of the polynomial through
 * A at the stages. */
struct rosenbrock_slopes {
    struct rosenbrock_matrix m;
    real J[scratch_kept(tableau_stages)][tangent_rows][system_dim];
    struct tangent_forces force[scratch_kept(tableau_stages)];
    real rate[tangent_rows][system_dim]; /* h A' */
    struct tangent_forces force_rate;    /* h g' */
};
static_check(rosenbrock_scratch, (int)tableau_stages <= (int)scratch_stages);

/* Whether a stage is a node of that polynomial: not too close to one before it. */
static inline int rosenbrock_node(int s)
{
    for (int j = 0; j < s; ++j)
        if (fabs(tableau_alpha[s] - tableau_alpha[j]) < 0.05)
            return 0;
    return 1;
}

/* What A of node s counts in h A'(0). */
static inline number rosenbrock_weight(int s)
{
    number weight = s == 0 ? 0.0 : 1.0 / tableau_alpha[s];

    for (int j = 1; j < tableau_stages; ++j) {
        if (j == s || !rosenbrock_node(j))
            continue;
        if (s == 0)
            weight -= 1.0 / tableau_alpha[j];
        else
            weight *= tableau_alpha[j] / (tableau_alpha[j] - tableau_alpha[s]);
    }
    return weight;
}

/* The first stage at the same time as stage s, whose Jacobian it shares. */
static inline int rosenbrock_first(int s)
{
    while (s > 0 && tableau_alpha[s] == tableau_alpha[s > 0 ? s - 1 : 0])
        --s;
    return s;
}

/* Apart, W and A' are made where they are needed, from the Jacobians. */
static inline void rosenbrock_linearise(const struct problem *q, real t, real h,
                                        const real y[system_dim], const real f[system_dim],
                                        real k[rosenbrock_kept][system_dim],
                                        const real y1[system_dim], const real f1[system_dim],
                                        int ends, struct rosenbrock_slopes *l)
{
    struct dense dense;
    real stage[system_dim];

#if scratch_on
    stages_reload(q, tableau_stages, tableau_stages, 0, k);
    rosenbrock_inside(h, y, k, y1, &dense);
    unrolled_for (s, tableau_stages) {
        dense_all(&dense, (real)tableau_alpha[s], stage);
        scratch_put_state(q, s, stage);
    }
    for (int s = 0; s < tableau_stages; ++s)
        if (rosenbrock_first(s) == s) {
            scratch_get_state(q, s, stage);
            tangent_stage(q, t + tableau_alpha[s] * h, stage, s, l->J, l->force);
        }
#else
    rosenbrock_inside(h, y, k, y1, &dense);
    for (int i = 0; i < tangent_rows; ++i)
        for (int j = 0; j < system_dim; ++j)
            l->rate[i][j] = 0.0;
    for (int column = 0; column < parameters_count; ++column)
        for (int i = 0; i < tangent_rows; ++i)
            l->force_rate.g[column][i] = 0.0;
    for (int s = 0; s < tableau_stages; ++s) {
        const int first = rosenbrock_first(s);
        const number weight = rosenbrock_node(s) ? rosenbrock_weight(s) : 0.0;

        dense_all(&dense, (real)tableau_alpha[s], stage);
        if (first == s)
            tangent_stage(q, t + tableau_alpha[s] * h, stage, s, l->J, l->force);
        for (int column = 0; column < parameters_count; ++column)
            for (int i = 0; i < tangent_rows; ++i) {
                l->force[s].g[column][i] = l->force[first].g[column][i];
                l->force_rate.g[column][i] += weight * l->force[s].g[column][i];
            }
        for (int i = 0; i < tangent_rows; ++i)
            for (int j = 0; j < system_dim; ++j) {
                l->J[s][i][j] = l->J[first][i][j];
                l->rate[i][j] += weight * l->J[s][i][j];
            }
    }
    for (int i = 0; i < tangent_rows; ++i) /* the first stage stands at y */
        for (int j = 0; j < system_dim; ++j)
            l->m.jacobian[i][j] = l->J[0][i][j];
    rosenbrock_prepare(h, &l->m);
#endif
}

/* W, if it is not there yet, and h (A' v + g'). */
static inline void rosenbrock_ready(const struct problem *q, struct rosenbrock_slopes *l, real h,
                                    int column, const real v[system_dim], real rate[system_dim])
{
#if scratch_on
    scratch_get_matrix(q, 0, l->m.jacobian);
    rosenbrock_prepare(h, &l->m);
    unrolled_for (i, system_dim)
        rate[i] = 0.0;
    unrolled_for (s, tableau_stages)
        if (rosenbrock_node(s)) {
            real part[system_dim];

            tangent_carry(q, s, l->J, l->force, tangent_none, v, part);
            unrolled_from (i, tangent_above, system_dim)
                rate[i] += rosenbrock_weight(s) * part[i];
            scratch_fence(q, rate);
        }
#else
    tangent_apply(l->rate, v, rate);
    tangent_force(&l->force_rate, column, rate);
#endif
}

/* The variation v by the stages of the trajectory, with the Jacobian at the state of each and the one W
 * (steppers/tangent.h). */
static inline void rosenbrock_carry(const struct problem *q, struct rosenbrock_slopes *l, real h,
                                    int column, real v[system_dim], struct dense *inside,
                                    real error[system_dim])
{
    real k[rosenbrock_kept][system_dim], rate[system_dim], stage[system_dim], last[system_dim];
    real r[linear_size];

    rosenbrock_ready(q, l, h, column, v, rate);
    scratch_unrolled for (int s = 0; s < tableau_stages; ++s)
    {
        real b[system_dim];

        rosenbrock_place(s, h, v, k, r, stage);
        tangent_carry(q, scratch_on ? rosenbrock_first(s) : s, l->J, l->force, column, stage, b);
        unrolled_for (i, system_dim)
            b[i] += tableau_d[s] * rate[i];
        rosenbrock_solve(&l->m, s, h, v, b, k, r);
    }
    rosenbrock_own(tableau_stages - 1, h, k, r, last);
    unrolled_for (i, system_dim)
        last[i] += stage[i];
    if (inside)
        rosenbrock_inside(h, v, k, last, inside);
    unrolled_for (i, system_dim)
        v[i] = last[i];
}

#endif
