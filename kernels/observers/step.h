/* step.h: what an observer sees of a step that was taken, and where its rows go. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_STEP_H
#define OBSERVERS_STEP_H

#include "drivers/lane.h"
#include "steppers/dense.h"
#include "steppers/problem.h"

/* Rows of all observers lie in one array, rows_NAME the number of an observer in it: row r, column c of a lane is
 * rows[start[rows_NAME] * n + (r * columns + c) * n + slot]. */
struct watch {
    ulong n;
    global const ulong *start;
    global const number *time; /* of --time, as pairs, high and low part */
    global number *rows;
    global volatile number *kept; /* what the observer of drivers/orbit_event.cl keeps */
    const int *slot;
    struct spill spill; /* the memory of its lane */
};

#define watch_rows(w, observer) ((w)->rows + (w)->start[rows_##observer] * (w)->n)

/* A step over h from the lane's state to (y1, f1). */
struct watch_step {
    const struct problem *q;
    const struct run_settings *run;
    const struct watch *w;
    mask taken; /* the lanes that took it; */
    mask seen;  /* of these, the ones that are observed already */
    real h;
    const real *y1, *f1;
    real (*k)[system_dim]; /* stages of the stepper */
    const struct dense *s; /* where some lane wanted it */
    int spilled;           /* on GPUs: parameters and slopes of the step, until spill_reload_step */
};

#ifdef system_length
#    define step_length(p) ((p)->system_length)
#else
#    define step_length(p) ((real)1.0)
#endif

/* lane[first .. end - 1] of the lanes whose observation begins is 0. */
static inline void step_clear(real lane[lane_count], mask which, int first, int end)
{
    for (int k = first; k < end; ++k)
        lane[k] = pick(which, (real)0.0, lane[k]);
}

/* For observers with NEEDS(contact): the contact at the part x of a step of which they wanted the dense output. */
static inline struct contact_state step_contact(const real lane[lane_count],
                                                const struct watch_step *step, real x)
{
    const real t = lane[lane_t] + x * step->h;
    struct contact_state c;
    real y[system_dim];

    dense_all(step->s, x, y);
    c = problem_contact(step->q, t, y);
    c.force = system_force(&step->q->p, t, (const void *)y);
    c.length = step_length(&step->q->p);
    return c;
}

/* Rare numbers of an observer, and what it seldom needs of the step (schedule/spill_lane.h). */
static inline void spill_reload_rare(const struct problem *q, int first, int count,
                                     real lane[lane_count]);
static inline void spill_rare(const struct problem *q, int first, int count,
                              const real lane[lane_count]);
static inline void spill_reload_step(const struct watch_step *step, real lane[lane_count]);

#endif
