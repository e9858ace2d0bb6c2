/* gradient.h: the gradient of the trajectory: dy(t)/dp beside y(t), p being fields of the system, numbers of the law
 * and initial values.
 *
 * Column k obeys v' = J(t, y(t)) v + df/dp_k, v = 0 at the beginning, or a unit vector for an initial value, and is
 * carried over every step by the stepper (steppers/tangent.h). At switches of the stepper event it jumps
 * (event_saltation). Steps are those of the trajectory alone. The columns are the gradient at the end; where the series
 * is observed too, a row at each of its times has the gradient there, by the dense output of the stepper, applied to v.
 * Points of a section, switches and the period have derivatives of their own times (gradient_points.h).
 *
 * Explicit steps that are held by stability keep the state, as its error is measured, but amplify v, whose error is
 * not. Where the estimate of it is no longer small beside what v was so far, component by component, the lane ends with
 * outcome_gradient and v is NaN; under the stepper auto it takes that step in stiff steps instead (drivers/attempt.h).
 * Roles: parameters_* (steppers/problem.h). SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_GRADIENT_H
#define OBSERVERS_GRADIENT_H

// clang-format off
#define gradient_table                                                                                 \
    ABOUT("gradient.STATE.NAME", "derivatives by parameters; of section and events too")        \
    IS(follows)                                                                                 \
    SMOOTH("gradients need its derivative")                                                            \
    CONSTANT(gradient_count, 0, "gradient.parameters", "parameters")                                   \
    SETTING(gradient_samples, 0, "", "times of the series, if it is observed too")                     \
    CONSTANT(gradient_periods, 0, "", "parameters, if the period is observed too")                     \
    OPTION(parameters, gradient_count, "by", "NAME,..", NULL, 1, 32,                                   \
           "for the gradient: fields of the system, numbers of the law as law.NAME, initial values "   \
           "as init.STATE, and of the contact of the laws integral and table shape.size, those of "    \
           "its shape, such as shape.R, pressure.q, tilt.k and tilt.beta or tilt.x and tilt.y, "       \
           "center.x and center.y, by which states are differentiated")                                \
    KEEP(lane_gradient, dim * gradient_count) /* parameter by parameter, the states in each */         \
    KEEP(lane_gradient_most, dim * gradient_count) /* the largest size of each */                      \
    KEEP(lane_gradient_rows, 1)                                                                        \
    KEEP(lane_gradient_since, gradient_periods) /* of the time of the period's reference, by each parameter; */ \
    KEEP(lane_gradient_period, gradient_periods) /* of the period; NaN before the first */             \
    COLUMN(parameter, dim * gradient_count, "", "-", "gradient", later,                                \
           at(lane_gradient + i % gradient_count * dim + i / gradient_count))                          \
    COLUMN(by, gradient_periods, "period.time", "-", "gradient", later, at(lane_gradient_period + i))  \
    ROWS(at(lane_gradient_rows), gradient_samples, given)                                              \
    CELL(parameter, dim * gradient_count, "", "")
// clang-format on

#include "observers/gradient_points.h"
#include "observers/step.h"
#include "observers/times.h"
#include "steppers/tangent.h"

/* Steppers that stability may hold, and that know their error. */
enum { gradient_watched = !(stepper_stiff || stepper_fixed) };

static inline void gradient_begin(real lane[lane_count], const struct problem *q,
                                  const struct run_settings *run, mask which)
{
    /* the gradient itself begins with the run */
    unrolled_for (k, gradient_periods)
        lane[lane_gradient_period + k] =
            pick(which, (real)(number)NAN, lane[lane_gradient_period + k]);
}

/* It makes the dense output of its columns itself. */
static inline mask gradient_wants(const real lane[lane_count], const struct watch_step *step,
                                  real *note)
{
    return step->taken & !step->taken;
}

/* From now to the next time of each lane. */
static inline real gradient_wait(const real lane[lane_count], const struct watch_step *step,
                                 real row)
{
    return step->run->gradient_samples > 0.0
               ? times_wait(lane, row, step->run->gradient_samples, step->w->time)
               : (real)INFINITY;
}

/* What the error of a component in one step may be, over the largest that the component was; or this part of the
 * whole vector, measured as the state is. */
#define gradient_lost  ((number)1e-3)
#define gradient_small ((number)1e-6)

/* Steps before that is looked at: vectors begin with zeros, of which an estimate says nothing. */
enum { gradient_first = 16 };

static inline mask gradient_fails(real lane[lane_count], const struct watch_step *step, int k,
                                  mask which, const real weight[system_dim],
                                  const real v[system_dim], const real error[system_dim])
{
    const real most = fmax((real)gradient_lost, (real)(100.0 * step->run->rtol));
    const mask known = which & (lane[lane_steps] >= (number)gradient_first);
    mask fails = which & !which;
    real size = 0.0;

    unrolled_for (i, system_dim) {
        const int at = lane_gradient_most + k * system_dim + i;

        lane[at] = pick(which, fmax(lane[at], fabs(v[i])), lane[at]);
        size = fmax(size, lane[at] * weight[i]);
    }
    unrolled_for (i, system_dim) {
        const real own = lane[lane_gradient_most + k * system_dim + i] * weight[i];

        fails |= known & (fabs(error[i]) * weight[i] > most * fmax(own, gradient_small * size));
    }
    return fails;
}

/* Column k at the times of the series within the step. */
static inline void gradient_put(const real lane[lane_count], const struct watch_step *step, int k,
                                mask wanted, const struct dense *s)
{
    global number *rows = watch_rows(step->w, gradient);
    real row = lane[lane_gradient_rows];

    while (any_lane(wanted)) {
        const real wait = gradient_wait(lane, step, row);
        const mask due = wanted & (wait <= step->h);
        const real one = pick(due, (real)1.0, (real)0.0);

        for (int i = 0; i < system_dim; ++i)
            lanes_put(one, dense_at(s, i, fmin(fmax(wait / step->h, (real)0.0), (real)1.0)), row,
                      system_dim * gradient_count, i * gradient_count + k, step->w->n, rows,
                      step->w->slot);
        row += one;
        wanted = due;
    }
}

/* The vector of column k where the step begins: before the first one, and behind a switch. */
static inline void gradient_open(const real lane[lane_count], const struct watch_step *step, int k,
                                 mask first, mask jumps, real v[system_dim])
{
    const int start = parameters_table[k] - (system_params_count + friction_fields);

    unrolled_for (i, system_dim)
        v[i] =
            pick(first, (real)(i == start ? 1.0 : 0.0), lane[lane_gradient + k * system_dim + i]);
    if (any_lane(jumps)) {
        real behind[system_dim], later;

        unrolled_for (i, system_dim)
            behind[i] = v[i];
        later = stepper_saltation(step->q, lane[lane_t], lane + lane_y, lane + lane_f,
                                  lane + lane_stepper, first, k, behind);
        gradient_points_switch(lane, step, k, jumps & step->seen & !first, later, behind);
        unrolled_for (i, system_dim)
            v[i] = pick(jumps, behind[i], v[i]);
    }
}

static inline void gradient_observe(real lane[lane_count], const struct watch_step *step,
                                    mask wanted, real note)
{
    const mask which = step->taken, first = which & (lane[lane_steps] == 0.0);
    const mask jumps = which & ((stepper_last_switch(lane) > 0.5) | (first & (step->q->sticks > 0.5)));
    const mask rows = which & (gradient_wait(lane, step, lane[lane_gradient_rows]) <= step->h);
    const int inside = any_lane(rows | gradient_points_new(lane, which));
    mask lost = which & !which;
    const real h = pick(which, step->h, (real)1.0);
    const struct tolerance tol = {step->run->rtol, step->run->atol};
    real weight[system_dim];
    struct stepper_slopes l;

    stepper_linearise(step->q, lane[lane_t], h, lane + lane_y, lane + lane_f, step->k, step->y1,
                      step->f1, inside, &l);
    if (gradient_watched)
        tolerance_weights(tol, lane + lane_y, step->y1, weight);
    for (int k = 0; k < gradient_count; ++k) {
        real v[system_dim], error[system_dim];
        struct dense s;

        gradient_open(lane, step, k, first, jumps, v);
        unrolled_for (i, system_dim)
            error[i] = 0.0;
        stepper_carry(step->q, &l, h, k, v, inside ? &s : 0, error);
        if (gradient_watched)
            lost |= gradient_fails(lane, step, k, which, weight, v, error);
        if (inside) {
            gradient_put(lane, step, k, rows, &s);
            gradient_points_put(lane, step, k, &s);
        }
        unrolled_for (i, system_dim) {
            const int at = lane_gradient + k * system_dim + i;

            lane[at] = pick(which, v[i], lane[at]);
        }
    }
    if (any_lane(lost)) {
        lane[lane_outcome] = pick(lost, (real)outcome_gradient, lane[lane_outcome]);
        for (int i = 0; i < system_dim * gradient_count; ++i)
            lane[lane_gradient + i] = pick(lost, (real)(number)NAN, lane[lane_gradient + i]);
        for (int i = 0; i < gradient_periods; ++i)
            lane[lane_gradient_period + i] =
                pick(lost, (real)(number)NAN, lane[lane_gradient_period + i]);
    }
    for (mask due = rows; any_lane(due);) {
        due &= gradient_wait(lane, step, lane[lane_gradient_rows]) <= step->h;
        lane[lane_gradient_rows] += pick(due, (real)1.0, (real)0.0);
    }
}

#endif
