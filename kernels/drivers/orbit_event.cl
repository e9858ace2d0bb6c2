/* orbit_event.cl: what orbit.cl is for the stepper event: adaptive steps, switches between stick and slip, over which the
 * variation jumps (steppers/event.h). All members have the span of the first one.
 *
 * Members as in member.h, the time being the span; behind the state the variation, rtol, atol and how many
 * switches there may be. out has the state at the
 * end, the variation and the slope there, then: how many sticks began, how many slips, how often a slip went on through
 * rest; the times of the first and the last of these switches; rows; the outcome. Rows: at `samples` equal times and at
 * every switch, as many as there is room for: path[(row * (2 + dim) + column) * n + member], columns t, enum orbit_row,
 * the state. Roles: those of attempt.h and member.h. SPDX-License-Identifier: MIT */
#include "drivers/member.h"
#include "observers/step.h"
#include "steppers/tangent.h"

/* What a lane keeps: the variation, the mode of the last step, and what is told in the end. */
enum {
    orbit_v = lane_observed,
    orbit_stuck = orbit_v + system_dim,
    orbit_sampled,
    orbit_sticks,
    orbit_slips,
    orbit_passes,
    orbit_first,
    orbit_last,
    orbit_rows,
    orbit_end
};
static_check(orbit_kept, orbit_end - lane_observed == lane_observed_count);

enum orbit_row { orbit_sample, orbit_stick, orbit_slip, orbit_pass };

static inline void variation_begin(real lane[lane_count], const struct problem *q,
                                   const struct run_settings *run, mask which)
{
    (void)lane;
    (void)q;
    (void)run;
    (void)which;
}

/* The time of the next sample, from the beginning of the step. */
static inline real orbit_ahead(const real lane[lane_count], const struct run_settings *run)
{
    const real share = (lane[orbit_sampled] + 1.0) / fmax((real)run->orbit_samples, (real)1.0);

    return pick(lane[orbit_sampled] < run->orbit_samples, lane_until(lane, run->t_end * share),
                (real)real_large);
}

static inline mask variation_wants(const real lane[lane_count], const struct watch_step *step,
                                   real *note)
{
    *note = 0.0;
    return step->seen & (orbit_ahead(lane, step->run) <= step->h * (1.0 + 1e-9));
}

static inline void orbit_put(real lane[lane_count], const struct watch_step *step, mask which,
                             real dt, real kind, const real y[system_dim])
{
    const real row = lane[orbit_rows];
    const real put = pick(which & (row < step->run->orbit_room), (real)1.0, (real)0.0);
    const struct watch *w = step->w;

    if (!(step->run->orbit_room > 0.0))
        return;
    lanes_put(put, lane[lane_t] + (lane[lane_t_low] + dt), row, 2 + system_dim, 0, w->n, w->rows,
              w->slot);
    lanes_put(put, kind, row, 2 + system_dim, 1, w->n, w->rows, w->slot);
    for (int i = 0; i < system_dim; ++i)
        lanes_put(put, y[i], row, 2 + system_dim, 2 + i, w->n, w->rows, w->slot);
    lane[orbit_rows] = row + put;
}

/* The switch that the last step ended with. */
static inline void orbit_switch(real lane[lane_count], const struct watch_step *step, mask which)
{
    const mask sticks = step->q->sticks > 0.5, stuck = lane[orbit_stuck] > 0.5;
    const real kind =
        pick(sticks, (real)orbit_stick, pick(stuck, (real)orbit_slip, (real)orbit_pass));
    const mask first = lane[orbit_sticks] + lane[orbit_slips] + lane[orbit_passes] == 0.0;
    const real one = pick(which, (real)1.0, (real)0.0);
    real v[system_dim];

    lane[orbit_first] = pick(which & first, lane[lane_t], lane[orbit_first]);
    lane[orbit_last] = pick(which, lane[lane_t], lane[orbit_last]);
    lane[orbit_sticks] += pick(kind == (real)orbit_stick, one, (real)0.0);
    lane[orbit_slips] += pick(kind == (real)orbit_slip, one, (real)0.0);
    lane[orbit_passes] += pick(kind == (real)orbit_pass, one, (real)0.0);
    orbit_put(lane, step, which, 0.0, kind, lane + lane_y);
    for (int i = 0; i < system_dim; ++i)
        v[i] = lane[orbit_v + i];
    stepper_salt(step->q, lane[lane_t], lane + lane_y, lane + lane_f, lane + lane_stepper, v);
    for (int i = 0; i < system_dim; ++i)
        lane[orbit_v + i] = pick(which, v[i], lane[orbit_v + i]);
}

static inline void variation_observe(real lane[lane_count], const struct watch_step *step,
                                     mask wanted, real note)
{
    const mask which = step->seen, switched = which & (stepper_news(lane) > 0.5);
    const real h = pick(which, step->h, (real)1.0);
    struct stepper_slopes l;
    real v[system_dim];

    (void)note;
    if (any_lane(switched))
        orbit_switch(lane, step, switched);
    lane[orbit_stuck] = pick(which, step->q->sticks, lane[orbit_stuck]);
    stepper_linearise(step->q, lane[lane_t], h, lane + lane_y, lane + lane_f, step->k, step->y1,
                      step->f1, &l);
    for (int i = 0; i < system_dim; ++i)
        v[i] = lane[orbit_v + i];
    stepper_carry(&l, h, v);
    for (int i = 0; i < system_dim; ++i)
        lane[orbit_v + i] = pick(which, v[i], lane[orbit_v + i]);
    while (any_lane(wanted)) {
        const real dt = orbit_ahead(lane, step->run);
        real y[system_dim];

        dense_all(step->s, fmin(dt / h, (real)1.0), y);
        orbit_put(lane, step, wanted, dt, orbit_sample, y);
        lane[orbit_sampled] += pick(wanted, (real)1.0, (real)0.0);
        wanted &= orbit_ahead(lane, step->run) <= h * (1.0 + 1e-9);
    }
}

#include "drivers/attempt.h"

kernel void orbit(const ulong n, global const number *in, global const number *shared,
                  global number *out, const uint samples, const uint room, global number *path)
{
    const size_t i = get_global_id(0);
    const number span = in[member_time * n];
    global const number *const close = in + (member_time + 1 + 2 * system_dim) * n;
    const struct run_settings run = {.t_end = span,
                                     .rtol = close[0],
                                     .atol = close[n],
                                     .h_max = real_large,
                                     .max_steps = 1e4 + 1e3 * close[2 * n],
                                     .max_events = close[2 * n],
                                     .orbit_samples = samples,
                                     .orbit_room = room};
    int slot[PACK];
    struct watch w = {.n = n, .rows = path, .slot = slot};
    real lane[lane_count], field[friction_fields + 1];
    struct problem q;
#if waiting_group
    local volatile real held[waiting_last * waiting_group];

    q.held = held + get_local_id(0);
#endif
    if (i * PACK >= n)
        return;
    for (int l = 0; l < PACK; ++l)
        slot[l] = (int)(i * PACK) + l;
    for (int k = 0; k < lane_count; ++k)
        lane[k] = 0.0;
    q.p = member_params(i, n, in);
    member_law(i, n, in, field);
    q.law = friction_make(field, shared);
    stepper_ready(&q, field);
    member_read(i, n, in, 0, lane + lane_y);
    member_read(i, n, in, system_dim, lane + orbit_v);
    lane[lane_outcome] = outcome_running;
    attempt_first(&q, &run, lane, lane[lane_outcome] < 0.0);
    lane[orbit_stuck] = lane[lane_stepper + event_at_sticks];
    while (any_lane(lane[lane_outcome] < 0.0)) {
        switching_mode(&q, lane);
        attempt_step(&q, &run, lane, &w);
    }
    q.sticks = lane[lane_stepper + event_at_sticks];
    problem_rhs(&q, lane[lane_t], lane + lane_y, lane + lane_f);
    for (int k = 0; k < system_dim; ++k) {
        store_pack(lane[lane_y + k], i, out + k * n);
        store_pack(lane[orbit_v + k], i, out + (system_dim + k) * n);
        store_pack(lane[lane_f + k], i, out + (2 * system_dim + k) * n);
    }
    for (int k = orbit_sticks; k < orbit_end; ++k)
        store_pack(lane[k], i, out + (3 * system_dim + k - orbit_sticks) * n);
    store_pack(lane[lane_outcome], i, out + (3 * system_dim + orbit_end - orbit_sticks) * n);
}
