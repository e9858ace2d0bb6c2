/* switches.h: where a lane of the stepper event changes between slip and stick. Steps end at switches.
 *
 * Slip: steps take at most nine tenths of what is left of the slip at its present rate (six where it is stiff), so that
 * no stage passes rest: in the blown-up time dt = r ds of [3] these are steps of one size. Errors count against the
 * slip too, so that its direction is kept. Where the rest of the slip is a straight line, to the tolerance, one step
 * along it ends at rest; so does one where so little is left that it cannot be told from rest, whatever its direction
 * does. There the load decides: stick if xi <= eta, otherwise slip goes on in the direction that escapes. Stick: a step
 * in which xi passes eta, at its end or in between, is not taken but shortened to end there. A slip begins along its
 * direction n: dop853 can start at rest itself, as the first slope is known; where the direction changes much faster
 * than the slip grows, a short straight step comes first.
 *
 * In each attempt drivers call
 *
 *     switches_settle   lanes whose last step ended at a switch get their new mode (switches_decide)
 *     switches_mode     which lanes of the pack step now, and in which way
 *     switches_reach    the longest step that passes no switch that is known of
 *     switches_error    adds the error of the direction of slip to that of the step
 *     switches_beyond   in stick: whether the step leaves the limit surface; then it is repeated up to there
 *     switches_after    in slip: whether it ends now, and how the next step is taken
 *
 * What a lane keeps from one to the next is enum event_at_* of steppers/event.h.
 *
 * Roles: those of steppers/event.h. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_SWITCHES_H
#define DRIVERS_SWITCHES_H

#include "drivers/lane.h"
#include "steppers/event.h"
#include "schedule/spill_lane.h"

enum {
    switches_sticks = lane_stepper + event_at_sticks,
    switches_way = lane_stepper + event_at_way,
    switches_gap = lane_stepper + event_at_gap,
    switches_far = lane_stepper + event_at_far,
    switches_rate = lane_stepper + event_at_rate,
    switches_growth = lane_stepper + event_at_growth,
    switches_slip = lane_stepper + event_at_slip,
    switches_n = lane_stepper + event_at_n,
    switches_count = lane_stepper + event_at_count,
    switches_later = lane_stepper + event_at_later,
    switches_last = lane_stepper + event_at_switch
};

/* Where lanes of a pack step in different ways, each way would cost the pack as much as one that all of them take: it steps
 * in the way that most of its lanes ask for, and the others wait for their turn, and for company. */
static inline void switches_mode(struct problem *q, const real lane[lane_count])
{
    enum { sticking = event_leaving + 1 }; /* after the ways of slip */
    const real way = pick(
        lane[switches_sticks] > 0.5, (real)sticking,
        pick(lane[switches_way] == (real)event_leaving, (real)event_explicit, lane[switches_way]));
    const mask runs = lane[lane_outcome] < 0.0;
    number most = 0.0, best = 0.0;
    union lanes is;

    for (int w = 0; PACK > 1 && w <= sticking; ++w) {
        number count = 0.0;

        is.pack = pick(runs & (way == (real)(number)w), (real)1.0, (real)0.0);
        for (int l = 0; l < PACK; ++l)
            count += is.one[l];
        best = count > most ? (number)w : best;
        most = fmax(count, most);
    }
    is.pack = way;
    best = PACK > 1 ? best : is.one[0];
    q->sticks = best == (number)sticking ? 1.0 : 0.0;
    q->side = contact_size == 1 ? lane[switches_n] : (real)0.0;
    q->way = pick(way == (real)best, lane[switches_way],
                  (real)(best == (number)sticking ? (number)event_explicit : best));
}

/* The lanes that step now: those in the mode and the way that switches_mode chose. */
static inline mask switches_turn(const struct problem *q, const real lane[lane_count])
{
    return (lane[switches_sticks] == q->sticks) & (lane[switches_way] == q->way);
}

/* A time that cannot be told from none. */
static inline real switches_moment(const real lane[lane_count])
{
    return (number)(sizeof(number) == 4 ? 1e-12 : 1e-14) * fmax(fabs(lane[lane_t]), (real)1.0);
}

/* Half a unit in the last place of 1. */
#define switches_digit ((number)(sizeof(number) == 4 ? 6e-8 : 1.1e-16))

/* A slip that cannot be told from rest. */
static inline real switches_rest(const struct run_settings *run, const real lane[lane_count],
                                 struct event_speed e)
{
    const number room = contact_size == 1     ? 1e2 /* a line has one direction only */
                        : sizeof(number) == 4 ? 1e3
                                              : 1e6; /* for the error that a step may have there */

    return 0.01 * run->atol + room * switches_digit * e.terms +
           switches_moment(lane) * fabs(e.rate);
}

/* Near rest the direction of slip decides what happens next: an error counts against the slip as well, that at the end
 * for a step that begins at rest. */
static inline real switches_error(const struct problem *q, const struct run_settings *run,
                                  const real lane[lane_count], real h, const real y1[system_dim],
                                  const real f1[system_dim], real error)
{
    /* no direction is to be kept in stick, nor along a straight line, which has it */
    const mask none = (lane[switches_sticks] > 0.5) | (lane[switches_way] == (real)event_straight);
    real S[3][system_dim], r = lane[switches_slip], part, more;

    if (contact_size == 1) { /* its sign being kept, a slip could go on past its end */
        const real past = -q->side * contact_slip(&q->p, lane[lane_t] + h, y1).vx;
        const struct event_speed e = event_speed(q, lane[lane_t] + h, y1, f1);

        return pick(!none & (past > switches_rest(run, lane, e)), larger_of(error, (real)1e3),
                    error);
    }
    if (any_lane(lane[switches_way] == (real)event_leaving)) {
        real v[contact_size];

        local_parts(contact_slip(&q->p, lane[lane_t] + h, y1), v);
        r = pick(lane[switches_way] == (real)event_leaving, event_length(q, v), r);
    }
    contact_slip_slopes(&q->p, lane[lane_t], lane + lane_y, S);
    part = power_exp2_rough(power_log2_rough((real)run->rtol) * (1.0 / 3.0));
    more = (run->atol + run->rtol * event_terms(q, lane + lane_y, S)) /
           (larger_of(part, (real)2.5e-4) * pick(none, (real)1.0, r));
    /* rounding, which is switches_digit/rtol of an error, is not to count as one */
    more = smaller_of(more, (real)(0.1 * run->rtol / switches_digit));
    return pick(none, error, error * larger_of(more, (real)1.0));
}

/* The slope and a first step in a new mode. */
static inline void switches_first(const struct run_settings *run, real lane[lane_count], mask which,
                                  const real f[system_dim])
{
    const struct tolerance tol = {run->rtol, run->atol};
    real size = 0.0, slope = 0.0, h;

    unrolled_for (i, system_dim) {
        const real weight = tolerance_weight(tol, lane[lane_y + i], lane[lane_y + i]);

        size = fmax(size, fabs(lane[lane_y + i]) * weight);
        slope = fmax(slope, fabs(f[i]) * weight);
        lane[lane_f + i] = pick(which, f[i], lane[lane_f + i]);
    }
    h = pick((size > 1e-5) & (slope > 1e-5), 0.3 * size / slope, (real)1e-6);
    h = fmin(fmax(h, (real)run->h_min), (real)run->h_max);
    lane[lane_h] = pick(which, h, lane[lane_h]);
    lane[lane_error] = pick(which, (real)0.0, lane[lane_error]);
}

/* The direction in which the slip of these lanes begins. `others`: lanes in which that is not the only one that is stable
 * and escapes, or in which there is such a one beside stick. */
static inline struct event_point switches_escape(const struct problem *q,
                                                 const struct local_motion *c, mask sticks,
                                                 mask slips, const real n[3], mask *others)
{
    const real least = 1e-9 * event_norm(q, c);
    const mask alone = event_alone(q, c), none = slips & !slips;
    struct event_starts starts;
    struct event_point p;
    real v[contact_size];
    mask asks, known;

    unrolled_for (k, contact_size)
        v[k] = n[contact_size > 1 ? k : 0];
    if (contact_size == 1) {
        const real tiny[1] = {v[0] / (real)real_large};
        real f[contact_size];

        event_friction(q, tiny, f);
        p.n[0] = v[0];
        p.rho = v[0] * (c->a0[0] + c->A[0][0] * f[0]);
        p.stable = slips;
        *others = none;
        return p;
    }
    /* from the limit surface first */
    p = event_flow(q, c, slips, v, real_large, none, none, v);
    known = p.stable;
    /* eta = 1 leaves stick with rho = 0, up to rounding */
    p.stable = slips & known & (p.rho > -100.0 * least);
    *others = none;
    asks = ((slips | sticks) & !alone) | (slips & !p.stable);
    starts = event_starts(q, c, known, p.n);
    for (int j = 0; j < event_starts_count && any_lane(asks); ++j) {
        const mask begins = event_start(q, c, &starts, j, asks, v);
        struct event_point next;
        real apart = 0.0;
        mask escapes, takes;

        if (!any_lane(begins))
            continue;
        next = event_flow(q, c, begins, v, pick(starts.planar, (real)0.3, (real)real_large), none,
                          known & !starts.planar, p.n);
        unrolled_for (k, contact_size) {
            const real d = (next.n[k] - p.n[k]) * event_weight(q, k);

            apart += d * d;
        }
        escapes = begins & next.stable & (next.rho > least);
        takes = escapes & slips & !p.stable;
        *others |= escapes & (sticks | (slips & p.stable & (apart > 1e-6)));
        unrolled_for (k, contact_size)
            p.n[k] = pick(takes, next.n[k], p.n[k]);
        p.rho = pick(takes, next.rho, p.rho);
        p.stable |= takes;
        known |= takes;
        asks &= !(*others | (alone & p.stable));
    }
    *others |= slips & !p.stable;
    return p;
}

/* Lanes whose slip has ended stick or go on; lanes that leave stick begin to slip. Where a lane begins is no switch
 * (`begins`). */
static inline void switches_decide(const struct problem *q, const struct run_settings *run,
                                   real lane[lane_count], mask rests, mask leaves, mask begins)
{
    const struct local_motion c = local_at(&q->p, lane[lane_t], lane + lane_y);
    const struct limit_law_params edge = event_edge(q, &c);
    struct event_point p;
    real load[contact_size], n[3], f[system_dim], xi;
    mask sticks, slips, others, straight;

    local_solve(&c, c.a0, load);
    for (int k = 0; k < 3; ++k) /* the load of the last stick says nothing about that of the next */
        n[k] = pick(rests, (real)0.0, lane[switches_n + k]);
    spill_whole(q, lane);
    xi = event_xi(q, &edge, load, rests, n); /* lanes that leave know theirs */
    sticks = rests & (xi <= q->eta);
    slips = leaves | (rests & !sticks);
    p = switches_escape(q, &c, sticks & (xi <= 1.0), slips, n, &others);
    spill_reload_whole(q, lane);
    for (int k = 0; k < 3; ++k)
        lane[switches_n + k] = pick(rests, n[k], lane[switches_n + k]);
    lane[switches_sticks] = pick(sticks, (real)1.0, pick(slips, (real)0.0, lane[switches_sticks]));
    lane[switches_gap] =
        pick(sticks, xi - q->eta, pick(slips, (real)real_large, lane[switches_gap]));
    lane[switches_far] = pick(sticks | slips, (real)0.0, lane[switches_far]);
    lane[switches_slip] = pick(sticks | slips, (real)0.0, lane[switches_slip]);
    lane[switches_last] =
        pick(begins, (real)event_none,
             pick(sticks | slips,
                  pick(others, (real)event_ambiguous,
                       pick(sticks, (real)event_sticks,
                            pick(leaves, (real)event_slips, (real)event_through))),
                  lane[switches_last]));
    lane[switches_count] =
        pick((sticks | slips) & !begins, lane[switches_count] + 1.0, lane[switches_count]);
    lane[lane_outcome] = pick(others & (lane[lane_outcome] < 0.0), (real)outcome_running_ambiguous,
                              lane[lane_outcome]);
    /* an explicit method starts at rest if the direction turns not much faster than the slip grows */
    straight = slips & (contact_size > 1 ? 3.0 * p.rho < event_norm(q, &c) : slips & !slips);
    lane[switches_way] = pick(
        sticks, (real)event_explicit,
        pick(slips, pick(straight, (real)event_straight, (real)event_leaving), lane[switches_way]));
    unrolled_for (i, system_dim)
        f[i] = 0.0;
    if (any_lane(sticks)) {
        struct problem now = *q;

        now.sticks = 1.0;
        event_rhs(&now, lane[lane_t], lane + lane_y, f);
    }
    if (any_lane(slips)) {
        real by[system_dim];

        event_motion(q, lane[lane_t], lane + lane_y, p.n, 1.0 / (real)real_large, by);
        unrolled_for (i, system_dim)
            f[i] = pick(slips, by[i], f[i]);
    }
    switches_first(run, lane, sticks | slips, f);
    if (any_lane(straight)) {
        /* to a slip that can be told from rest; where it hardly grows, by an impulse */
        const struct event_speed e = event_speed(q, lane[lane_t], lane + lane_y, f);
        const real r = 4.0 * switches_rest(run, lane, e);
        const real most =
            (number)(sizeof(number) == 4 ? 1e-3 : 1e-7) * fmax(fabs(lane[lane_t]), (real)1.0);
        const real dt = fmin(r / fmax(p.rho, (real)real_tiny), most);
        const real less = fmax(r - dt * fmax(p.rho, (real)0.0), (real)0.0);
        real v[contact_size], y[system_dim];

        unrolled_for (k, contact_size)
            v[k] = fmax(less, 1e-3 * r) * p.n[k]; /* what is left of the stick may point anywhere */
        unrolled_for (i, system_dim)
            y[i] = lane[lane_y + i];
        event_push(q, lane[lane_t], y, v);
        unrolled_for (i, system_dim)
            lane[lane_y + i] = pick(straight, y[i], lane[lane_y + i]);
        lane[lane_h] = pick(straight, dt, lane[lane_h]);
    }
}

/* When a slip would end at its present rate. */
static inline real switches_left(struct event_speed e)
{
    return pick(e.rate < 0.0, -e.r / pick(e.rate < 0.0, e.rate, (real)-1.0), (real)real_large);
}

/* The part of it that one step may take. */
static inline real switches_part(const real lane[lane_count])
{
    return pick(lane[switches_way] == (real)event_stiff, (real)0.6, (real)0.9);
}

/* Lanes that begin: none of the kept numbers says anything yet but the slip and when it would end. One that cannot
 * be told from rest asks for a decision before its first step. */
static inline void switches_begin(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask fresh)
{
    const struct event_speed e = event_speed(q, lane[lane_t], lane + lane_y, lane + lane_f);
    const mask rests = fresh & (e.r <= switches_rest(run, lane, e));

    for (int k = lane_stepper; k < lane_stepper + event_at_end; ++k)
        lane[k] = pick(fresh, (real)0.0, lane[k]);
    lane[switches_gap] = pick(fresh, switches_left(e), lane[switches_gap]);
    lane[switches_slip] = pick(fresh, e.r, lane[switches_slip]);
    lane[switches_last] = pick(rests, (real)event_asks_begun, lane[switches_last]);
}

/* The longest step that does not pass a switch, as far as that is known. */
static inline real switches_reach(const struct problem *q, const real lane[lane_count])
{
    const real far = fabs(lane[switches_far]);
    const real free = pick(lane[switches_sticks] > 0.5, (real)real_large,
                           switches_part(lane) * lane[switches_gap]);

    return pick(far > 0.0, larger_of(far, switches_moment(lane)), free);
}

/* 1 where two loads point in directions so different that the slip of one is no start for that of the other. */
static inline mask switches_turned(const struct problem *q, const real a[contact_size],
                                   const real b[contact_size])
{
    real aa = 0.0, ab = 0.0, bb = 0.0;

    unrolled_for (k, contact_size) {
        const real x = a[k] / event_weight(q, k), y = b[k] / event_weight(q, k);

        aa += x * x;
        ab += x * y;
        bb += y * y;
    }
    return (ab < 0.0) | (ab * ab < 0.9 * aa * bb);
}

/* What a search within a step in stick knows of it, while its lane is spilled (schedule/spill_lane.h): xi - eta at its
 * beginning; a time that cannot be told from none. */
struct switches_span {
    real t, h, gap, moment;
    const real *lane, *y1, *f1;   /* which are spilled */
    struct limit_law_params edge; /* at its end */
};

/* xi - eta at the part x of a step in stick, whose loads are those of its dense output or, without one (line = 1), a
 * straight line. */
static inline real switches_gap_at(const struct problem *q, const struct switches_span *span,
                                   int line, const struct dense *s, const real begin[contact_size],
                                   const real end[contact_size], mask asks, real x, real n[3])
{
    struct limit_law_params edge = span->edge;
    real y[system_dim], load[contact_size];

    if (line) {
        unrolled_for (k, contact_size)
            load[k] = begin[k] + x * (end[k] - begin[k]);
    } else {
        spill_reload_params(q, spill_stages_kept + spill_dense_count);
        spill_dense_at(q, span->lane, span->h, span->y1, span->f1, s, x, y);
        edge = event_edge_at(q, span->t + x * span->h, y, load);
    }
    return event_xi(q, &edge, load, asks, n) - q->eta;
}

enum { switches_parts = 4, switches_turns = 12 };

/* How close to a passage, over the step, a search on the dense output comes; the rest is Newton's step in time. */
#define switches_near ((number)(sizeof(number) == 4 ? 1e-4 : 1e-7))

/* How far the loads at the quarters of a step in stick are from a straight line between its ends, over their size. Where
 * lanes land at a passage, *digits is how much of the load at the end hangs on the last digits of the state there: a phase
 * of many turns has few digits left for its angle, and no shorter step brings the load closer to the limit surface. */
static inline real switches_bend(const struct problem *q, const struct switches_span *span,
                                 const real begin[contact_size], const real end[contact_size],
                                 mask lands, real *digits)
{
    const int parts = switches_parts + (any_lane(lands) ? system_dim : 0);
    real size = 0.0, apart = 0.0, loose = 0.0;

    for (int part = 1; part < parts; ++part) {
        const int varied = part - switches_parts; /* the state whose last digit is another one */
        const number x = varied < 0 ? (number)part / switches_parts : 1.0;
        real at[system_dim], load[contact_size], square = 0.0;

        unrolled_for (i, system_dim) {
            const struct spill_ends e = spill_ends_of(q, span->lane, span->y1, span->f1, i);
            const real d = e.y1 - e.y, a = span->h * e.f - d, b = d - span->h * e.f1;

            at[i] = e.y + x * (d + (1.0 - x) * ((1.0 - x) * a + x * b)) +
                    (i == varied ? 2.0 * switches_digit * e.y1 : (real)0.0);
        }
        event_load(&q->p, span->t + x * span->h, at, load);
        unrolled_for (k, contact_size) {
            const real off = (load[k] - begin[k] - x * (end[k] - begin[k])) / event_weight(q, k);

            square += off * off;
            size = fmax(size, fabs(end[k]) / event_weight(q, k));
        }
        apart = varied < 0 ? fmax(apart, sqrt(square)) : apart;
        loose += varied < 0 ? (real)0.0 : sqrt(square);
    }
    *digits = loose / fmax(size, (real)real_tiny);
    return pick(size > 0.0, apart / fmax(size, (real)real_tiny), (real)1.0);
}

/* Two ends of an interval between which xi passes eta, another point, and xi^2 - eta^2 there: along a straight line of loads
 * these are nearly on a parabola, on one if the limit surface is an ellipsoid. */
struct switches_bracket {
    real low, low_gap, high, high_gap, third, third_gap;
};

/* xi^2 - eta^2 of the gap xi - eta; loads without a slip, xi of infinity, count as a thousand eta. */
static inline real switches_square(const struct problem *q, real gap)
{
    const real finite = fmin(gap, 1e3 * q->eta);

    return finite * (finite + 2.0 * q->eta);
}

/* Where the parabola passes, and how fast; a line where the third point is one of the ends. */
static inline real switches_root(const struct switches_bracket *b, real *slope)
{
    const real wide = b->high - b->low, chord = (b->high_gap - b->low_gap) / wide;
    const real from = b->third - b->low, over = from * (b->third - b->high);
    const real c =
        pick(over == 0.0, (real)0.0,
             (b->third_gap - b->low_gap - chord * from) / pick(over == 0.0, (real)1.0, over));
    const real lean = chord - c * wide;
    const real root = sqrt(fmax(lean * lean - 4.0 * c * b->low_gap, (real)0.0));
    const real part = -2.0 * b->low_gap / fmax(lean + root, (real)real_tiny);

    *slope = root;
    return b->low + fmin(fmax(part, (real)0.0), wide);
}

/* Narrows the bracket to switches_near; returns where, and how fast xi^2 passes there. */
static inline real switches_find(const struct problem *q, const struct switches_span *span,
                                 int line, const struct dense *s, const real begin[contact_size],
                                 const real end[contact_size], mask open,
                                 struct switches_bracket *b, real n[3], real *slope)
{
    const number there = sizeof(number) == 4 ? 1e-6 : 1e-12;
    const real near = fmax(span->moment / span->h, (real)switches_near);
    real x = switches_root(b, slope);

    for (int turn = 0; turn < switches_turns && any_lane(open); ++turn) {
        const real here =
            switches_square(q, switches_gap_at(q, span, line, s, begin, end, open, x, n));
        /* from a point that is there no line is drawn to another */
        const mask moves = open & (fabs(here) > there * q->eta * q->eta);
        const mask above = moves & (here > 0.0), below = moves & !above;
        real next, steep;

        b->third = pick(above, b->high, pick(below, b->low, b->third));
        b->third_gap = pick(above, b->high_gap, pick(below, b->low_gap, b->third_gap));
        b->high = pick(above, x, b->high);
        b->high_gap = pick(above, here, b->high_gap);
        b->low = pick(below, x, b->low);
        b->low_gap = pick(below, here, b->low_gap);
        next = switches_root(b, &steep);
        open = moves & (b->high - b->low > near) & (fabs(here) > *slope * near);
        /* a limit surface with corners is halved in between */
        x = pick(moves, pick(open & (turn % 3 == 2 ? open : !open), 0.5 * (b->low + b->high), next),
                 x);
        *slope = pick(moves, steep, *slope);
    }
    return x;
}

/* Where in a step in stick xi first passes eta: the part x of the step, and how fast xi passes. Looked at are the quarters of
 * the step and the top of the parabola about the largest of them, so that a load that leaves and comes back within a
 * step is not missed. rough: the step is too long for that. */
static inline mask switches_passes(const struct problem *q, const struct switches_span *span,
                                   const struct dense *s, mask asks, real end, real n[3], real *at,
                                   real *rate, mask *rough)
{
    struct switches_bracket b;
    real g[switches_parts + 1], most, best = 0.0, top = 0.0, left = 0.0, left_gap, x, slope;
    mask found = asks & !asks, open = asks;

    b.low = b.third = 0.0;
    b.low_gap = b.third_gap = switches_square(q, span->gap);
    b.high = 1.0;
    b.high_gap = switches_square(q, end);
    g[0] = most = left_gap = span->gap;
    g[switches_parts] = end;
    *rough = found;
    /* the quarters, then the top: one loop, since GPUs get a copy of the search for each place that asks */
    for (int turn = 1; turn <= switches_parts && any_lane(open); ++turn) {
        const real here =
            switches_gap_at(q, span, 0, s, 0, 0, open,
                            turn < switches_parts ? (real)((number)turn / switches_parts) : top, n);

        if (turn == switches_parts) {
            const mask over = open & (here > 0.0);

            b.low = pick(over, left, b.low);
            b.low_gap = pick(over, switches_square(q, left_gap), b.low_gap);
            b.high = pick(over, top, b.high);
            b.high_gap = pick(over, switches_square(q, here), b.high_gap);
            found |= over;
            break;
        }
        /* so that no place in g depends on data */
        unrolled_from (j, 1, switches_parts)
            if (j == turn)
                g[j] = here;
        if (turn < switches_parts - 1)
            continue;
        unrolled
        for (int i = 1; i <= switches_parts; ++i) {
            const number part = (number)i / switches_parts;
            const mask first = asks & (g[i] > 0.0) & !found;

            b.high = pick(first, (real)part, b.high);
            b.high_gap = pick(first, switches_square(q, g[i]), b.high_gap);
            found |= first;
            b.low = pick(found, b.low, (real)part);
            b.low_gap = pick(found, b.low_gap, switches_square(q, g[i]));
            best = pick(g[i] > most, (real)part, best);
            most = fmax(most, g[i]);
        }
        unrolled_from (i, 1, switches_parts) {
            const number part = (number)i / switches_parts;
            const real bend = g[i - 1] - 2.0 * g[i] + g[i + 1];
            const real move = 0.5 * (g[i - 1] - g[i + 1]) / pick(bend < 0.0, bend, (real)-1.0);
            const real middle =
                fmin(fmax(best, (real)(1.0 / switches_parts)), (real)(1.0 - 1.0 / switches_parts));
            const mask is = (fabs(middle - part) < 0.5 / switches_parts) & (bend < 0.0);

            top = pick(is, part + fmin(fmax(move, (real)-1.0), (real)1.0) / switches_parts, top);
            left = pick(is, (real)((number)(i - 1) / switches_parts), left);
            left_gap = pick(is, g[i - 1], left_gap);
        }
        *rough = asks & (fabs(g[0] - 4.0 * (g[1] + g[3]) + 6.0 * g[2] + g[4]) >
                         fmax(0.2 * fabs(most), 1e-7 * q->eta));
        open = asks & !found & (top > 0.0) & (top < 1.0);
    }
    b.third = b.low;
    b.third_gap = b.low_gap;
    x = switches_find(q, span, 0, s, 0, 0, found & !*rough, &b, n, &slope);
    *at = fmax(x - 2.0 * switches_near, 0.5 * x);
    *rate = fmax(0.5 * slope / (q->eta * span->h), (real)real_tiny);
    return found;
}

/* The same for loads that lie on a straight line, through those at the ends of a step: where xi is below eta at the end
 * too, the line goes on, as far as `reach` steps, and what is found lies ahead. */
static inline mask switches_ahead(const struct problem *q, const struct switches_span *span,
                                  mask asks, const real begin[contact_size],
                                  const real end[contact_size], real gap, real reach, real n[3],
                                  real *at, real *rate)
{
    const mask passed = gap > 0.0, ahead = asks & !passed;
    struct switches_bracket b;
    real slope;

    b.third = 0.0;
    b.third_gap = switches_square(q, span->gap);
    b.low = pick(passed, (real)0.0, (real)1.0);
    b.low_gap = pick(passed, b.third_gap, switches_square(q, gap));
    b.high = pick(passed, (real)1.0, 1.0 + reach);
    b.high_gap = switches_square(q, gap);
    if (any_lane(ahead)) {
        real load[contact_size], here;
        mask turns;

        unrolled_for (k, contact_size)
            load[k] = end[k] + reach * (end[k] - begin[k]);
        turns = ahead & switches_turned(q, end, load);
        for (int k = 0; k < 3; ++k)
            n[k] = pick(turns, (real)0.0, n[k]);
        here = event_xi(q, &span->edge, load, ahead, n) - q->eta;
        b.high_gap = pick(ahead, switches_square(q, here), b.high_gap);
        asks &= b.high_gap > 0.0;
    }
    *at = switches_find(q, span, 1, 0, begin, end, asks, &b, n, &slope);
    *rate = fmax(0.5 * slope / (q->eta * span->h), (real)real_tiny);
    return asks;
}

/* Lanes in stick that leave the limit surface within their step; the others keep how far they are inside. A step that was
 * shortened to end a little before the passage is followed by Newton's step in time. */
static inline mask switches_beyond(const struct problem *q, const struct run_settings *run,
                                   real lane[lane_count], mask taken, mask tried, real h,
                                   real k[event_kept][system_dim], const real y1[system_dim],
                                   const real f1[system_dim])
{
    const mask asks = taken & (lane[switches_sticks] > 0.5);
    const mask lands = (lane[switches_far] > 0.0) & (h >= 0.999 * lane[switches_far]);
    const mask known = lane[switches_rate] > 0.0;
    struct switches_span span;
    const number rounding = sizeof(number) == 4 ? 1e-6 : 2e-16; /* of xi */
    real begin[contact_size], load[contact_size], n[3], from[3], gap, bend, digits, reach, rises;
    real far = 0.0, rate = fabs(lane[switches_rate]), guess = 1.0, at = 1.0, passing = 1.0;
    mask turns, beyond, looks, aims, misses, there, straight, rough = asks & !asks;

    span.t = lane[lane_t];
    span.h = h;
    span.gap = lane[switches_gap];
    span.moment = switches_moment(lane);
    span.lane = lane;
    span.y1 = y1;
    span.f1 = f1;
    if (!any_lane(asks))
        return asks;
    spill_search(q, lane, y1, f1);
    event_load(&q->p, span.t, lane + lane_y, begin);
    span.edge = event_edge_at(q, span.t + h, y1, load);
    turns = switches_turned(q, begin, load);
    for (int i = 0; i < 3; ++i)
        n[i] = pick(turns, (real)0.0, lane[switches_n + i]);
    bend = switches_bend(q, &span, begin, load, lands, &digits);
    gap = event_xi(q, &span.edge, load, asks, n) - q->eta;
    for (int i = 0; i < 3; ++i)
        from[i] = n[i];
    straight = bend < 1e-8;
    there =
        asks &
        ((lands & (fabs(gap) <= 10.0 * rate * span.moment + (rounding + 2.0 * digits) * q->eta)) |
         ((gap > 0.0) & (h <= 1.5 * span.moment)));
    /* one that was to end at the passage and misses it by little goes there by the rate that is known; in a step that was
     * aimed there from before the inside has not been searched yet */
    misses = asks & lands & !there & (straight | known) &
             ((gap <= 0.0) | (gap < 10.0 * switches_near * rate * h));
    aims = asks & straight & !there & !misses;
    /* xi is a gauge, which along a straight line of loads is largest at an end: loads well inside need no search
     * between them */
    looks = asks & !straight & !there & !misses &
            !(fmax(gap, span.gap) + 4.0 * (gap + q->eta) * bend < -0.1 * q->eta);
    /* the load may swing while the state does not: no step is to jump over a swing, of 1e-7 of the load or more */
    reach = fmin(fmax(sqrt(3e-8 / fmax(bend, (real)real_tiny)), (real)4.0), (real)32.0);
    /* along a straight line xi passes eta before its chord does */
    rises = gap - span.gap;
    reach = pick(straight & (rises > 0.0),
                 fmin(reach, fmax(-1.02 * gap / fmax(rises, (real)real_tiny), (real)0.01)), reach);
    beyond = (aims | looks | misses) & (gap > 0.0);
    if (any_lane(aims)) {
        spill_params(q, spill_stages_kept);
        aims = switches_ahead(q, &span, aims, begin, load, gap, reach, n, &at, &passing);
        spill_reload_params(q, spill_stages_kept);
        aims &= beyond | (bend * at * at < switches_near);
        far = pick(aims, pick(beyond, at, at - 1.0) * (1.0 - 2.0 * switches_near) * h, far);
        rate = pick(aims, passing, rate);
        guess = pick(aims & !beyond, (real)-1.0, guess);
    }
    if (any_lane(looks)) {
        struct dense s;
        mask passes;

        for (int i = 0; i < 3; ++i)
            n[i] = from[i];
        spill_reload_search(q, lane, (real *)y1, (real *)f1);
        /* steps in stick are explicit; what is made of the stages takes their places */
        order853_dense(q, span.t, h, lane + lane_y, lane + lane_f, k, y1, f1, &s);
        spill_dense(q, &s);
        spill_params(q, spill_stages_kept + spill_dense_count);
        passes = switches_passes(q, &span, &s, looks, gap, n, &at, &passing, &rough);
        spill_reload_params(q, spill_stages_kept + spill_dense_count);
        far = pick(passes & !rough, at * h, far);
        rate = pick(passes, passing, rate);
        beyond |= passes | rough;
    }
    spill_reload_search(q, lane, (real *)y1, (real *)f1);
    for (int i = 0; i < 3; ++i)
        lane[switches_n + i] = pick(asks, from[i], lane[switches_n + i]);
    lane[lane_h] = pick(rough, 0.5 * h, lane[lane_h]);
    lane[switches_growth] = pick(asks, reach, lane[switches_growth]);
    far = pick(misses, pick(beyond, h, (real)0.0) - gap / rate, far);
    lane[switches_far] = pick(asks, far, lane[switches_far]);
    lane[switches_rate] = pick(beyond | aims, guess * rate, lane[switches_rate]);
    lane[switches_gap] =
        pick(there, fmax(gap, (real)0.0), pick(asks & !beyond, gap, lane[switches_gap]));
    return beyond;
}

/* How lanes in slip take their next step; those whose slip ends get the slope of a straight line to rest, and its length.
 *
 * A slip ends so where the line is one, to a tenth of the tolerance, and where the slip r cannot be told from rest
 * (least). The time r/|r'| and the way r^2/|r'| that are left there are below every tolerance, and the slip has shrunk
 * too long for its direction to matter, which may settle as slowly as a small power of r, stay at a saddle, or not
 * settle at all. But a flow that is known to lead far from the present direction, to one that escapes or shrinks at
 * another rate, is followed further, to the last digits of r. */
static inline void switches_choose(const struct problem *q, const struct run_settings *run,
                                   real lane[lane_count], mask which)
{
    const struct event_speed e = event_speed(q, lane[lane_t], lane + lane_y, lane + lane_f);
    const real least = switches_rest(run, lane, e);
    const real small = fmax(0.1 * (run->atol + run->rtol * e.terms), (real)1e-3 * least);
    const struct local_motion c = local_at(&q->p, lane[lane_t], lane + lane_y);
    const real norm = event_norm(q, &c);
    const real last = fmax((real)1e-3 * least, 4.0 * switches_digit * e.terms);
    const mask rests = e.r <= least;
    /* the slip across a line is about r turn/|A| */
    const mask ends = which & (e.rate < 0.0) & (e.r <= 1e-2 * (e.terms + 1.0)) &
                      ((e.r * e.turn <= norm * small) | rests);
    real slower, next, speed;

    lane[switches_gap] = pick(which, switches_left(e), lane[switches_gap]);
    if (any_lane(ends)) {
        struct event_point p;
        struct event_line line;
        real v[contact_size];
        const real t = lane[lane_t];
        mask straight;

        local_parts(event_signed_slip(q, t, lane + lane_y), v);
        unrolled_for (k, contact_size)
            p.n[k] = v[k] / e.r;
        p.stable = ends;
        spill_whole(q, lane);
        if (contact_size > 1) {
            const real reach = pick(rests, (real)real_large, fmin(2.0 * small / e.r, (real)0.9));
            const struct local_motion middle =
                event_half_way(q, ends, t, lane + lane_y, lane + lane_f, e);
            mask settles, over;
            real cosine = 0.0;

            p = event_flow(q, &middle, ends, p.n, reach, reach < 1.0, ends & !ends, p.n);
            spill_reload_motion(q, lane);
            unrolled_for (k, contact_size)
                cosine += p.n[k] * v[k] / e.r * event_weight(q, k) * event_weight(q, k);
            settles = p.stable & (p.rho < 0.0) & (cosine > 0.8);
            over = ends & rests & !settles & (!p.stable | (e.r <= last));
            unrolled_for (k, contact_size)
                p.n[k] = pick(over, v[k] / e.r, p.n[k]);
            p.stable = over | settles;
        }
        line = event_line(q, ends, t, lane + lane_y, e, p);
        spill_reload_whole(q, lane);
        straight = ends & line.valid & (((line.side <= small) & (line.error <= small)) | rests);
        unrolled_for (i, system_dim)
            lane[lane_f + i] = pick(straight, line.f[i], lane[lane_f + i]);
        lane[switches_far] = pick(straight, -line.dt, lane[switches_far]);
        lane[lane_h] = pick(straight, fmax(lane[lane_h], line.dt), lane[lane_h]);
        lane[switches_way] = pick(straight, (real)event_straight, lane[switches_way]);
        unrolled_for (k, contact_size) {
            const real c = event_weight(q, k);

            lane[switches_later + k] =
                pick(straight, c * c * v[k] * line.dt / (e.r * e.r), lane[switches_later + k]);
        }
        which &= !straight;
    }
    if (contact_size == 1 || !any_lane(which))
        return;
    /* steps of one size in the blown-up time are shorter as the slip gets slower */
    slower = fmin(fmax(e.r / fmax(lane[switches_slip], (real)real_tiny), (real)0.1), (real)1.0);
    lane[lane_h] *= pick(which, slower, (real)1.0);
    lane[switches_slip] = pick(which, e.r, lane[switches_slip]);
    next = smaller_of(lane[lane_h], switches_part(lane) * lane[switches_gap]);
    speed = next * norm;
    /* dop853 is stable to 6; at loose tolerances rodas54 takes longer steps well before that */
    lane[switches_way] =
        pick(which & (speed > (run->rtol < 1e-6 ? 5.0 : 2.5) * e.r), (real)event_stiff,
             pick(which & (speed < e.r), (real)event_explicit, lane[switches_way]));
}

/* A step over h was taken and is the lane's state. */
static inline void switches_after(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask taken, real h)
{
    const mask sticks = lane[switches_sticks] > 0.5, line = lane[switches_far] < 0.0;
    const mask leaves = taken & sticks & (lane[switches_gap] >= -1e-15 * q->eta);
    const mask rests = taken & !sticks & line & (lane[switches_far] + h >= -switches_moment(lane));
    const mask slips = taken & !sticks & !rests, still = taken & (sticks | rests);

    lane[switches_last] = pick(taken, (real)0.0, lane[switches_last]);
    /* an error far below the tolerance says nothing about the next one */
    lane[lane_error] = pick(taken, fmax(lane[lane_error], (real)-3.0), lane[lane_error]);
    lane[lane_h] = pick(taken & sticks,
                        pick(lane[lane_h] > 3.9 * h, lane[switches_growth] * h,
                             fmin(lane[lane_h], lane[switches_growth] * h)),
                        lane[lane_h]);
    if (any_lane(still)) {
        real y[system_dim];

        unrolled_for (i, system_dim)
            y[i] = lane[lane_y + i];
        event_rest(q, lane[lane_t], y);
        unrolled_for (i, system_dim)
            lane[lane_y + i] = pick(still, y[i], lane[lane_y + i]);
    }
    if (any_lane(slips)) {
        /* behind a straight step out of rest, or a part of one into it */
        lane[switches_way] = pick(slips & !line & (lane[switches_way] == (real)event_straight),
                                  (real)event_stiff, lane[switches_way]);
        lane[switches_way] = pick(slips & (lane[switches_way] == (real)event_leaving),
                                  (real)event_explicit, lane[switches_way]);
        lane[switches_far] = pick(slips & line, lane[switches_far] + h, lane[switches_far]);
        switches_choose(q, run, lane, slips & !line);
    }
    lane[switches_last] = pick(rests, (real)event_asks_rest,
                               pick(leaves, (real)event_asks_slip, lane[switches_last]));
}

enum { switches_settles = 1 };

/* What lanes ask for that begin at rest, or whose last step ended at a switch: the only place that decides, since GPUs
 * get a copy of all that for each. */
static inline void switches_settle(const struct problem *q, const struct run_settings *run,
                                   real lane[lane_count])
{
    const real asked = lane[switches_last];
    const mask begins = asked == (real)event_asks_begun, leaves = asked == (real)event_asks_slip;
    const mask rests = begins | (asked == (real)event_asks_rest);

    if (!any_lane(rests | leaves))
        return;
    switches_decide(q, run, lane, rests, leaves, begins);
    lane[lane_outcome] = pick((lane[lane_outcome] < 0.0) & (lane[switches_count] > run->max_events),
                              (real)outcome_event_storm, lane[lane_outcome]);
}

#endif
