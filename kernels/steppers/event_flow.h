/* event_flow.h: where the direction of a slip that is close to rest goes. With r = |s|, n = s/r and f = law(n), of degree 0,
 *
 *     r n' = (I - n n') g(n),   r' = n.g(n),   g(n) = a0 + A law(n):
 *
 * n is fast, at rates of |A|/r, and ends at a stable fixed point g(n) = rho n; there the slip grows where rho > 0.
 * Roles: those of event_motion.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_FLOW_H
#define STEPPERS_EVENT_FLOW_H

#include "steppers/event_motion.h"

/* A fixed point of the fast flow: a0 + A law(n) = rho n. */
struct event_point {
    real n[contact_size], rho;
    mask stable; /* and found */
};

enum { event_most = 60 };

/* What the square of a rest of the flow may be at a fixed point, and what is rounding. */
#define event_close ((number)(sizeof(number) == 4 ? 1e-11 : 1e-26))
#define event_exact ((number)(sizeof(number) == 4 ? 1e-15 : 1e-32))

/* Of |A|, what an eigenvalue of the flow may be that is zero but for rounding (a round contact that slides without a load keeps
 * any direction), and what a step of Newton's method adds to it, so as not to go far along such a direction. */
#define event_neutral ((number)(sizeof(number) == 4 ? 1e-4 : 1e-10))
#define event_shift   ((number)(sizeof(number) == 4 ? 1e-4 : 1e-8))

/* W A F W^-1 with the weights W: the slope of a0 + A law(n) at n of length 1. */
static inline void event_slope(const struct problem *q, const struct local_motion *c,
                               struct wrench f, real G[contact_size][contact_size])
{
    const real F[3][3] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw},
                          {f.xy - f.kxy, f.yy, f.yw + f.kyw},
                          {f.xw - f.kxw, f.yw - f.kyw, f.ww}};

    unrolled_for (k, contact_size)
        unrolled_for (l, contact_size) {
            G[k][l] = 0.0;
            unrolled_for (j, contact_size)
                G[k][l] += c->A[k][j] * F[j][l];
            G[k][l] *= event_weight(q, k) / event_weight(q, l);
        }
}

/* M of a law over that of a gradient with the same Tx and Ty; 0 where it is none, whatever M is multiplied with. A law says so
 * itself (friction_gradient), or its slopes are symmetric at some slips that have nothing in common. */
static inline real event_share(const struct problem *q)
{
    const number digit = sizeof(number) == 4 ? 3e-6 : 1e-13;
    real share = 1.0, apart = 0.0, size = 0.0;

    for (int i = friction_gradient ? 3 : 0; i < 3; ++i) {
        struct slip s;
        struct wrench f;

        s.vx = i == 0 ? 0.83 : i == 1 ? -0.31 : 0.12;
        s.vy = i == 0 ? 0.24 : i == 1 ? 0.47 : -0.58;
        s.w = (real)(i == 0 ? 0.41 : i == 1 ? 0.92 : 0.67) / q->size;
        f = system_law(&q->law, s, 1);
        if (i == 0)
            share = (f.xw - f.kxw) / pick(f.xw + f.kxw == 0.0, (real)1.0, f.xw + f.kxw);
        size = fmax(fmax(size, fabs(f.xx)), fabs(f.xw));
        apart = fmax(fmax(apart, fabs(f.kxy)), fmax(fabs(f.xw - f.kxw - share * (f.xw + f.kxw)),
                                                    fabs(f.yw - f.kyw - share * (f.yw + f.kyw))));
    }
    return pick((apart <= digit * size) & (share > 0.0), share, (real)0.0);
}

/* 1 where the fast flow cannot have two fixed points that escape, nor one beside a load with xi <= 1: a slip s = rho n is then
 * the least of the strictly convex s.K s/2 - s.K a0 + Phi(s), K = -(A W)^-1, the law being W times the gradient of Phi. */
static inline mask event_alone(const struct problem *q, const struct local_motion *c)
{
    const real least = 1e-9 * event_norm(q, c), share = event_share(q);
    real apart = pick(share > 0.0, (real)0.0, (real)real_large);

    unrolled_for (k, contact_size)
        unrolled_for (l, k)
            apart = fmax(apart, fabs(c->A[k][l] - c->A[l][k] * (k == 2 ? share : (real)1.0)) /
                                    event_weight(q, k));
    return apart <= least;
}

/* Follows the fast flow from the direction n to its end: steps of the implicit Euler method, short ones at first, so that
 * the flow decides where it leads, which become those of Newton. A fixed point is stable if the two eigenvalues
 * of the flow across n have negative real parts. A flow that comes close to a point that is known is not followed further
 * and has found none. reach < 1: the point is close, and Newton's steps, of that length at most, are taken at once. Of a line
 * it is that far from n at most, and a flow that passes where it is not stable is given up. */
static inline struct event_point event_flow(const struct problem *q, const struct local_motion *c,
                                            mask which, const real n[contact_size], real reach,
                                            mask line, mask known, const real at[contact_size])
{
    const real norm = event_norm(q, c);
    struct event_point p;
    struct local_motion m = *c;
    real x[contact_size], constrained[contact_size], before = real_large, slow = 2.0 * norm, size = norm;
    real live = 0.0;
    mask active = which;

    unrolled_for (k, contact_size) {
        x[k] = n[k] * event_weight(q, k);
        size = fmax(size, fabs(c->a0[k]) * event_weight(q, k));
    }
    local_constrained(c, constrained);
    unrolled_for (k, contact_size)
        live += 1.0 - constrained[k];
    p.rho = 0.0;
    p.stable = which & !which;
    for (int i = 0; i < event_most && any_lane(active); ++i) {
        real v[contact_size], all[contact_size], g[contact_size], d[contact_size];
        real G[contact_size][contact_size];
        real length = real_tiny, rho = 0.0, square = 0.0, trace = 0.0, pairs = 0.0, along = 0.0,
             apart = 0.0, moves = 0.0;
        struct wrench f;
        mask close, attracts;

        unrolled_for (k, contact_size)
            length += x[k] * x[k];
        length = sqrt(length);
        unrolled_for (k, contact_size) {
            const real d = x[k] / length - at[k] * event_weight(q, k);

            apart += d * d;
            x[k] = pick(active, x[k] / length, x[k]);
            v[k] = x[k] / event_weight(q, k);
        }
        active &= !(known & (apart < 1e-3));
        f = system_law(&q->law, event_slip(v), 1);
        event_slope(q, c, f, G);
        event_parts(f, all);
        local_rate(c, all, g);
        unrolled_for (k, contact_size) {
            g[k] *= event_weight(q, k);
            rho += x[k] * g[k];
        }
        unrolled_for (k, contact_size) {
            g[k] -= rho * x[k];
            square += g[k] * g[k];
            trace += G[k][k];
        }
        /* G maps x to zero: its other two eigenvalues have the sum of the diagonal and that of the minors */
        unrolled_for (k, contact_size)
            unrolled_from (l, k + 1, contact_size)
                pairs += G[k][k] * G[l][l] - G[k][l] * G[l][k];
        close = square <= event_close * size * size;
        p.rho = pick(active, rho, p.rho);
        attracts = ((live > 2.5) & (trace - 2.0 * rho < event_neutral * norm) &
                    (pairs - rho * trace + rho * rho > -event_neutral * norm * norm)) |
                   ((live < 2.5) & (trace - rho < event_neutral * norm)) | (live < 1.5);
        p.stable = (active & close & attracts) | (p.stable & !active);
        active &= !(close & ((square >= 0.25 * before) | (reach < 1.0))) &
                  (square > event_exact * size * size) & (attracts | !line);
        /* 1/step falls with what is left of the flow */
        slow = fmax(fmin(slow * sqrt(square / fmax(before, (real)real_tiny)), 2.0 * norm),
                    (real)0.05 * slow);
        slow = pick(before >= (real)real_large, pick(reach < 1.0, (real)0.0, 2.0 * norm), slow);
        slow = fmax(slow, event_shift * norm);
        before = square;
        {
            /* Newton's method has the shift rho; what is added along x does not change the step across it */
            const real shift = rho + pick((rho > 0.0) | attracts, slow, fmax(slow, -2.0 * rho));

            unrolled_for (k, contact_size) {
                unrolled_for (l, contact_size)
                    m.A[k][l] = (k == l ? shift : (real)0.0) - G[k][l] + 2.0 * size * x[k] * x[l];
                g[k] = -g[k];
            }
        }
        local_solve(&m, g, d);
        unrolled_for (k, contact_size)
            along += d[k] * x[k];
        unrolled_for (k, contact_size) {
            const real from = pick(line, n[k] * event_weight(q, k), x[k]);

            d[k] -= along * x[k];
            moves += (x[k] + d[k] - from) * (x[k] + d[k] - from);
        }
        active &= moves <= reach * reach;
        unrolled_for (k, contact_size)
            x[k] = pick(active, x[k] + d[k], x[k]);
    }
    unrolled_for (k, contact_size)
        p.n[k] = x[k] / event_weight(q, k);
    return p;
}

#endif
