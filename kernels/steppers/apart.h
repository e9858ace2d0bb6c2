/* apart.h: where the stages of a step stand and the Jacobians there, over which a variation is carried: more numbers than a graphics
 * processor has registers and local memory for. In programs that say so (apart_used 1) they are in its global memory, [number][lane] of
 * waiting_group lanes, so that their places are known when it is compiled; elsewhere, and on CPUs, where the callers have them. Roles: as in problem.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_APART_H
#define STEPPERS_APART_H

#include "steppers/problem.h"

enum {
    apart_stages = 12,                         /* of the longest step */
    apart_spare = apart_on ? apart_stages : 0, /* a place for one matrix more */
    apart_matrix = system_rows * system_dim,
    apart_count = apart_stages * (system_dim + apart_matrix) + apart_matrix
};

/* A struct of slopes knows its problem, if only to find them: elsewhere compilers would have the problem in memory. Stages of J that the callers
 * have. Before a loop over stages in which vectors are carried: */
#if apart_on
#    define apart_problem        const struct problem *q;
#    define apart_know(l, which) (l)->q = (which)
#    define apart_known(l)       ((l)->q)
#    define apart_kept(stages)   1
#    define apart_unrolled       unrolled
#else
#    define apart_problem
#    define apart_know(l, which) (void)(l)
#    define apart_known(l)       ((const struct problem *)0)
#    define apart_kept(stages)   stages
#    define apart_unrolled
#endif

/* Stage s stands at y. */
static inline void apart_put(const struct problem *q, int s, const real y[system_dim])
{
#if apart_on
    unrolled
    for (int i = 0; i < system_dim; ++i)
        q->apart[(s * system_dim + i) * waiting_group] = y[i];
#endif
    (void)q;
    (void)s;
    (void)y;
}

/* Jacobians are not read before y, which is to be multiplied with one, is known: registers are too few for all of them. The place of stage 0 is free by then. */
static inline void apart_wait(const struct problem *q, const real y[system_dim])
{
    apart_put(q, 0, y);
}

/* Where it stands; y, where nobody put it. */
static inline void apart_get(const struct problem *q, int s, real y[system_dim])
{
#if apart_on
    unrolled
    for (int i = 0; i < system_dim; ++i)
        y[i] = q->apart[(s * system_dim + i) * waiting_group];
#endif
    (void)q;
    (void)s;
    (void)y;
}

/* The place of element (i, j) of the Jacobian of stage s. */
static inline int apart_place(int s, int i, int j)
{
    return apart_stages * system_dim + s * apart_matrix + i * system_dim + j;
}

/* The Jacobian of stage s, or a matrix in the spare place. */
static inline void apart_put_matrix(const struct problem *q, int s, real m[system_rows][system_dim])
{
#if apart_on
    unrolled
    for (int i = 0; i < system_rows; ++i)
        unrolled
    for (int j = 0; j < system_dim; ++j)
        q->apart[apart_place(s, i, j) * waiting_group] = m[i][j];
#endif
    (void)q;
    (void)s;
    (void)m;
}

static inline void apart_get_matrix(const struct problem *q, int s, real m[system_rows][system_dim])
{
#if apart_on
    unrolled
    for (int i = 0; i < system_rows; ++i)
        unrolled
    for (int j = 0; j < system_dim; ++j)
        m[i][j] = q->apart[apart_place(s, i, j) * waiting_group];
#endif
    (void)q;
    (void)s;
    (void)m;
}

/* Its element (i, j), where the caller has it J[s]. */
static inline real apart_at(const struct problem *q, int s, real J[][system_rows][system_dim],
                            int i, int j)
{
#if apart_on
    (void)J;
    return q->apart[apart_place(s, i, j) * waiting_group];
#else
    (void)q;
    return J[s][i][j];
#endif
}

#endif
