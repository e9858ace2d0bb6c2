/* basin.h: where a lane ends up: at rest, at rest in stick, on a periodic orbit, or none of these; when it came there;
 * points of the attractor, by which the host tells one from another, and what the motion is like over the last quarter of
 * the time (docs/basins.md).
 *
 * Recurrence. A state y_r of the trajectory, the reference, with the plane through it across its own slope,
 *
 *     g(y) = sum_i f_i(y_r) (y_i - y_r,i) / s_i^2,     s_i the largest |y_i| so far (1 for angles),
 *
 * is what the trajectory must come back to: the first passage through the plane (g rises through 0) whose distance
 * max_i |y_i - y_r,i| / s_i is within basin_tol of the size of the orbit gives the number of passages in a period, and
 * every such number of passages later it must come back again. Once it does not, or not within basin_most passages, the
 * reference is taken anew; so the time of the last reference is when the lane came to its orbit. Orbits that reach less than
 * basin_least tolerances of a step are noise. A lane rests since the last state from which it has not moved by basin_tol.
 * Both must hold for basin_hold of the time, and an orbit for two periods and a half. Where something drives the system with a
 * period P, states are compared at times P apart instead, and periods are multiples of P.
 *
 * Points. An orbit is a set of points, whatever the phase in which a lane runs through it: the states where
 *
 *     G(y) = sum_i c_i y_i     (without angles)
 *
 * is largest, which no motion that changes and stays bounded avoids; of a system with a forcing those at the times k P.
 * A row each: of a lane that returns those of its last period, of others the last basin_ring in the last eighth of the
 * time.
 *
 * Features. Mean and standard deviation of each state over the third and the fourth quarter of the time, by Simpson's
 * rule with the middle of Hermite's cubic; of angles the mean direction, by cosine and sine. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_BASIN_H
#define OBSERVERS_BASIN_H

// clang-format off
#define basin_sum(quarter, i, k) (at(lane_basin_sums + 4 * (i) + 2 * (quarter) + (k)) / at(lane_basin_time + (quarter)))
#define basin_turns(i) ((long)at(lane_basin_angles) >> (i) & 1)
#define basin_length(quarter, i) fmin(hypot(basin_sum(quarter, i, 0), basin_sum(quarter, i, 1)), 1)
#define basin_mean(quarter, i) \
    (basin_turns(i) ? atan2(basin_sum(quarter, i, 1), basin_sum(quarter, i, 0)) : basin_sum(quarter, i, 0))
#define basin_spread(quarter, i)                                                   \
    sqrt(basin_turns(i) ? -2 * log(fmax(basin_length(quarter, i), 1e-300))         \
                        : fmax(basin_sum(quarter, i, 1) - basin_sum(quarter, i, 0) * basin_sum(quarter, i, 0), 0))
#define basin_drift(i) \
    (basin_turns(i) ? hypot(basin_sum(1, i, 0) - basin_sum(0, i, 0), basin_sum(1, i, 1) - basin_sum(0, i, 1)) \
                    : fmax(fabs(basin_mean(1, i) - basin_mean(0, i)), fabs(basin_spread(1, i) - basin_spread(0, i))))
#define basin_rests (at(lane_basin_rest) >= basin_hold * span)
#define basin_returns \
    (at(lane_basin_cycle) > 0 && at(lane_basin_since) >= fmax(basin_hold * span, 2.5 * at(lane_basin_period)))
#define basin_kind_of \
    (!(seen > 0) ? NAN : basin_rests ? (at(lane_basin_stuck) >= 0.99 * at(lane_basin_time + 1) ? 2 : 1) : basin_returns ? 3 : 0)

#define basin_point_count fmin(fabs(at(lane_basin_points)), at(lane_basin_points) < 0 ? 8 : 32) /* basin_ring, basin_rows */
#define basin_place(i) (basin_turns(i) ? remainder(state(i), 6.283185307179586) : state(i))

#define basin_table                                                                                             \
    ABOUT("basin.label .kind .time .period .observed .STATE.mean .spread ..",                                    \
          "which attractor a lane ends on, when it came there, and what it does there")                         \
    SETTING(basin_tol, 1e-3, "basin.tolerance", "how close a return is, over the size of the orbit")            \
    SETTING(basin_hold, 0.1, "basin.hold", "share of the time that rest or returns must last")                  \
    OPTION(real, basin_tol, "same", "X", "1e-3", 1e-12, 0.1,                                                    \
           "of basin: a return closer than this, over the size of the orbit, is one")                           \
    OPTION(real, basin_hold, "hold", "X", "0.1", 0, 1,                                                          \
           "of basin: the share of the time that a lane must have been on its attractor")                       \
    KEEP(lane_basin_y, dim) /* the reference, */                                                                \
    KEEP(lane_basin_normal, dim) /* the normal of its plane, */                                                 \
    KEEP(lane_basin_since, 1) /* time from the reference to the beginning of the step */                        \
    KEEP(lane_basin_away, 1) /* the largest distance from it, over s */                                         \
    KEEP(lane_basin_reach, 1) /* the same over the tolerance of a step */                                       \
    KEEP(lane_basin_count, 1) /* passages of the plane */                                                       \
    KEEP(lane_basin_cycle, 1) /* of them in a period; 0 before the first return */                              \
    KEEP(lane_basin_period, 1) /* the time until the last return over the turns */                              \
    KEEP(lane_basin_wait, 1) /* how long a reference may wait for a passage */                                  \
    KEEP(lane_basin_largest, dim) /* the largest of each number so far */                                       \
    RARE(lane_basin_rest_y, dim) /* the state that the lane has not moved from, */                              \
    RARE(lane_basin_rest, 1) /* since so long */                                                                \
    RARE(lane_basin_points, 1) /* of the last period; minus those of a lane that does not return */             \
    RARE(lane_basin_path, 1) /* way since the last point, over s; negative where G does not rise */              \
    RARE(lane_basin_sums, 4 * dim) /* of each state: integrals over both quarters */                            \
    RARE(lane_basin_time, 2) /* length of the quarters */                                                       \
    RARE(lane_basin_stuck, 1) /* time in stick in the last one */                                               \
    RARE(lane_basin_angles, 1) /* which states are angles, as bits */                                           \
    COLUMN(once, 1, "label",  "-", "attractor", label, NAN)                                                     \
    COLUMN(once, 1, "kind",   "-", "0 unsettled, 1 rest, 2 rest in stick, 3 periodic", never, basin_kind_of)    \
    COLUMN(once, 1, "time", "time", "time until the attractor", later,                                          \
           basin_kind_of > 0 ? seen - (basin_rests ? at(lane_basin_rest) : at(lane_basin_since)) : NAN)         \
    COLUMN(once, 1, "period", "time", "period", never, basin_kind_of == 3 ? at(lane_basin_period) : NAN)        \
    COLUMN(once, 1, "observed", "time", "time observed", never, seen)                                           \
    COLUMN(state, dim, "mean",   "state", "mean",   never, basin_kind_of == 1 ? basin_place(i) : basin_mean(1, i))                                    \
    COLUMN(state, dim, "spread", "state", "spread", never, basin_spread(1, i))                                  \
    COLUMN(state, dim, "drift",  "state", "drift",  never, basin_drift(i))                                      \
    COLUMN(state, dim, "before", "state", "spread a quarter before", never, basin_spread(0, i))                 \
    ROWS(basin_point_count, 32, aside)                                                                          \
    CELL(state, dim, "", "")
// clang-format on

#ifndef observers_tables_only

#    include "core/sincos.h"
#    include "observers/step.h"

enum {
    basin_most = 64,
    basin_least = 100,
    basin_halvings = 30,
    basin_rows = 32, /* points of a lane that returns, */
    basin_ring = 8   /* of another one */
};

/* 1/s of state i. */
static inline real basin_unit(const real lane[lane_count], const struct problem *q, int i)
{
    const real s =
        (system_angles >> i) & 1 ? (real)1.0 : fmax(lane[lane_basin_largest + i], (real)real_tiny);

    return system_state_counts(&q->p, i) / s;
}

/* a - b, of angles the shorter way round. */
static inline real basin_apart(int i, real a, real b)
{
    const number turn = 6.283185307179586;
    const real d = a - b;

    return (system_angles >> i) & 1 ? d - turn * rint(d / turn) : d;
}

/* How far y is from a state, over s and over the tolerance of a step. */
struct basin_far {
    real away, reach;
};

/* The largest over all states. */
static inline struct basin_far basin_distance(const real lane[lane_count], const struct problem *q,
                                              const struct run_settings *run,
                                              const real from[system_dim], const real y[system_dim])
{
    const struct tolerance tol = {run->rtol, run->atol};
    struct basin_far far;

    far.away = far.reach = 0.0;
    unrolled_for (i, system_dim) {
        const real d = fabs(basin_apart(i, y[i], from[i])), unit = basin_unit(lane, q, i);

        far.away = fmax(far.away, d * unit);
        far.reach =
            fmax(far.reach, pick(unit > 0.0, d, (real)0.0) * tolerance_weight(tol, from[i], y[i]));
    }
    return far;
}

/* g at y, and its slope where the state has the slope f. */
static inline real basin_plane(const real lane[lane_count], const real y[system_dim])
{
    real g = 0.0;

    unrolled_for (i, system_dim)
        g += lane[lane_basin_normal + i] * basin_apart(i, y[i], lane[lane_basin_y + i]);
    return g;
}

/* dg/dt, where the state has the slope f. */
static inline real basin_rise(const real lane[lane_count], const real f[system_dim])
{
    real rise = 0.0;

    unrolled_for (i, system_dim)
        rise += lane[lane_basin_normal + i] * f[i];
    return rise;
}

/* The period of what drives the lanes; 0: nothing does. */
static inline real basin_forcing(const struct problem *q)
{
    const real own = system_period(&q->p);

    return pick(own > 0.0, own, (real)0.0);
}

/* The same where time alone drives them: phases that are states (trait_phases) have their part in planes and points. */
static inline real basin_strobe(const struct problem *q)
{
    return system_phases ? (real)0.0 : basin_forcing(q);
}

/* The factor c_i of G. */
static inline real basin_factor(const struct problem *q, int i)
{
    return (number)((system_angles >> i) & 1 ? 0.0 : 1.0 - 0.06 * i) *
           system_state_counts(&q->p, i);
}

/* dG/dt, where the state has the slope f. */
static inline real basin_rising(const struct problem *q, const real f[system_dim])
{
    real rise = 0.0;

    unrolled_for (i, system_dim)
        rise += basin_factor(q, i) * f[i];
    return rise;
}

/* Takes (y, f) as the reference of these lanes. */
static inline void basin_refer(real lane[lane_count], const struct problem *q, mask which,
                               const real y[system_dim], const real f[system_dim])
{
    unrolled_for (i, system_dim) {
        const real unit = basin_unit(lane, q, i);

        lane[lane_basin_y + i] = pick(which, y[i], lane[lane_basin_y + i]);
        lane[lane_basin_normal + i] = pick(which, f[i] * unit * unit, lane[lane_basin_normal + i]);
    }
    step_clear(lane, which, lane_basin_since, lane_basin_period + 1);
}

/* The numbers of rest are fetched. */
static inline void basin_settle(real lane[lane_count], mask which, const real y[system_dim])
{
    unrolled_for (i, system_dim)
        lane[lane_basin_rest_y + i] = pick(which, y[i], lane[lane_basin_rest_y + i]);
    lane[lane_basin_rest] = pick(which, (real)0.0, lane[lane_basin_rest]);
}

/* The first reference is the state at which the observation begins. */
static inline void basin_begin(real lane[lane_count], const struct problem *q,
                               const struct run_settings *run, mask which)
{
    const real span = run->t_end - run->t_observe;

    unrolled_for (i, system_dim)
        lane[lane_basin_largest + i] =
            pick(which, fabs(lane[lane_y + i]), lane[lane_basin_largest + i]);
    basin_refer(lane, q, which, lane + lane_y, lane + lane_f);
    spill_reload_rare(q, basin_rare, basin_rare_count, lane);
    basin_settle(lane, which, lane + lane_y);
    lane[lane_basin_wait] = pick(which, span / 256.0, lane[lane_basin_wait]);
    step_clear(lane, which, lane_basin_points, lane_basin_stuck + 1);
    lane[lane_basin_path] =
        pick(which, (real)1.0, lane[lane_basin_path]); /* the first point counts */
    lane[lane_basin_angles] = pick(which, (real)(number)system_angles, lane[lane_basin_angles]);
    spill_rare(q, basin_rare, basin_rare_count, lane);
}

/* State i at x of the step, by Hermite's cubic. */
static inline real basin_within(const real lane[lane_count], const struct watch_step *step, int i,
                                real x)
{
    const real d = step->y1[i] - lane[lane_y + i], rest = 1.0 - x;
    const real bend = rest * (step->h * lane[lane_f + i] - d) - x * (step->h * step->f1[i] - d);

    return lane[lane_y + i] + x * (d + rest * bend);
}

/* How many periods of the forcing have passed since the reference at the end of the step. */
static inline real basin_periods(const real lane[lane_count], const struct watch_step *step,
                                 real strobe)
{
    return floor((lane[lane_basin_since] + step->h) / pick(strobe > 0.0, strobe, (real)1.0));
}

/* Where in the step time is the last multiple of the strobe's period; -1: nowhere. */
static inline real basin_strobe_at(const real lane[lane_count], const struct watch_step *step,
                                   real strobe)
{
    const real each = pick(strobe > 0.0, strobe, (real)1.0);
    const real end = lane[lane_t] + (lane[lane_t_low] + step->h);
    const real wait = lane_until(lane, each * floor(end / each + 1e-9));

    return pick((strobe > 0.0) & (wait > -1e-9 * each), fmin(wait / step->h, (real)1.0),
                (real)-1.0);
}

/* How long before the end points are wanted: for a period, or an eighth of the time. */
static inline real basin_last(const real lane[lane_count], const struct watch_step *step)
{
    const number span = step->run->t_end - step->run->t_observe;

    return pick(lane[lane_basin_cycle] > 0.0, 1.001 * lane[lane_basin_period],
                (real)(0.125 * span));
}

/* The lanes of which points are wanted in this step. */
static inline mask basin_records(const real lane[lane_count], const struct watch_step *step)
{
    return step->seen &
           (lane_until(lane, (real)step->run->t_end) - step->h <= basin_last(lane, step));
}

/* Where in the step the plane is passed, by Hermite's cubic, or a whole number of periods of the forcing since the
 * reference is over; -1: nowhere. */
static inline real basin_passage(const real lane[lane_count], const struct watch_step *step,
                                 real strobe)
{
    const real a = basin_plane(lane, lane + lane_y), b = basin_plane(lane, step->y1);
    const mask passes = step->seen & (strobe == 0.0) & (a < 0.0) & (b >= 0.0);
    const real fa = step->h * basin_rise(lane, lane + lane_f);
    const real fb = step->h * basin_rise(lane, step->f1);
    const real periods = basin_periods(lane, step, strobe);
    const mask strobes = step->seen & (strobe > 0.0) & (periods > lane[lane_basin_count]);
    real low = 0.0, high = 1.0;

    for (int n = 0; n < (any_lane(passes) ? basin_halvings : 0); ++n) {
        const real x = 0.5 * (low + high), rest = 1.0 - x;
        const mask below = a * rest * rest * (1.0 + 2.0 * x) + b * x * x * (3.0 - 2.0 * x) +
                               x * rest * (fa * rest - fb * x) <
                           0.0;

        low = pick(below, x, low);
        high = pick(below, high, x);
    }
    return pick(
        strobes,
        fmin(fmax((periods * strobe - lane[lane_basin_since]) / step->h, (real)0.0), (real)1.0),
        pick(passes, high, (real)-1.0));
}

/* The note is the passage, basin_noted more where a point lies within the step, and twice as much where G does not rise as it
 * begins; the dense output is wanted for a point, and where the passage is near the reference. */
#    define basin_noted 4.0

/* Where a passage would not come near its reference by the cubic, no dense output is made. */
static inline mask basin_wants(const real lane[lane_count], const struct watch_step *step,
                               real *note)
{
    const real strobe = basin_strobe(step->q);
    const real x = basin_passage(lane, step, strobe);
    const mask passes = step->seen & (x >= 0.0), recording = basin_records(lane, step);
    mask near = passes, point = recording;

    *note = x;
    if (any_lane(recording)) {
        const mask falls = basin_rising(step->q, lane + lane_f) <= 0.0;
        const mask strobes = basin_strobe_at(lane, step, strobe) >= 0.0;
        const mask turns = (strobe == 0.0) & !falls & (basin_rising(step->q, step->f1) <= 0.0);

        point = recording & (strobes | turns);
        *note += pick(point, (real)basin_noted, pick(falls, (real)(2.0 * basin_noted), (real)0.0));
    }
    if (any_lane(passes)) {
        real y[system_dim];

        unrolled_for (i, system_dim)
            y[i] = basin_within(lane, step, i, fmax(x, (real)0.0));
        near = passes & (basin_distance(lane, step->q, step->run, lane + lane_basin_y, y).away <=
                         0.2 * lane[lane_basin_away]);
    }
    return point | near;
}

/* Whether a passage at x of the step comes back to the reference. */
static inline mask basin_near(const real lane[lane_count], const struct watch_step *step,
                              mask wanted, real strobe, real x)
{
    const real rise = step->h * basin_rise(lane, step->f1);
    const real close = step->run->basin_tol * fmin((real)1.0, lane[lane_basin_away]);
    real y[system_dim];

    for (int n = 0; n < 2; ++n) { /* the dense output passes a little elsewhere than the cubic */
        dense_all(step->s, x, y);
        x = pick(strobe > 0.0, x,
                 fmin(fmax(x - basin_plane(lane, y) / pick(rise > 0.0, rise, (real)1.0), (real)0.0),
                      (real)1.0));
    }
    dense_all(step->s, x, y);
    return wanted & (lane[lane_basin_reach] >= (number)basin_least) &
           (basin_distance(lane, step->q, step->run, lane + lane_basin_y, y).away <= close);
}

/* Counts passages and takes a new reference where the old one was not met again. */
static inline void basin_recur(real lane[lane_count], const struct watch_step *step, mask near,
                               real strobe, real x)
{
    const mask which = step->seen, passes = which & (x >= 0.0);
    const real span = step->run->t_end - step->run->t_observe;
    const real count = pick(strobe > 0.0, basin_periods(lane, step, strobe),
                            lane[lane_basin_count] + 1.0),
               cycle = lane[lane_basin_cycle];
    const real turns = count / pick(cycle > 0.0, cycle, (real)1.0),
               end = lane[lane_basin_since] + step->h, at = lane[lane_basin_since] + x * step->h;
    const mask due = passes & (cycle > 0.0) & (turns == rint(turns)),
               back = near & ((cycle == 0.0) | due);
    const struct basin_far far =
        basin_distance(lane, step->q, step->run, lane + lane_basin_y, step->y1);
    const real forcing = basin_forcing(step->q), each = pick(forcing > 0.0, forcing, (real)1.0);
    const real period = at / pick(due, turns, (real)1.0);
    mask late, lost;

    lane[lane_basin_cycle] = pick(near & (cycle == 0.0), count, cycle);
    lane[lane_basin_period] = pick(
        back, pick((forcing > 0.0) & (period > 0.5 * each), each * rint(period / each), period),
        lane[lane_basin_period]);
    lane[lane_basin_count] = pick(passes, count, lane[lane_basin_count]);
    lane[lane_basin_since] = pick(which, end, lane[lane_basin_since]);
    lane[lane_basin_away] =
        pick(which, fmax(lane[lane_basin_away], far.away), lane[lane_basin_away]);
    lane[lane_basin_reach] =
        pick(which, fmax(lane[lane_basin_reach], far.reach), lane[lane_basin_reach]);
    late = which & (lane[lane_basin_cycle] == 0.0) & (end > lane[lane_basin_wait]);
    lost =
        (due & !near) | late |
        (which & (lane[lane_basin_cycle] == 0.0) & (lane[lane_basin_count] >= (number)basin_most)) |
        (which & (cycle > 0.0) &
         (end > (floor(lane[lane_basin_count] / pick(cycle > 0.0, cycle, (real)1.0)) + 1.5) *
                    lane[lane_basin_period]));
    lane[lane_basin_wait] =
        pick(late, fmin(2.0 * lane[lane_basin_wait], 0.25 * span), lane[lane_basin_wait]);
    if (any_lane(lost))
        basin_refer(lane, step->q, lost, step->y1, step->f1);
}

/* Where in the step G is largest, by the dense output of G, for lanes of which dG/dt falls through zero in it. */
static inline real basin_turn(const struct watch_step *step)
{
    struct dense g;
    real low = 0.0, high = 1.0;

    g.d[0] = 0.0;
    unrolled_for (j, stepper_dense)
        g.r[j][0] = 0.0;
    unrolled_for (i, system_dim) {
        const real c = basin_factor(step->q, i);

        g.d[0] += c * step->s->d[i];
        unrolled_for (j, stepper_dense)
            g.r[j][0] += c * step->s->r[j][i];
    }
    for (int n = 0; n < basin_halvings; ++n) {
        const real x = 0.5 * (low + high);
        const mask rises = dense_slope(&g, 0, x) > 0.0;

        low = pick(rises, x, low);
        high = pick(rises, high, x);
    }
    return high;
}

/* A row for the lanes that have a point in this step, or had one where it begins: there dG/dt falls where a slip or a stick
 * ends. What moved too little since the last point is noise. */
static inline void basin_point(real lane[lane_count], const struct watch_step *step, mask recording,
                               mask inside, mask falls, real strobe)
{
    const struct watch *w = step->w;
    const real until = lane_until(lane, (real)step->run->t_end);
    /* whether G rose before is known from the second step on of which points are wanted */
    const mask kink = recording & (strobe == 0.0) & falls & !inside &
                      (lane[lane_basin_path] > 0.0) & (until <= basin_last(lane, step));
    const mask point =
        ((kink | inside) & (fabs(lane[lane_basin_path]) >= 0.05 * lane[lane_basin_away])) |
        (inside & (strobe > 0.0));
    const number turn = 6.283185307179586;
    const mask returns = lane[lane_basin_cycle] > 0.0;
    /* the last period begins, or a lane has become another one */
    const mask begins = (returns & (until > 1.001 * lane[lane_basin_period])) |
                        (returns & (lane[lane_basin_points] < 0.0)) |
                        (!returns & (lane[lane_basin_points] > 0.0));
    const real points = pick(begins, (real)0.0, fabs(lane[lane_basin_points]));
    const real row =
        pick(returns, points, points - (number)basin_ring * floor(points / (number)basin_ring));
    const real put = pick(point & (row < (number)basin_rows), (real)1.0, (real)0.0);
    const int columns = 2 + system_dim;
    global number *const rows = watch_rows(w, basin);
    real x = 0.0;

    lane[lane_basin_points] =
        pick(recording, pick(returns, points, -points), lane[lane_basin_points]);
    if (!any_lane(point))
        return;
    if (any_lane(inside & point))
        x = pick(strobe > 0.0, fmax(basin_strobe_at(lane, step, strobe), (real)0.0),
                 basin_turn(step));
    x = pick(inside, x, (real)0.0);
    lanes_put(put, lane[lane_t], row, columns, 0, w->n, rows, w->slot);
    lanes_put(put, lane[lane_t_low] + x * step->h, row, columns, 1, w->n, rows, w->slot);
    stagewise
    for (int i = 0; i < system_dim; ++i) {
        real y = lane[lane_y + i];

        if (any_lane(inside & point))
            y = pick(inside, dense_at(step->s, i, x), y);
        y -= (system_angles >> i) & 1 ? turn * rint(y / turn) : (real)0.0;
        lanes_put(put, system_state_counts(&step->q->p, i) * y, row, columns, 2 + i, w->n, rows,
                  w->slot);
    }
    lane[lane_basin_points] += pick(point, pick(returns, (real)1.0, (real)-1.0), (real)0.0);
    lane[lane_basin_path] = pick(point, (real)0.0, lane[lane_basin_path]);
}

/* The way of the step, of these lanes: what others of a pack do must not matter. */
static inline void basin_follow(real lane[lane_count], const struct watch_step *step, mask which)
{
    real way = 0.0;

    unrolled_for (i, system_dim)
        way = fmax(way, fabs(basin_apart(i, step->y1[i], lane[lane_y + i])) *
                            basin_unit(lane, step->q, i));
    way += fabs(lane[lane_basin_path]);
    lane[lane_basin_path] =
        pick(which, pick(basin_rising(step->q, step->f1) > 0.0, way, -way), lane[lane_basin_path]);
}

/* How long the lane has been where it was. */
static inline void basin_still(real lane[lane_count], const struct watch_step *step)
{
    struct basin_far far;
    mask moves;

    spill_reload_rare(step->q, basin_rare, system_dim + 1, lane);
    far = basin_distance(lane, step->q, step->run, lane + lane_basin_rest_y, step->y1);
    moves = (far.away > step->run->basin_tol) & (far.reach > (number)basin_least);
    lane[lane_basin_rest] =
        pick(step->seen, lane[lane_basin_rest] + step->h, lane[lane_basin_rest]);
    basin_settle(lane, step->seen & moves, step->y1);
    spill_rare(step->q, basin_rare, system_dim + 1, lane);
}

/* The integrals over the part of the step that lies in each quarter: a step in stick may be longer than one. */
static inline void basin_add(real lane[lane_count], const struct watch_step *step)
{
    const number span = step->run->t_end - step->run->t_observe;
    const real until = lane_until(lane, (real)step->run->t_end);

    unrolled_for (quarter, 2) {
        const real begins = (until - (quarter ? 0.25 : 0.5) * span) / step->h,
                   ends = (until - (quarter ? 0.0 : 0.25) * span) / step->h;
        const real x = fmin(fmax(begins, (real)0.0), (real)1.0),
                   x1 = quarter ? (real)1.0 : fmin(fmax(ends, (real)0.0), (real)1.0);
        const mask which = step->seen & (x1 > x);
        const real h = pick(which, (x1 - x) * step->h, (real)0.0);
        mask stuck;

        if (!any_lane(which))
            continue;
        stuck = problem_slide(step->q, lane[lane_t] + step->h, step->y1) < 1.0;
        spill_reload_rare(step->q, lane_basin_time, 3, lane);
        lane[lane_basin_time + quarter] += h;
        lane[lane_basin_stuck] += pick(stuck, quarter ? h : (real)0.0, (real)0.0);
        spill_rare(step->q, lane_basin_time, 3, lane);
        unrolled_for (i, system_dim) {
            const int to = lane_basin_sums + 4 * i + 2 * quarter, turns = (system_angles >> i) & 1;
            const real a = basin_within(lane, step, i, x),
                       m = basin_within(lane, step, i, 0.5 * (x + x1)),
                       b = basin_within(lane, step, i, x1);
            const real weight = system_state_counts(&step->q->p, i) * (h / 6.0);
            const real first =
                turns ? sincos_cos(a) + 4.0 * sincos_cos(m) + sincos_cos(b) : a + 4.0 * m + b;
            const real second = turns ? sincos_sin(a) + 4.0 * sincos_sin(m) + sincos_sin(b)
                                      : a * a + 4.0 * m * m + b * b;

            spill_reload_rare(step->q, to, 2, lane);
            lane[to] = pick(which, lane[to] + weight * first, lane[to]);
            lane[to + 1] = pick(which, lane[to + 1] + weight * second, lane[to + 1]);
            spill_rare(step->q, to, 2, lane);
        }
    }
}

/* Recurrence, rest, points and features, each with its rare numbers loaded for it alone. */
static inline void basin_observe(real lane[lane_count], const struct watch_step *step, mask wanted,
                                 real note)
{
    const real strobe = basin_strobe(step->q);
    const mask recording = basin_records(lane, step), falls = note > 1.5 * basin_noted;
    const mask inside = step->seen & (note > 0.5 * basin_noted) & !falls;
    const real x =
        note - pick(falls, (real)(2.0 * basin_noted), pick(inside, (real)basin_noted, (real)0.0));
    mask near = wanted & !wanted;

    unrolled_for (i, system_dim) {
        const real seen = lane[lane_basin_largest + i];

        lane[lane_basin_largest + i] = pick(step->seen, fmax(seen, fabs(step->y1[i])), seen);
    }
    if (any_lane(recording)) {
        spill_reload_rare(step->q, lane_basin_points, 2, lane);
        basin_point(lane, step, recording, wanted & inside, falls, strobe);
    }
    if (any_lane(wanted))
        near = basin_near(lane, step, wanted & (x >= 0.0), strobe, fmax(x, (real)0.0));
    spill_reload_step(step, lane);
    if (any_lane(recording)) {
        basin_follow(lane, step, recording);
        spill_rare(step->q, lane_basin_points, 2, lane);
    }
    basin_recur(lane, step, near, strobe, x);
    basin_still(lane, step);
    basin_add(lane, step);
}

#endif
#endif
