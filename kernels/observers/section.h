/* section.h: the points where a state passes a value, or equally spaced times. The first `keep` points of each lane are
 * kept, one a row: t, its low part, the state; observers that follow (period) are told all of them. A step is looked
 * at in section_pieces parts, and each is divided where the state turns: a state that passes the value and comes back
 * at once is seen, unless it turns twice in one part. A passage after which the state has not been section_least
 * tolerances away is the noise of the steps at an equilibrium, and no point; the first one always is.
 * SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_SECTION_H
#define OBSERVERS_SECTION_H

// clang-format off
#define section_table                                                                             \
    ABOUT("section.count; points t, STATE ..", "where the section is met")                        \
    CONSTANT(section_state, -1, "section.state", "index of the state; -1: equally spaced times")  \
    SETTING(section_value,  0,  "section.value", "value of the state, or the strobe's period; 0: the system's own") \
    SETTING(section_direction, -1, "section.direction", "-1 downwards, 1 upwards, 0 both")              \
    SETTING(keep,        0,  "keep", "points that are kept")                                      \
    CONSTANT(section_told, 0, "", "1: the observer gradient is told the points of a step")         \
    CONSTANT(section_gradients, 0, "", "parameters of the derivatives in each row")               \
    OPTION(section, section_state, "section", "WHAT", NULL, 0, 0,                                 \
           "where section and period look: STATE=VALUE[,up|down|both], period=T, or period, once a period of what " \
           "drives the system (default: the system's, such as phidot=0,down)")                    \
    OPTION(whole, keep, "keep", "K", "256", 1, 1000000,                                           \
           "points of the section of each lane that are kept, the first ones")                    \
    KEEP(lane_section, 1) /* points seen */                                                       \
    KEEP(lane_section_reach, 1) /* the largest distance from the value since, in tolerances */    \
    KEEP(lane_section_new, section_told) /* points in the last step; where in it, if a state passes a value */ \
    KEEP(lane_section_place, section_told * 8)                                                    \
    COLUMN(once, 1, "count", "-", "points of the section", never, at(lane_section))               \
    ROWS(at(lane_section), keep, stored)                                                          \
    CELL(state, dim, "", "")                                                                      \
    CELL(by, section_gradients, "gradient.t", "")                                                 \
    CELL(parameter, dim * section_gradients, "gradient", "")
// clang-format on

#include "observers/crossing.h"
#include "observers/step.h"

enum {
    section_pieces = 4,
    section_least = 100,
    section_strobe = section_state < 0,
    section_index = section_state < 0 ? 0 : section_state,
    section_places = 2 * section_pieces, /* points of one step */
    section_columns = 2 + system_dim + section_gradients * (1 + system_dim)
};
static_check(section_places_fit, (int)section_places == 8);

#define SECTION_TELL(name) name##_point(lane, q, run, which, dt, y);

/* The strobe's period: as given, or that of what drives the lane; 0: nothing does, and there are no points. */
static inline real section_period(const struct problem *q, const struct run_settings *run)
{
    const real own = system_period(&q->p);

    return run->section_value > 0.0 ? (real)run->section_value : pick(own > 0.0, own, (real)0.0);
}

/* How far the state was from the value since the last point: the larger of that and of now. */
static inline void section_move(real lane[lane_count], const struct run_settings *run, mask which,
                                real y)
{
    const struct tolerance tol = {run->rtol, run->atol};
    const number turn = 6.283185307179586, at = run->section_value;
    real away = y - at;

    if ((system_angles >> section_index) & 1)
        away -= turn * rint(away / turn);
    lane[lane_section_reach] =
        pick(which, fmax(lane[lane_section_reach], fabs(away) * tolerance_weight(tol, y, (real)at)),
             lane[lane_section_reach]);
}

/* One point, x of the step. */
static inline void section_point(real lane[lane_count], const struct problem *q,
                                 const struct run_settings *run, mask which, real h,
                                 const struct dense *s, real x, ulong n, global number *point,
                                 const int slot[PACK])
{
    const real seen = lane[lane_section], one = pick(which, (real)1.0, (real)0.0);
    const real kept = pick(which & (seen < run->keep), (real)1.0, (real)0.0);
    const real dt = x * h, low = lane[lane_t_low] + dt;
    real y[system_dim];

    dense_all(s, x, y);
    if (observe_section) {
        lanes_put(kept, lane[lane_t], seen, section_columns, 0, n, point, slot);
        lanes_put(kept, low, seen, section_columns, 1, n, point, slot);
        for (int i = 0; i < system_dim; ++i)
            lanes_put(kept, y[i], seen, section_columns, 2 + i, n, point, slot);
    }
    section_followers(SECTION_TELL) lane[lane_section] = seen + one;
    if (section_told) {
        unrolled_for (j, (section_strobe ? 0 : section_places))
            lane[lane_section_place + j] = pick(which & (lane[lane_section_new] == (number)j), x,
                                                lane[lane_section_place + j]);
        lane[lane_section_new] += one;
    }
}

/* The whole turns below the larger end, for states that are angles. */
static inline real section_turns(real ya, real yb, number at)
{
    const number turn = 6.283185307179586;

    if (!((system_angles >> section_index) & 1))
        return 0.0;
    return turn * floor((fmax(ya, yb) - at) / turn);
}

/* How far the nearer end of a step is from the value: ga and gb lie below the value or above it on the same
 * side; an angle may also pass it a turn further. */
static inline real section_distance(real ga, real gb)
{
    const number turn = 6.283185307179586;
    const real least = fmin(fabs(ga), fabs(gb));

    if (!((system_angles >> section_index) & 1))
        return least;
    return fmin(least, fmin(fabs(turn - ga), fabs(turn - gb)));
}

/* Whether some lane passes between the ends, may do so inside, or meets the strobe. A cubic leaves the span
 * between its ends by 4/27 of the sum of its slopes at most; the dense output is given twice that. */
static inline mask section_wants(const real lane[lane_count], const struct watch_step *step,
                                 real *note)
{
    const struct run_settings *run = step->run;
    const real h = step->h, *y1 = step->y1, *f1 = step->f1;
    const number at = run->section_value;
    const real y = lane[lane_y + section_index], turns = section_turns(y, y1[section_index], at);
    const real ga = (y - at) - turns, gb = (y1[section_index] - at) - turns;
    const real f = lane[lane_f + section_index], reach = fabs(f) + fabs(f1[section_index]);

    if (section_strobe) {
        const real each = section_period(step->q, run);

        return step->seen & (each > 0.0) &
               (lane_until(lane, run->t_observe + lane[lane_section] * each) <= h);
    }
    return step->seen & ((ga * gb <= 0.0) | (f * f1[section_index] < 0.0) |
                         (section_distance(ga, gb) <= 0.3 * h * reach));
}

static inline void section_strobes(real lane[lane_count], const struct problem *q,
                                   const struct run_settings *run, mask which, real h,
                                   const struct dense *s, ulong n, global number *point,
                                   const int slot[PACK])
{
    const real each = section_period(q, run);

    for (int k = 0; k < 1000000; ++k) {
        const real wait = lane_until(lane, run->t_observe + lane[lane_section] * each);
        const mask due = which & (each > 0.0) & (wait <= h);

        if (!any_lane(due))
            break;
        section_point(lane, q, run, due, h, s, fmin(fmax(wait / h, (real)0.0), (real)1.0), n, point,
                      slot);
    }
}

/* Where the state turns between xa, where it has this slope, and xb; xb where it does not. The slope becomes
 * that at xb. */
static inline real section_turn(const struct dense *s, mask which, real xa, real xb, real *slope)
{
    const real sa = *slope, sb = dense_slope(s, section_index, xb);
    const mask turns = which & (sa * sb < 0.0);

    *slope = sb;
    if (!any_lane(turns))
        return xb;
    return pick(
        turns, crossing_root(crossing_of_slope, s, section_index, (real)0.0, xa, xb, sa, sb, turns),
        xb);
}

static inline void section_crossings(real lane[lane_count], const struct problem *q,
                                     const struct run_settings *run, mask which, real h,
                                     const struct dense *s, ulong n, global number *point,
                                     const int slot[PACK])
{
    real xa = 0.0, ya = s->y[section_index], slope = dense_slope(s, section_index, xa);

    for (int k = 0; k < 2 * section_pieces; ++k) {
        const real end = (number)(k / 2 + 1) / (number)section_pieces;
        const real xb = k % 2 == 0 ? section_turn(s, which, xa, end, &slope) : end;
        const real yb = dense_at(s, section_index, xb);
        const real turns = section_turns(ya, yb, run->section_value);
        const real ga = (ya - run->section_value) - turns;
        const real gb = (yb - run->section_value) - turns;
        const mask up = (ga < 0.0) & (gb >= 0.0) & ((real)run->section_direction >= 0.0);
        const mask down = (ga > 0.0) & (gb <= 0.0) & ((real)run->section_direction <= 0.0);
        const mask passed = which & (up | down);
        const mask found = passed & (lane[lane_section_reach] >= (number)section_least);

        if (any_lane(found)) {
            const real x = crossing_root(crossing_of_state, s, section_index,
                                         run->section_value + turns, xa, xb, ga, gb, found);

            section_point(lane, q, run, found, h, s, x, n, point, slot);
            lane[lane_section_reach] = pick(found, (real)0.0, lane[lane_section_reach]);
        }
        section_move(lane, run, which, yb);
        xa = xb;
        ya = yb;
    }
}

static inline void section_begin(real lane[lane_count], const struct problem *q,
                                 const struct run_settings *run, mask which)
{
    lane[lane_section] = pick(which, (real)0.0, lane[lane_section]);
    lane[lane_section_reach] = pick(which, (real)section_least, lane[lane_section_reach]);
}

static inline void section_observe(real lane[lane_count], const struct watch_step *step,
                                   mask wanted, real note)
{
    const struct watch *w = step->w;
    global number *rows = watch_rows(w, section);

    if (section_told)
        lane[lane_section_new] = pick(step->taken, (real)0.0, lane[lane_section_new]);
    if (section_strobe)
        section_strobes(lane, step->q, step->run, wanted, step->h, step->s, w->n, rows, w->slot);
    else if (any_lane(wanted))
        section_crossings(lane, step->q, step->run, wanted, step->h, step->s, w->n, rows, w->slot);
    if (!section_strobe)
        section_move(lane, step->run, step->seen, step->y1[section_index]);
}

#endif
