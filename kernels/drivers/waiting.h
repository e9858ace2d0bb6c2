/* waiting.h: on graphics processors numbers of a lane that a step does not need wait in local memory and leave their registers
 * to it: behind the stages (steppers/stages.h) as many as may, the last ones.
 *
 * Numbers that an observer needs now and then rest there from the beginning of a launch to its end: NAME_resting_count of them from
 * lane[NAME_resting] on, which the observer fetches (waiting_fetch) where it uses them, and puts back (waiting_rest) where it
 * changed them. Where there is no room, and on CPUs, they are in the lane like others. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_WAITING_H
#define DRIVERS_WAITING_H

#include "drivers/lane.h"
#include "observers/step.h"
#include "steppers/dense.h"
#include "steppers/stages.h"

#ifndef stages_seats /* where stages take each other's, fewer than there are stages */
#    define stages_seats stepper_kept
#endif

#define WAITING_RESTS(name) +name##_resting_count
#define WAITING_LOOKS(name) +name##_looks

enum {
    waiting_rests = 0 OBSERVERS(WAITING_RESTS),
    /* but the state, and often the time, and the slope where it is known by the stages */
    waiting_all = lane_count - system_dim - stages_timed - stages_home,
    waiting_needed = stages_home + (int)stages_seats * system_rows,
    waiting_stages =
        stages_wait ? (stages_most < waiting_needed ? stages_most : waiting_needed) : 0,
    waiting_room = (lane_observed_count > waiting_crowd ? waiting_crowded : waiting_most) -
                   stages_sought - waiting_stages,
    waiting_end = waiting_stages + (waiting_all < waiting_room ? waiting_all : waiting_room)
};

/* Of the numbers that rest: whether k is one, how many stand behind it. */
#define WAITING_IS(name) \
    || (k >= (int)name##_resting && k < (int)name##_resting + (int)name##_resting_count)
#define WAITING_BEHIND(name)                                        \
    +(k < (int)name##_resting ? (int)name##_resting_count           \
      : k < (int)name##_resting + (int)name##_resting_count         \
          ? (int)name##_resting + (int)name##_resting_count - 1 - k \
          : 0)

static inline int waiting_is_rest(int k)
{
    return k < 0 OBSERVERS(WAITING_IS);
}

static inline int waiting_behind(int k)
{
    return (k < 0) OBSERVERS(WAITING_BEHIND);
}

/* Where a number waits or rests; waiting_end or more if it does not. */
static inline int waiting_place(int k)
{
    const int others = waiting_stages + waiting_rests + lane_count - 1 - k - waiting_behind(k);

    return waiting_is_rest(k)                        ? waiting_stages + waiting_behind(k)
           : k < stages_timed                        ? waiting_end
           : k >= lane_y && k < lane_f + stages_home ? waiting_end
           : k < lane_y                              ? others - system_dim - stages_home
                                                     : others;
}

/* Volatile, or the compiler would know what it reads back. */
static inline void waiting_leave(const struct problem *q, const real lane[lane_count])
{
#if waiting_group
    unrolled
    for (int i = 0; i < stages_home; ++i)
        q->held[i * waiting_group] = lane[lane_y + i];
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (waiting_place(k) < waiting_end && !waiting_is_rest(k))
            q->held[waiting_place(k) * waiting_group] = lane[k];
#endif
    (void)q;
    (void)lane;
}

/* The state, and its slope, which stands in the seat of the first stage and in the velocities. */
static inline void waiting_return_state(const struct problem *q, real lane[lane_count])
{
#if waiting_group
    unrolled
    for (int i = 0; i < stages_home; ++i)
        lane[lane_y + i] = q->held[i * waiting_group];
    unrolled
    for (int i = 0; i < stages_home; ++i)
        lane[lane_f + i] = i < system_above ? lane[lane_y + (i + system_rows) % system_dim]
                                            : stages_get(q, 0, i, 0, lane[lane_f + i]);
#endif
    (void)q;
    (void)lane;
}

/* What is no observer's business: the next step, errors and counts of steps. */
static inline int waiting_aside(int k)
{
    return k == lane_h || k == lane_error || (k >= lane_steps && k < lane_y);
}

static inline void waiting_return_some(const struct problem *q, int aside, real lane[lane_count])
{
#if waiting_group
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (waiting_place(k) < waiting_end && !waiting_is_rest(k) && waiting_aside(k) == aside)
            lane[k] = q->held[waiting_place(k) * waiting_group];
#endif
    (void)q;
    (void)aside;
    (void)lane;
}

static inline void waiting_return(const struct problem *q, real lane[lane_count])
{
    waiting_return_some(q, 0, lane);
    waiting_return_some(q, 1, lane);
    waiting_return_state(q, lane);
}

/* Between a step and its observers, while somebody looks into it: its two ends wait in the places of the stages, which nobody wants if
 * nobody observes, and what the stepper took away stands where it stood. */
enum {
    waiting_ends = (lane_observed_count == 0) * (stages_home == 0) *
                   (waiting_stages >= 3 * system_dim) * (waiting_all <= waiting_room)
};

static inline void waiting_leave_ends(const struct problem *q, const real lane[lane_count],
                                      const real y1[system_dim], const real f1[system_dim])
{
#if waiting_group
    unrolled
    for (int i = 0; i < system_dim * waiting_ends; ++i) {
        q->held[i * waiting_group] = lane[lane_y + i];
        q->held[(system_dim + i) * waiting_group] = y1[i];
        q->held[(2 * system_dim + i) * waiting_group] = f1[i];
    }
#endif
    (void)q;
    (void)lane;
    (void)y1;
    (void)f1;
}

/* Hermite's cubic between them at x; s has it where they do not wait. */
static inline void waiting_cubic(const struct problem *q, real h, const struct dense *s, real x,
                                 real y[system_dim])
{
#if waiting_group
    if (waiting_ends) {
        struct dense here;

        unrolled
        for (int i = 0; i < system_dim; ++i)
            dense_hermite_of(&here, i, h, q->held[i * waiting_group],
                             q->held[(system_dim + i) * waiting_group],
                             q->held[waiting_place(lane_f + i) * waiting_group],
                             q->held[(2 * system_dim + i) * waiting_group]);
        dense_cubic(&here, x, y);
        return;
    }
#endif
    dense_cubic(s, x, y);
    (void)q;
    (void)h;
}

static inline void waiting_return_ends(const struct problem *q, real lane[lane_count],
                                       real y1[system_dim], real f1[system_dim])
{
#if waiting_group
    if (waiting_ends) {
        waiting_return_some(q, 0, lane);
        waiting_return_some(q, 1, lane);
    }
    unrolled
    for (int i = 0; i < system_dim * waiting_ends; ++i) {
        lane[lane_y + i] = q->held[i * waiting_group];
        y1[i] = q->held[(system_dim + i) * waiting_group];
        f1[i] = q->held[(2 * system_dim + i) * waiting_group];
    }
#endif
    (void)q;
    (void)lane;
    (void)y1;
    (void)f1;
}

/* While somebody searches (drivers/switches.h), three vectors wait too, behind the others: the state at the beginning, that at the end, and
 * the slope there, where it is no velocity. */
enum {
    waiting_sought = stages_sought > 0 ? system_dim : 0,
    waiting_sought_end = waiting_end + stages_sought,
    waiting_numbers = (int)system_params_count + 2 * stages_searched,
    waiting_left = waiting_sought == 0 ? 0 : waiting_most - waiting_sought_end,
    waiting_tail = waiting_left < waiting_numbers ? waiting_left : waiting_numbers,
    waiting_last = waiting_sought_end + waiting_tail
};

/* Where number i of the vector `which` waits; below waiting_end if it does not. */
static inline int waiting_vector_place(int which, int i)
{
    return which < 2           ? waiting_end + which * system_dim + i
           : i >= system_above ? waiting_end + 2 * system_dim + i - system_above
                               : 0;
}

static inline void waiting_leave_vector(const struct problem *q, int which,
                                        const real y[system_dim])
{
#if waiting_group
    unrolled
    for (int i = 0; i < waiting_sought; ++i)
        if (waiting_vector_place(which, i) >= waiting_end)
            q->held[waiting_vector_place(which, i) * waiting_group] = y[i];
#endif
    (void)q;
    (void)which;
    (void)y;
}

static inline void waiting_return_vector(const struct problem *q, int which, real y[system_dim])
{
#if waiting_group
    unrolled
    for (int i = 0; i < waiting_sought; ++i)
        if (waiting_vector_place(which, i) >= waiting_end)
            y[i] = q->held[waiting_vector_place(which, i) * waiting_group];
#endif
    (void)q;
    (void)which;
    (void)y;
}

/* Of the numbers lane[first .. first + count - 1] those that rest. */
static inline void waiting_fetch(const struct problem *q, int first, int count,
                                 real lane[lane_count])
{
#if waiting_group
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (k >= first && k < first + count && waiting_is_rest(k) && waiting_place(k) < waiting_end)
            lane[k] = q->held[waiting_place(k) * waiting_group];
#endif
    (void)q;
    (void)first;
    (void)count;
    (void)lane;
}

static inline void waiting_rest(const struct problem *q, int first, int count,
                                const real lane[lane_count])
{
#if waiting_group
    unrolled
    for (int k = 0; k < lane_count; ++k)
        if (k >= first && k < first + count && waiting_is_rest(k) && waiting_place(k) < waiting_end)
            q->held[waiting_place(k) * waiting_group] = lane[k];
#endif
    (void)q;
    (void)first;
    (void)count;
    (void)lane;
}

/* The parameters of a system and the slopes at both ends of a step, which observers seldom need, wait in the places of the
 * stages while the dense output is there. An observer that does need them has them back first, or they never leave. So do they while
 * somebody searches, and before them eta and the size of the contact: what was read back in a loop over attempts, compilers do not multiply
 * with constants before it. */
enum {
    waiting_params = waiting_stages < waiting_numbers ? waiting_stages : waiting_numbers,
    waiting_slopes = waiting_stages - waiting_params < 2 * system_dim ? 0 : system_dim
};

static inline real *waiting_number(const struct problem *q, int k)
{
    const int param = k - 2 * stages_searched;

    return param < -1    ? (real *)(void *)&q->eta
           : param == -1 ? (real *)(void *)&q->size
                         : (real *)(void *)&q->p + param;
}

/* Where number k of these waits, if the first `taken` places of the stages are not free; waiting_last if it does not. */
static inline int waiting_number_place(int k, int taken)
{
    const int place = k - waiting_tail + taken;

    return k < waiting_tail         ? waiting_sought_end + k
           : place < waiting_stages ? place
                                    : waiting_last;
}

static inline void waiting_leave_params(const struct problem *q, int taken)
{
#if waiting_group
    unrolled
    for (int k = 0; k < waiting_numbers; ++k)
        if (waiting_number_place(k, taken) < waiting_last)
            q->held[waiting_number_place(k, taken) * waiting_group] = *waiting_number(q, k);
#endif
    (void)q;
    (void)taken;
}

static inline void waiting_return_params(const struct problem *q, int taken)
{
#if waiting_group
    unrolled
    for (int k = 0; k < waiting_numbers; ++k)
        if (waiting_number_place(k, taken) < waiting_last)
            *waiting_number(q, k) = q->held[waiting_number_place(k, taken) * waiting_group];
#endif
    (void)q;
    (void)taken;
}

static inline void waiting_leave_step(const struct watch_step *step, const real lane[lane_count])
{
    waiting_leave_params(step->q, 0);
#if waiting_group
    unrolled
    for (int i = 0; i < waiting_slopes; ++i) {
        step->q->held[(waiting_params + i) * waiting_group] = lane[lane_f + i];
        step->q->held[(waiting_params + system_dim + i) * waiting_group] = step->f1[i];
    }
#endif
    (void)step;
    (void)lane;
}

static inline void waiting_return_step(const struct watch_step *step, real lane[lane_count])
{
#if waiting_group
    if (!step->away)
        return;
    waiting_return_params(step->q, 0);
    unrolled
    for (int i = 0; i < waiting_slopes; ++i) {
        lane[lane_f + i] = step->q->held[(waiting_params + i) * waiting_group];
        ((real *)step->f1)[i] = step->q->held[(waiting_params + system_dim + i) * waiting_group];
    }
#endif
    (void)step;
    (void)lane;
}

/* In a step in which somebody searches: the whole lane and the end of the step, while the stages stay where they are. */
static inline void waiting_leave_sought(const struct problem *q, const real lane[lane_count],
                                        const real y1[system_dim], const real f1[system_dim])
{
    waiting_leave(q, lane);
    waiting_leave_vector(q, 0, lane + lane_y);
    waiting_leave_vector(q, 1, y1);
    waiting_leave_vector(q, 2, f1);
}

/* State i at both ends of it, with slopes: from there, where it waits. */
struct waiting_ends {
    real y, y1, f, f1;
};

static inline struct waiting_ends waiting_ends_of(const struct problem *q,
                                                  const real lane[lane_count],
                                                  const real y1[system_dim],
                                                  const real f1[system_dim], int i)
{
    struct waiting_ends e = {lane[lane_y + i], y1[i], lane[lane_f + i], f1[i]};

#if waiting_group
    if (waiting_sought > 0) {
        const int slope = i < system_above ? waiting_vector_place(1, i + system_rows)
                                           : waiting_vector_place(2, i);

        e.y = q->held[waiting_vector_place(0, i) * waiting_group];
        e.y1 = q->held[waiting_vector_place(1, i) * waiting_group];
        e.f1 = q->held[slope * waiting_group];
        if (waiting_place(lane_f + i) < waiting_end)
            e.f = q->held[waiting_place(lane_f + i) * waiting_group];
    }
#endif
    (void)q;
    return e;
}

static inline void waiting_return_sought(const struct problem *q, real lane[lane_count],
                                         real y1[system_dim], real f1[system_dim])
{
    waiting_return(q, lane);
    waiting_return_vector(q, 0, lane + lane_y);
    waiting_return_vector(q, 1, y1);
    waiting_return_vector(q, 2, f1);
    unrolled
    for (int i = 0; i < (waiting_sought > 0 ? system_above : 0); ++i)
        f1[i] = y1[i + system_rows];
}

/* Beside them the dense output, but for Hermite's part, which they know: in the places of the stages that it is made of, unless an observer
 * looks inside the step too. */
enum {
    waiting_kept = (0 OBSERVERS(WAITING_LOOKS)) == 0 ? 0 : waiting_stages, /* of these places */
    waiting_inner = (stepper_dense - 2) * system_dim,
    waiting_dense =
        (waiting_sought > 0) * (waiting_kept + waiting_inner <= waiting_stages) * waiting_inner
};

static inline void waiting_leave_dense(const struct problem *q, const struct dense *s)
{
#if waiting_group
    unrolled
    for (int j = 2; j < (waiting_dense > 0 ? stepper_dense : 0); ++j)
        unrolled
    for (int i = 0; i < system_dim; ++i)
        q->held[((j - 2) * system_dim + i) * waiting_group] = s->r[j][i];
#endif
    (void)q;
    (void)s;
}

/* It at x; s has it where it does not wait. */
static inline void waiting_dense_at(const struct problem *q, const real lane[lane_count], real h,
                                    const real y1[system_dim], const real f1[system_dim],
                                    const struct dense *s, real x, real y[system_dim])
{
#if waiting_group
    unrolled
    for (int i = 0; i < (waiting_dense > 0 ? system_dim : 0); ++i) {
        const struct waiting_ends e = waiting_ends_of(q, lane, y1, f1, i);
        struct dense here;

        dense_hermite_of(&here, i, h, e.y, e.y1, e.f, e.f1);
        unrolled
        for (int j = 2; j < stepper_dense; ++j)
            here.r[j][i] = q->held[((j - 2) * system_dim + i) * waiting_group];
        y[i] = dense_at(&here, i, x);
    }
#endif
    if (!waiting_dense)
        dense_all(s, x, y);
    (void)q;
    (void)lane;
    (void)h;
    (void)y1;
    (void)f1;
}

/* The whole lane, and parameters, which take the places of stages that nobody wants any more. */
static inline void waiting_leave_whole(const struct problem *q, const real lane[lane_count])
{
    waiting_leave(q, lane);
    waiting_leave_vector(q, 0, lane + lane_y);
    waiting_leave_params(q, 0);
}

/* Of these what a right-hand side needs; the time, which may wait too, is for the caller to keep. */
static inline void waiting_return_motion(const struct problem *q, real lane[lane_count])
{
    waiting_return_vector(q, 0, lane + lane_y);
    waiting_return_params(q, 0);
}

static inline void waiting_return_whole(const struct problem *q, real lane[lane_count])
{
    waiting_return(q, lane);
    waiting_return_motion(q, lane);
}

#endif
