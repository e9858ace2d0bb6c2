/* stages.h: on graphics processors the stages of a step are spilled while a right-hand side is computed. A stepper
 * stores each stage when it is known (stages_put) and asks for it by number and state (stages_get, stages_reload);
 * whether it was in registers or in local memory meanwhile is decided here. Roles: those of problem.h.
 * SPDX-License-Identifier: MIT */
#ifndef SCHEDULE_STAGES_H
#define SCHEDULE_STAGES_H

#include "steppers/problem.h"

/* A stepper whose steps end where a search finds it (drivers/switches.h) defines stages_searched as 1. */
#ifndef stages_searched
#    define stages_searched 0
#endif

/* How many numbers a lane may spill, so that a quarter of the waves fits. Observers that keep more than spill_many
 * numbers fill all registers, so do searches, and more than six states on NVIDIA's: then half as many waves fit
 * anyway, and a lane may spill twice as much, on NVIDIA's stages_search numbers of it during a search. Up to
 * stages_few states leave enough registers for their stages. */
enum {
    spill_most =
        stages_searched + spill_nvidia * (system_dim > 6) > 0 ? spill_eighth : spill_quarter,
    spill_many = spill_nvidia ? 16 : 32,
    stages_few = spill_nvidia ? 3 : 4,
    stages_search = spill_nvidia * (2 * system_dim + system_rows) * stages_searched
};

/* Where the first stage is the slope at the beginning of the step (a stepper defines stages_first as 1; one that
 * keeps numbers of its own may step in other ways), and where slopes of positions are velocities, the slope of the
 * lane needs no slots beside it: the state at the beginning of the step takes them, the first ones. */
#ifndef stages_first
#    define stages_first 0
#endif

/* Slots of the state and of stages: as many as the step control and the stepper's own numbers of a lane
 * (drivers/lane.h) leave. */
enum {
    stages_spill = (spill_group ? system_dim : 0) > stages_few,
    stages_timed = system_timed | (1 - stages_spill), /* 0: no formula needs time, it is spilled */
    stages_left =
        spill_most - stages_search - 7 - lane_handover_count + stages_timed - system_dim - stepper_keeps,
    stages_state = (stages_first * stages_spill * (stages_left >= system_rows) *
                    (system_phases == 0) * (stepper_keeps == 0)) *
                   system_dim,
    stages_end = stages_state + (stages_left > 0 ? stages_left * stages_spill : 0)
};

/* The slot of state i of stage s; stages_end or more: it stays in its register. Bits of `steady` are states whose
 * slope never changes: stage 0 has it. */
static inline int stages_slot(int s, int i, int steady)
{
    int rows = 0, before = 0;

    unrolled_from (j, system_above, system_dim) {
        rows += ((steady >> j) & 1) == 0;
        before += j < i && ((steady >> j) & 1) == 0;
    }
    return ((steady >> i) & 1) == 0 ? stages_state + s * rows + before : stages_end;
}

/* Stage s is known. */
static inline void stages_put(const struct problem *q, int s, int steady, const real k[system_dim])
{
    unrolled_from (i, system_above, (spill_group ? system_dim : 0))
        if (stages_slot(s, i, steady) < stages_end)
            spill_put(q->spill, stages_slot(s, i, steady), k[i]);
}

/* State i of stage s, whose register was k. */
static inline real stages_get(const struct problem *q, int s, int i, int steady, real k)
{
    return stages_slot(s, i, steady) < stages_end
               ? spill_get(q->spill, stages_slot(s, i, steady), k)
               : k;
}

/* The state at the beginning of the step; spill_lane.h has spilled it. */
static inline void stages_begin(const struct problem *q, const real y[system_dim],
                                real here[system_dim])
{
    unrolled_for (i, system_dim)
        here[i] = i < stages_state ? spill_get(q->spill, i, y[i]) : y[i];
}

/* The first `count` of all stages. */
static inline void stages_reload(const struct problem *q, int count, int all, int steady,
                                 real k[][system_dim])
{
    unrolled_for (s, (spill_group ? all : 0))
        unrolled_from (i, system_above, system_dim)
            if (s < count)
                k[s][i] = stages_get(q, s, i, steady, k[s][i]);
}

#endif
