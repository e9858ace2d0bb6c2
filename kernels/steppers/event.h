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
    TRAIT(keeps, 10)
// clang-format on

#ifndef steppers_tables_only

#    include "contact/local.h"
#    include "core/lanes.h"
#    include "steppers/problem.h"

/* How a lane steps. */
enum { event_explicit, event_stiff, event_straight };

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

/* How fast the contact slips; how that changes under y' = f, along the slip (rate) and across it (turn); and how large the
 * numbers are that it is a difference of. */
struct event_speed {
    real r, rate, turn, terms;
};

static inline struct event_speed event_speed(const struct problem *q, real t,
                                             const real y[system_dim], const real f[system_dim])
{
    real S[3][system_dim], v[contact_size], by_t[contact_size], square = 0.0;
    struct event_speed e;

    local_parts(contact_slip(&q->p, t, y), v);
    contact_slip_slopes(&q->p, t, y, S);
    unrolled
    for (int k = 0; k < contact_size; ++k)
        by_t[k] = 0.0;
    if (system_timed)
        local_timed(&q->p, t, y, by_t);
    e.r = event_length(q, v);
    e.rate = e.terms = 0.0;
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        const real c = event_weight(q, k);

        unrolled
        for (int i = 0; i < system_dim; ++i) {
            by_t[k] += S[k][i] * f[i];
            e.terms = fmax(e.terms, c * fabs(S[k][i] * y[i]));
        }
        e.rate += (c * v[k] / e.r) * c * by_t[k];
    }
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        const real across = event_weight(q, k) * (by_t[k] - e.rate * v[k] / e.r);

        square += across * across;
    }
    e.turn = sqrt(square);
    return e;
}

/* |A|, with which the direction of a slip r turns at rates up to |A|/r. */
static inline real event_norm(const struct problem *q, const struct local_motion *c)
{
    real norm = real_tiny;

    unrolled
    for (int k = 0; k < contact_size; ++k)
        unrolled
    for (int l = 0; l < contact_size; ++l)
        norm = fmax(norm, fabs(c->A[k][l]) * event_weight(q, k) / event_weight(q, l));
    return norm;
}

/* A straight line to rest from a slip with the speed e: its slope is Simpson's mean of those at both ends and half way; at
 * the end the direction is that half way. */
struct event_line {
    real dt, f[system_dim];
    real side,
        error; /* the slip that is left across the line; by how much the middle alone is off along it */
    mask valid;
};

static inline struct event_line event_line(const struct problem *q, real t,
                                           const real y[system_dim], const real f[system_dim],
                                           struct event_speed e)
{
    const real dt = pick(e.rate < 0.0, -e.r / pick(e.rate < 0.0, e.rate, (real)-1.0), (real)0.0);
    struct event_speed middle, whole;
    struct event_line line;
    real there[system_dim], half_way[system_dim], end[system_dim];
    struct wrench w;

    unrolled
    for (int i = 0; i < system_dim; ++i)
        there[i] = y[i] + 0.5 * dt * f[i];
    w = system_law(&q->law, contact_slip(&q->p, t + 0.5 * dt, there), 0);
    contact_motion(&q->p, t + 0.5 * dt, there, w.Tx, w.Ty, w.M, half_way);
    middle = event_speed(q, t, y, half_way);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        there[i] = y[i] + dt * half_way[i];
    contact_motion(&q->p, t + dt, there, w.Tx, w.Ty, w.M, end);
    unrolled
    for (int i = 0; i < system_dim; ++i)
        line.f[i] = (f[i] + 4.0 * half_way[i] + end[i]) / 6.0;
    whole = event_speed(q, t, y, line.f);
    line.valid = (e.rate < 0.0) & (middle.rate < 0.0) & (whole.rate < 0.0);
    line.dt = pick(line.valid, -e.r / pick(line.valid, whole.rate, (real)-1.0), (real)0.0);
    line.side = whole.turn * line.dt;
    line.error = fabs(whole.rate - middle.rate) * line.dt;
    return line;
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

/* A fixed point of the fast flow: a0 + A law(n) = rho n. */
struct event_point {
    real n[contact_size], rho;
    mask stable; /* and found */
};

enum { event_most = 60, event_starts = 8 };

/* W A F W^-1 with the weights W: the slope of a0 + A law(n) at n of length 1. */
static inline void event_slope(const struct problem *q, const struct local_motion *c,
                               struct wrench f, real G[contact_size][contact_size])
{
    const real F[3][3] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw},
                          {f.xy - f.kxy, f.yy, f.yw + f.kyw},
                          {f.xw - f.kxw, f.yw - f.kyw, f.ww}};

    unrolled
    for (int k = 0; k < contact_size; ++k)
        unrolled
    for (int l = 0; l < contact_size; ++l) {
        G[k][l] = 0.0;
        unrolled
        for (int j = 0; j < contact_size; ++j)
            G[k][l] += c->A[k][j] * F[j][l];
        G[k][l] *= event_weight(q, k) / event_weight(q, l);
    }
}

/* Follows the fast flow from the direction n to its end: steps of the implicit Euler method, short ones at first, so that
 * the flow decides where it leads, which become those of Newton. A fixed point is stable if the two eigenvalues
 * of the flow across n have negative real parts. */
static inline struct event_point event_flow(const struct problem *q, const struct local_motion *c,
                                            mask which, const real n[contact_size])
{
    const real norm = event_norm(q, c);
    struct event_point p;
    struct local_motion m;
    real x[contact_size], before = real_large, slow = 2.0 * norm, size = norm;
    mask active = which;

    unrolled
    for (int k = 0; k < contact_size; ++k) {
        x[k] = n[k] * event_weight(q, k);
        size = fmax(size, fabs(c->a0[k]) * event_weight(q, k));
    }
    p.rho = 0.0;
    p.stable = which & !which;
    for (int i = 0; i < event_most && any_lane(active); ++i) {
        real v[contact_size], g[contact_size], G[contact_size][contact_size], d[contact_size];
        real length = real_tiny, rho = 0.0, square = 0.0, trace = 0.0, pairs = 0.0, along = 0.0;
        struct wrench f;
        mask close;

        unrolled
        for (int k = 0; k < contact_size; ++k)
            length += x[k] * x[k];
        length = sqrt(length);
        unrolled
        for (int k = 0; k < contact_size; ++k) {
            x[k] = pick(active, x[k] / length, x[k]);
            v[k] = x[k] / event_weight(q, k);
        }
        f = system_law(&q->law, event_slip(v), 1);
        event_slope(q, c, f, G);
        {
            const real all[3] = {f.Tx, f.Ty, f.M};

            unrolled
            for (int k = 0; k < contact_size; ++k) {
                g[k] = c->a0[k];
                unrolled
                for (int l = 0; l < contact_size; ++l)
                    g[k] += c->A[k][l] * all[l];
                g[k] *= event_weight(q, k);
                rho += x[k] * g[k];
            }
        }
        unrolled
        for (int k = 0; k < contact_size; ++k) {
            g[k] -= rho * x[k];
            square += g[k] * g[k];
            trace += G[k][k];
        }
        /* G maps x to zero: its other two eigenvalues have the sum of the diagonal and that of the minors */
        unrolled
        for (int k = 0; k < contact_size; ++k)
            unrolled
        for (int l = k + 1; l < contact_size; ++l)
            pairs += G[k][k] * G[l][l] - G[k][l] * G[l][k];
        close = square <= 1e-26 * size * size;
        p.rho = pick(active, rho, p.rho);
        p.stable =
            (active & close & (trace < 2.0 * rho) & (pairs - rho * trace + rho * rho > 0.0)) |
            (p.stable & !active);
        active &= !(close & (square >= 0.25 * before)) & (square > 1e-32 * size * size);
        /* 1/step falls with what is left of the flow */
        slow = fmax(fmin(slow * sqrt(square / fmax(before, (real)real_tiny)), 2.0 * norm),
                    (real)0.05 * slow);
        slow = pick(before >= (real)real_large, (real)(2.0 * norm), slow);
        before = square;
        {
            const real shift = pick(rho > 0.0, slow + rho, fmax(slow, -2.0 * rho) + rho);

            unrolled
            for (int k = 0; k < contact_size; ++k) {
                unrolled
                for (int l = 0; l < contact_size; ++l)
                    m.A[k][l] = (k == l ? shift : (real)0.0) - G[k][l];
                g[k] = -g[k];
            }
        }
        local_solve(&m, g, d);
        unrolled
        for (int k = 0; k < contact_size; ++k)
            along += d[k] * x[k];
        unrolled
        for (int k = 0; k < contact_size; ++k)
            x[k] = pick(active, x[k] + (d[k] - along * x[k]), x[k]);
    }
    unrolled
    for (int k = 0; k < contact_size; ++k)
        p.n[k] = x[k] / event_weight(q, k);
    return p;
}

/* Start j of a search all around: both ways along the axes, and between them. */
static inline void event_start(const struct problem *q, int j, real n[contact_size])
{
    const number x = j == 0   ? 1.0
                     : j == 1 ? -1.0
                     : j < 4  ? 0.1
                     : j == 4 ? 0.7
                     : j == 5 ? -0.7
                              : 0.1;
    const number y = j == 2 ? 1.0 : j == 3 ? -1.0 : 0.1;
    const number w = j == 6 ? 1.0 : j == 7 ? -1.0 : j == 4 || j == 5 ? 0.7 : 0.05;

    unrolled
    for (int k = 0; k < contact_size; ++k)
        n[k] = (k == 0 ? x : k == 1 ? y : w) / event_weight(q, k);
}

/* eta and the size of the contact; a line has no static friction of its own beside F_s. */
static inline void event_ready(struct problem *q, const real *field)
{
    real spin[contact_size], f[contact_size];

    q->sticks = q->way = 0.0;
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
#    include "steppers/rodas54.h"
#    include "steppers/rosenbrock.h"

enum { event_kept = order853_kept, event_estimate = dop853_estimate };
static_check(event_stages_fit, (int)rosenbrock_kept <= (int)order853_kept);

static inline real event_step(const struct problem *q, struct tolerance tol, real t, real h,
                              const real y[system_dim], const real f[system_dim],
                              real k[event_kept][system_dim], real y1[system_dim],
                              real f1[system_dim])
{
    const mask stiff = q->way == (real)event_stiff, straight = q->way == (real)event_straight;
    real error = 0.0;

    if (any_lane(!(stiff | straight)))
        error = order853_step(q, tol, t, h, y, f, k, y1, f1);
    if (contact_size > 1 && any_lane(stiff)) {
        real ks[rosenbrock_kept][system_dim], ys[system_dim], fs[system_dim];
        const real other = rosenbrock_step(q, tol, t, h, y, f, ks, ys, fs);
        const number order = (number)(event_estimate + 1) / (number)(rodas54_estimate + 1);

        /* as control.h knows one order only */
        error = pick(stiff, exp(order * log(fmax(other, (real)1e-30))), error);
        unrolled
        for (int i = 0; i < system_dim; ++i) {
            unrolled
            for (int r = 0; r < rosenbrock_kept; ++r)
                k[r][i] = pick(stiff, ks[r][i], k[r][i]);
            y1[i] = pick(stiff, ys[i], y1[i]);
            f1[i] = pick(stiff, fs[i], f1[i]);
        }
    }
    if (any_lane(straight)) {
        real ys[system_dim], fs[system_dim];

        unrolled
        for (int i = 0; i < system_dim; ++i)
            ys[i] = y[i] + h * f[i];
        event_rhs(q, t + h, ys, fs);
        error = pick(straight, (real)0.0, error);
        unrolled
        for (int i = 0; i < system_dim; ++i) {
            y1[i] = pick(straight, ys[i], y1[i]);
            f1[i] = pick(straight, fs[i], f1[i]);
        }
    }
    return error;
}

static inline void event_dense(const struct problem *q, real t, real h, const real y[system_dim],
                               const real f[system_dim], real k[event_kept][system_dim],
                               const real y1[system_dim], const real f1[system_dim],
                               struct dense *s)
{
    const mask stiff = q->way == (real)event_stiff, straight = q->way == (real)event_straight;

    if (any_lane(!(stiff | straight)))
        order853_dense(q, t, h, y, f, k, y1, f1, s);
    if (contact_size > 1 && any_lane(stiff)) {
        struct dense other;

        rosenbrock_dense(q, t, h, y, f, k, y1, f1, &other);
        unrolled
        for (int i = 0; i < system_dim; ++i)
            unrolled
        for (int j = 0; j < stepper_dense; ++j)
            s->r[j][i] = pick(stiff, other.r[j][i], s->r[j][i]);
    }
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        s->y[i] = y[i];
        s->d[i] = y1[i] - y[i];
        unrolled
        for (int j = 0; j < stepper_dense; ++j)
            s->r[j][i] = pick(straight, (real)0.0, s->r[j][i]);
    }
}

/* What the lane tells the observer of events. */
#    define event_news(lane) ((lane)[lane_stepper + stepper_keeps - 1])

#endif
#endif
