/* order853.h: one step of dop853, whose estimate is mixed of two and whose dense output needs three more stages.
 * Where states are positions and their velocities, the slopes of positions are velocities: those of the velocities
 * alone are kept, and q + h (c v + h sum_j place_sj k_j) is where a stage stands, place = a a. Roles: those of
 * problem.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_ORDER853_H
#define STEPPERS_ORDER853_H

#include "steppers/problem.h"
#include "steppers/dense.h"
#define stages_first 1
#include "schedule/stages.h"
#include "steppers/tangent.h"
#include "steppers/dop853.h"

enum { order853_kept = dop853_stages };

/* Packs, whose loops over slopes stay loops, do not test coefficients for zero, but go on with this slope behind
 * the first: from there on there are few zeros in a row of the tableau, or of places. */
static inline int order853_second(int row)
{
    const int place = system_above > 0;

    return row < 3 ? 1 : row < 5 ? 2 - place : row < dop853_stages ? 3 - place : 1 + dop853_zeros;
}

/* The slot of a stage that GPUs spill (schedule/stages.h): row 4 was the last to need stage 1, row 11 the last to
 * need stage 2, the estimate to need 3 and 4; their slots are for the stages 9, 10, 11 and 13. */
enum { order853_slots = 9 };
#define stages_slots order853_slots

static inline int order853_slot(int s)
{
    return s < order853_slots ? s : s < dop853_stages ? s - order853_slots + 1 : 4;
}

/* State i of stage s, the first `spilled` of which are spilled. */
static inline real order853_stage(const struct problem *q, int spilled, int s, int i,
                                  real k[][system_dim])
{
    return s < spilled ? stages_get(q, order853_slot(s), i, system_phases, k[s][i]) : k[s][i];
}

/* A row of the tableau times the first `count` slopes; for positions, of which no slopes are kept, the row of
 * places. */
static inline void order853_row(const struct problem *q, int spilled, int which, int count,
                                real k[][system_dim], real sum[system_dim])
{
    program_constant number *const row = dop853_a + which * dop853_all;
    program_constant number *const place = dop853_place + which * dop853_all;

    unrolled_for (i, system_dim)
        sum[i] = PACK == 1 || count == 0 ? (real)0.0
                 : i < system_above      ? place[0] * k[0][(i + system_rows) % system_dim]
                                         : row[0] * k[0][i];
#if PACK == 1
    /* one state after the other, so that few of the stages are in registers at a time */
    unrolled_from (i, system_above, system_dim)
        unrolled_for (r, dop853_all)
            if (r < count && (row[r] != 0.0 || system_above * place[r] != 0.0)) {
                const real slope = order853_stage(q, spilled, r, i, k);

                sum[i] += row[r] * slope;
                if (system_above > 0)
                    sum[(i + system_rows) % system_dim] += place[r] * slope;
            }
#else
    unrolled_from (r, order853_second(which), count) {
        unrolled_for (i, system_above)
            sum[i] += place[r] * k[r][(i + system_rows) % system_dim];
        unrolled_from (i, system_above, system_dim)
            sum[i] += row[r] * k[r][i];
    }
#endif
}

/* y + h times the sum of a row; f is the slope at y. */
static inline void order853_move(int row, real h, const real y[system_dim],
                                 const real f[system_dim], const real sum[system_dim],
                                 real to[system_dim])
{
    unrolled_for (i, system_dim) {
        /* of positions the velocity, which GPUs have at hand */
        const real straight =
            dop853_c[row] *
            (PACK == 1 && i < system_above ? y[(i + system_rows) % system_dim] : f[i]);

        to[i] = y[i] + h * (problem_phase(i)   ? straight
                            : i < system_above ? straight + h * sum[i]
                                               : sum[i]);
    }
}

static inline void order853_sum(const struct problem *q, int spilled, int row, int count, real h,
                                const real y[system_dim], const real f[system_dim],
                                real k[][system_dim], real to[system_dim])
{
    real sum[system_dim];

    order853_row(q, spilled, row, count, k, sum);
    order853_move(row, h, y, f, sum, to);
}

/* The error over the tolerance. That of order 3 is the difference to a result of few slopes. The last stage waits
 * nowhere yet. */
static inline real order853_error(const struct problem *q, struct tolerance tol, real t, real h,
                                  const real y[system_dim], real k[order853_kept][system_dim],
                                  const real y1[system_dim])
{
    real five = 0.0, three = 0.0, placed_five = 0.0, placed_three = 0.0, both, weight[system_dim];

    if ((PACK > 1) | system_refines) /* GPUs have no registers for all of them */
        problem_weights(q, tol, t, y, y1, weight);
    unrolled_from (i, system_above, system_dim) {
        const int above = (i + system_rows) % system_dim; /* the position, if there is one */
        real e5 = 0.0, e3 = 0.0, p5 = 0.0, p3 = 0.0;

        if (problem_phase(i))
            continue;
        unrolled_for (s, dop853_stages) {
            const number rest = dop853_e3[s] - dop853_a[dop853_stages * dop853_all + s];

            if (dop853_e5[s] != 0.0 || rest != 0.0 || system_above * dop853_e5_place[s] != 0.0) {
                const real slope = order853_stage(q, dop853_stages - 1, s, i, k);

                if (dop853_e5[s] != 0.0)
                    e5 = s > 0 ? e5 + dop853_e5[s] * slope : dop853_e5[s] * slope;
                if (rest != 0.0)
                    e3 += rest * slope;
                if (dop853_e5_place[s] != 0.0) {
                    p5 += dop853_e5_place[s] * slope;
                    p3 += dop853_e3_place[s] * slope;
                }
            }
        }
        if ((PACK == 1) & !system_refines) {
            weight[i] = tolerance_weight(tol, y[i], y1[i]);
            if (system_above > 0)
                weight[above] = tolerance_weight(tol, y[above], y1[above]);
        }
        five = larger_of(fabs(e5) * weight[i], five);
        three = larger_of(fabs((y1[i] - y[i]) + h * e3) * weight[i], three);
        if (system_above > 0) {
            placed_five = larger_of(fabs(p5) * (h * weight[above]), placed_five);
            placed_three = larger_of(fabs(h * p3) * (h * weight[above]), placed_three);
        }
    }
    five = larger_of(placed_five, five);
    three = larger_of(placed_three, three);
    five *= h;
    /* five^2/sqrt(five^2 + three^2/100), as its authors do; what is beyond the bounds is far above 1, or below what
     * the control of the step looks at */
    both = five * five + 0.01 * three * three;
    both = smaller_of(larger_of(both, (real)1e-30), (real)1e30);
    return five * five * inverse_root(both);
}

/* Where stage s stands, y1; behind the last one that is the result. The slope of the stage before, `newest`, need not wait
 * for memory. The error is known before the slope of the result, and then no stage is needed any more. */
merged static inline void order853_stand(int s, const struct problem *q, struct tolerance tol,
                                         real t, real h, const real y[system_dim],
                                         const real f[system_dim],
                                         real k[order853_kept][system_dim],
                                         const real newest[system_dim], real y1[system_dim],
                                         real *error)
{
    const int row = s * dop853_all;
    real sum[system_dim], here[system_dim];

    order853_row(q, s - 1, s, s - 1, k, sum);
    unrolled_from (i, system_above, system_dim)
        sum[i] += dop853_a[row + s - 1] * newest[i];
    stages_begin(q, y, here);
    order853_move(s, h, here, f, sum, y1);
    if (PACK == 1 && s == dop853_stages)
        *error = order853_error(q, tol, t, h, here, k, y1);
    stages_put(q, order853_slot(s - 1), system_phases, newest);
    if (s < dop853_stages)
        scratch_put_state(q, s, y1);
}

/* The slope of stage s; that of the result is no stage. */
merged static inline void order853_keep(int s, const real newest[system_dim],
                                        real k[order853_kept][system_dim])
{
    unrolled
    for (int i = system_above; i < system_dim && s < dop853_stages; ++i) {
        k[s][i] = newest[i];
        settled(k[s][i]);
    }
}

static inline real order853_step(const struct problem *q, struct tolerance tol, real t, real h,
                                 const real y[system_dim], const real f[system_dim],
                                 real k[order853_kept][system_dim], real y1[system_dim],
                                 real f1[system_dim])
{
    real newest[system_dim], error = 0.0;

    unrolled_for (i, system_dim)
        newest[i] = f[i];
    unrolled_from (i, system_above, system_dim)
        k[0][i] = f[i];
#define order853_begin(s) order853_stand(s, q, tol, t, h, y, f, k, newest, y1, &error)
#define order853_slope(s) problem_rhs(q, t + dop853_c[s] * h, y1, newest)
#if PACK == 1 && stages_searched && friction_integrated
    /* the right-hand side is long, that of either mode, with a law that is integrated: compilers shall make one copy of it.
     * What differs from stage to stage is chosen before, and no place in an array depends on data */
#    define order853_case(s)             \
        case s:                          \
            order853_keep(s - 1, newest, k); \
            order853_begin(s);           \
            break
    rolled
    for (int s = 1; s <= dop853_stages; ++s) {
        switch (s) {
            order853_case(1);
            order853_case(2);
            order853_case(3);
            order853_case(4);
            order853_case(5);
            order853_case(6);
            order853_case(7);
            order853_case(8);
            order853_case(9);
            order853_case(10);
            order853_case(11);
            order853_case(12);
        }
        order853_slope(s);
    }
#elif PACK == 1 /* too much for compilers to unroll, and arrays would not be in registers */
#    define order853_go(s)  \
        order853_begin(s);  \
        order853_slope(s);  \
        order853_keep(s, newest, k)
    order853_go(1);
    order853_go(2);
    order853_go(3);
    order853_go(4);
    order853_go(5);
    order853_go(6);
    order853_go(7);
    order853_go(8);
    order853_go(9);
    order853_go(10);
    order853_go(11);
    order853_go(12);
#else
    unrolled
    for (int s = 1; s <= dop853_stages; ++s) {
        order853_begin(s);
        order853_slope(s);
        order853_keep(s, newest, k);
    }
#endif
    unrolled_for (i, system_dim)
        f1[i] = newest[i];
    return PACK == 1 ? error : order853_error(q, tol, t, h, y, k, y1);
}

/* From all slopes, the first `spilled` of which are spilled. */
static inline void order853_inside(const struct problem *q, int spilled, real h,
                                   const real y[system_dim], const real f[system_dim],
                                   real all[dop853_all][system_dim], const real y1[system_dim],
                                   const real f1[system_dim], struct dense *s)
{
    dense_hermite(s, h, y, y1, f, f1);
    stagewise
    for (int i = system_above; i < system_dim; ++i) {
        unrolled_for (r, dop853_stages) /* one state after the other: what waits is many */
            if (r < 1 || r > dop853_zeros)
                all[r][i] = order853_stage(q, spilled, r, i, all);
        unrolled_for (j, 4) {
            const int row = j * dop853_all;
            real sum = dop853_d[row] * all[0][i], place = dop853_d_place[row] * all[0][i];

            /* without the stages that count with zero: to test for them is slow to build */
            unrolled_from (r, dop853_zeros + 1, dop853_all) {
                sum += dop853_d[row + r] * all[r][i];
                place += dop853_d_place[row + r] * all[r][i];
            }
            s->r[2 + j][i] = h * sum;
            if (system_above > 0)
                s->r[2 + j][(i + system_rows) % system_dim] = h * h * place;
        }
    }
}

static inline void order853_dense(const struct problem *q, real t, real h, const real y[system_dim],
                                  const real f[system_dim], real k[order853_kept][system_dim],
                                  const real y1[system_dim], const real f1[system_dim],
                                  struct dense *s)
{
    real all[dop853_all][system_dim], at[system_dim], here[system_dim];

    unrolled_for (r, dop853_stages)
        unrolled_from (i, system_above, system_dim)
            all[r][i] = k[r][i];
    unrolled_from (i, system_above, system_dim)
        all[dop853_stages][i] = f1[i];
    stagewise
    for (int r = dop853_stages + 1; r < dop853_all; ++r) {
        stages_begin(q, y, here);
        order853_sum(q, dop853_stages, r, r, h, here, f, all, at);
        problem_rhs(q, t + dop853_c[r] * h, at, all[r]);
    }
    order853_inside(q, dop853_stages, h, y, f, all, y1, f1, s);
}

/* Gradients, whose Jacobians are most of what they cost, go by a series (linear_series.h); where slopes are no
 * polynomials of the time (order853_smooth 0), and for exponents, vectors are carried by the derivative of the step
 * itself, with the Jacobian at every stage. */
#ifndef order853_smooth
#    define order853_smooth 1
#endif
#if parameters_count && order853_smooth
#    include "steppers/linear_series.h"

#    define order853_slopes linear_series

static inline void order853_linearise(const struct problem *q, real t, real h,
                                      const real y[system_dim], const real f[system_dim],
                                      real k[order853_kept][system_dim], const real y1[system_dim],
                                      const real f1[system_dim], int ends, struct linear_series *l)
{
    struct dense dense;

    order853_dense(q, t, h, y, f, k, y1, f1, &dense);
    linear_series_ready(q, t, h, &dense, l);
}

static inline void order853_carry(const struct problem *q, struct linear_series *l, real h,
                                  int column, real v[system_dim], struct dense *inside,
                                  real error[system_dim])
{
    linear_series_carry(l, h, column, v, inside, error);
}
#else
enum {
    order853_linear = parameters_count > 0 ? dop853_all : dop853_stages
}; /* those of the dense output, if it is asked for */
struct order853_slopes {
    real J[scratch_kept(order853_linear)][tangent_rows][system_dim];
    struct tangent_forces force[scratch_kept(order853_linear)];
};
static_check(order853_scratch, (int)dop853_stages <= (int)scratch_stages);

static inline void order853_linearise(const struct problem *q, real t, real h,
                                      const real y[system_dim], const real f[system_dim],
                                      real k[order853_kept][system_dim], const real y1[system_dim],
                                      const real f1[system_dim], int ends,
                                      struct order853_slopes *l)
{
    real stage[system_dim];

    scratch_put_state(q, 0, y);
    if (!scratch_on)
        tangent_stage(q, t, y, 0, l->J, l->force);
    for (int s = scratch_on ? 0 : 1; s < dop853_stages; ++s) {
#if !scratch_on
        order853_sum(q, 0, s, s, h, y, f, k, stage);
#endif
        scratch_get_state(q, s, stage);
        tangent_stage(q, t + dop853_c[s] * h, stage, s, l->J, l->force);
    }
    if (parameters_count > 0 && ends) {
        real all[dop853_all][system_dim];

        for (int r = 0; r <= dop853_stages; ++r)
            unrolled_from (i, system_above, system_dim)
                all[r][i] = r < dop853_stages ? k[r < dop853_stages ? r : 0][i] : f1[i];
        tangent_stage(q, t + h, y1, dop853_stages, l->J, l->force);
        for (int r = dop853_stages + 1; r < dop853_all; ++r) {
            order853_sum(q, 0, r, r, h, y, f, all, stage);
            tangent_stage(q, t + dop853_c[r] * h, stage, r, l->J, l->force);
            problem_rhs(q, t + dop853_c[r] * h, stage, all[r]);
        }
    }
}

static inline void order853_carry(const struct problem *q, struct order853_slopes *l, real h,
                                  int column, real v[system_dim], struct dense *inside,
                                  real error[system_dim])
{
    real k[order853_linear][system_dim], stage[system_dim], f[system_dim];

    tangent_carry(q, 0, l->J, l->force, column, v, f);
    unrolled_for (i, system_dim)
        k[0][i] = f[i];
    scratch_unrolled for (int s = 1; s < dop853_stages; ++s)
    {
        order853_sum(0, 0, s, s, h, v, f, k, stage);
        tangent_carry(q, s, l->J, l->force, column, stage, k[s]);
    }
    order853_sum(0, 0, dop853_stages, dop853_stages, h, v, f, k, stage);
    if (parameters_count > 0 && inside) {
        real at[system_dim], end[system_dim];

        tangent_carry(q, dop853_stages, l->J, l->force, column, stage, end);
        unrolled_for (i, system_dim)
            k[order853_linear > dop853_stages ? dop853_stages : 0][i] = end[i];
        for (int r = dop853_stages + 1; r < order853_linear; ++r) {
            order853_sum(0, 0, r, r, h, v, f, k, at);
            tangent_carry(q, r, l->J, l->force, column, at, k[r]);
        }
        order853_inside(0, 0, h, v, f, k, stage, end, inside);
    }
    unrolled_for (i, system_dim)
        v[i] = stage[i];
}

#endif

#endif
