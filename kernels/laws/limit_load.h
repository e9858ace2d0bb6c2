/* limit_load.h: from a load at the reference point of a patch to xi and the angles of its slip.
 *
 * The load moves to the middle of the patch and into its unit of length, M' = (M - d x T)/size, and
 * the slip back. SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_LOAD_H
#define LAWS_LIMIT_LOAD_H

#include "laws/limit.h"
#include "laws/limit_angles.h"

/* Loads of any size. */
static inline struct limit_result limit_of_load(const struct patch_params *p, number_table t,
                                                real Tx, real Ty, real M)
{
    const struct limit_question q = limit_ask(Tx, Ty, M);
    struct patch_params here = *p;
    struct limit_answer a;
    struct slip u;
    real second;

    u.vx = pick(q.valid, -Tx / q.unit, (real)1.0);
    u.vy = pick(q.valid, -Ty / q.unit, (real)0.0);
    u.w = (pick(q.valid, -M / q.unit, (real)0.0) - (p->dx * u.vy - p->dy * u.vx)) / p->size;
    second = fmax(fmax(fabs(u.vx), fabs(u.vy)), fabs(u.w));
    u.vx /= second;
    u.vy /= second;
    u.w /= second;
    here.dx = here.dy = 0.0;
    here.size = 1.0;
    a = limit_solve(&here, t, u);
    return limit_tell(q, a.finished, limit_angles(a.slip, p->dx, p->dy, p->size), second * a.xi,
                      pick(a.finished, a.count, (real)-1.0));
}

#endif
