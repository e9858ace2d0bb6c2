/* smooth.h: a stepper of one law from beginning to end, without switches. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_SMOOTH_H
#define STEPPERS_SMOOTH_H

#include "steppers/problem.h"

#define smooth_last_switch(lane) ((real)0.0)
#define smooth_lines(q)          ((q)->sticks != (q)->sticks) /* no step is a straight line */

static inline void smooth_ready(struct problem *q, const real *field)
{
    q->sticks = q->way = q->eta = q->size = 0.0;
}

static inline real smooth_slide(const struct problem *q, real t, const real y[system_dim])
{
    return system_slide(&q->p, &q->law, t, y);
}

static inline struct contact_state smooth_contact(const struct problem *q, real t,
                                                  const real y[system_dim])
{
    return system_contact(&q->p, &q->law, t, y);
}

/* Steps whose length is chosen by the errors of those before. */
static inline real smooth_reach(const struct problem *q, struct tolerance tol, real t,
                                const real y[system_dim], const real f[system_dim],
                                real k[][system_dim])
{
    return (real)real_large * (real)real_large;
}

/* Steps of one size are for other steppers. */
enum { smooth_parts = 1, smooth_way = 1, smooth_lengths = 1 };

static inline void smooth_measure(const struct problem *q, real h, real length[smooth_lengths])
{
    length[0] = h;
}

static inline void smooth_march(int part, const struct problem *q, real t, real h,
                                const real length[smooth_lengths], real y[system_dim],
                                real way[smooth_way][system_dim])
{
}

/* Steps without switches change no vector between them. */
static inline real smooth_saltation(const struct problem *q, real t, const real y[system_dim],
                               const real f[system_dim], const real *keeps, mask first, int column,
                               real v[system_dim])
{
    return 0.0;
}

#endif
