/* limit_angles.h: the angles of the slip behind a load, at the reference point: theta = atan2(w, |v|),
 * phi = atan2(vy, vx), where w = w'/size, v = v' - w z x d for the slip v', w' at d in units of size.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_ANGLES_H
#define LAWS_LIMIT_ANGLES_H

#include "core/wrench.h"

/* Where v is this small against w times the patch's distance, its direction is rounding. */
#define limit_spin ((number)(sizeof(number) == 4 ? 1e-5 : 1e-14))

struct limit_result {
    real xi, theta, phi;
    real
        count; /* evaluations of the wrench; 0 where none was needed, -1 where they ran out, -2 where
                   there is more than one answer (limit_law.h) */
};

/* Phi is not defined where the slip is a spin about the reference point. */
static inline struct limit_result limit_angles(struct slip s, number dx, number dy, number size)
{
    const real w = s.w / size, far = size + fabs(dx) + fabs(dy);
    const real vx = s.vx + w * dy, vy = s.vy - w * dx, v = hypot(vx, vy);
    const mask spins = v <= limit_spin * far * fabs(w);
    struct limit_result r;

    r.xi = r.count = 0.0;
    r.theta = atan2(w + 0.0, v); /* + 0.0: no minus zero, whose angle would be -pi */
    r.phi = pick(spins, (real)(number)NAN, atan2(vy + 0.0, vx));
    return r;
}

/* A load (Tx, Ty, M): its largest number, by which it is divided; a load that is not finite or zero has no slip. */
struct limit_question {
    real most, unit;
    mask finite, valid;
};

static inline struct limit_question limit_ask(real Tx, real Ty, real M)
{
    struct limit_question q;

    q.most = fmax(fmax(fabs(Tx), fabs(Ty)), fabs(M));
    q.finite = (isfinite(Tx) != 0) & (isfinite(Ty) != 0) & (isfinite(M) != 0);
    q.valid = q.finite & (q.most > 0.0);
    q.unit = pick(q.valid, q.most, (real)1.0);
    return q;
}

/* The angles of r where the load is solved, with xi of the load over its unit. Loads that are not finite, and those without an
 * answer: all NaN; zero: xi = 0 without a direction. */
static inline struct limit_result limit_tell(struct limit_question q, mask solved,
                                             struct limit_result r, real xi, real count)
{
    const real none = (number)NAN;

    r.xi = pick(q.valid & solved, q.unit * xi, pick(q.finite & (q.most == 0.0), (real)0.0, none));
    r.theta = pick(q.valid & solved, r.theta, none);
    r.phi = pick(q.valid & solved, r.phi, none);
    r.count = pick(q.valid, count, (real)0.0);
    return r;
}

#endif
