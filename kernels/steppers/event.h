/* event.h: exact stick-slip: the motion under the unregularised law in slip and under the load of stick in stick, for
 * order853.h. Where the two change, and how, is in drivers/switches.h; the formulas stand here.
 *
 * The slip s moves by s' = a0 + A f (contact/local.h). In stick f = -A^-1 a0, which must lie inside eta times the limit
 * surface: xi(f) <= eta, the law's gauge. A slip that begins has the direction n of the fast flow's stable fixed point,
 *
 *     r n' = (I - n n')(a0 + A law(n)),   a0 + A law(n) = rho n,  rho >= 0,
 *
 * which is reached from the direction of the limit surface by following that flow. Slips are measured with the size of the
 * contact, |(vx, vy, size w)|, size = M in pure spin.
 *
 * Roles: those of contact/local.h, system_law (patch_law or line_law). SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_H
#define STEPPERS_EVENT_H

// clang-format off
#define event_table(ABOUT, METHOD, TRAIT)                                    \
    ABOUT("dop853 with exact switching between stick and slip, law.eps = 0") \
    METHOD(order853)                                                         \
    TRAIT(order, 8)                                                          \
    TRAIT(dense, 6)                                                          \
    TRAIT(switches, 1)                                                       \
    TRAIT(keeps, 9)
// clang-format on

#ifndef steppers_tables_only

#    include "contact/local.h"
#    include "core/lanes.h"
#    include "steppers/problem.h"

static inline struct wrench event_wrench(const struct friction *law, number_table t, struct slip s,
                                         int jacobian)
{
    (void)t;
    return system_law(law, s, jacobian);
}

#    define law_params  friction
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

static inline void event_friction(const struct problem *q, const real v[contact_size],
                                  real f[contact_size])
{
    const struct wrench w = system_law(&q->law, event_slip(v), 0);
    const real all[3] = {w.Tx, w.Ty, w.M};

    unrolled
    for (int k = 0; k < contact_size; ++k)
        f[k] = all[k];
}

/* The load of stick. */
static inline void event_load(const struct problem *q, real t, const real y[system_dim],
                              real f[contact_size])
{
    const struct local_motion c = local_at(&q->p, t, y);

    local_solve(&c, c.a0, f);
}

static inline void event_rhs(const struct problem *q, real t, const real y[system_dim],
                             real dy[system_dim])
{
    const mask sticks = q->sticks > 0.5;
    struct wrench f = system_law(&q->law, contact_slip(&q->p, t, y), 0);

    if (any_lane(sticks)) {
        real load[contact_size];
        struct slip as;

        event_load(q, t, y, load);
        as = event_slip(load);
        f.Tx = pick(sticks, as.vx, f.Tx);
        f.Ty = pick(sticks, as.vy, f.Ty);
        f.M = pick(sticks, as.w, f.M);
    }
    system_motion(&q->p, t, (const void *)y, f, (void *)dy);
}

/* Of a slip's component k. */
static inline real event_weight(const struct problem *q, int k)
{
    return k == 2 ? q->size : (real)1.0;
}

static inline real event_length(const struct problem *q, const real v[contact_size])
{
    real most = real_tiny, sum = 0.0;

    unrolled
    for (int k = 0; k < contact_size; ++k)
        most = fmax(most, fabs(v[k]) * event_weight(q, k));
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        const real x = v[k] * event_weight(q, k) / most;

        sum += x * x;
    }
    return fmax(most * sqrt(sum), (real)real_tiny);
}

/* How fast the contact slips, how that changes under y' = f, and how large the numbers are that it is a difference of. */
struct event_speed {
    real r, rate, terms;
};

static inline struct event_speed event_speed(const struct problem *q, real t,
                                             const real y[system_dim], const real f[system_dim])
{
    real S[3][system_dim], v[contact_size], by_t[contact_size], along = 0.0;
    struct event_speed e;

    local_parts(contact_slip(&q->p, t, y), v);
    contact_slip_slopes(&q->p, t, y, S);
    unrolled
    for (int k = 0; k < contact_size; ++k)
        by_t[k] = 0.0;
    if (system_timed)
        local_timed(&q->p, t, y, by_t);
    e.r = event_length(q, v);
    e.terms = 0.0;
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        const real c = event_weight(q, k);

        unrolled
        for (int i = 0; i < system_dim; ++i) {
            by_t[k] += S[k][i] * f[i];
            e.terms = fmax(e.terms, c * fabs(S[k][i] * y[i]));
        }
        along += (c * v[k] / e.r) * c * by_t[k];
    }
    e.rate = along;
    return e;
}

/* y gets the slip v by an impulse of friction. */
static inline void event_push(const struct problem *q, real t, real y[system_dim],
                              const real v[contact_size])
{
    const struct local_motion c = local_at(&q->p, t, y);
    real B[contact_size][system_dim], have[contact_size], less[contact_size], f[contact_size];

    contact_columns(&q->p, t, y, B);
    local_parts(contact_slip(&q->p, t, y), have);
    unrolled
    for (int k = 0; k < contact_size; ++k)
        less[k] = have[k] - v[k];
    local_solve(&c, less, f);
    unrolled
    for (int k = 0; k < contact_size; ++k)
        unrolled
    for (int i = 0; i < system_dim; ++i)
        y[i] += B[k][i] * f[k];
}

static inline void event_rest(const struct problem *q, real t, real y[system_dim])
{
    real none[contact_size];

    unrolled
    for (int k = 0; k < contact_size; ++k)
        none[k] = 0.0;
    event_push(q, t, y, none);
}

/* xi of a load, and the slip whose friction points along it; n is a direction to begin the search with, and the answer.
 * A load that no slip was found for has xi of infinity. */
static inline real event_xi(const struct problem *q, const real load[contact_size], mask which,
                            real n[3])
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
    at = limit_law_pick(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 0.5, at, limit_law_start(a, 0));
    root = limit_law_follow(&q->law, (number_table)0, 1.0, at, a, some);
    for (int k = 0; k < limit_law_starts && any_lane(some & !root.found); ++k) {
        const mask asks = some & !root.found;
        const struct limit_law_root next =
            limit_law_follow(&q->law, (number_table)0, 1.0, limit_law_start(a, k), a, asks);

        root.slip = limit_law_pick(asks, next.slip, root.slip);
        root.power = pick(asks, next.power, root.power);
        root.found |= asks & next.found;
    }
    n[0] = pick(some & root.found, root.slip.x, n[0]);
    n[1] = pick(some & root.found, root.slip.y, n[1]);
    n[2] = pick(some & root.found, root.slip.z, n[2]);
    return pick(some, pick(root.found, unit * length / root.power, (real)INFINITY), (real)0.0);
}

enum { event_most = 400 };

/* Follows the fast flow from the direction v to its fixed point, where v has length 1; returns rho. */
static inline real event_flow(const struct problem *q, real t, const real y[system_dim], mask which,
                              real v[contact_size])
{
    const struct local_motion c = local_at(&q->p, t, y);
    real norm = real_tiny, rho = 0.0, before = real_large;
    mask active = which;

    unrolled
    for (int k = 0; k < contact_size; ++k)
        unrolled
    for (int l = 0; l < contact_size; ++l)
        norm = fmax(norm, fabs(c.A[k][l]) * event_weight(q, k) / event_weight(q, l));
    for (int i = 0; i < event_most && any_lane(active); ++i) {
        const real length = event_length(q, v);
        real f[contact_size], g[contact_size], move = 0.0, step;

        unrolled
        for (int k = 0; k < contact_size; ++k)
            v[k] /= length;
        event_friction(q, v, f);
        rho = 0.0;
        unrolled
        for (int k = 0; k < contact_size; ++k) {
            const real w = event_weight(q, k);

            g[k] = c.a0[k];
            unrolled
            for (int l = 0; l < contact_size; ++l)
                g[k] += c.A[k][l] * f[l];
            rho += w * w * v[k] * g[k];
        }
        unrolled
        for (int k = 0; k < contact_size; ++k) {
            g[k] -= rho * v[k];
            move = fmax(move, fabs(g[k]) * event_weight(q, k));
        }
        step = 0.5 / (norm + fabs(rho));
        unrolled
        for (int k = 0; k < contact_size; ++k)
            v[k] = pick(active, v[k] + step * g[k], v[k]);
        active &= (move * step > 1e-15) & ((move * step > 1e-13) | (move < before));
        before = move;
    }
    {
        const real length = event_length(q, v);

        unrolled
        for (int k = 0; k < contact_size; ++k)
            v[k] /= length;
    }
    return rho;
}

/* eta and the size of the contact; a line has no static friction of its own beside F_s. */
static inline void event_ready(struct problem *q, const real *field)
{
    real spin[contact_size], f[contact_size];

    q->sticks = 0.0;
    q->eta = contact_size > 1 ? field[2] : (real)1.0;
    q->size = 1.0;
    if (contact_size > 1) {
        unrolled
        for (int k = 0; k < contact_size; ++k)
            spin[k] = k == contact_size - 1 ? 1.0 : 0.0;
        event_friction(q, spin, f);
        q->size = fmax(fabs(f[contact_size - 1]), (real)1e-6);
    }
}

static inline real event_slide(const struct problem *q, real t, const real y[system_dim])
{
    (void)t;
    (void)y;
    return pick(q->sticks > 0.5, (real)0.0, (real)real_large);
}

#    define problem_rhs event_rhs
#    include "steppers/order853.h"

enum { event_estimate = dop853_estimate };

/* What the lane tells the observer of events. */
#    define event_news(lane) ((lane)[lane_stepper + stepper_keeps - 1])

#endif
#endif
