/* watch.h: the observers of a run, called at its beginning and with every step that was taken; the dense
 * output is made where one of them wants it. Roles: as in lane.h; stepper_dense_of, stepper_kept.
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_WATCH_H
#define DRIVERS_WATCH_H

#include "drivers/lane.h"
#include "observers/extrema.h"
#include "observers/section.h"
#include "observers/stick.h"
#include "observers/series.h"

/* The smallest step that still moves time. */
#define watch_ulp ((number)(sizeof(number) == 4 ? 1e-13 : 1e-15))

/* Where points and samples go. */
struct watch {
    ulong n;
    global const number *time;
    global number *point, *sample;
    const int *slot;
};

/* The observation begins at the state of these lanes. */
static inline void watch_begin(const struct problem *q, real lane[lane_count], mask which)
{
    if (observe_extrema)
        extrema_begin(lane, which);
    if (observe_section | observe_period)
        lane[lane_section] = pick(which, (real)0.0, lane[lane_section]);
    if (observe_period)
        period_begin(lane, which);
    if (observe_stick)
        stick_begin(lane, q, which);
}

/* A step over h from the lane's state to (y1, f1). */
static inline void watch_step(const struct problem *q, const struct run_settings *run,
                              real lane[lane_count], mask taken, mask observed, real h,
                              real k[stepper_kept][system_dim], const real y1[system_dim],
                              const real f1[system_dim], const struct watch *w)
{
    const mask seen = taken & observed;
    const mask none = taken & !taken;
    const real after = observe_stick ? stick_slide(q, lane[lane_t] + h, y1) : (real)1.0;
    const mask turns = observe_extrema ? seen & extrema_wants(lane + lane_f, f1) : none;
    const mask passes =
        (observe_section | observe_period) ? seen & section_wants(lane, run, h, y1, f1) : none;
    const mask changes = observe_stick ? seen & stick_wants(lane, after) : none;
    const mask due = observe_series ? taken & (series_wait(lane, run, w->time) <= h) : none;
    struct dense s;

    if (observe_extrema)
        extrema_ends(lane, seen, h, y1, f1);
    if (any_lane(turns | passes | changes | due)) {
        stepper_dense_of(q, lane[lane_t], h, lane + lane_y, lane + lane_f, k, y1, f1, &s);
        if (observe_extrema && any_lane(turns))
            extrema_inside(lane, seen, h, &s, f1);
        if ((observe_section | observe_period) && any_lane(passes))
            section_observe(lane, q, run, passes, h, &s, w->n, w->point, w->slot);
        if (observe_series && any_lane(due))
            series_observe(lane, run, due, h, &s, w->n, w->time, w->sample, w->slot);
    }
    if (observe_stick)
        stick_observe(lane, q, seen, h, &s, after);
    if (observe_period)
        period_step(lane, q, run, seen, h, y1);
}

#endif
