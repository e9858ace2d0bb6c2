/* event_edge.h: the edge of stick. A contact sticks while its load f lies inside eta times the limit surface, xi(f) <=
 * eta, where the gauge xi is 1 on that surface, law(s) over all slips s: the friction of the one slip n whose law(n)
 * points along f is f/xi. It is found by laws/limit_law_load.h, from the last answer first. Roles: those of
 * event_motion.h, framed_round. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_EDGE_H
#define STEPPERS_EVENT_EDGE_H

#include "steppers/event_motion.h"

/* A contact at the edge of stick: its law, and the projection P on the slips that the system leaves free
 * (local_constrained). */
struct limit_law_params {
    const struct friction *law;
    real P[3][3];
};

/* P is 1 less the projections on the constrained axes, turned into the axes of the contact. */
static inline struct limit_law_params event_edge(const struct problem *q,
                                                 const struct local_motion *c)
{
    struct limit_law_params e;
    real constrained[contact_size];

    e.law = &q->law;
    local_constrained(c, constrained);
    unrolled_for (k, 3)
        unrolled_for (l, 3)
            e.P[k][l] = k == l ? 1.0 : 0.0;
    unrolled_for (i, contact_size) {
        real axis[contact_size]; /* of the system, in the axes of the contact */

        unrolled_for (k, contact_size)
            axis[k] = k == i ? 1.0 : 0.0;
        local_in(c->turn, axis);
        unrolled_for (k, contact_size)
            unrolled_for (l, contact_size)
                e.P[k][l] -= constrained[i] * axis[k] * axis[l];
    }
    return e;
}

/* A constraint bears any load along its axis. So stick ends where the load leaves the projection of the limit surface
 * along the constrained axis, the set of P law(P s). Of a centred circle the projection is a section, and the law is
 * taken as it stands. The search needs a wrench with three components: across P it is (s - P s)/|s|, which is zero for
 * the slip that is looked for. */
static inline struct wrench limit_law_wrench(const struct limit_law_params *e, number_table t,
                                             struct slip s, int jacobian)
{
    const real v[3] = {s.vx, s.vy, s.w};
    real live[3], f[3], F[3][3], square = real_tiny, over;
    struct wrench w;

    if (framed_round)
        return system_law(e->law, s, jacobian);
    unrolled_for (k, 3) {
        live[k] = e->P[k][0] * v[0] + e->P[k][1] * v[1] + e->P[k][2] * v[2];
        square += v[k] * v[k];
    }
    over = 1.0 / sqrt(square);
    s.vx = live[0];
    s.vy = live[1];
    s.w = live[2];
    w = system_law(e->law, s, jacobian);
    unrolled_for (k, 3)
        f[k] = e->P[k][0] * w.Tx + e->P[k][1] * w.Ty + e->P[k][2] * w.M + (v[k] - live[k]) * over;
    w.Tx = f[0];
    w.Ty = f[1];
    w.M = f[2];
    if (jacobian) {
        const real own[3][3] = {{w.xx, w.xy + w.kxy, w.xw + w.kxw},
                                {w.xy - w.kxy, w.yy, w.yw + w.kyw},
                                {w.xw - w.kxw, w.yw - w.kyw, w.ww}};

        unrolled_for (k, 3)
            unrolled_for (l, 3) {
                F[k][l] = over * ((k == l ? (real)1.0 : (real)0.0) - e->P[k][l] -
                                  (v[k] - live[k]) * over * v[l] * over);
                unrolled_for (i, 3)
                    unrolled_for (j, 3)
                        F[k][l] += e->P[k][i] * own[i][j] * e->P[j][l];
            }
        w.xx = F[0][0];
        w.yy = F[1][1];
        w.ww = F[2][2];
        w.xy = 0.5 * (F[0][1] + F[1][0]);
        w.kxy = 0.5 * (F[0][1] - F[1][0]);
        w.xw = 0.5 * (F[0][2] + F[2][0]);
        w.kxw = 0.5 * (F[0][2] - F[2][0]);
        w.yw = 0.5 * (F[1][2] + F[2][1]);
        w.kyw = 0.5 * (F[1][2] - F[2][1]);
    }
    return w;
}

enum { limit_folds = 0 }; /* asked for by limit_law_of_load, which is not used here */
#include "laws/limit_law_load.h"

/* The load of stick at a state, and where stick would end. */
static inline struct limit_law_params event_edge_at(const struct problem *q, real t,
                                                    const real y[system_dim], real f[contact_size])
{
    const struct local_motion c = event_load(&q->p, t, y, f);

    return event_edge(q, &c);
}

/* xi of a load, and the slip whose friction points along it; n is a direction to begin the search with, and the answer.
 * A load that no slip was found for has xi of infinity. */
static inline real event_xi(const struct problem *q, const struct limit_law_params *edge,
                            const real load[contact_size], mask which, real n[3])
{
    const struct slip u = event_slip(load);
    const real most = fmax(fmax(fabs(u.vx), fabs(u.vy)), fabs(u.w));
    const mask some = which & (most > real_tiny); /* less is none: 1/most is to be finite */
    const real unit = pick(some, most, (real)1.0), over = 1.0 / unit;
    struct slip a, at;
    struct limit_law_root root;
    real length;

    if (contact_size == 1) {
        const real v[1] = {copysign((real)(1.0 / real_large), u.vx)};
        real f[contact_size];

        event_friction(q, v, f);
        n[0] = pick(some, copysign((real)1.0, u.vx), n[0]);
        return fabs(u.vx / f[0]);
    }
    a.vx = pick(some, u.vx * over, (real)1.0);
    a.vy = pick(some, u.vy * over, (real)0.0);
    a.w = pick(some, u.w * over, (real)0.0);
    length = sqrt(slip_dot(a, a));
    a = slip_times(a, 1.0 / length);
    at.vx = n[0];
    at.vy = n[1];
    at.w = n[2];
    root.slip = at;
    root.power = 1.0;
    root.found = !some;
    for (int k = -1; k < limit_law_starts && any_lane(!root.found); ++k) {
        const mask asks = !root.found, last = asks & (slip_dot(at, at) > 0.5);
        const struct slip start = limit_law_start(a, k < 0 ? 0 : k);
        const struct limit_law_root next = /* the last answer first */
            limit_law_follow(edge, (number_table)0, 1.0,
                             k < 0 ? slip_pick(last, at, start) : start, a, asks);

        root.slip = slip_pick(asks, next.slip, root.slip);
        root.power = pick(asks, next.power, root.power);
        root.found |= asks & next.found;
    }
    n[0] = pick(some & root.found, root.slip.vx, n[0]);
    n[1] = pick(some & root.found, root.slip.vy, n[1]);
    n[2] = pick(some & root.found, root.slip.w, n[2]);
    return pick(some, pick(root.found, unit * length / root.power, (real)INFINITY), (real)0.0);
}

#endif
