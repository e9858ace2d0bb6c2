/* stick.h: the time in stick, where problem_slide is below 1, and how often it begins. The borders are
 * located on the dense output. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_STICK_H
#define OBSERVERS_STICK_H

// clang-format off
#define stick_table                                                                                         \
    ABOUT("stick.fraction, stick.phases", "share of the time, and how often")                               \
    KEEP(lane_stick_time, 1)                                                                                \
    KEEP(lane_stick_phases, 1)                                                                              \
    KEEP(lane_stick_before, 1) /* the slide less 1 at the beginning of the step */                          \
    COLUMN(once, 1, "fraction", "-", "share of time in stick", first, at(lane_stick_time) / span)           \
    COLUMN(once, 1, "phases",   "-", "stick phases",           later, seen > 0 ? at(lane_stick_phases) : NAN)
// clang-format on

#include "observers/step.h"

enum { stick_halvings = 40 };

static inline real stick_slide(const struct problem *q, real t, const real y[system_dim])
{
    return problem_slide(q, t, y) - 1.0;
}

static inline void stick_begin(real lane[lane_count], const struct problem *q,
                               const struct run_settings *run, mask which)
{
    const real g = stick_slide(q, lane[lane_t], lane + lane_y);

    lane[lane_stick_time] = pick(which, (real)0.0, lane[lane_stick_time]);
    lane[lane_stick_phases] =
        pick(which, pick(g < 0.0, (real)1.0, (real)0.0), lane[lane_stick_phases]);
    lane[lane_stick_before] = pick(which, g, lane[lane_stick_before]);
}

/* The note is the slide less 1 at the end of the step. */
static inline mask stick_wants(const real lane[lane_count], const struct watch_step *step,
                               real *note)
{
    *note = stick_slide(step->q, lane[lane_t] + step->h, step->y1);
    return step->seen & ((lane[lane_stick_before] < 0.0) != (*note < 0.0));
}

static inline void stick_observe(real lane[lane_count], const struct watch_step *step, mask changes,
                                 real after)
{
    const real before = lane[lane_stick_before], h = step->h;
    const mask sticks = before < 0.0, which = step->seen;
    real low = 0.0, high = 1.0, part = pick(sticks, (real)1.0, (real)0.0);

    if (any_lane(changes)) {
        for (int n = 0; n < stick_halvings; ++n) {
            const real x = 0.5 * (low + high);
            real y[system_dim];
            mask same;

            dense_all(step->s, x, y);
            same = (stick_slide(step->q, lane[lane_t] + x * h, y) < 0.0) == sticks;
            low = pick(same, x, low);
            high = pick(same, high, x);
        }
        part = pick(changes, pick(sticks, high, 1.0 - high), part);
    }
    lane[lane_stick_time] = pick(which, lane[lane_stick_time] + part * h, lane[lane_stick_time]);
    lane[lane_stick_phases] =
        pick(changes & !sticks, lane[lane_stick_phases] + 1.0, lane[lane_stick_phases]);
    lane[lane_stick_before] = pick(which, after, before);
}

#endif
