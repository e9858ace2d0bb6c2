/* slide.h: an observer that asks for friction: how far the contact slid, the integral of |v| over time, and the largest force on
 * the way, in the system's unit, by the ends and the middles of steps. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_SLIDE_H
#define OBSERVERS_SLIDE_H

// clang-format off
#define slide_table                                                                             \
    ABOUT("slide.length, slide.force", "how far the contact slid, and under which force")      \
    NEEDS(contact)                                                                             \
    KEEP(lane_slide, 1)                                                                        \
    KEEP(lane_slide_force, 1)                                                                  \
    COLUMN(once, 1, "length", "length", "how far it slid", first, at(lane_slide))              \
    COLUMN(once, 1, "force",  "force",  "largest friction", later, at(lane_slide_force))
// clang-format on

#include "observers/step.h"

static inline void slide_begin(real lane[lane_count], const struct problem *q,
                               const struct run_settings *run, mask which)
{
    (void)q;
    (void)run;
    lane[lane_slide] = pick(which, (real)0.0, lane[lane_slide]);
    lane[lane_slide_force] = pick(which, (real)0.0, lane[lane_slide_force]);
}

static inline mask slide_wants(const real lane[lane_count], const struct watch_step *step,
                               real *note)
{
    (void)lane;
    *note = 0.0;
    return step->seen;
}

/* Simpson's rule. */
static inline void slide_observe(real lane[lane_count], const struct watch_step *step, mask wanted,
                                 real note)
{
    real mean = 0.0, most = 0.0;

    (void)note;
    for (int k = 0; k < 3; ++k) {
        const struct contact_state c = step_contact(lane, step, (real)(0.5 * (number)k));

        mean += (number)(k == 1 ? 4.0 / 6.0 : 1.0 / 6.0) * c.length *
                sqrt(c.slip.vx * c.slip.vx + c.slip.vy * c.slip.vy);
        most = fmax(most, c.force * sqrt(c.wrench.Tx * c.wrench.Tx + c.wrench.Ty * c.wrench.Ty));
    }
    lane[lane_slide] += pick(wanted, step->h * mean, (real)0.0);
    lane[lane_slide_force] =
        pick(wanted, fmax(lane[lane_slide_force], most), lane[lane_slide_force]);
}

#endif
