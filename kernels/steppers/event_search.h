/* event_search.h: directions from which event_flow is followed, so that no fixed point which escapes is missed: equal
 * steps around a circle where the slip has two components, golden angles over a sphere where it has three. Roles: those
 * of event_motion.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_SEARCH_H
#define STEPPERS_EVENT_SEARCH_H

#include "steppers/event_flow.h"

/* The starts of a search for other directions of slip, one after the other.
 *
 * Of a slip with two components (planar), x and y, the fast flow runs on a circle. Spin counts there by the slide that
 * has as large a share in the friction, so that the law turns evenly. Divided by the sine of half the angle from the
 * direction that is known, the turn of the flow has no zero there, and every passage from + to - is another stable
 * direction. It is looked at in equal steps; two passages within one step show in the parabola about the sample between
 * them. Where there is one and the slip does not get slower, or not by much, a start is close to it. On the sphere each
 * start turns by the golden angle from the one before, and sinks from one pole to the other. */
struct event_sample {
    real x, y, turn, grows, ratio; /* the turn, divided */
};

struct event_starts {
    real constrained[contact_size], spin, before; /* the ratio before the last */
    struct sincos turn;                    /* of the contact's axes: those of `constrained` are the system's */
    mask planar, known;
    struct event_sample last;
    number half_x, half_y; /* half its angle */
    number turn_x, turn_y; /* the last turn on the sphere */
};

enum { event_around = 24, event_starts_count = event_around + 2 };

/* The coordinates of a slip in the plane of the two free components, a spin times s->spin. */
static inline void event_on_plane(const struct event_starts *s, const real v[contact_size], real *x,
                                  real *y)
{
    real own[contact_size];

    unrolled_for (k, contact_size)
        own[k] = v[k];
    local_out(s->turn, own);
    *x = pick(s->constrained[0] > 0.5, own[contact_size / 2], own[0]);
    *y = pick(s->constrained[contact_size - 1] > 0.5, own[contact_size / 2],
              own[contact_size - 1] * s->spin);
}

/* The slip of a place in that plane. */
static inline void event_off_plane(const struct event_starts *s, real x, real y,
                                   real v[contact_size])
{
    v[0] = pick(s->constrained[0] > 0.5, (real)0.0, x);
    v[contact_size - 1] = pick(s->constrained[contact_size - 1] > 0.5, (real)0.0, y / s->spin);
    if (contact_size > 1)
        v[contact_size / 2] =
            pick(s->constrained[contact_size / 2] > 0.5, (real)0.0, pick(s->constrained[0] > 0.5, x, y));
    local_in(s->turn, v);
}

/* The fast flow at a place of the circle: how it turns there, and whether the slip grows. */
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

/* The search begins half a step beside the direction that is known, or at the first axis. */
static inline struct event_starts event_starts(const struct problem *q,
                                               const struct local_motion *c, mask known,
                                               const real n[contact_size])
{
    const number back_x = 0.9914448613738104, back_y = -0.1305261922200516; /* half a step */
    struct event_starts s;
    struct slip both;
    struct wrench f;
    real constrained = 0.0, x, y, length;

    local_constrained(c, s.constrained);
    s.turn = c->turn;
    unrolled_for (k, contact_size)
        constrained += s.constrained[k];
    both.vx = q->size;
    both.vy = 0.0;
    both.w = 1.0;
    f = system_law(&q->law, both, 0);
    s.spin = q->size * fmin(fmax(fabs(f.M / (q->size * f.Tx)), (real)0.1), (real)10.0);
    s.planar = (constrained > 0.5) & (constrained < 1.5);
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
    struct event_sample b = a, m;
    real bend = 0.0, lean = 0.0, at = 1.0, x, y, sine;
    mask passes, dips, pairs = asks & !asks;

    s->half_x = half_x * from_x - half_y * from_y;
    s->half_y = half_y * from_x + half_x * from_y;
    passes = dips = pairs;
    event_turned(&a, (real)tangent, &x, &y);
    sine = s->half_y;
    /* the step's end first, then what lies within: one sample, of which GPUs would get two copies */
    rolled
    for (int turn = -1; turn < 2; ++turn) {
        real third, bottom, root;
        mask pair;

        m = event_sample(q, c, s, x, y, sine);
        if (turn < 0) {
            b = m;
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
        } else {
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
        sine = from_y + tangent * at * from_x;
    }
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

#endif
