/* watch.h: the observers of a run, called when the observation begins and with every step that was taken. Each first
 * says in which lanes it needs the state inside the step (NAME_wants); where one of them does, the dense output is
 * made, once for all; then each sees the step (NAME_observe). Roles: OBSERVERS, the list of those in use; as in lane.h;
 * stepper_dense_of, stepper_kept. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_WATCH_H
#define DRIVERS_WATCH_H

#include "drivers/lane.h"
#include "schedule/spill_lane.h"
#include "observers/step.h"

/* The smallest step that still moves time. */
#define watch_ulp ((number)(sizeof(number) == 4 ? 1e-13 : 1e-15))

#define WATCH_BEGIN(name) name##_begin(lane, q, run, which);

#define WATCH_WANTS(name)   \
    real note_##name = 0.0; \
    const mask wants_##name = name##_wants(lane, &step, &note_##name);

#define WATCH_EITHER(name) | wants_##name

#define WATCH_PASS(name)    name##_observe(lane, &step, none, note_##name);
#define WATCH_OBSERVE(name) name##_observe(lane, &step, wants_##name, note_##name);

/* The observation begins at the state of these lanes. */
static seldom void watch_begin(const struct problem *q, const struct run_settings *run,
                               real lane[lane_count], mask which)
{
    OBSERVERS(WATCH_BEGIN)
}

/* Behind the last observer. A pack of one lane is here only if that lane took the step, so that the end may take the
 * place of the beginning at once, whose registers are free then. In a pack of several the lanes that did not take it
 * keep their beginning. */
static inline void watch_end(real lane[lane_count], const real y1[system_dim],
                             const real f1[system_dim])
{
    unrolled
    for (int i = 0; PACK == 1 && i < system_dim; ++i) {
        lane[lane_y + i] = y1[i];
        lane[lane_f + i] = f1[i];
    }
}

/* A step over h from the lane's state to (y1, f1). */
static inline void watch_step(struct problem *q, const struct run_settings *run,
                              real lane[lane_count], mask taken, mask observed, real h,
                              real k[stepper_kept][system_dim], const real y1[system_dim],
                              const real f1[system_dim], const struct watch *w)
{
    struct dense s;
    struct watch_step step = {q, run, w, taken, taken & observed, h, y1, f1, k, &s, 0};
    OBSERVERS(WATCH_WANTS)
    const mask none = taken & !taken;

    if (any_lane(none OBSERVERS(WATCH_EITHER))) {
        spill_lane(q, lane);
        stepper_dense_of(q, lane[lane_t], h, lane + lane_y, lane + lane_f, k, y1, f1, &s);
        spill_reload_state(q, lane);
        spill_step(&step, lane);
        spill_reload_part(q, 0, lane);
    } else if (PACK == 1) {
        /* a call of its own: else the dense output of the step before would stay in registers */
        OBSERVERS(WATCH_PASS)
        watch_end(lane, y1, f1);
        return;
    }
    OBSERVERS(WATCH_OBSERVE)
    spill_reload_step(&step, lane);
    spill_reload_part(q, 1, lane);
    watch_end(lane, y1, f1);
}

#endif
