/* spill_lane.h: the numbers of a lane that a step does not need are spilled behind the stages (stages.h), as many
 * as have room, the last ones of the lane first. Functions come in pairs: spill_X stores, spill_reload_X loads.
 *
 * An observer may have numbers that it needs now and then only, rare ones: rows RARE of its table, of which NAME_rare is
 * the first and NAME_rare_count the number. They stay in their slots from the beginning of a launch to its end; the
 * observer loads them where it uses them (spill_reload_rare) and stores them where it changed them (spill_rare).
 * Without room, and on CPUs, they are in the lane like others.
 *
 * Slots lie in this order: stages, rare numbers, the lane, then what a search needs (the state at the beginning of the
 * step, the state and the slope at its end, parameters). What they hold changes in the course of a step:
 *
 *     spill_lane     before it: the lane. The slots of the stages are those of stages.h until the step is done
 *     spill_ends     behind it, while loads and corners inside are looked at: its two ends, in the slots of the stages
 *     spill_step     while observers look at its dense output: parameters and slopes, in the slots of the stages
 *     spill_search   while the stepper event searches for a switch: the lane and the end of the step; the stages stay, until
 *                    spill_dense puts the dense output that is made of them into their slots
 *     spill_whole    where the stages are not needed any more: the lane, the state at the beginning, parameters
 *
 * Roles: those of lane.h and dense.h; RARE_OBSERVERS,
 * the observers in use that have rare numbers; observers_inside, 1 if one of those in use looks inside steps.
 * SPDX-License-Identifier: MIT */
#ifndef SCHEDULE_SPILL_LANE_H
#define SCHEDULE_SPILL_LANE_H

#include "drivers/lane.h"
#include "observers/step.h"
#include "schedule/stages.h"
#include "steppers/dense.h"

#ifndef stages_slots /* where stages share slots, fewer than there are stages */
#    define stages_slots stepper_kept
#endif

#define SPILL_RARE_COUNT(name) +name##_rare_count

/* Slots, in their order: stages, rare numbers, the lane up to spill_lane_end. */
enum {
    spill_rare_all = 0 RARE_OBSERVERS(SPILL_RARE_COUNT),
    /* but the state, and often the time, and the slope where the stages have it */
    spill_wanted = lane_count - system_dim - stages_timed - stages_state,
    spill_stages_wanted = stages_state + (int)stages_slots * system_rows,
    spill_stages = !stages_spill                      ? 0
                   : stages_end < spill_stages_wanted ? stages_end
                                                      : spill_stages_wanted,
    spill_room = (lane_observed_count > spill_many ? spill_eighth : spill_most) - stages_search -
                 spill_stages,
    spill_lane_end =
        spill_group ? spill_stages + (spill_wanted < spill_room ? spill_wanted : spill_room) : 0,
    spill_numbers = spill_group ? lane_count : 0 /* of a lane, that may be spilled */
};

/* Whether lane[k] is rare; how many rare numbers stand behind it. */
#define SPILL_IS_RARE(name) \
    || (k >= (int)name##_rare && k < (int)name##_rare + (int)name##_rare_count)
#define SPILL_RARE_BEHIND(name)                               \
    +(k < (int)name##_rare ? (int)name##_rare_count           \
      : k < (int)name##_rare + (int)name##_rare_count         \
          ? (int)name##_rare + (int)name##_rare_count - 1 - k \
          : 0)

static inline int spill_is_rare(int k)
{
    return k < 0 RARE_OBSERVERS(SPILL_IS_RARE);
}

static inline int spill_rare_behind(int k)
{
    return (k < 0) RARE_OBSERVERS(SPILL_RARE_BEHIND);
}

/* The slot of lane[k]; spill_lane_end or more: it stays in its register. */
static inline int spill_slot(int k)
{
    const int others = spill_stages + spill_rare_all + lane_count - 1 - k - spill_rare_behind(k);

    return spill_is_rare(k)                           ? spill_stages + spill_rare_behind(k)
           : k < stages_timed                         ? spill_lane_end
           : k >= lane_y && k < lane_f + stages_state ? spill_lane_end
           : k < lane_y                               ? others - system_dim - stages_state
                                                      : others;
}

/* The lane, before a step. */
static inline void spill_lane(const struct problem *q, const real lane[lane_count])
{
    unrolled_for (i, stages_state)
        spill_put(q->spill, i, lane[lane_y + i]);
    unrolled_for (k, spill_numbers)
        if (spill_slot(k) < spill_lane_end && !spill_is_rare(k))
            spill_put(q->spill, spill_slot(k), lane[k]);
}

/* The state, and its slope, which is stage 0 and the velocities. */
static inline void spill_reload_state(const struct problem *q, real lane[lane_count])
{
    unrolled_for (i, stages_state)
        lane[lane_y + i] = spill_get(q->spill, i, 0.0);
    unrolled_for (i, stages_state)
        lane[lane_f + i] = i < system_above ? lane[lane_y + (i + system_rows) % system_dim]
                                            : stages_get(q, 0, i, 0, lane[lane_f + i]);
}

/* What observers never ask for: the next step, errors and counts of steps. */
static inline int spill_is_control(int k)
{
    return k == lane_h || k == lane_error || (k >= lane_steps && k < lane_y);
}

/* What of the lane was spilled: control's numbers or the others. */
static inline void spill_reload_part(const struct problem *q, int control, real lane[lane_count])
{
    unrolled_for (k, spill_numbers)
        if (spill_slot(k) < spill_lane_end && !spill_is_rare(k) && spill_is_control(k) == control)
            lane[k] = spill_get(q->spill, spill_slot(k), lane[k]);
}

/* The lane, behind a step. */
static inline void spill_reload_lane(const struct problem *q, real lane[lane_count])
{
    spill_reload_part(q, 0, lane);
    spill_reload_part(q, 1, lane);
    spill_reload_state(q, lane);
}

/* Of lane[first .. first + count - 1] those that are rare. */
static inline void spill_rare(const struct problem *q, int first, int count,
                              const real lane[lane_count])
{
    unrolled_for (k, spill_numbers)
        if (k >= first && k < first + count && spill_is_rare(k) && spill_slot(k) < spill_lane_end)
            spill_put(q->spill, spill_slot(k), lane[k]);
}

static inline void spill_reload_rare(const struct problem *q, int first, int count,
                                     real lane[lane_count])
{
    unrolled_for (k, spill_numbers)
        if (k >= first && k < first + count && spill_is_rare(k) && spill_slot(k) < spill_lane_end)
            lane[k] = spill_get(q->spill, spill_slot(k), lane[k]);
}

/* Both ends of a step that was just taken, while loads and corners inside it are looked at (drivers/stick_load.h,
 * corners.h): in the slots of the stages, which are free then if there is no observer. What was spilled for
 * the step is still in its slots. */
enum {
    spill_inside = (lane_observed_count == 0) * (stages_state == 0) *
                   (spill_stages >= 3 * system_dim) * (spill_wanted <= spill_room) * system_dim
};

/* Before the inside is looked at. */
static inline void spill_ends(const struct problem *q, const real lane[lane_count],
                              const real y1[system_dim], const real f1[system_dim])
{
    unrolled_for (i, spill_inside) {
        spill_put(q->spill, i, lane[lane_y + i]);
        spill_put(q->spill, system_dim + i, y1[i]);
        spill_put(q->spill, 2 * system_dim + i, f1[i]);
    }
}

/* Hermite's cubic between them at x; s has it where they are not spilled. */
static inline void spill_ends_cubic(const struct problem *q, real h, const struct dense *s, real x,
                                    real y[system_dim])
{
    struct dense here;

    if (!spill_inside) {
        dense_cubic(s, x, y);
        return;
    }
    unrolled_for (i, spill_inside)
        dense_hermite_of(&here, i, h, spill_get(q->spill, i, 0.0),
                         spill_get(q->spill, system_dim + i, 0.0),
                         spill_get(q->spill, spill_slot(lane_f + i), 0.0),
                         spill_get(q->spill, 2 * system_dim + i, 0.0));
    dense_cubic(&here, x, y);
}

/* Behind it: the lane as it was. */
static inline void spill_reload_ends(const struct problem *q, real lane[lane_count],
                                     real y1[system_dim], real f1[system_dim])
{
    if (spill_inside) {
        spill_reload_part(q, 0, lane);
        spill_reload_part(q, 1, lane);
    }
    unrolled_for (i, spill_inside) {
        lane[lane_y + i] = spill_get(q->spill, i, 0.0);
        y1[i] = spill_get(q->spill, system_dim + i, 0.0);
        f1[i] = spill_get(q->spill, 2 * system_dim + i, 0.0);
    }
}

/* A search for a switch (drivers/switches.h) spills more, behind the lane: the state at the beginning, that at the
 * end, the slope at the end where it is no velocity; then parameters of the problem. */
enum {
    spill_search_dim = spill_group * stages_search > 0 ? system_dim : 0,
    spill_end_state = spill_lane_end + system_dim,
    spill_end_slope = spill_end_state + system_dim - system_above, /* minus system_above rows */
    spill_search_end = spill_lane_end + stages_search,
    spill_params_all = (int)system_params_count + 2 * stages_searched,
    spill_params_room = spill_search_dim == 0 ? 0 : spill_most - spill_search_end,
    spill_params_tail = spill_params_room < spill_params_all ? spill_params_room : spill_params_all,
    spill_end = spill_search_end + spill_params_tail /* of all slots */
};

static inline void spill_begin_state(const struct problem *q, const real lane[lane_count])
{
    unrolled_for (i, spill_search_dim)
        spill_put(q->spill, spill_lane_end + i, lane[lane_y + i]);
}

static inline void spill_reload_begin_state(const struct problem *q, real lane[lane_count])
{
    unrolled_for (i, spill_search_dim)
        lane[lane_y + i] = spill_get(q->spill, spill_lane_end + i, 0.0);
}

/* The parameters of a system, which observers seldom need, are spilled into the slots of the stages while the dense
 * output is there, and while somebody searches; before them eta and the size of the contact. What was loaded inside
 * a loop over attempts, compilers do not multiply with constants before the loop. */
enum {
    spill_params_slots = spill_stages < spill_params_all ? spill_stages : spill_params_all,
    spill_slopes = spill_stages - spill_params_slots < 2 * system_dim ? 0 : system_dim
};

/* Parameter k in the problem: eta and size first where there is a search, then those of the system. */
static inline real *spill_param(const struct problem *q, int k)
{
    const int param = k - 2 * stages_searched;

    return param < -1    ? (real *)(void *)&q->eta
           : param == -1 ? (real *)(void *)&q->size
                         : (real *)(void *)&q->p + param;
}

/* The slot of parameter k, if the first `taken` slots of the stages are not free; spill_end: it stays. */
static inline int spill_param_slot(int k, int taken)
{
    const int slot = k - spill_params_tail + taken;

    return k < spill_params_tail ? spill_search_end + k : slot < spill_stages ? slot : spill_end;
}

/* Parameters, the first `taken` slots of the stages not being free. */
static inline void spill_params(const struct problem *q, int taken)
{
    unrolled_for (k, (spill_group ? spill_params_all : 0))
        if (spill_param_slot(k, taken) < spill_end)
            spill_put(q->spill, spill_param_slot(k, taken), *spill_param(q, k));
}

static inline void spill_reload_params(const struct problem *q, int taken)
{
    unrolled_for (k, (spill_group ? spill_params_all : 0))
        if (spill_param_slot(k, taken) < spill_end)
            *spill_param(q, k) = spill_get(q->spill, spill_param_slot(k, taken), 0.0);
}

/* Parameters, and the slopes at both ends of a step, while observers look at its dense output. One that needs them
 * reloads them first. */
static inline void spill_step(struct watch_step *step, const real lane[lane_count])
{
    spill_params(step->q, 0);
    unrolled_for (i, spill_slopes) {
        spill_put(step->q->spill, spill_params_slots + i, lane[lane_f + i]);
        spill_put(step->q->spill, spill_params_slots + system_dim + i, step->f1[i]);
    }
    step->spilled = spill_group;
}

/* For an observer that needs them after all. */
static inline void spill_reload_step(const struct watch_step *step, real lane[lane_count])
{
    if (!step->spilled)
        return;
    spill_reload_params(step->q, 0);
    unrolled_for (i, spill_slopes) {
        lane[lane_f + i] = spill_get(step->q->spill, spill_params_slots + i, 0.0);
        ((real *)step->f1)[i] = spill_get(step->q->spill, spill_params_slots + system_dim + i, 0.0);
    }
}

/* A step in which somebody searches: the whole lane and the end of the step, while the stages stay where they are. */
static inline void spill_search(const struct problem *q, const real lane[lane_count],
                                const real y1[system_dim], const real f1[system_dim])
{
    spill_lane(q, lane);
    spill_begin_state(q, lane);
    unrolled_for (i, spill_search_dim)
        spill_put(q->spill, spill_end_state + i, y1[i]);
    unrolled_from (i, system_above, spill_search_dim)
        spill_put(q->spill, spill_end_slope + i, f1[i]);
}

/* Behind the search. */
static inline void spill_reload_search(const struct problem *q, real lane[lane_count],
                                       real y1[system_dim], real f1[system_dim])
{
    spill_reload_lane(q, lane);
    spill_reload_begin_state(q, lane);
    unrolled_for (i, spill_search_dim)
        y1[i] = spill_get(q->spill, spill_end_state + i, 0.0);
    unrolled_from (i, system_above, spill_search_dim)
        f1[i] = spill_get(q->spill, spill_end_slope + i, f1[i]);
    unrolled_for (i, (spill_search_dim > 0 ? system_above : 0))
        f1[i] = y1[i + system_rows];
}

/* State i at both ends of it, with slopes. */
struct spill_ends {
    real y, y1, f, f1;
};

/* Where they lie now: in slots during a search, else in the lane. */
static inline struct spill_ends spill_ends_of(const struct problem *q, const real lane[lane_count],
                                              const real y1[system_dim], const real f1[system_dim],
                                              int i)
{
    struct spill_ends e = {lane[lane_y + i], y1[i], lane[lane_f + i], f1[i]};

    if (spill_search_dim > 0) {
        e.y = spill_get(q->spill, spill_lane_end + i, e.y);
        e.y1 = spill_get(q->spill, spill_end_state + i, e.y1);
        e.f1 = spill_get(q->spill,
                         i < system_above ? spill_end_state + i + system_rows : spill_end_slope + i,
                         e.f1);
        if (spill_slot(lane_f + i) < spill_lane_end)
            e.f = spill_get(q->spill, spill_slot(lane_f + i), e.f);
    }
    return e;
}

/* Beside them the dense output, but for Hermite's part, which the ends give: in the slots of the stages that it was
 * made of, unless an observer looks inside the step too and needs the stages. */
enum {
    spill_stages_kept = observers_inside ? spill_stages : 0,
    spill_dense_all = (stepper_dense - 2) * system_dim,
    spill_dense_count = (spill_search_dim > 0) *
                        (spill_stages_kept + spill_dense_all <= spill_stages) * spill_dense_all
};

/* The coefficients of the dense output beyond Hermite's. */
static inline void spill_dense(const struct problem *q, const struct dense *s)
{
    unrolled_from (j, 2, (spill_dense_count > 0 ? stepper_dense : 0))
        unrolled_for (i, system_dim)
            spill_put(q->spill, (j - 2) * system_dim + i, s->r[j][i]);
}

/* It at x; s has it where it is not spilled. */
static inline void spill_dense_at(const struct problem *q, const real lane[lane_count], real h,
                                  const real y1[system_dim], const real f1[system_dim],
                                  const struct dense *s, real x, real y[system_dim])
{
    unrolled_for (i, (spill_dense_count > 0 ? system_dim : 0)) {
        const struct spill_ends e = spill_ends_of(q, lane, y1, f1, i);
        struct dense here;

        dense_hermite_of(&here, i, h, e.y, e.y1, e.f, e.f1);
        unrolled_from (j, 2, stepper_dense)
            here.r[j][i] = spill_get(q->spill, (j - 2) * system_dim + i, 0.0);
        y[i] = dense_at(&here, i, x);
    }
    if (!spill_dense_count)
        dense_all(s, x, y);
}

/* The whole lane, and parameters, in the slots of the stages too. */
static inline void spill_whole(const struct problem *q, const real lane[lane_count])
{
    spill_lane(q, lane);
    spill_begin_state(q, lane);
    spill_params(q, 0);
}

/* Of these what a right-hand side needs; the time, which may be spilled too, is for the caller to keep. */
static inline void spill_reload_motion(const struct problem *q, real lane[lane_count])
{
    spill_reload_begin_state(q, lane);
    spill_reload_params(q, 0);
}

static inline void spill_reload_whole(const struct problem *q, real lane[lane_count])
{
    spill_reload_lane(q, lane);
    spill_reload_motion(q, lane);
}

#endif
