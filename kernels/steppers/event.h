/* event.h: exact stick-slip: the motion under the unregularised law in slip and under the load of stick in stick. Where
 * the two change, and how, is in drivers/switches.h; the formulas stand here.
 *
 * The slip s moves by s' = a0 + A f (contact/local.h). In stick f = -A^-1 a0, which must lie inside eta times the limit
 * surface: xi(f) <= eta, the law's gauge. With r = |s| and n = s/r, and f = law(n) of degree 0,
 *
 *     r n' = (I - n n')(a0 + A law(n)),   r' = n.(a0 + A law(n)):
 *
 * near rest the direction n is fast, at rates of |A|/r. A slip that begins has the direction of a stable fixed point that
 * escapes, a0 + A law(n) = rho n with rho >= 0, reached from the direction of the limit surface by following that flow.
 * Slips are measured with the size of the contact, |(vx, vy, size w)|, size = M in pure spin.
 *
 * A lane steps in one of three ways: by dop853 in stick and in slip; by rodas54 where the direction of slip is so fast that
 * an explicit method would have to follow it; along a straight line out of rest and into it.
 *
 * Roles: those of contact/local.h, system_law (patch_law or line_law). SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_H
#define STEPPERS_EVENT_H

// clang-format off
#define event_table(ABOUT, METHOD, TRAIT)                                                \
    ABOUT("dop853 and rodas54 with exact switching between stick and slip, law.eps = 0") \
    METHOD(event)                                                                        \
    TRAIT(order, 8)                                                                      \
    TRAIT(dense, 6)                                                                      \
    TRAIT(switches, 1)                                                                   \
    TRAIT(keeps, 15)
// clang-format on

#ifndef steppers_tables_only

#    include "contact/local.h"
#    include "core/lanes.h"
#    include "core/power.h"
#    include "schedule/scratch.h"
#    include "steppers/problem.h"

/* What a lane keeps, from lane_stepper on. */
enum {
    event_at_sticks, /* 1 in stick, 0 in slip */
    event_at_way,    /* how it steps */
    event_at_gap,    /* xi - eta in stick; in slip: when it would end at its present rate */
    /* in stick: how far it is to the passage of xi, or minus how far to go at most; in slip: minus what is left of a
     * straight line; 0: none */
    event_at_far,
    event_at_rate,   /* how fast xi passes eta there */
    event_at_growth, /* in stick: how many times as long the next step may be */
    event_at_slip,   /* in slip: how fast it is */
    event_at_n,      /* a direction to begin with */
    event_at_count = event_at_n + 3,
    event_at_later, /* of a slip that ends: how much later it does so, by each component of a small slip more */
    event_at_news =
        event_at_later + 3, /* the switch that the last step ended with: enum event_news */
    event_at_end
};
static_check(event_kept_numbers, event_at_end == stepper_keeps);

/* What the observer events tells; through: rest in which the slip goes on at once, told as slips. */
enum event_news { event_none, event_sticks, event_slips, event_ambiguous, event_through };

/* How a lane steps: leaving is explicit too, and begins at rest. */
enum { event_explicit, event_stiff, event_straight, event_leaving };

/* A contact at the edge of stick: its law, and the projection P on the slips that the system does not hold (local_held). */
struct event_edge {
    const struct friction *law;
    real P[3][3];
};

static inline struct event_edge event_edge(const struct problem *q, const struct local_motion *c)
{
    struct event_edge e;
    real held[contact_size];

    e.law = &q->law;
    local_held(c, held);
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
                e.P[k][l] -= held[i] * axis[k] * axis[l];
    }
    return e;
}

/* What holds a component of the slip bears the load along it, whatever that is. So stick ends where the load leaves the shadow of the
 * limit surface along the held axis, the set of P law(P s); of a centred circle that is its section, and the law is
 * taken as it stands. Across P there is (s - P s)/|s|, which is zero for the slip that is looked for. */
static inline struct wrench event_wrench(const struct event_edge *e, number_table t, struct slip s,
                                         int jacobian)
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

#    undef law_params /* of a law that is evaluated as it stands */
#    undef law_wrench
#    define law_params  event_edge
#    define law_wrench  event_wrench
#    define limit_folds 0
#    include "laws/limit_law_load.h"

static inline struct slip event_slip(const real v[contact_size])
{
    struct slip s;

    s.vx = v[0];
    s.vy = contact_size > 1 ? v[contact_size / 2] : (real)0.0;
    s.w = contact_size > 1 ? v[contact_size - 1] : (real)0.0;
    return s;
}

static inline void event_parts(struct wrench w, real f[contact_size])
{
    const real all[3] = {w.Tx, w.Ty, w.M};

    unrolled_for (k, contact_size)
        f[k] = all[k];
}

static inline void event_friction(const struct problem *q, const real v[contact_size],
                                  real f[contact_size])
{
    event_parts(system_law(&q->law, event_slip(v), 0), f);
}

/* The load of stick, and where it would end. */
static inline struct event_edge event_load(const struct problem *q, real t,
                                           const real y[system_dim], real f[contact_size])
{
    const struct local_motion c = local_at(&q->p, t, y);

    local_solve(&c, c.a0, f);
    return event_edge(q, &c);
}

/* The slip. Along a line it keeps its sign until it ends, also where it began a moment ago and is lost in rounding: a stage without
 * friction would not agree with its neighbours, however short the step. */
static inline struct slip event_held_slip(const struct problem *q, real t, const real y[system_dim])
{
    struct slip s = contact_slip(&q->p, t, y);

    if (contact_size == 1)
        s.vx = pick(q->side == 0.0, s.vx,
                    q->side * larger_of(q->side * s.vx, (real)(1.0 / real_large)));
    return s;
}

static inline void event_rhs(const struct problem *q, real t, const real y[system_dim],
                             real dy[system_dim])
{
    const mask sticks = q->sticks > 0.5;
    struct wrench f = wrench_zero();

    if (any_lane(!sticks))
        f = system_law(&q->law, event_held_slip(q, t, y), 0);
    if (any_lane(sticks)) {
        real load[contact_size];
        struct slip as;

        event_load(q, t, y, load);
        as = event_slip(load);
        f.Tx = pick(sticks, as.vx, f.Tx);
        f.Ty = pick(sticks, as.vy, f.Ty);
        f.M = pick(sticks, as.w, f.M);
    }
    framed_motion(&q->p, t, (const void *)y, f, (void *)dy);
}

/* Of a slip's component k. */
static inline real event_weight(const struct problem *q, int k)
{
    return k == 2 ? q->size : (real)1.0;
}

merged static inline real event_length(const struct problem *q, const real v[contact_size])
{
    real most = real_tiny, sum = 0.0, scale;

    unrolled_for (k, contact_size)
        most = larger_of(fabs(v[k]) * event_weight(q, k), most);
    scale = 1.0 / most;
    unrolled_for (k, contact_size) {
        const real x = v[k] * event_weight(q, k) * scale;

        sum += x * x;
    }
    return larger_of(most * sqrt(sum), (real)real_tiny);
}

/* How large the numbers are that the slip is a difference of, from S = ds/dy. */
merged static inline real event_terms(const struct problem *q, const real y[system_dim],
                                      real S[3][system_dim])
{
    real terms = 0.0;

    unrolled_for (k, contact_size)
        unrolled_for (i, system_dim)
            if (!known_zero(S[k][i]))
                terms = larger_of(event_weight(q, k) * fabs(S[k][i] * y[i]), terms);
    return terms;
}

/* How fast the contact slips; how that changes under y' = f, along the slip (rate) and across it (turn); and those numbers. */
struct event_speed {
    real r, rate, turn, terms;
};

merged static inline struct event_speed
event_speed(const struct problem *q, real t, const real y[system_dim], const real f[system_dim])
{
    real S[3][system_dim], v[contact_size], by_t[contact_size], over_r, square = 0.0;
    struct event_speed e;

    local_parts(event_held_slip(q, t, y), v);
    contact_slip_slopes(&q->p, t, y, S);
    unrolled_for (k, contact_size)
        by_t[k] = 0.0;
    if (system_timed)
        local_timed(&q->p, t, y, by_t);
    e.terms = event_terms(q, y, S);
    e.r = event_length(q, v);
    e.rate = 0.0;
    over_r = 1.0 / e.r;
    unrolled_for (k, contact_size) {
        const real c = event_weight(q, k);

        unrolled_for (i, system_dim)
            if (!known_zero(S[k][i]))
                by_t[k] += S[k][i] * f[i];
        v[k] *= c * over_r;
        e.rate += v[k] * c * by_t[k];
    }
    unrolled_for (k, contact_size) {
        const real across = event_weight(q, k) * by_t[k] - e.rate * v[k];

        square += across * across;
    }
    e.turn = sqrt(square);
    return e;
}

/* |A|, with which the direction of a slip r turns at rates up to |A|/r. */
merged static inline real event_norm(const struct problem *q, const struct local_motion *c)
{
    real norm = real_tiny;

    unrolled_for (k, contact_size)
        unrolled_for (l, contact_size)
            norm = fmax(norm, fabs(c->A[k][l]) * event_weight(q, k) / event_weight(q, l));
    return norm;
}

/* y gets the slip v by an impulse of friction. */
static inline void event_push(const struct problem *q, real t, real y[system_dim],
                              const real v[contact_size])
{
    const struct local_motion c = local_at(&q->p, t, y);
    real B[contact_size][system_dim], have[contact_size], less[contact_size], f[contact_size];

    contact_columns(&q->p, t, y, B);
    local_parts(contact_slip(&q->p, t, y), have);
    unrolled_for (k, contact_size)
        less[k] = have[k] - v[k];
    local_solve(&c, less, f);
    unrolled_for (k, contact_size)
        unrolled_for (i, system_dim)
            y[i] += B[k][i] * f[k];
}

static inline void event_rest(const struct problem *q, real t, real y[system_dim])
{
    real none[contact_size];

    unrolled_for (k, contact_size)
        none[k] = 0.0;
    event_push(q, t, y, none);
}

/* xi of a load, and the slip whose friction points along it; n is a direction to begin the search with, and the answer.
 * A load that no slip was found for has xi of infinity. */
static inline real event_xi(const struct problem *q, const struct event_edge *edge,
                            const real load[contact_size], mask which, real n[3])
{
    const struct slip u = event_slip(load);
    const real most = fmax(fmax(fabs(u.vx), fabs(u.vy)), fabs(u.w));
    const mask some = which & (most > 0.0);
    const real unit = pick(some, most, (real)1.0);
    struct limit_law_vector a, at;
    struct limit_law_root root;
    real length;

    if (contact_size == 1) {
        const real v[1] = {copysign((real)(1.0 / real_large), u.vx)};
        real f[contact_size];

        event_friction(q, v, f);
        n[0] = pick(some, copysign((real)1.0, u.vx), n[0]);
        return fabs(u.vx / f[0]);
    }
    a.x = pick(some, u.vx / unit, (real)1.0);
    a.y = pick(some, u.vy / unit, (real)0.0);
    a.z = pick(some, u.w / unit, (real)0.0);
    length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
    a = limit_law_unit(a);
    at.x = n[0];
    at.y = n[1];
    at.z = n[2];
    root.slip = at;
    root.power = 1.0;
    root.found = !some;
    for (int k = -1; k < limit_law_starts && any_lane(!root.found); ++k) {
        const mask asks = !root.found, last = asks & (limit_law_dot(at, at) > 0.5);
        const struct limit_law_vector start = limit_law_start(a, k < 0 ? 0 : k);
        const struct limit_law_root next = /* the last answer first */
            limit_law_follow(edge, (number_table)0, 1.0,
                             k < 0 ? limit_law_pick(last, at, start) : start, a, asks);

        root.slip = limit_law_pick(asks, next.slip, root.slip);
        root.power = pick(asks, next.power, root.power);
        root.found |= asks & next.found;
    }
    n[0] = pick(some & root.found, root.slip.x, n[0]);
    n[1] = pick(some & root.found, root.slip.y, n[1]);
    n[2] = pick(some & root.found, root.slip.z, n[2]);
    return pick(some, pick(root.found, unit * length / root.power, (real)INFINITY), (real)0.0);
}

/* A fixed point of the fast flow: a0 + A law(n) = rho n. */
struct event_point {
    real n[contact_size], rho;
    mask stable; /* and found */
};

enum { event_most = 60 };

/* What the square of a rest of the flow may be at a fixed point, and what is rounding. */
#    define event_close ((number)(sizeof(number) == 4 ? 1e-11 : 1e-26))
#    define event_exact ((number)(sizeof(number) == 4 ? 1e-15 : 1e-32))

/* Of |A|, what an eigenvalue of the flow may be that is zero but for rounding (a round contact that slides without a load keeps
 * any direction), and what a step of Newton's method adds to it, so as not to go far along such a direction. */
#    define event_neutral ((number)(sizeof(number) == 4 ? 1e-4 : 1e-10))
#    define event_shift   ((number)(sizeof(number) == 4 ? 1e-4 : 1e-8))

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
    real x[contact_size], held[contact_size], before = real_large, slow = 2.0 * norm, size = norm;
    real live = 0.0;
    mask active = which;

    unrolled_for (k, contact_size) {
        x[k] = n[k] * event_weight(q, k);
        size = fmax(size, fabs(c->a0[k]) * event_weight(q, k));
    }
    local_held(c, held);
    unrolled_for (k, contact_size)
        live += 1.0 - held[k];
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

/* The starts of a search for other directions of slip, one after the other.
 *
 * Of a slip with two components (planar), x and y, the fast flow runs on a circle. Spin counts there by the slide that has as large
 * a share in the friction, so that the law turns evenly. Divided by the sine of half the angle from the direction that is
 * known, the turn of the flow has no zero there, and every passage from + to - is another stable direction. It is looked at
 * in equal steps; two passages within one step show in the parabola about the sample between them. Where there is one and
 * the slip does not get slower, or not by much, a start is close to it.
 * On the sphere each start turns by the golden angle from the one before, and sinks from one pole to the other. */
struct event_sample {
    real x, y, turn, grows, ratio; /* the turn, divided */
};

struct event_starts {
    real held[contact_size], spin, before; /* the ratio before the last */
    struct sincos turn;                    /* of the contact's axes: held are axes of the system */
    mask planar, known;
    struct event_sample last;
    number half_x, half_y; /* half its angle */
    number turn_x, turn_y; /* the last turn on the sphere */
};

enum { event_around = 24, event_starts_count = event_around + 2 };

static inline void event_on_plane(const struct event_starts *s, const real v[contact_size], real *x,
                                  real *y)
{
    real own[contact_size];

    unrolled_for (k, contact_size)
        own[k] = v[k];
    local_out(s->turn, own);
    *x = pick(s->held[0] > 0.5, own[contact_size / 2], own[0]);
    *y = pick(s->held[contact_size - 1] > 0.5, own[contact_size / 2],
              own[contact_size - 1] * s->spin);
}

static inline void event_off_plane(const struct event_starts *s, real x, real y,
                                   real v[contact_size])
{
    v[0] = pick(s->held[0] > 0.5, (real)0.0, x);
    v[contact_size - 1] = pick(s->held[contact_size - 1] > 0.5, (real)0.0, y / s->spin);
    if (contact_size > 1)
        v[contact_size / 2] =
            pick(s->held[contact_size / 2] > 0.5, (real)0.0, pick(s->held[0] > 0.5, x, y));
    local_in(s->turn, v);
}

static inline struct event_sample event_sample(const struct problem *q,
                                               const struct local_motion *c,
                                               const struct event_starts *s, real x, real y,
                                               real sine)
{
    real v[contact_size], f[contact_size], g[contact_size], g_x, g_y;
    struct event_sample at;

    event_off_plane(s, x, y, v);
    event_friction(q, v, f);
    local_rate(c, f, g);
    event_on_plane(s, g, &g_x, &g_y);
    at.x = x;
    at.y = y;
    at.turn = x * g_y - y * g_x;
    at.grows = x * g_x + y * g_y;
    at.ratio = at.turn / pick(s->known, sine, (real)1.0);
    return at;
}

static inline struct event_starts event_starts(const struct problem *q,
                                               const struct local_motion *c, mask known,
                                               const real n[contact_size])
{
    const number back_x = 0.9914448613738104, back_y = -0.1305261922200516; /* half a step */
    struct event_starts s;
    struct slip both;
    struct wrench f;
    real held = 0.0, x, y, length;

    local_held(c, s.held);
    s.turn = c->turn;
    unrolled_for (k, contact_size)
        held += s.held[k];
    both.vx = q->size;
    both.vy = 0.0;
    both.w = 1.0;
    f = system_law(&q->law, both, 0);
    s.spin = q->size * fmin(fmax(fabs(f.M / (q->size * f.Tx)), (real)0.1), (real)10.0);
    s.planar = (held > 0.5) & (held < 1.5);
    s.known = known;
    event_on_plane(&s, n, &x, &y);
    length = sqrt(x * x + y * y);
    x = pick(known, x / length, (real)1.0);
    y = pick(known, y / length, (real)0.0);
    s.last.x = back_x * x - back_y * y;
    s.last.y = back_y * x + back_x * y;
    s.last.turn = s.last.grows = s.last.ratio = s.before = 0.0;
    s.half_x = 0.9978589232386035;
    s.half_y = -0.0654031292301431;
    s.turn_x = 1.0;
    s.turn_y = 0.0;
    return s;
}

/* The direction behind a turn of the angle 2 atan(t). */
static inline void event_turned(const struct event_sample *a, real t, real *x, real *y)
{
    const real scale = 1.0 / (1.0 + t * t), cosine = (1.0 - t * t) * scale, sine = 2.0 * t * scale;

    *x = cosine * a->x - sine * a->y;
    *y = sine * a->x + cosine * a->y;
}

/* The next step around the circle: 1 where it has a start, n. */
static inline mask event_circle(const struct problem *q, const struct local_motion *c,
                                struct event_starts *s, mask asks, real n[contact_size])
{
    const number half_x = 0.9914448613738104, half_y = 0.1305261922200516;
    const number tangent = half_y / half_x, from_x = s->half_x, from_y = s->half_y;
    const struct event_sample a = s->last;
    struct event_sample b, m;
    real bend, lean, at, x, y;
    mask passes, dips, pairs = asks & !asks;

    s->half_x = half_x * from_x - half_y * from_y;
    s->half_y = half_y * from_x + half_x * from_y;
    event_turned(&a, (real)tangent, &x, &y);
    b = event_sample(q, c, s, x, y, (real)s->half_y);
    bend = s->before - 2.0 * a.ratio + b.ratio;
    lean = s->before - b.ratio;
    passes = asks & (a.ratio > 0.0) & (b.ratio <= 0.0);
    dips = asks & (s->before * a.ratio > 0.0) & (b.ratio * a.ratio > 0.0) &
           (fabs(lean) <= fabs(bend)) & (lean * lean > 4.0 * bend * a.ratio) &
           (bend * a.ratio > 0.0);
    s->before = a.ratio;
    s->last = b;
    if (!any_lane(passes | dips))
        return passes;
    at = pick(passes, a.ratio / (a.ratio - b.ratio), 0.5 * lean / bend); /* steps from a */
    for (int turn = 0; turn < 2; ++turn) {
        real third, bottom, root;
        mask pair;

        event_turned(&a, tangent * at, &x, &y);
        m = event_sample(q, c, s, x, y, from_y + tangent * at * from_x);
        pair = dips & (m.ratio * a.ratio < 0.0);
        dips &= !pair;
        pairs |= pair;
        /* of the cubic through all four samples */
        third = (m.ratio - a.ratio + 0.5 * at * (lean - bend * at)) /
                pick(at == 0.0, (real)1.0, at * (at * at - 1.0));
        bottom = at - third * (3.0 * at * at - 1.0) / (bend + 6.0 * third * at);
        /* of the parabola, where it falls; false position */
        root = at - copysign(sqrt(fabs(2.0 * m.ratio / bend)), bend);
        at = pick(dips, bottom, pick(pair, root, at));
        at = pick(passes,
                  pick(m.ratio > 0.0, at + (1.0 - at) * m.ratio / (m.ratio - b.ratio),
                       at * a.ratio / (a.ratio - m.ratio)),
                  at);
    }
    event_turned(&a, tangent * at, &x, &y);
    event_off_plane(s, x, y, n);
    return (passes | pairs) &
           (m.grows + 0.25 * (fabs(b.grows - a.grows) + fabs(b.turn - a.turn)) > 0.0);
}

/* Start j, in the lanes that have one there. */
static inline mask event_start(const struct problem *q, const struct local_motion *c,
                               struct event_starts *s, int j, mask asks, real n[contact_size])
{
    const number golden_x = -0.7373688780783197, golden_y = 0.6754902942615238;
    const number height = 1.0 - (2.0 * (number)j + 1.0) / (number)event_starts_count;
    const number share = sqrt(1.0 - height * height), x = s->turn_x, y = s->turn_y;
    mask begins = asks & !s->planar;
    real on[contact_size];

    s->turn_x = golden_x * x - golden_y * y;
    s->turn_y = golden_y * x + golden_x * y;
    unrolled_for (k, contact_size) {
        n[k] = (real)(k == 0   ? share * s->turn_x
                      : k == 1 ? share * s->turn_y
                               : height) /
               event_weight(q, k);
        on[k] = n[k];
    }
    if (any_lane(asks & s->planar)) {
        const mask close = event_circle(q, c, s, asks & s->planar, on);

        begins |= close;
        unrolled_for (k, contact_size)
            n[k] = pick(close, on[k], n[k]);
    }
    return begins;
}

/* y' with the friction of a slip r n, whatever the slip of y is. A patch asks for the direction alone. */
static inline void event_motion(const struct problem *q, real t, const real y[system_dim],
                                const real n[contact_size], real r, real dy[system_dim])
{
    real v[contact_size], f[contact_size];
    struct slip as;

    unrolled_for (k, contact_size)
        v[k] = contact_size > 1 ? n[k] : r * n[k];
    event_friction(q, v, f);
    as = event_slip(f);
    contact_motion(&q->p, t, y, as.vx, as.vy, as.w, dy);
}

/* When a slip with the speed e ends at its present rate, in lanes in which it does. */
static inline real event_left(mask ends, struct event_speed e)
{
    return pick(ends, -e.r / pick(ends, e.rate, (real)-1.0), (real)0.0);
}

/* How the slip moves half way there. */
static inline struct local_motion event_half_way(const struct problem *q, mask ends, real t,
                                                 const real y[system_dim], const real f[system_dim],
                                                 struct event_speed e)
{
    const real later = 0.5 * event_left(ends, e);
    real there[system_dim];

    unrolled_for (i, system_dim)
        there[i] = y[i] + later * f[i];
    return local_at(&q->p, t + later, there);
}

/* A straight line to rest from a slip with the speed e, in the direction p that the fast flow has settled in half way. Its slope
 * is the mean of those at both ends and half way by Kutta's method of order 3. */
struct event_line {
    real dt, f[system_dim];
    real side,
        error; /* the slip across that direction; by how much the middle alone is off along it */
    mask valid;
};

static inline struct event_line event_line(const struct problem *q, mask ends, real t,
                                           const real y[system_dim], struct event_speed e,
                                           struct event_point p)
{
    real dt = event_left(ends, e), v[contact_size], there[system_dim], square = 0.0;
    struct event_line line;

    local_parts(event_held_slip(q, t, y), v);
    unrolled_for (k, contact_size) {
        const real d = (v[k] - e.r * p.n[k]) * event_weight(q, k);

        square += d * d;
    }
    line.side = sqrt(square);
    line.valid = ends & p.stable;
    for (int turn = 0; turn < 2;
         ++turn) { /* the second time with the length that the first one gave */
        real begin[system_dim], half_way[system_dim], end[system_dim], middle, whole;

        /* along a line friction may depend on how fast the slip is */
        event_motion(q, t, y, p.n, e.r, begin);
        unrolled_for (i, system_dim)
            there[i] = y[i] + 0.5 * dt * begin[i];
        event_motion(q, t + 0.5 * dt, there, p.n, 0.5 * e.r, half_way);
        unrolled_for (i, system_dim)
            there[i] = y[i] + dt * (2.0 * half_way[i] - begin[i]);
        event_motion(q, t + dt, there, p.n, 1.0 / (real)real_large, end);
        unrolled_for (i, system_dim)
            line.f[i] = (begin[i] + 4.0 * half_way[i] + end[i]) / 6.0;
        middle = event_speed(q, t, y, half_way).rate;
        whole = event_speed(q, t, y, line.f).rate;
        line.valid &= (middle < 0.0) & (whole < 0.0);
        dt = pick(line.valid, -e.r / pick(line.valid, whole, (real)-1.0), (real)0.0);
        line.error = fabs(whole - middle) * dt;
    }
    line.dt = dt;
    return line;
}

/* eta and the size of the contact; a line has no static friction of its own beside F_s. */
static inline void event_ready(struct problem *q, const real *field)
{
    real spin[contact_size], f[contact_size];

    q->sticks = q->way = q->side = 0.0;
    q->eta = contact_size > 1 ? field[2] : (real)1.0;
    q->size = 1.0;
    if (contact_size > 1) {
        unrolled_for (k, contact_size)
            spin[k] = k == contact_size - 1 ? 1.0 : 0.0;
        event_friction(q, spin, f);
        q->size = fmax(fabs(f[contact_size - 1]), (real)1e-6);
    }
}

static inline real event_slide(const struct problem *q, real t, const real y[system_dim])
{
    return pick(q->sticks > 0.5, (real)0.0, (real)real_large);
}

/* In stick nothing slips, whatever rounding leaves. */
static inline struct contact_state event_contact(const struct problem *q, real t,
                                                 const real y[system_dim])
{
    const mask slips = q->sticks < 0.5;
    struct contact_state c;

    c.slip = event_held_slip(q, t, y);
    c.wrench = wrench_pick(slips, system_law(&q->law, c.slip, 0), wrench_zero(), 0);
    c.slip.vx = pick(slips, c.slip.vx, (real)0.0);
    c.slip.vy = pick(slips, c.slip.vy, (real)0.0);
    c.slip.w = pick(slips, c.slip.w, (real)0.0);
    return c;
}

/* Element (i, j) of the matrix in the spare place of the scratch memory, or of J where there is none. */
static inline real event_row_get(const struct problem *q, real J[system_rows][system_dim], int i,
                                 int j)
{
    return scratch_get(q, scratch_place(scratch_spare, i, j), scratch_on ? (real)0.0 : J[i][j]);
}

/* How the rate of the slip, S m + ds/dt, changes with y under a friction that stays: R = S dm/dy + dS/dy m + d^2s/dt dy, from the rows
 * J of dm/dy. What is differentiated numerically is zero, without rounding, where S is constant: rounding would add up over a
 * stick. */
static inline void event_rate_slopes(const struct problem *q, real t, const real y[system_dim],
                                     const real m[system_dim], real J[system_rows][system_dim],
                                     real R[contact_size][system_dim])
{
    real S[3][system_dim];

    scratch_put_matrix(q, scratch_spare, J);
    contact_slip_slopes(&q->p, t, y, S);
    for (int j = 0; j < system_dim; ++j) {
        const real d =
            (number)(sizeof(number) == 4 ? 5e-3 : 1e-5) * fmax(fabs(form_get(y, j)), (real)1e-1);
        real less[3][system_dim], more[3][system_dim], before[contact_size], after[contact_size];
        real there[system_dim];

        unrolled_for (k, contact_size)
            before[k] = after[k] = 0.0;
        form_moved(y, j, -d, there);
        contact_slip_slopes(&q->p, t, there, less);
        if (system_timed)
            local_timed(&q->p, t, there, before);
        form_moved(y, j, d, there);
        contact_slip_slopes(&q->p, t, there, more);
        if (system_timed)
            local_timed(&q->p, t, there, after);
        unrolled_for (k, contact_size) {
            real sum = (after[k] - before[k]) / (2.0 * d);

            unrolled_for (i, system_dim) {
                const real one = j == i + system_rows ? 1.0 : 0.0;
                const real slope =
                    i < system_above
                        ? one
                        : event_row_get(q, J, (i - system_above + system_dim) % system_rows, j);

                sum += S[k][i] * slope + (more[k][i] - less[k][i]) / (2.0 * d) * m[i];
            }
            form_set(R[k], j, sum);
        }
    }
}

/* In stick the slip of the neighbours stays zero too: R + A K = 0 gives the slopes K of the load. */
static inline void event_stick_jacobian(const struct problem *q, real t, const real y[system_dim],
                                        real J[system_rows][system_dim])
{
    const struct local_motion c = local_at(&q->p, t, y);
    struct wrench f = wrench_zero();
    real K[contact_size][system_dim], load[contact_size], m[system_dim];
    struct slip as;

    local_solve(&c, c.a0, load);
    as = event_slip(load);
    f.Tx = as.vx;
    f.Ty = as.vy;
    f.M = as.w;
    framed_motion(&q->p, t, (const void *)y, f, (void *)m);
    form_clear(contact_size, K);
    contact_chain(&q->p, t, y, f, K, J);
    event_rate_slopes(q, t, y, m, J, K);
    for (int j = 0; j < system_dim; ++j) {
        real a[contact_size], by[contact_size];

        unrolled_for (k, contact_size)
            a[k] = form_get(K[k], j);
        local_solve(&c, a, by);
        unrolled_for (k, contact_size)
            form_set(K[k], j, by[k]);
    }
    contact_chain(&q->p, t, y, f, K, J);
}

#    if parameters_count
/* y' in stick under other fields. */
static inline void event_stick_motion(const struct system_params *p, real t,
                                      const real y[system_dim], real dy[system_dim])
{
    const struct local_motion c = local_at(p, t, y);
    real load[contact_size];
    struct slip as;

    local_solve(&c, c.a0, load);
    as = event_slip(load);
    contact_motion(p, t, y, as.vx, as.vy, as.w, dy);
}

/* The same by a field: the slip of a neighbour stays what it is too. The law has no part in it. */
static inline void event_stick_by(const struct problem *q, int place, real t,
                                  const real y[system_dim], real g[system_rows])
{
    const real d = form_part(((const real *)&q->p)[place]), over = 1.0 / d;

    unrolled_for (k, system_rows)
        g[k] = 0.0;
    for (int i = 0; i < form_sides; ++i) {
        const struct system_params there = form_fields(&q->p, place, form_side(i) * d);
        real dy[system_dim];

        event_stick_motion(&there, t, y, dy);
        unrolled_for (k, system_rows)
            g[k] += form_share(i) * over * dy[system_above + k];
    }
}

/* How the rate of the slip, S m + ds/dt, changes with a field under a friction that stays. */
static inline void event_rate_by(const struct problem *q, int place, real t,
                                 const real y[system_dim], struct wrench f, real by[contact_size])
{
    const real d = form_part(((const real *)&q->p)[place]), over = 1.0 / d;
    real load[contact_size];

    event_parts(f, load);
    unrolled_for (k, contact_size)
        by[k] = 0.0;
    for (int i = 0; i < form_sides; ++i) {
        const struct system_params there = form_fields(&q->p, place, form_side(i) * d);
        const struct local_motion c = local_at(&there, t, y);
        real rate[contact_size];

        local_rate(&c, load, rate);
        unrolled_for (k, contact_size)
            by[k] += form_share(i) * over * rate[k];
    }
}

/* By how much the friction of the slip s changes with a number of the law, per unit of the number. */
static inline void event_law_by(const struct problem *q, int k, struct slip s, real by[3])
{
#        if parameters_laws
    const int at = parameters_of_law(k);

    for (int i = 0; i < form_sides; ++i)
        contact_add_side(i, system_law(&q->moved[at][i], s, 0), q->over[at], by);
#        endif
}

/* By how much slip and friction change with parameter k at a state that stays; f: friction with its slopes, of the slip s. `moves` 0:
 * the friction does not follow the slip, as next to rest. */
static inline void event_contact_by(const struct problem *q, int k, real t,
                                    const real y[system_dim], struct slip s, struct wrench f,
                                    int moves, real slip[3], real by[3])
{
    unrolled_for (i, 3)
        slip[i] = by[i] = 0.0;
    if (parameters_kind(k) == parameters_field) {
        contact_slip_by(&q->p, parameters_table[k], t, y, slip);
        if (moves)
            contact_follow(f, slip, by);
    } else if (parameters_kind(k) == parameters_law)
        event_law_by(q, k, s, by);
}

/* dy'/dp_k with the friction f that changes by `by`. */
static inline void event_motion_by(const struct problem *q, int k, real t, const real y[system_dim],
                                   struct wrench f, const real by[3], real g[system_rows])
{
    if (parameters_kind(k) == parameters_field)
        contact_motion_by(&q->p, parameters_table[k], t, y, f, by, g);
    else
        contact_push_by(&q->p, t, y, by, g);
    parameters_scale(q, k, g);
}
#    endif

/* Where a slip begins, s = u t with u = S m + ds/dt, the law has the slope F(u)/t, which has no limit; but it acts on differences
 * in slip that begin with zero, c t: c = R v + A F c. A difference along u, alpha u, is one in time, for which s'' = R m + A F s''/2.
 * So K v = F (I - A F)^-1 R (v - alpha m) + alpha F (2 I - A F)^-1 R m. A parameter p adds to c what it does to s', R_p, and what it does to the
 * friction, F_p: K_p = F_p + F (I - A F)^-1 (R_p + A F_p - alpha R m) + .., alpha that of ds/dp. */
static inline void event_leaving_jacobian(const struct problem *q, real t, const real y[system_dim],
                                          const real m[system_dim], real J[system_rows][system_dim],
                                          struct tangent_forces *force)
{
    const struct local_motion c = local_at(&q->p, t, y);
    real S[3][system_dim], K[contact_size][system_dim], u[contact_size], square = real_tiny;
    real more[contact_size], R[contact_size][system_dim];
    struct wrench f;

    contact_slip_slopes(&q->p, t, y, S);
    unrolled_for (k, contact_size)
        u[k] = 0.0;
    if (system_timed)
        local_timed(&q->p, t, y, u);
    unrolled_for (k, contact_size) {
        unrolled_for (i, system_dim)
            u[k] += S[k][i] * m[i];
        square += u[k] * u[k] * event_weight(q, k) * event_weight(q, k);
        more[k] = 0.0;
    }
    f = system_law(&q->law, event_slip(u), 1);
    form_clear(contact_size, K);
    contact_chain(&q->p, t, y, f, K, J);
    event_rate_slopes(q, t, y, m, J, R);
    for (int j = -2; j < system_dim; ++j) { /* R m first, for both matrices */
        const real F[3][3] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw},
                              {f.xy - f.kxy, f.yy, f.yw + f.kyw},
                              {f.xw - f.kxw, f.yw - f.kyw, f.ww}};
        struct local_motion less = c;
        real a[contact_size], by[contact_size], along = 0.0;

        unrolled_for (k, contact_size) {
            a[k] = 0.0;
            unrolled_for (i, system_dim)
                a[k] += R[k][i] * (j < 0 ? m[i] : i == j ? (real)1.0 : (real)0.0);
            along += j < 0 ? (real)0.0
                           : u[k] * event_weight(q, k) * event_weight(q, k) / square *
                                 form_get(S[k], j < 0 ? 0 : j);
            unrolled_for (l, contact_size) {
                less.A[k][l] = k == l ? (j == -2 ? -2.0 : -1.0) : 0.0;
                unrolled_for (i, contact_size)
                    less.A[k][l] += c.A[k][i] * F[i][l];
            }
        }
        local_solve(&less, a, by);
        unrolled_for (k, contact_size) {
            real sum = 0.0;

            unrolled_for (l, contact_size)
                sum += F[k][l] * by[l];
            if (j < 0)
                more[k] += j == -2 ? sum : -sum;
            else
                form_set(K[k], j < 0 ? 0 : j, sum + along * more[k]);
        }
    }
    contact_chain(&q->p, t, y, f, K, J);
#    if parameters_count
    for (int j = 0; j < parameters_count; ++j) {
        struct local_motion less = c;
        real slip[3], by[3], a[contact_size], turned[contact_size], follows[3], along = 0.0;
        real add[3] = {0.0, 0.0, 0.0};

        event_contact_by(q, j, t, y, event_slip(u), f, 0, slip, by);
        unrolled_for (k, contact_size)
            a[k] = 0.0;
        if (parameters_kind(j) == parameters_field)
            event_rate_by(q, parameters_table[j], t, y, f, a);
        unrolled_for (k, contact_size) {
            unrolled_for (l, contact_size)
                a[k] += c.A[k][l] * by[l];
            along += u[k] * event_weight(q, k) * event_weight(q, k) / square * slip[k];
        }
        unrolled_for (l, contact_size) {
            real column[3] = {0.0, 0.0, 0.0}, of_column[3];

            column[l] = 1.0;
            contact_follow(f, column, of_column);
            unrolled_for (k, contact_size) {
                less.A[k][l] = k == l ? -1.0 : 0.0;
                unrolled_for (i, contact_size)
                    less.A[k][l] += c.A[k][i] * of_column[i];
            }
        }
        local_solve(&less, a, turned);
        unrolled_for (k, contact_size)
            add[k] = turned[k];
        contact_follow(f, add, follows);
        unrolled_for (k, contact_size)
            by[k] += follows[k] + along * more[k];
        event_motion_by(q, j, t, y, f, by, force->g[j]);
    }
#    endif
}

/* In slip along a line, whose sign is kept. */
static inline void event_line_jacobian(const struct problem *q, real t, const real y[system_dim],
                                       struct wrench f, real J[system_rows][system_dim])
{
    real S[3][system_dim], K[contact_size][system_dim];

    contact_slip_slopes(&q->p, t, y, S);
    unrolled_for (k, contact_size)
        unrolled_for (j, system_dim)
            K[k][j] = f.xx * S[k][j];
    contact_chain(&q->p, t, y, f, K, J);
}

static inline void event_jacobian(const struct problem *q, real t, const real y[system_dim],
                                  real J[system_rows][system_dim])
{
    const mask sticks = q->sticks > 0.5;
    real held[system_rows][system_dim];

    if (contact_size == 1 && any_lane(!sticks))
        event_line_jacobian(q, t, y, system_law(&q->law, event_held_slip(q, t, y), 1), J);
    else if (any_lane(!sticks))
        system_jacobian(&q->p, &q->law, t, (const void *)y, (void *)J);
    else
        form_clear(system_rows, J);
    if (!any_lane(sticks))
        return;
    event_stick_jacobian(q, t, y, held);
    unrolled_for (i, system_rows)
        unrolled_for (j, system_dim)
            J[i][j] = pick(sticks, held[i][j], J[i][j]);
}

#    if parameters_count
/* The Jacobian and what parameters add to the slopes; all lanes of a pack stick or slip (switches_mode). */
static inline void event_forces(const struct problem *q, real t, const real y[system_dim],
                                real J[system_rows][system_dim],
                                real g[parameters_count][system_rows])
{
    if (any_lane(q->sticks > 0.5)) {
        event_stick_jacobian(q, t, y, J);
        for (int k = 0; k < parameters_count; ++k) {
            unrolled_for (i, system_rows)
                g[k][i] = 0.0;
            if (parameters_kind(k) == parameters_field)
                event_stick_by(q, parameters_table[k], t, y, g[k]);
            parameters_scale(q, k, g[k]);
        }
    } else if (contact_size == 1) {
        const struct slip s = event_held_slip(q, t, y);
        const struct wrench f = system_law(&q->law, s, 1);

        event_line_jacobian(q, t, y, f, J);
        for (int k = 0; k < parameters_count; ++k) {
            real slip[3], by[3];

            event_contact_by(q, k, t, y, s, f, 1, slip, by);
            event_motion_by(q, k, t, y, f, by, g[k]);
        }
    } else
        problem_slopes_by(q, t, y, J, g);
}
#    endif

#    define order853_smooth 0 /* slopes grow without bound as a slip ends */
#    include "steppers/order853.h"
#    include "steppers/rodas54.h"
#    include "steppers/rosenbrock.h"

enum { event_kept = order853_kept, event_estimate = dop853_estimate };
static_check(event_stages_fit, (int)rosenbrock_kept <= (int)order853_kept);

static inline real event_step(const struct problem *q, struct tolerance tol, real t, real h,
                              const real y[system_dim], const real f[system_dim],
                              real k[event_kept][system_dim], real y1[system_dim],
                              real f1[system_dim])
{
    real error = 0.0;

    /* all lanes of a pack step in one way (switches_mode) */
    if (contact_size > 1 && any_lane(q->way == (real)event_stiff)) {
        const number order = (number)(event_estimate + 1) / (number)(rodas54_estimate + 1);

        error = rosenbrock_step(q, tol, t, h, y, f, k, y1, f1);
        /* as control.h knows one order only; no number stays one */
        return power_exp2_rough(
                   order * power_log2_rough(larger_of(smaller_of(error, (real)1e18), (real)1e-6))) +
               0.0 * error;
    }
    if (any_lane(q->way == (real)event_straight)) {
        unrolled_for (i, system_dim)
            y1[i] = y[i] + h * f[i];
        event_rhs(q, t + h, y1, f1);
        return error;
    }
    return order853_step(q, tol, t, h, y, f, k, y1, f1);
}

static inline void event_dense(const struct problem *q, real t, real h, const real y[system_dim],
                               const real f[system_dim], real k[event_kept][system_dim],
                               const real y1[system_dim], const real f1[system_dim],
                               struct dense *s)
{
    if (contact_size > 1 && any_lane(q->way == (real)event_stiff)) {
        rosenbrock_dense(q, t, h, y, f, k, y1, f1, s);
        return;
    }
    if (!any_lane(q->way == (real)event_straight)) {
        order853_dense(q, t, h, y, f, k, y1, f1, s);
        return;
    }
    unrolled_for (i, system_dim) {
        s->y[i] = y[i];
        s->d[i] = y1[i] - y[i];
        unrolled_for (j, stepper_dense)
            s->r[j][i] = 0.0;
    }
}

/* What the lane tells the observers of events and of exponents. */
#    define event_news(lane) ((lane)[lane_stepper + event_at_news])

struct event_slopes {
    struct order853_slopes steps;
    struct rosenbrock_slopes stiff;
    /* at the beginning, for the observer, unless it is in scratch memory; of a straight step: of all of it */
    real J[1][tangent_rows][system_dim];
    struct tangent_forces force[1];
    real way;
};

/* dm/dy under a friction that stays, which is what a straight step needs, and what parameters add. */
static inline void event_plain_jacobian(const struct problem *q, real t, const real y[system_dim],
                                        real J[tangent_rows][system_dim],
                                        struct tangent_forces *force)
{
    const struct slip s = event_held_slip(q, t, y);
    const struct wrench f = system_law(&q->law, s, 0);
    real none[contact_size][system_dim];

    form_clear(contact_size, none);
    contact_chain(&q->p, t, y, f, none, J);
#    if parameters_count
    for (int k = 0; k < parameters_count; ++k) {
        real slip[3], by[3];

        event_contact_by(q, k, t, y, s, f, 0, slip, by);
        event_motion_by(q, k, t, y, f, by, force->g[k]);
    }
#    endif
}

static inline void event_linearise(const struct problem *q, real t, real h,
                                   const real y[system_dim], const real f[system_dim],
                                   real k[event_kept][system_dim], const real y1[system_dim],
                                   const real f1[system_dim], int ends, struct event_slopes *l)
{
    const mask stiff = q->way == (real)event_stiff, straight = q->way == (real)event_straight;
    real middle[system_dim], J[tangent_rows][system_dim];

    l->way = q->way;
    form_clear(tangent_rows, l->J[0]);
    if (any_lane(!(stiff | straight))) {
        order853_linearise(q, t, h, y, f, k, y1, f1, ends, &l->steps);
        if (contact_size > 1) {
            const mask rest = q->way == (real)event_leaving;

            if (any_lane(rest)) {
                struct tangent_forces force;

                event_leaving_jacobian(q, t, y, f, J, &force);
                scratch_put_matrix(q, 0, J);
                for (int c = 0; c < parameters_count; ++c)
                    unrolled_for (i, tangent_rows)
                        l->steps.force[0].g[c][i] =
                            pick(rest, force.g[c][i], l->steps.force[0].g[c][i]);
                unrolled_for (i, (scratch_on ? 0 : tangent_rows))
                    unrolled_for (j, system_dim)
                        l->steps.J[0][i][j] = pick(rest, J[i][j], l->steps.J[0][i][j]);
            }
        }
        unrolled_for (i, (scratch_on ? 0 : tangent_rows))
            unrolled_for (j, system_dim)
                l->J[0][i][j] = l->steps.J[0][i][j];
    }
    if (contact_size > 1 && any_lane(stiff)) {
        rosenbrock_linearise(q, t, h, y, f, k, y1, f1, ends, &l->stiff);
        unrolled_for (i, (scratch_on ? 0 : tangent_rows))
            unrolled_for (j, system_dim)
                l->J[0][i][j] = pick(stiff, l->stiff.J[0][i][j], l->J[0][i][j]);
    }
    if (any_lane(straight)) {
        unrolled_for (i, system_dim)
            middle[i] = 0.5 * (y[i] + y1[i]);
        event_plain_jacobian(q, t, middle, J, l->force);
        unrolled_for (i, tangent_rows)
            unrolled_for (j, system_dim)
                l->J[0][i][j] = pick(straight, J[i][j], l->J[0][i][j]);
    }
}

static inline void event_carry(const struct problem *q, struct event_slopes *l, real h, int column,
                               real v[system_dim], struct dense *inside, real error[system_dim])
{
    const mask stiff = l->way == (real)event_stiff, straight = l->way == (real)event_straight;
    real a[system_dim], b[system_dim], dv[system_dim];

    unrolled_for (i, system_dim)
        a[i] = b[i] = v[i];
    if (any_lane(!(stiff | straight)))
        order853_carry(q, &l->steps, h, column, a, inside, 0);
    if (contact_size > 1 && any_lane(stiff))
        rosenbrock_carry(q, &l->stiff, h, column, b, inside, 0);
    tangent_apply(l->J[0], v, dv);
    if (any_lane(straight))
        tangent_force(l->force, column, dv);
    unrolled_for (i, system_dim) {
        if (inside && any_lane(straight)) { /* all lanes step in one way */
            inside->y[i] = v[i];
            inside->d[i] = h * dv[i];
            unrolled_for (j, stepper_dense)
                inside->r[j][i] = 0.0;
        }
        v[i] = pick(straight, v[i] + h * dv[i], pick(stiff, b[i], a[i]));
    }
}

/* xi at a state and a time, from the direction n. */
static inline real event_xi_at(const struct problem *q, real t, const real y[system_dim],
                               const real n[3], mask which)
{
    real load[contact_size], from[3];
    struct event_edge edge;

    unrolled_for (i, 3)
        from[i] = n[i];
    edge = event_load(q, t, y, load);
    return event_xi(q, &edge, load, which, from);
}

#    if parameters_count
/* How xi - eta changes with parameter k at a state that stays. */
static inline real event_gap_by(const struct problem *q, int k, real t, const real y[system_dim],
                                const real n[3], mask which)
{
    struct problem moved = *q;
    real by = 0.0;

    if (parameters_kind(k) == parameters_field) {
        const real d = form_part(((const real *)&q->p)[parameters_table[k]]);

        for (int i = 0; i < form_sides; ++i) {
            moved.p = form_fields(&q->p, parameters_table[k], form_side(i) * d);
            by += form_share(i) / d * event_xi_at(&moved, t, y, n, which);
        }
    }
#        if parameters_laws
    if (parameters_kind(k) == parameters_law) {
        const int at = parameters_of_law(k);

        for (int i = 0; i < form_sides; ++i) {
            moved.law = q->moved[at][i];
            by += form_share(i) * q->over[at] * event_xi_at(&moved, t, y, n, which);
        }
        if (contact_size > 1 && parameters_table[k] == system_params_count + 2) /* eta itself */
            by = -1.0;
    }
#        endif
    return by * q->scale[k];
}
#    endif

/* How fast xi changes along (by_t, v), by a central difference. */
static inline real event_xi_slope(const struct problem *q, real t, const real y[system_dim],
                                  const real n[3], number by_t, const real v[system_dim])
{
    const number small = sizeof(number) == 4 ? 3e-3 : 2e-6;
    real size = 1e-3, length = real_tiny, d, apart = 0.0;

    unrolled_for (i, system_dim) {
        size = fmax(size, fabs(y[i]));
        length = fmax(length, fabs(v[i]));
    }
    d = small * size / length;
    for (int side = 0; side < 2; ++side) {
        const number sign = side == 0 ? -1.0 : 1.0;
        real there[system_dim];

        unrolled_for (i, system_dim)
            there[i] = y[i] + sign * d * v[i];
        apart += sign * event_xi_at(q, t + sign * by_t * d, there, n, d > 0.0);
    }
    return apart / (2.0 * d);
}

/* A small difference v behind the switch to the state y with the slope f that the lane tells of, from v before it. A slip that ends takes every difference in
 * slip with it: P v, P = I - B A^-1 S, is what is left. A neighbour that begins to slip later by dt has moved so much
 * longer in stick: v + (f_stick - f_slip) dt, with dt = -(dxi/dy v)/(dxi/dt) at the end of a stick, and that of the
 * straight line where a slip goes on through rest. A difference that moves with a parameter (column) has the slip S v + ds/dp, and its stick
 * ends by xi - eta as a function of the parameter too. Lanes that begin in stick (`first`) have neighbours that come to rest at once. */
static inline void event_salt(const struct problem *q, real t, const real y[system_dim],
                              const real f[system_dim], const real keeps[event_at_end], mask first,
                              int column, real v[system_dim])
{
    const real news = keeps[event_at_news];
    const mask sticks = q->sticks > 0.5, begins = (news > 0.5) & !sticks;
    const mask through = news == (real)event_through;
    const mask ends = ((news > 0.5) & (sticks | through)) | (first & sticks);
    const struct local_motion c = local_at(&q->p, t, y);
    real S[3][system_dim], B[contact_size][system_dim], s[contact_size], g[contact_size];
    real later = 0.0, stick[system_dim];
    struct problem held = *q;

    contact_slip_slopes(&q->p, t, y, S);
    contact_columns(&q->p, t, y, B);
    unrolled_for (k, contact_size)
        s[k] = 0.0;
#    if parameters_count
    if (column != tangent_none && parameters_kind(column) == parameters_field) {
        real slip[3];

        contact_slip_by(&q->p, parameters_table[column], t, y, slip);
        unrolled_for (k, contact_size)
            s[k] = slip[k] * q->scale[column];
    }
#    endif
    unrolled_for (k, contact_size) {
        unrolled_for (i, system_dim)
            s[k] += S[k][i] * v[i];
        later += keeps[event_at_later + k] * s[k];
    }
    local_solve(&c, s, g);
    if (any_lane(begins)) {
        real at, slope;

        held.sticks = 1.0;
        event_rhs(&held, t, y, stick);
        at = event_xi_slope(q, t, y, keeps + event_at_n, 0.0, v);
#    if parameters_count
        if (column != tangent_none)
            at += event_gap_by(q, column, t, y, keeps + event_at_n, begins);
#    endif
        slope = event_xi_slope(q, t, y, keeps + event_at_n, 1.0, stick);
        later = pick(through, later, -at / slope);
    }
    unrolled_for (i, system_dim) {
        real less = 0.0;

        unrolled_for (k, contact_size)
            less += B[k][i] * g[k];
        v[i] += pick(ends | begins, less, (real)0.0); /* in stick P v = v, but for rounding */
        if (any_lane(begins))
            v[i] += pick(begins, (stick[i] - f[i]) * later, (real)0.0);
    }
}

#endif
#endif
