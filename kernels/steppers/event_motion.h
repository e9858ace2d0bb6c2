/* event_motion.h: how a lane of the stepper event moves in stick and in slip, and how fast its contact slips.
 *
 *     stick: y' = m(t, y, f), f = -A^-1 a0,     slip: y' = m(t, y, law(s)),
 *
 * with the motion m of the system, the slip s and its local motion s' = a0 + A f (contact/local.h). A slip is measured
 * with the size of the contact, |(vx, vy, size w)|, which has its unit of speed. Roles: those of contact/local.h,
 * system_law, framed_motion. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_MOTION_H
#define STEPPERS_EVENT_MOTION_H

#include "contact/local.h"
#include "core/power.h"
#include "steppers/problem.h"

/* Components of slip, and of friction, as the structures that laws and systems take, and back. */
static inline struct slip event_slip(const real v[contact_size])
{
    struct slip s;

    s.vx = v[0];
    s.vy = contact_size > 1 ? v[contact_size / 2] : (real)0.0;
    s.w = contact_size > 1 ? v[contact_size - 1] : (real)0.0;
    return s;
}

merged static inline struct wrench event_wrench(const real f[contact_size])
{
    const struct slip as = event_slip(f);
    struct wrench w = wrench_zero();

    w.Tx = as.vx;
    w.Ty = as.vy;
    w.M = as.w;
    return w;
}

static inline void event_parts(struct wrench w, real f[contact_size])
{
    const real all[3] = {w.Tx, w.Ty, w.M};

    unrolled_for (k, contact_size)
        f[k] = all[k];
}

/* The friction of a slip. */
static inline void event_friction(const struct problem *q, const real v[contact_size],
                                  real f[contact_size])
{
    event_parts(system_law(&q->law, event_slip(v), 0), f);
}

/* How a lane steps: leaving is explicit too, and begins at rest. */
enum { event_explicit, event_stiff, event_straight, event_leaving };

/* The load of stick, -A^-1 a0; the motion of the slip there. */
static inline struct local_motion event_load(const struct system_params *p, real t,
                                                    const real y[system_dim], real f[contact_size])
{
    const struct local_motion c = local_at(p, t, y);

    local_solve(&c, c.a0, f);
    return c;
}

/* The slip. Along a line it keeps its sign until it ends, also where it began a moment ago and is lost in rounding: a
 * stage without friction would not agree with its neighbours, however short the step. */
static inline struct slip event_signed_slip(const struct problem *q, real t, const real y[system_dim])
{
    struct slip s = contact_slip(&q->p, t, y);

    if (contact_size == 1)
        s.vx = pick(q->side == 0.0, s.vx,
                    q->side * larger_of(q->side * s.vx, (real)(1.0 / real_large)));
    return s;
}

/* The right-hand side: in slip under the friction of the law, in stick under the load that keeps the slip at rest. */
static inline void event_rhs(const struct problem *q, real t, const real y[system_dim],
                             real dy[system_dim])
{
    const mask sticks = q->sticks > 0.5;
    struct wrench f = wrench_zero();

    if (any_lane(!sticks))
        f = system_law(&q->law, event_signed_slip(q, t, y), 0);
    if (any_lane(sticks)) {
        real load[contact_size];

        event_load(&q->p, t, y, load);
        f = wrench_pick(sticks, event_wrench(load), f, 0);
    }
    framed_motion(&q->p, t, (const void *)y, f, (void *)dy);
}

/* Of a slip's component k. */
static inline real event_weight(const struct problem *q, int k)
{
    return k == 2 ? q->size : (real)1.0;
}

/* |s| with the weights, without overflow. */
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

/* By S = ds/dy: s' = S f + ds/dt. */
merged static inline struct event_speed
event_speed(const struct problem *q, real t, const real y[system_dim], const real f[system_dim])
{
    real S[3][system_dim], v[contact_size], by_t[contact_size], over_r, square = 0.0;
    struct event_speed e;

    local_parts(event_signed_slip(q, t, y), v);
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

/* Takes from y what is left of the slip, by the impulse of friction that does so. */
static inline void event_rest(const struct problem *q, real t, real y[system_dim])
{
    real none[contact_size];

    unrolled_for (k, contact_size)
        none[k] = 0.0;
    event_push(q, t, y, none);
}

#endif
