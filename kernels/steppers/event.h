/* event.h: exact stick-slip: the motion under the unregularised law in slip and under the load of stick in stick.
 *
 *     in slip y' = m(t, y, law(s)), until s = 0;   in stick y' = m(t, y, f), f = -A^-1 a0, until xi(f) = eta,
 *
 * with the slip s, whose own motion is s' = a0 + A f (contact/local.h), the gauge xi of the law's limit surface and
 * eta, static over dynamic friction. A lane steps in one of three ways: by dop853 in stick and in slip; by rodas54
 * where the direction of slip is so fast that an explicit method would have to follow it; along a straight line out of
 * rest and into it.
 *
 *     event_motion.h     the right-hand side in both modes, and how fast the contact slips
 *     event_edge.h       where stick ends: xi of a load
 *     event_flow.h       in which direction a slip begins and ends, event_search.h: whether there are others
 *     event_jacobian.h   slopes of both modes, for stiff steps, variations and gradients
 *     event_saltation.h  how variations jump at a switch
 *     drivers/switches.h where a lane changes between the modes
 *
 * Roles: those of contact/local.h, system_law (planar_law or line_law). SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_H
#define STEPPERS_EVENT_H

// clang-format off
#define event_table                                                                      \
    ABOUT("dop853 and rodas54 with exact switching between stick and slip, law.eps = 0") \
    METHOD(event)                                                                        \
    TRAIT(order, 8)                                                                      \
    TRAIT(dense, 6)                                                                      \
    TRAIT(switches, 1)                                                                   \
    TRAIT(keeps, 15)
// clang-format on

#include "steppers/event_edge.h"
#include "steppers/event_jacobian.h"
#include "steppers/event_search.h"

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
    event_at_switch =
        event_at_later + 3, /* the switch that the last step ended with: enum event_switch */
    event_at_end
};
static_check(event_kept_numbers, event_at_end == stepper_keeps);

/* What the observer events tells; through: rest in which the slip goes on at once, told as slips. Before it is decided
 * what a switch is (switches_settle): asks, of a slip that has come to rest, of a stick that ends, of a lane that
 * begins at rest. */
enum event_switch {
    event_none,
    event_sticks,
    event_slips,
    event_ambiguous,
    event_through,
    event_asks_rest,
    event_asks_slip,
    event_asks_begun
};

/* y' with the friction of a slip r n, whatever the slip of y is. A patch asks for the direction alone. */
static inline void event_motion(const struct problem *q, real t, const real y[system_dim],
                                const real n[contact_size], real r, real dy[system_dim])
{
    real v[contact_size], f[contact_size];

    unrolled_for (k, contact_size)
        v[k] = contact_size > 1 ? n[k] : r * n[k];
    event_friction(q, v, f);
    framed_motion(&q->p, t, (const void *)y, event_wrench(f), (void *)dy);
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

/* A straight line to rest from a slip with the speed e, in the direction p that the fast flow has settled in half way.
 * Its slope is the mean of those at both ends and half way by Kutta's method of order 3. */
struct event_line {
    real dt, f[system_dim];
    real side,
        error; /* the slip across that direction; by how much the middle alone is off along it */
    mask valid;
};

/* The length of the line follows from friction, and along a line of [2] friction from how fast the slip is: hence
 * two turns. */
static inline struct event_line event_line(const struct problem *q, mask ends, real t,
                                           const real y[system_dim], struct event_speed e,
                                           struct event_point p)
{
    real dt = event_left(ends, e), v[contact_size], there[system_dim], square = 0.0;
    struct event_line line;

    local_parts(event_signed_slip(q, t, y), v);
    unrolled_for (k, contact_size) {
        const real d = (v[k] - e.r * p.n[k]) * event_weight(q, k);

        square += d * d;
    }
    line.side = sqrt(square);
    line.valid = ends & p.stable;
    for (int turn = 0; turn < 2;
         ++turn) { /* the second time with the length that the first one gave */
        real begin[system_dim], half_way[system_dim], slope[system_dim], middle, whole;

        unrolled_for (i, system_dim)
            begin[i] = half_way[i] = slope[i] = 0.0;
        /* at the beginning, half way and at the end: one call, of which GPUs would get three copies */
        rolled
        for (int part = 0; part < 3; ++part) {
            /* along a line friction may depend on how fast the slip is */
            const real r = part == 0   ? e.r
                           : part == 1 ? 0.5 * e.r
                                       : (real)(1.0 / real_large);

            unrolled_for (i, system_dim)
                there[i] = y[i] + dt * (part == 1 ? 0.5 * begin[i] : 2.0 * half_way[i] - begin[i]);
            event_motion(q, t + 0.5 * (number)part * dt, there, p.n, r, slope);
            unrolled_for (i, system_dim) {
                begin[i] = part == 0 ? slope[i] : begin[i];
                half_way[i] = part == 1 ? slope[i] : half_way[i];
            }
        }
        unrolled_for (i, system_dim)
            line.f[i] = (begin[i] + 4.0 * half_way[i] + slope[i]) * (1.0 / 6.0);
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

/* Stick and slip are modes here, and need no measure. */
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

    c.slip = event_signed_slip(q, t, y);
    c.wrench = wrench_pick(slips, system_law(&q->law, c.slip, 0), wrench_zero(), 0);
    c.slip.vx = pick(slips, c.slip.vx, (real)0.0);
    c.slip.vy = pick(slips, c.slip.vy, (real)0.0);
    c.slip.w = pick(slips, c.slip.w, (real)0.0);
    return c;
}

#define order853_smooth 0 /* slopes grow without bound as a slip ends */
#include "steppers/order853.h"
#include "steppers/rodas54.h"
#include "steppers/rosenbrock.h"

enum { event_kept = order853_kept, event_estimate = dop853_estimate };
static_check(event_stages_fit, (int)rosenbrock_kept <= (int)order853_kept);

/* A step in the way of the pack (switches_mode chose one for all lanes that step). A straight line has no error to
 * estimate: event_line has compared it with others. */
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

/* The dense output of the method that took the step; of a straight line, the line. */
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
#define event_last_switch(lane) ((lane)[lane_stepper + event_at_switch])
#define event_lines(q)          ((q)->way == (real)event_straight)

struct event_slopes {
    struct order853_slopes steps;
    struct rosenbrock_slopes stiff;
    /* at the beginning, for the observer, unless it is in scratch memory; of a straight step: of all of it */
    real J[1][tangent_rows][system_dim];
    struct tangent_forces force[1];
    real way;
};

/* What a straight step needs: dm/dy under a friction that stays, along a line under one that follows the slip, and
 * what parameters add. */
static inline void event_plain_jacobian(const struct problem *q, real t, const real y[system_dim],
                                        real J[tangent_rows][system_dim],
                                        struct tangent_forces *force)
{
    const struct slip s = event_signed_slip(q, t, y);
    const struct wrench f = system_law(&q->law, s, contact_size == 1);
    real none[contact_size][system_dim];

    form_clear(contact_size, none);
    if (contact_size == 1)
        event_line_jacobian(q, t, y, f, J);
    else
        contact_chain(&q->p, t, y, f, none, J);
#if parameters_count
    for (int k = 0; k < parameters_count; ++k) {
        real slip[3], by[3];

        event_contact_by(q, k, t, y, s, f, contact_size == 1, slip, by);
        event_motion_by(q, k, t, y, f, by, force->g[k]);
    }
#endif
}

/* The slopes of the step for variations: those of the method that took it. Out of rest the first stage has no slope
 * by the slip, which is zero there; that of the blown-up flow takes its place (event_leaving_jacobian). */
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

/* The variation v over the step, by the method that took it. */
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
    if (any_lane(straight)) { /* with the slope in its middle */
        real middle[system_dim];

        tangent_force(l->force, column, dv);
        unrolled_for (i, system_dim)
            middle[i] = v[i] + 0.5 * h * dv[i];
        tangent_apply(l->J[0], middle, dv);
        tangent_force(l->force, column, dv);
    }
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

#include "steppers/event_saltation.h"

#endif
