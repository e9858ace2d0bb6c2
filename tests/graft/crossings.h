/* crossings.h: how often each state changes its sign, and when it did so last: an example of an observer that is
 * one file and one row of a list. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_CROSSINGS_H
#define OBSERVERS_CROSSINGS_H

// clang-format off
#define crossings_table                                                                            \
    ABOUT("crossings.STATE.count, crossings.last", "changes of sign")                              \
    IS(ends_only)                                                                                  \
    SETTING(crossings_least, 0, "crossings.least", "time between two that count")                  \
    OPTION(real, crossings_least, "least", "T", "0", 0, 1e300,                                     \
           "changes of sign that follow the last one within this time do not count")               \
    KEEP(lane_crossings, dim) /* how many */                                                       \
    KEEP(lane_crossings_since, 1) /* time since the last one */                                    \
    COLUMN(state, dim, "count", "-", "changes of sign", first, at(lane_crossings + i))             \
    COLUMN(once, 1, "last", "time", "since the last one", later, at(lane_crossings_since))
// clang-format on

#include "observers/step.h"

static inline void crossings_begin(real lane[lane_count], const struct problem *q,
                                   const struct run_settings *run, mask which)
{
    (void)q;
    for (int i = 0; i < system_dim; ++i)
        lane[lane_crossings + i] = pick(which, (real)0.0, lane[lane_crossings + i]);
    lane[lane_crossings_since] =
        pick(which, (real)run->crossings_least, lane[lane_crossings_since]);
}

/* The ends of the steps are enough. */
static inline mask crossings_wants(const real lane[lane_count], const struct watch_step *step,
                                   real *note)
{
    (void)lane;
    (void)note;
    return step->taken & !step->taken;
}

static inline void crossings_observe(real lane[lane_count], const struct watch_step *step,
                                     mask wanted, real note)
{
    const mask late = lane[lane_crossings_since] >= step->run->crossings_least;
    real since = lane[lane_crossings_since] + step->h;

    (void)wanted;
    (void)note;
    for (int i = 0; i < system_dim; ++i) {
        const mask crosses = step->seen & late & (lane[lane_y + i] * step->y1[i] < 0.0);

        lane[lane_crossings + i] += pick(crosses, (real)1.0, (real)0.0);
        since = pick(crosses, (real)0.0, since);
    }
    lane[lane_crossings_since] = pick(step->seen, since, lane[lane_crossings_since]);
}

#endif
