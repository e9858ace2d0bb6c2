/* orbit_event.cl: what orbit.cl is for the stepper event: adaptive steps, switches between stick and slip, over
 * which the variation jumps (steppers/event.h). All members have one span, one tolerance and one number of switches
 * that there may be.
 *
 * Members as in member.h, the variation behind the state. out has the state at the end, the variation and the slope
 * there, then: how many sticks began, how many slips, how often a slip went on through rest; the times of the first
 * and the last of these switches; rows; the outcome, below 0 where it is not at its end yet: a launch tries steps
 * `first` to `last` and keeps the lane for the next one. Rows: at `samples` equal times and at every switch, as
 * many as there is room for: path[row * (2 + dim) + column] of the first member, columns t, enum orbit_row, the state.
 * Roles: those of attempt.h and member.h. SPDX-License-Identifier: MIT */
#include "drivers/clock.h"
#include "drivers/member.h"
#include "observers/step.h"
#include "steppers/tangent.h"

/* What is kept of a lane beside its numbers (watch.kept): the variation, the mode of the last step, and what is
 * told in the end; on GPUs behind these the Jacobians of a step, [number][lane] of spill_group lanes, as otherwise
 * compilers would keep the places of all of them in registers; elsewhere field-major. */
enum {
    orbit_v,
    orbit_stuck = orbit_v + system_dim,
    orbit_sampled,
    orbit_sticks,
    orbit_slips,
    orbit_passes,
    orbit_first,
    orbit_last,
    orbit_rows,
    orbit_end,
    orbit_lane = orbit_end + (scratch_on ? scratch_count : 0), /* between two launches */
    orbit_all = orbit_lane + lane_count
};
static_check(orbit_kept, (int)orbit_all <= (int)orbit_most);

enum orbit_row { orbit_sample, orbit_stick, orbit_slip, orbit_pass };

/* Number k of what is kept of a lane, and how it is changed. */
static inline real orbit_get(const struct watch *w, int k)
{
#if spill_group
    return w->kept[k * spill_group];
#else
    return load_pack(0, (global const number *)w->kept + k * w->n + w->slot[0]);
#endif
}

static inline void orbit_set(const struct watch *w, int k, real value)
{
#if spill_group
    w->kept[k * spill_group] = value;
#else
    store_pack(value, 0, (global number *)w->kept + k * w->n + w->slot[0]);
#endif
}

/* One more for these lanes. */
static inline void orbit_add(const struct watch *w, int k, mask which)
{
    orbit_set(w, k, orbit_get(w, k) + pick(which, (real)1.0, (real)0.0));
}

/* The kernel reads the variation at the beginning. */
static inline void variation_begin(real lane[lane_count], const struct problem *q,
                                   const struct run_settings *run, mask which)
{
}

/* It makes the dense output itself, where it has carried the variation by the stages. */
static inline mask variation_wants(const real lane[lane_count], const struct watch_step *step,
                                   real *note)
{
    *note = 0.0;
    return step->seen & !step->seen;
}

/* The time of the next sample, from the beginning of the step. */
static inline real orbit_ahead(const real lane[lane_count], const struct run_settings *run,
                               real sampled)
{
    const real share = (sampled + 1.0) / fmax((real)run->orbit_samples, (real)1.0);

    return pick(sampled < run->orbit_samples,
                lane_until(lane, run->t_begin + (run->t_end - run->t_begin) * share),
                (real)real_large);
}

/* A row of the first member, dt into the step. */
static inline void orbit_put(const real lane[lane_count], const struct watch_step *step, mask which,
                             real dt, real kind, const real y[system_dim])
{
    const struct watch *w = step->w;
    real row, put;

    if (!(step->run->orbit_room > 0.0) || w->slot[0] != 0)
        return;
    row = orbit_get(w, orbit_rows);
    put = pick(which & (row < step->run->orbit_room), (real)1.0, (real)0.0);
    if (first_lane(put) > 0.5) {
        global number *const to = w->rows + (size_t)first_lane(row) * (2 + system_dim);

        to[0] = first_lane(lane[lane_t] + (lane[lane_t_low] + dt));
        to[1] = first_lane(kind);
        registered
        for (int i = 0; i < system_dim; ++i)
            to[2 + i] = first_lane(y[i]);
    }
    orbit_set(w, orbit_rows, row + put);
}

/* The variation of these lanes is v. */
static inline void orbit_set_variation(const struct watch *w, mask which, const real v[system_dim])
{
    registered
    for (int i = 0; i < system_dim; ++i)
        orbit_set(w, orbit_v + i, pick(which, v[i], orbit_get(w, orbit_v + i)));
}

/* The switch that the last step ended with. */
static inline void orbit_switch(const real lane[lane_count], const struct watch_step *step,
                                mask which)
{
    const struct watch *w = step->w;
    const mask sticks = step->q->sticks > 0.5, stuck = orbit_get(w, orbit_stuck) > 0.5;
    const real kind =
        pick(sticks, (real)orbit_stick, pick(stuck, (real)orbit_slip, (real)orbit_pass));
    const mask first =
        orbit_get(w, orbit_sticks) + orbit_get(w, orbit_slips) + orbit_get(w, orbit_passes) == 0.0;
    real v[system_dim];

    orbit_set(w, orbit_first, pick(which & first, lane[lane_t], orbit_get(w, orbit_first)));
    orbit_set(w, orbit_last, pick(which, lane[lane_t], orbit_get(w, orbit_last)));
    orbit_add(w, orbit_sticks, which & (kind == (real)orbit_stick));
    orbit_add(w, orbit_slips, which & (kind == (real)orbit_slip));
    orbit_add(w, orbit_passes, which & (kind == (real)orbit_pass));
    orbit_put(lane, step, which, 0.0, kind, lane + lane_y);
    registered
    for (int i = 0; i < system_dim; ++i)
        v[i] = orbit_get(w, orbit_v + i);
    stepper_saltation(step->q, lane[lane_t], lane + lane_y, lane + lane_f, lane + lane_stepper,
                 which & !which, tangent_none, v);
    orbit_set_variation(w, which, v);
}

/* Samples within the step. */
static inline void orbit_sample_step(const real lane[lane_count], const struct watch_step *step,
                                     real h, mask wanted)
{
    real sampled = orbit_get(step->w, orbit_sampled);
    struct dense s;

    stepper_dense_of(step->q, lane[lane_t], h, lane + lane_y, lane + lane_f, step->k, step->y1,
                     step->f1, &s);
    while (any_lane(wanted)) {
        const real dt = orbit_ahead(lane, step->run, sampled);
        real y[system_dim];

        dense_all(&s, fmin(dt / h, (real)1.0), y);
        orbit_put(lane, step, wanted, dt, orbit_sample, y);
        sampled += pick(wanted, (real)1.0, (real)0.0);
        wanted &= orbit_ahead(lane, step->run, sampled) <= h * (1.0 + 1e-9);
    }
    orbit_set(step->w, orbit_sampled, sampled);
}

/* The lane and the end of the step, as they left, for the next of its parts: what one does not need is not in
 * registers until then. */
static inline void orbit_return(real lane[lane_count], const struct watch_step *step)
{
    spill_reload_search(step->q, lane, (real *)step->y1, (real *)step->f1);
}

/* One step: the variation jumps if it begins at a switch, is carried over it, and the samples inside are written. */
static inline void variation_observe(real lane[lane_count], const struct watch_step *step,
                                     mask wanted, real note)
{
    const struct watch *w = step->w;
    const mask which = step->seen, switched = which & (stepper_last_switch(lane) > 0.5);
    const real h = pick(which, step->h, (real)1.0);
    struct stepper_slopes l;
    real v[system_dim];

    spill_search(step->q, lane, step->y1, step->f1);
    if (any_lane(switched)) {
        orbit_switch(lane, step, switched);
        orbit_return(lane, step);
    }
    orbit_set(w, orbit_stuck, pick(which, step->q->sticks, orbit_get(w, orbit_stuck)));
    stepper_linearise(step->q, lane[lane_t], h, lane + lane_y, lane + lane_f, step->k, step->y1,
                      step->f1, 0, &l);
    registered
    for (int i = 0; i < system_dim; ++i)
        v[i] = orbit_get(w, orbit_v + i);
    stepper_carry(step->q, &l, h, tangent_none, v, 0, 0);
    orbit_set_variation(w, which, v);
    orbit_return(lane, step);
    wanted = which &
             (orbit_ahead(lane, step->run, orbit_get(w, orbit_sampled)) <= step->h * (1.0 + 1e-9));
    if (any_lane(wanted)) {
        orbit_sample_step(lane, step, h, wanted);
        orbit_return(lane, step);
    }
}

#include "drivers/attempt.h"

kernel void orbit(const ulong n, global const number *in, global const number *shared,
                  global number *out, const number begin, const number span, const number rtol,
                  const number atol, const number switches, const uint samples, const uint room,
                  const uint first, const uint last, global number *path, global number *kept)
{
    const size_t i = get_global_id(0);
    const struct run_settings run = {.t_begin = begin,
                                     .t_observe = begin,
                                     .t_end = begin + span,
                                     .rtol = rtol,
                                     .atol = atol,
                                     .h_max = real_large,
                                     .max_steps = 1e4 + 1e3 * switches,
                                     .max_events = switches,
                                     .orbit_samples = samples,
                                     .orbit_room = room};
    int slot[PACK];
    struct watch w = {.n = n, .rows = path, .kept = kept, .slot = slot};
    real lane[lane_count], field[friction_fields + 1];
    struct problem q;
    local volatile real spilled[spill_group ? spill_end * spill_group : 1];

    q.spill.slot = spilled + get_local_id(0);
    if (i * PACK >= n)
        return;
    for (int l = 0; l < PACK; ++l)
        slot[l] = (int)(i * PACK) + l;
    registered
    for (int k = 0; k < lane_count; ++k)
        lane[k] = 0.0;
#if spill_group
    w.kept += i / spill_group * (orbit_all * spill_group) + i % spill_group;
    q.spill.scratch = w.kept + orbit_end * spill_group;
#endif
    q.p = member_params(i, n, in);
    member_law(i, n, in, field);
    q.law = friction_make(field, shared);
    stepper_ready(&q, field);
    if (first == 0) {
        member_read(i, n, in, 0, lane + lane_y);
        for (int k = 0; k < system_dim; ++k)
            orbit_set(&w, orbit_v + k, load_pack(i, in + (member_time + 1 + system_dim + k) * n));
        for (int k = orbit_stuck; k < orbit_end; ++k)
            orbit_set(&w, k, 0.0);
        lane[lane_t] = begin;
        lane[lane_outcome] = outcome_running;
        attempt_first(&q, &run, lane, lane[lane_outcome] < 0.0);
    } else {
        registered
        for (int k = 0; k < lane_count; ++k)
            lane[k] = orbit_get(&w, orbit_lane + k);
    }
    for (uint attempt = first;; ++attempt) {
        switching_settle(&q, &run, lane);
        if (attempt == 0)
            orbit_set(&w, orbit_stuck, lane[lane_stepper + event_at_sticks]);
        if (attempt >= last || !any_lane(lane[lane_outcome] < 0.0))
            break;
        switching_mode(&q, lane);
        attempt_step(&q, &run, lane, &w);
    }
    registered
    for (int k = 0; k < lane_count; ++k)
        orbit_set(&w, orbit_lane + k, lane[k]);
    q.sticks = lane[lane_stepper + event_at_sticks];
    problem_rhs(&q, lane[lane_t], lane + lane_y, lane + lane_f);
    registered
    for (int k = 0; k < system_dim; ++k) {
        store_pack(lane[lane_y + k], i, out + k * n);
        store_pack(orbit_get(&w, orbit_v + k), i, out + (system_dim + k) * n);
        store_pack(lane[lane_f + k], i, out + (2 * system_dim + k) * n);
    }
    for (int k = orbit_sticks; k < orbit_end; ++k) {
        const real since = k == orbit_first || k == orbit_last ? (real)begin : (real)0.0;

        store_pack(orbit_get(&w, k) - since, i, out + (3 * system_dim + k - orbit_sticks) * n);
    }
    store_pack(lane[lane_outcome], i, out + (3 * system_dim + orbit_end - orbit_sticks) * n);
}
