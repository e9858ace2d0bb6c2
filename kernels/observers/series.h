/* series.h: the state at given times: row k has that at time k.
 * SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_SERIES_H
#define OBSERVERS_SERIES_H

// clang-format off
#define series_table                                                                            \
    ABOUT("points t, STATE ..", "at the output times")                                          \
    SETTING(samples, 0, "samples", "times of the series")                                       \
    KEEP(lane_series, 1) /* samples taken */                                                    \
    ROWS(at(lane_series), samples, given)                                                       \
    CELL(state, dim, "", "")
// clang-format on

#include "observers/step.h"
#include "observers/times.h"

static inline real series_wait(const real lane[lane_count], const struct run_settings *run,
                               global const number *time)
{
    return times_wait(lane, lane[lane_series], run->samples, time);
}

static inline void series_begin(real lane[lane_count], const struct problem *q,
                                const struct run_settings *run, mask which)
{
    /* samples begin with the run */
}

static inline mask series_wants(const real lane[lane_count], const struct watch_step *step,
                                real *note)
{
    return step->taken & (series_wait(lane, step->run, step->w->time) <= step->h);
}

static inline void series_observe(real lane[lane_count], const struct watch_step *step, mask wanted,
                                  real note)
{
    global number *rows = watch_rows(step->w, series);
    const real h = step->h;

    while (any_lane(wanted)) {
        const real wait = series_wait(lane, step->run, step->w->time);
        const mask due = wanted & (wait <= h);
        const real one = pick(due, (real)1.0, (real)0.0);

        if (!any_lane(due))
            break;
        for (int i = 0; i < system_dim; ++i)
            lanes_put(one, dense_at(step->s, i, fmin(fmax(wait / h, (real)0.0), (real)1.0)),
                      lane[lane_series], system_dim, i, step->w->n, rows, step->w->slot);
        lane[lane_series] += one;
    }
}

#endif
