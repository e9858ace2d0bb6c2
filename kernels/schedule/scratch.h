/* scratch.h: the state and the Jacobian at each stage of a step, over which a variation is carried: more numbers
 * than a graphics processor has registers and local memory for. Programs with scratch_used 1 keep them there in
 * global memory, [number][lane] of spill_group lanes, so that offsets are known when they are compiled; elsewhere,
 * and on CPUs, they stay in the arrays of the callers. Roles: as in problem.h. SPDX-License-Identifier: MIT */
#ifndef SCHEDULE_SCRATCH_H
#define SCHEDULE_SCRATCH_H

#include "steppers/problem.h"

enum {
    scratch_stages = 12,                             /* of the longest step */
    scratch_spare = scratch_on ? scratch_stages : 0, /* a place for one matrix more */
    scratch_matrix = system_rows * system_dim,
    scratch_count = scratch_stages * (system_dim + scratch_matrix) + scratch_matrix
};

/* Jacobians that a caller has in an array of its own; what stands before its loop over stages in which vectors are
 * carried. */
#if scratch_on
#    define scratch_kept(stages) 1
#    define scratch_unrolled     unrolled
#else
#    define scratch_kept(stages) stages
#    define scratch_unrolled
#endif

static inline void scratch_put(const struct problem *q, int at, real x)
{
#if scratch_on
    q->spill.scratch[at * spill_group] = x;
#endif
}

/* Number `at`; x without scratch memory. */
static inline real scratch_get(const struct problem *q, int at, real x)
{
#if scratch_on
    x = q->spill.scratch[at * spill_group];
#endif
    return x;
}

/* Stage s has the state y. */
static inline void scratch_put_state(const struct problem *q, int s, const real y[system_dim])
{
    unrolled_for (i, (scratch_on ? system_dim : 0))
        scratch_put(q, s * system_dim + i, y[i]);
}

/* Volatile stores keep their order: Jacobians are not read before y, which is to be multiplied with one, is known,
 * as there are not registers for all of them. The place of stage 0 is free by then. */
static inline void scratch_fence(const struct problem *q, const real y[system_dim])
{
    scratch_put_state(q, 0, y);
}

static inline void scratch_get_state(const struct problem *q, int s, real y[system_dim])
{
    unrolled_for (i, (scratch_on ? system_dim : 0))
        y[i] = scratch_get(q, s * system_dim + i, y[i]);
}

/* The place of element (i, j) of the Jacobian of stage s. */
static inline int scratch_place(int s, int i, int j)
{
    return scratch_stages * system_dim + s * scratch_matrix + i * system_dim + j;
}

/* The Jacobian of stage s, or a matrix in the spare place. */
static inline void scratch_put_matrix(const struct problem *q, int s,
                                      real m[system_rows][system_dim])
{
    unrolled_for (i, (scratch_on ? system_rows : 0))
        unrolled_for (j, system_dim)
            scratch_put(q, scratch_place(s, i, j), m[i][j]);
}

static inline void scratch_get_matrix(const struct problem *q, int s,
                                      real m[system_rows][system_dim])
{
    unrolled_for (i, (scratch_on ? system_rows : 0))
        unrolled_for (j, system_dim)
            m[i][j] = scratch_get(q, scratch_place(s, i, j), m[i][j]);
}

#endif
