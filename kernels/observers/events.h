/* events.h: the switches between slip and stick of the stepper event, one a row: t, its low part, the kind, the state. The
 * first keep_events of each lane are kept. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_EVENTS_H
#define OBSERVERS_EVENTS_H

// clang-format off
#define events_table                                                                                  \
    ABOUT("events.count; points t, event, STATE ..", "stick and slip; stepper event")               \
    IS(ends_only)                                                                                   \
    SETTING(keep_events, 0, "keep_events", "switches that are kept")                                   \
    OPTION(whole, keep_events, "keep-events", "K", "256", 1, 1000000,                                  \
           "switches between stick and slip of each lane that are kept, the first ones")               \
    CONSTANT(events_gradients, 0, "", "parameters of the derivatives in each row")                     \
    KEEP(lane_events, 1) /* switches seen */                                                           \
    COLUMN(once, 1, "count", "-", "switches between stick and slip", never, at(lane_events))           \
    ROWS(at(lane_events), keep_events, stored)                                                         \
    CELL(once, 1, "event", "stick|slip|ambiguous")                                                     \
    CELL(state, dim, "", "")                                                                           \
    CELL(by, events_gradients, "gradient.t", "")                                                       \
    CELL(parameter, dim * events_gradients, "gradient", "")
// clang-format on

#include "observers/step.h"

enum { events_columns = 3 + system_dim + events_gradients * (1 + system_dim) };

static inline void events_begin(real lane[lane_count], const struct problem *q,
                                const struct run_settings *run, mask which)
{
    lane[lane_events] = pick(which, (real)0.0, lane[lane_events]);
}

static inline mask events_wants(const real lane[lane_count], const struct watch_step *step,
                                real *note)
{
    *note = 0.0;
    return step->taken & !step->taken;
}

/* A step begins with the switch that the one before ended with. */
static inline void events_observe(real lane[lane_count], const struct watch_step *step, mask wanted,
                                  real note)
{
    const real last = stepper_last_switch(lane), seen = lane[lane_events];
    const mask which = step->seen & (last > 0.5);

    if (any_lane(which)) {
        const real kept = pick(which & (seen < step->run->keep_events), (real)1.0, (real)0.0);
        /* stick, slip, ambiguous; the fourth, a slip that goes on through rest, begins there as slip */
        const real kind = pick(last > 3.5, (real)1.0, last - 1.0);
        global number *const rows = watch_rows(step->w, events);

        lanes_put(kept, lane[lane_t], seen, events_columns, 0, step->w->n, rows, step->w->slot);
        lanes_put(kept, lane[lane_t_low], seen, events_columns, 1, step->w->n, rows, step->w->slot);
        lanes_put(kept, kind, seen, events_columns, 2, step->w->n, rows, step->w->slot);
        for (int i = 0; i < system_dim; ++i)
            lanes_put(kept, lane[lane_y + i], seen, events_columns, 3 + i, step->w->n, rows,
                      step->w->slot);
        lane[lane_events] = pick(which, seen + 1.0, seen);
    }
}

#endif
