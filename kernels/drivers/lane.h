/* lane.h: what is kept of a lane between two launches: an array of numbers, each observer's behind the stepper's own.
 * Roles: system_dim, stepper_keeps, lane_handover_count (drivers/handover.h), and what the host makes of the tables of
 * the observers in use: lane_observed_count, the place lane_.. of each number that they keep, OBSERVER_SETTINGS.
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_LANE_H
#define DRIVERS_LANE_H

#include "core/fields.h"
#include "core/lanes.h"
#include "core/outcome.h"
#include "drivers/run_fields.h"

#define LANE_SETTING(name) number name;
#define LANE_COUNT(name)   +1

enum {
    lane_t, /* time is t + t_low, so that single precision does not lose it */
    lane_t_low,
    lane_h,     /* the next step; 0 before the first */
    lane_error, /* of the last attempt, for control.h */
    lane_outcome,
    lane_steps,
    lane_rejected,
    /* of lanes that change between two programs (lane_handover_count 2), else no numbers of their own: */
    lane_stiff, /* steps that ask for the other one */
    lane_way,   /* changes so far: even in the explicit program, odd in the stiff one */
    lane_y = lane_rejected + 1 + lane_handover_count, /* the state */
    lane_f = lane_y + system_dim,            /* its slope */
    lane_stepper = lane_f + system_dim,      /* what the stepper keeps, stepper_keeps numbers */
    lane_observed =
        lane_stepper + stepper_keeps, /* what observers keep, lane_observed_count numbers */
    lane_count = lane_observed + lane_observed_count
};

/* The settings of the run, then those of its observers, which OBSERVER_SETTINGS lists. */
struct run_settings {
    RUN_FIELDS(FIELD_SETTING)
    OBSERVER_SETTINGS(LANE_SETTING)
};
enum { run_settings_count = 0 RUN_FIELDS(FIELD_COUNT) OBSERVER_SETTINGS(LANE_COUNT) };
static_check(run_settings, sizeof(struct run_settings) == run_settings_count * sizeof(number));

/* The outcome of a lane that is at its end, unless an observer gave it up. */
static inline real lane_end(const real lane[lane_count])
{
    const real outcome = lane[lane_outcome];

    return pick(outcome == (real)outcome_running_ambiguous, (real)outcome_ambiguous,
                pick(outcome < 0.0, (real)outcome_finished, outcome));
}

/* A time t + low, plus dt: exact as long as two numbers hold it. */
static inline void lane_add(real *t, real *low, real dt)
{
    const real before = *t, sum = before + dt, part = sum - before;
    const real rest = ((before - (sum - part)) + (dt - part)) + *low;

    *t = sum + rest;
    *low = rest - (*t - sum);
}

static inline void lane_advance(real lane[lane_count], mask which, real dt)
{
    real t = lane[lane_t], low = lane[lane_t_low];

    lane_add(&t, &low, dt);
    lane[lane_t] = pick(which, t, lane[lane_t]);
    lane[lane_t_low] = pick(which, low, lane[lane_t_low]);
}

static inline void lane_set_time(real lane[lane_count], mask which, number t)
{
    lane[lane_t] = pick(which, (real)t, lane[lane_t]);
    lane[lane_t_low] = pick(which, (real)0.0, lane[lane_t_low]);
}

/* From now to t. */
static inline real lane_until(const real lane[lane_count], real t)
{
    return (t - lane[lane_t]) - lane[lane_t_low];
}

#endif
