/* gradient_points.h: derivatives by parameters of points (T, Y) whose times depend on them, from the vector v = dy/dp at
 * a time that stays:
 *
 *     dY/dp = v + f dT/dp,   f the slope before the point,
 *     dT/dp = -v_i/f_i where state i passes a value,
 *     dT/dp = k dP/dp where the period P of what drives the system has passed k times,
 *
 * and that of the switching function where a stick or a slip ends (event_saltation). The period is the time between two
 * points. Each row that an observer put is filled in the same step. Roles: as in gradient.h.
 * SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_GRADIENT_POINTS_H
#define OBSERVERS_GRADIENT_POINTS_H

#include "observers/step.h"
#include "steppers/tangent.h"

/* Into row `row` of an observer, behind its own `before` numbers, of column k: the derivatives of its time and its
 * states. */
static inline void gradient_points_row(const struct watch_step *step, real kept, real row,
                                       int before, int k, real by_t, const real by[system_dim],
                                       global number *rows)
{
    const int columns = before + gradient_count * (1 + system_dim);

    lanes_put(kept, by_t, row, columns, before + k, step->w->n, rows, step->w->slot);
    for (int i = 0; i < system_dim; ++i)
        lanes_put(kept, by[i], row, columns, before + gradient_count * (1 + i) + k, step->w->n,
                  rows, step->w->slot);
}

/* The switch that the step begins with, of which the observer events has just put a row; v: behind it. Where nobody
 * knows by how much later it is, states at rest are known all the same. */
static inline void gradient_points_switch(const real lane[lane_count],
                                          const struct watch_step *step, int k, mask which,
                                          real later, const real v[system_dim])
{
#if events_gradients
    const real row = lane[lane_events] - 1.0;
    const real kept = pick(which & (row < step->run->keep_events), (real)1.0, (real)0.0);
    real by[system_dim];

    unrolled_for (i, system_dim)
        by[i] = v[i] + pick((later != later) & (fabs(lane[lane_f + i]) <= step->run->atol),
                            (real)0.0, lane[lane_f + i] * later);
    gradient_points_row(step, kept, row, 3 + system_dim, k, later, by,
                        watch_rows(step->w, events));
#endif
}

/* Lanes with new points of a section. */
static inline mask gradient_points_new(const real lane[lane_count], mask which)
{
#if section_told
    return which & (lane[lane_section_new] > 0.0);
#else
    return which & !which;
#endif
}

#if section_told
/* dP/dp_k of the strobe's period, unless it was given as a number. */
static inline real gradient_points_strobe(const struct watch_step *step, int k)
{
    const struct problem *q = step->q;
    const real period = system_period(&q->p);
    real by = 0.0;

    if (!section_strobe || step->run->section_value > 0.0 ||
        parameters_kind(k) != parameters_field)
        return 0.0;
    for (int i = 0; i < form_sides; ++i) {
        const real d = form_part(((const real *)&q->p)[parameters_table[k]]);
        const struct system_params there =
            form_fields(&q->p, parameters_table[k], form_side(i) * d);

        by += form_share(i) / d * (system_period(&there) - period);
    }
    return by * q->scale[k];
}

/* The slope x h into the step. */
static inline void gradient_points_slope(const real lane[lane_count], const struct watch_step *step,
                                         real x, real f[system_dim])
{
    real y[system_dim];

    dense_all(step->s, x, y);
    problem_rhs(step->q, lane[lane_t] + x * step->h, y, f);
    unrolled_for (i, system_dim)
        f[i] = pick(stepper_lines(step->q), step->s->d[i] / step->h, f[i]);
}

/* What point j of the step, whose time changes by `by_t`, is to the period. */
static inline void gradient_points_period(real lane[lane_count], int k, int j, mask which,
                                          real by_t)
{
#    if gradient_periods
    const int since = lane_gradient_since + k, period = lane_gradient_period + k;
    const real is = lane[lane_period_point + (j < period_points ? j : 0)];
    const mask refers = which & (is >= (number)period_reference);
    const real rest = is - pick(refers, (real)period_reference, (real)0.0);

    lane[period] = pick(which & (rest == (number)period_return), by_t - lane[since],
                        pick(which & (rest == (number)period_undone), (real)(number)NAN,
                             lane[period]));
    lane[since] = pick(refers, by_t, lane[since]);
#    endif
}
#endif

/* Column k of the points of the section in the step; v: the column inside the step. */
static inline void gradient_points_put(real lane[lane_count], const struct watch_step *step, int k,
                                       const struct dense *v)
{
#if section_told
    const struct run_settings *run = step->run;
    const real fresh = lane[lane_section_new];
    const real by_period = gradient_points_strobe(step, k);

    for (int j = 0; any_lane(step->taken & (fresh > (number)j)); ++j) {
        const mask which = step->taken & (fresh > (number)j);
        const real row = lane[lane_section] - fresh + (number)j;
        real x, by_t, f[system_dim], by[system_dim];

        if (section_strobe)
            x = lane_until(lane, run->t_observe + row * section_period(step->q, run)) / step->h;
        else
            x = lane[lane_section_place + (j < section_places ? j : 0)];
        x = pick(which, fmin(fmax(x, (real)0.0), (real)1.0), (real)0.0);
        gradient_points_slope(lane, step, x, f);
        for (int i = 0; i < system_dim; ++i)
            by[i] = dense_at(v, i, x);
        by_t = section_strobe ? row * by_period : -by[section_index] / f[section_index];
        unrolled_for (i, system_dim)
            by[i] += f[i] * by_t;
        if (!section_strobe)
            by[section_index] = 0.0;
        gradient_points_period(lane, k, j, which, by_t);
#    if section_gradients
        gradient_points_row(step, pick(which & (row < run->keep), (real)1.0, (real)0.0), row,
                            2 + system_dim, k, by_t, by, watch_rows(step->w, section));
#    endif
    }
#    if gradient_periods
    if (section_strobe) /* of any number of points in a step */
        lane[lane_gradient_period + k] =
            pick(step->taken & (fresh > 0.0),
                 pick(lane[lane_period_time] > 0.0, lane[lane_period_cycle] * by_period,
                      (real)(number)NAN),
                 lane[lane_gradient_period + k]);
#    endif
#endif
}

#endif
