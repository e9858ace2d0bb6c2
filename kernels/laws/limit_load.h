/* limit_load.h: from a load at the reference point of a patch to xi and the angles of its slip.
 *
 * The load moves to the middle of the patch and into its unit of length, M' = (M - d x T)/size, and
 * the slip back. SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_LOAD_H
#define LAWS_LIMIT_LOAD_H

#include "laws/limit.h"
#include "laws/limit_angles.h"

/* Loads of any size; not finite: all NaN; zero: xi = 0 without a direction. */
static inline struct limit_result limit_of_load(const struct patch_params *p, number_table t,
                                                real Tx, real Ty, real M)
{
    const real none = (number)NAN, most = fmax(fmax(fabs(Tx), fabs(Ty)), fabs(M));
    const mask finite = (isfinite(Tx) != 0) & (isfinite(Ty) != 0) & (isfinite(M) != 0);
    const mask valid = finite & (most > 0.0);
    const real unit = pick(valid, most, (real)1.0);
    struct patch_params here = *p;
    struct limit_answer a;
    struct limit_result r;
    struct slip u;
    mask solved;
    real second;

    u.vx = pick(valid, -Tx / unit, (real)1.0);
    u.vy = pick(valid, -Ty / unit, (real)0.0);
    u.w = (pick(valid, -M / unit, (real)0.0) - (p->dx * u.vy - p->dy * u.vx)) / p->size;
    second = fmax(fmax(fabs(u.vx), fabs(u.vy)), fabs(u.w));
    u.vx /= second;
    u.vy /= second;
    u.w /= second;
    here.dx = here.dy = 0.0;
    here.size = 1.0;
    a = limit_solve(&here, t, u);
    r = limit_angles(a.slip, p->dx, p->dy, p->size);
    solved = valid & a.finished;
    r.xi = pick(solved, unit * (second * a.xi), pick(finite & (most == 0.0), (real)0.0, none));
    r.theta = pick(solved, r.theta, none);
    r.phi = pick(solved, r.phi, none);
    r.count = pick(valid, pick(a.finished, a.count, (real)-1.0), (real)0.0);
    return r;
}

#endif
