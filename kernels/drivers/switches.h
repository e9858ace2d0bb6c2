/* switches.h: where a lane of the stepper event changes between slip and stick. Steps end at switches.
 *
 * Slip: steps take at most three quarters of what is left of the slip at its present rate, so that no stage passes rest.
 * Errors count against the slip too, so that its direction is kept.
 * Where the slip is down to a few digits the rest is a straight line. There the load decides:
 * stick if xi <= eta, otherwise slip goes on in the direction that escapes.
 * Stick: a step at whose end xi > eta is not taken but shortened by false position until it ends at xi = eta.
 *
 * Roles: those of steppers/event.h. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_SWITCHES_H
#define DRIVERS_SWITCHES_H

#include "drivers/lane.h"
#include "steppers/event.h"

enum {
    switches_sticks = lane_stepper, /* 1 in stick, 0 in slip */
    switches_gap,                   /* xi - eta in stick */
    switches_far,                   /* a step that was too long; 0: none */
    switches_far_gap,               /* xi - eta behind it */
    switches_n,                     /* a direction to begin with */
    switches_count = switches_n + 3,
    switches_news, /* the switch that the last step ended with: 0 none, 1 stick, 2 slip, 3 ambiguous */
    switches_end
};
static_check(switches_kept, switches_end - lane_stepper == stepper_keeps);

static inline void switches_mode(struct problem *q, const real lane[lane_count])
{
    q->sticks = lane[switches_sticks];
}

static inline real switches_rest(const struct run_settings *run, const real lane[lane_count],
                                 struct event_speed e)
{
    const number digit = sizeof(number) == 4 ? 6e-8 : 1.1e-16;

    const number room = contact_size == 1 ? 1e2 /* a line has one direction only */
                        : sizeof(number) == 4 ? 1e3
                                              : 1e6; /* for the error that a step may have there */

    return 0.01 * run->atol + room * digit * e.terms +
           100.0 * digit * fabs(lane[lane_t]) * fabs(e.rate);
}

/* Near rest the direction of slip decides what happens next: an error counts against the slip as well. */
static inline real switches_error(const struct problem *q, const struct run_settings *run,
                                  const real lane[lane_count], real error)
{
    const struct event_speed e = event_speed(q, lane[lane_t], lane + lane_y, lane + lane_f);
    const real more = (run->atol + run->rtol * e.terms) / (2.5e-4 * e.r);

    if (contact_size == 1)
        return error;
    return pick(lane[switches_sticks] > 0.5, error, error * fmax(more, (real)1.0));
}

/* A time that cannot be told from none. */
static inline real switches_moment(const real lane[lane_count])
{
    return (number)(sizeof(number) == 4 ? 1e-12 : 1e-14) * fmax(fabs(lane[lane_t]), (real)1.0);
}

/* A first step in a new mode. */
static inline void switches_first(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask which, real most)
{
    const struct tolerance tol = {run->rtol, run->atol};
    real f[system_dim], size = 0.0, slope = 0.0, h;

    event_rhs(q, lane[lane_t], lane + lane_y, f);
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        const real weight = tolerance_weight(tol, lane[lane_y + i], lane[lane_y + i]);

        size = fmax(size, fabs(lane[lane_y + i]) * weight);
        slope = fmax(slope, fabs(f[i]) * weight);
        lane[lane_f + i] = pick(which, f[i], lane[lane_f + i]);
    }
    h = pick((size > 1e-5) & (slope > 1e-5), 0.01 * size / slope, (real)1e-6);
    h = fmin(fmax(fmin(h, most), (real)run->h_min), (real)run->h_max);
    lane[lane_h] = pick(which, h, lane[lane_h]);
    lane[lane_error] = pick(which, (real)0.0, lane[lane_error]);
}

/* Lanes whose slip has ended (at rest to rounding) stick or go on; lanes that leave stick begin to slip. */
static inline void switches_decide(const struct problem *q, const struct run_settings *run,
                                   real lane[lane_count], mask rests, mask leaves, number tell)
{
    struct problem now = *q;
    real load[contact_size], n[3], v[contact_size], xi, rho, start;
    mask sticks, slips;

    event_load(q, lane[lane_t], lane + lane_y, load);
    for (int k = 0; k < 3; ++k)
        n[k] = lane[switches_n + k];
    xi = event_xi(q, load, rests | leaves, n);
    for (int k = 0; k < 3; ++k)
        lane[switches_n + k] = pick(rests | leaves, n[k], lane[switches_n + k]);
    sticks = rests & (xi <= q->eta);
    slips = leaves | (rests & !sticks);
    lane[switches_sticks] = pick(sticks, (real)1.0, pick(slips, (real)0.0, lane[switches_sticks]));
    lane[switches_gap] = pick(sticks, xi - q->eta, lane[switches_gap]);
    lane[switches_far] = pick(sticks | slips, (real)0.0, lane[switches_far]);
    lane[switches_news] = pick(sticks, (real)tell, pick(leaves, 2.0 * (real)tell, lane[switches_news]));
    lane[switches_count] =
        pick(sticks | slips, lane[switches_count] + 1.0, lane[switches_count]);
    now.sticks = lane[switches_sticks];
    start = real_large;
    if (any_lane(slips)) {
        real y[system_dim], f[system_dim];
        struct event_speed e;

        v[0] = n[0];
        if (contact_size > 1) {
            v[contact_size / 2] = n[1];
            v[contact_size - 1] = n[2];
        }
        rho = event_flow(&now, lane[lane_t], lane + lane_y, slips, v);
        unrolled
        for (int i = 0; i < system_dim; ++i)
            y[i] = lane[lane_y + i];
        e = event_speed(&now, lane[lane_t], y, lane + lane_f);
        e.rate = rho;
        start = 4.0 * switches_rest(run, lane, e);
        unrolled
        for (int k = 0; k < contact_size; ++k)
            v[k] *= start;
        event_push(&now, lane[lane_t], y, v);
        unrolled
        for (int i = 0; i < system_dim; ++i)
            lane[lane_y + i] = pick(slips, y[i], lane[lane_y + i]);
        start = pick(slips & (rho > 0.0) & (contact_size > 1 ? slips : slips & !slips),
                     start / fmax(rho, (real)real_tiny), (real)real_large);
        (void)f;
    }
    switches_first(&now, run, lane, sticks | slips, start);
}

static inline void switches_begin(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask fresh)
{
    const struct event_speed e = event_speed(q, lane[lane_t], lane + lane_y, lane + lane_f);
    const mask rests = fresh & (e.r <= switches_rest(run, lane, e));

    for (int k = switches_sticks; k < switches_end; ++k)
        lane[k] = pick(fresh, (real)0.0, lane[k]);
    if (any_lane(rests)) {
        switches_decide(q, run, lane, rests, rests & !rests, 0.0);
        lane[switches_count] = pick(fresh, (real)0.0, lane[switches_count]);
    }
}

/* The longest step that does not pass a switch, as far as that is known. */
static inline real switches_reach(const struct problem *q, const real lane[lane_count])
{
    const struct event_speed e = event_speed(q, lane[lane_t], lane + lane_y, lane + lane_f);
    const mask sticks = lane[switches_sticks] > 0.5, far = lane[switches_far] > 0.0;
    const real slip = pick(e.rate < 0.0, -0.75 * e.r / e.rate, (real)real_large);
    const real part = lane[switches_gap] / (lane[switches_gap] - lane[switches_far_gap]);
    const real shorter = fmax(lane[switches_far] * fmin(fmax(part, (real)0.0), (real)1.0),
                              switches_moment(lane));

    return pick(sticks, pick(far, shorter, (real)real_large), slip);
}

/* Lanes in stick whose step would end beyond the limit surface; the others keep how far they are inside. */
static inline mask switches_beyond(const struct problem *q, real lane[lane_count], mask taken,
                                   real h, const real y1[system_dim])
{
    const mask asks = taken & (lane[switches_sticks] > 0.5);
    real load[contact_size], n[3], gap;
    mask beyond, inside;

    if (!any_lane(asks))
        return asks;
    for (int k = 0; k < 3; ++k)
        n[k] = lane[switches_n + k];
    event_load(q, lane[lane_t] + h, y1, load);
    gap = event_xi(q, load, asks, n) - q->eta;
    for (int k = 0; k < 3; ++k)
        lane[switches_n + k] = pick(asks, n[k], lane[switches_n + k]);
    beyond = asks & (gap > 0.0) & (h > 1.5 * switches_moment(lane));
    inside = asks & !beyond;
    /* an end that stays counts half, so that the other moves past the switch */
    lane[switches_far_gap] = pick(beyond, gap, pick(inside, 0.5 * lane[switches_far_gap], lane[switches_far_gap]));
    lane[switches_far] =
        pick(beyond, h,
             pick(inside, fmax(lane[switches_far] - h, (real)0.0) , lane[switches_far]));
    lane[switches_far] = pick(inside & (gap >= 0.0), (real)0.0, lane[switches_far]);
    lane[switches_gap] = pick(inside, gap, lane[switches_gap]);
    return beyond;
}

/* A step was taken and is the lane's state. */
static inline void switches_after(const struct problem *q, const struct run_settings *run,
                                  real lane[lane_count], mask taken)
{
    const mask sticks = lane[switches_sticks] > 0.5;
    const mask leaves = taken & sticks & (lane[switches_gap] >= -1e-15 * q->eta);
    const struct event_speed e = event_speed(q, lane[lane_t], lane + lane_y, lane + lane_f);
    const mask rests = taken & !sticks & (e.rate < 0.0) & (e.r <= switches_rest(run, lane, e));

    lane[switches_news] = pick(taken, (real)0.0, lane[switches_news]);
    if (any_lane(taken & (sticks | rests))) {
        real y[system_dim];
        const real dt = pick(rests, -e.r / pick(rests, e.rate, (real)-1.0), (real)0.0);

        unrolled
        for (int i = 0; i < system_dim; ++i)
            y[i] = lane[lane_y + i] + dt * lane[lane_f + i];
        lane_advance(lane, rests, dt);
        event_rest(q, lane[lane_t], y);
        unrolled
        for (int i = 0; i < system_dim; ++i)
            lane[lane_y + i] = pick(taken & (sticks | rests), y[i], lane[lane_y + i]);
    }
    if (any_lane(rests | leaves))
        switches_decide(q, run, lane, rests, leaves, 1.0);
    lane[lane_outcome] = pick((lane[lane_outcome] < 0.0) & (lane[switches_count] > run->max_events),
                              (real)outcome_event_storm, lane[lane_outcome]);
}

#endif
