/* lane.h: what is kept of a lane between two launches: an array of numbers, each observer's behind the
 * stepper's own. Roles: system_dim and the constants observe_extrema, observe_section, observe_period,
 * observe_stick, observe_series, each 0 or 1. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_LANE_H
#define DRIVERS_LANE_H

#include "core/fields.h"
#include "core/lanes.h"
#include "core/outcome.h"

enum {
    lane_t, /* time is t + t_low, so that single precision does not lose it */
    lane_t_low,
    lane_h,     /* the next step; 0 before the first */
    lane_error, /* logarithm of the last error over the tolerance */
    lane_outcome,
    lane_steps,
    lane_rejected,
    lane_y,                             /* the state */
    lane_f = lane_y + system_dim,       /* its slope */
    lane_extrema = lane_f + system_dim, /* smallest, largest, integral of each state */
    lane_section = lane_extrema + observe_extrema * 3 * system_dim, /* crossings seen */
    lane_period = lane_section + (observe_section | observe_period),
    lane_stick = lane_period + observe_period * (system_dim + 7),
    lane_series = lane_stick + observe_stick * 3, /* samples taken */
    lane_count = lane_series + observe_series
};

// clang-format off
#define RUN_FIELDS(FIELD)                                                                     \
    FIELD(t_begin,     0.0,   "time", "start")                                                \
    FIELD(t_observe,   0.0,   "time", "start of the observation")                             \
    FIELD(t_end,       1.0,   "time", "end")                                                  \
    FIELD(rtol,        1e-8,  "-",    "relative tolerance")                                   \
    FIELD(atol,        1e-10, "-",    "absolute tolerance")                                   \
    FIELD(h_first,     0.0,   "time", "first step; 0: chosen")                                \
    FIELD(h_min,       0.0,   "time", "smallest step")                                        \
    FIELD(h_max,       1e300, "time", "largest step")                                         \
    FIELD(accept_min,  0.0,   "-",    "1: steps of the smallest size are taken whatever their error") \
    FIELD(max_steps,   1e9,   "-",    "largest number of steps, taken and rejected")          \
    FIELD(section_at,  0.0,   "-",    "value of the section's state, or the strobe's period") \
    FIELD(section_way, -1.0,  "-",    "-1 downwards, 1 upwards, 0 both")                      \
    FIELD(keep,        0.0,   "-",    "points of the section that are kept")                  \
    FIELD(return_tol,  1e-4,  "-",    "how close a return is")                                \
    FIELD(samples,     0.0,   "-",    "times of the series")
// clang-format on
define_settings(run_settings, RUN_FIELDS);

/* A time t + low, plus dt. */
static inline void lane_add(real *t, real *low, real dt)
{
    const real before = *t, add = *low + dt, sum = before + add, part = sum - before;

    *t = sum;
    *low = (before - (sum - part)) + (add - part);
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
