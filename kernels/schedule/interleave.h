/* interleave.h: steps of one size that no observer sees, many at once. A work-item has INTERLEAVE packs of one
 * register's width, which take steps in turn: a chain of dependent additions in one pack leaves units of the
 * processor idle, which the instructions of another pack use. The states of the others are in memory meanwhile.
 * Roles: as in attempt.h, those of a stepper with `march` (rk4.h). SPDX-License-Identifier: MIT */
#ifndef SCHEDULE_INTERLEAVE_H
#define SCHEDULE_INTERLEAVE_H

#include "drivers/attempt.h"

#ifndef INTERLEAVE
#    define INTERLEAVE 1
#endif

/* What a right-hand side reads of a problem stays in memory from one call to the next, where instructions read it
 * at no cost: the registers are for states. */
#if INTERLEAVE > 1
#    define interleave_reread(q) settled(*(struct problem *)(q))
#else
#    define interleave_reread(q) (void)(q)
#endif

/* A block of steps in which some lane leaves the finite numbers is not taken: shorter ones and at last a single
 * step find where. Its neighbours feel no more than rounding, as time is exact (lane_add) whether it is added up by
 * steps or by blocks. */
#define INTERLEAVE_OBSERVED(name) +1
enum {
    interleave_plain = (stepper_fixed != 0) & ((0 OBSERVERS(INTERLEAVE_OBSERVED)) == 0),
    interleave_most = 1024
};

/* How many steps of length h lie before every lane that runs, but for its last one; at most so many. */
static inline int interleave_room(const struct run_settings *run, number h, int most,
                                  real lane[INTERLEAVE][lane_count])
{
    union lanes room;
    number least = (number)most;

    room.pack = (real)least;
    for (int s = 0; s < INTERLEAVE; ++s) {
        const real wait = lane_until(lane[s], run->t_observe);
        const real left = pick(wait <= 0.0, lane_until(lane[s], run->t_end), wait);
        const real steps = smaller_of(left / h - 1.0, run->max_steps - lane[s][lane_steps] - 1.0);

        room.pack =
            pick(lane[s][lane_outcome] < 0.0,
                 pick(lane[s][lane_h] == h, smaller_of(steps, room.pack), (real)0.0), room.pack);
    }
    for (int l = 0; l < PACK; ++l)
        least = room.one[l] < least ? room.one[l] : least;
    return least > 0.0 ? (int)least : 0;
}

/* Puts a block into a lane: steps of length h to the state y with its slope f. */
static inline void interleave_take(real lane[lane_count], int steps, number h,
                                   const real y[system_dim], const real f[system_dim])
{
    const mask live = lane[lane_outcome] < 0.0;
    const number way = (number)steps * h;

    lane_advance(lane, live, (real)way);
    lane_advance(lane, live, (real)fma((number)steps, h, -way));
    unrolled_for (i, system_dim) {
        lane[lane_y + i] = pick(live, y[i], lane[lane_y + i]);
        lane[lane_f + i] = pick(live, f[i], lane[lane_f + i]);
    }
    lane[lane_steps] += pick(live, (real)(number)steps, (real)0.0);
}

/* What of a pack the loop over steps needs. */
struct interleave_pack {
    struct problem q;
    real y[system_dim], length[stepper_lengths], t, low;
};

/* One of the parts of a step (`march` of the stepper), of one pack. */
static inline void interleave_part(int part, struct interleave_pack *b, real h,
                                   real way[stepper_way][system_dim])
{
    if (part == 0)
        problem_bare(&b->q, b->t, b->y, way[0]);
    stepper_march(part, &b->q, b->t, h, b->length, b->y, way);
    if (system_timed & (part + 1 == stepper_parts))
        lane_add(&b->t, &b->low, h);
    interleave_reread(&b->q);
}

/* The step of one pack to its end, mixed with that of the next one up to its last slope: a processor sees about two
 * steps ahead, too few to work on while it waits for the end of one. */
static inline void interleave_turn(struct interleave_pack *now, struct interleave_pack *then,
                                   real h, real way[stepper_way][system_dim])
{
    real next[stepper_way][system_dim];

    interleave_part(0, then, h, next);
    interleave_part(3, now, h, way);
    interleave_part(1, then, h, next);
    interleave_part(4, now, h, way);
    interleave_part(2, then, h, next);
    unrolled_for (k, stepper_way)
        unrolled_for (i, system_dim)
            way[k][i] = next[k][i];
}

/* Steps of all packs, part by part: the parts of different packs do not depend on each other. */
static inline void interleave_march(struct interleave_pack pack[INTERLEAVE], int steps, real h)
{
    real way[stepper_way][system_dim];

    if (INTERLEAVE == 1) {
        for (int n = 0; n < steps; ++n)
            unrolled_for (part, stepper_parts)
                interleave_part(part, pack, h, way);
        return;
    }
    unrolled_for (part, 3)
        interleave_part(part, pack, h, way);
    for (int n = 0; n < steps; ++n) {
        rolled
        for (int s = 0; s < INTERLEAVE - 1; ++s)
            interleave_turn(&pack[s], &pack[s + 1], h, way);
        interleave_turn(&pack[INTERLEAVE - 1], pack, h, way);
    }
}

/* How many steps all lanes took, at most *most, which becomes the bound of the next block. */
static inline int interleave_run(const struct problem q[INTERLEAVE], const struct run_settings *run,
                                 int *most, real lane[INTERLEAVE][lane_count])
{
    const number h = run->h_first;
    const int steps = interleave_room(run, h, *most, lane);
    struct interleave_pack pack[INTERLEAVE];
    real f[INTERLEAVE][system_dim], bad = 0.0;

    *most = steps > 0 ? steps / 2 : 1;
    if (steps == 0)
        return 0;
    for (int s = 0; s < INTERLEAVE; ++s) {
        pack[s].q = q[s];
        stepper_measure(&q[s], (real)h, pack[s].length);
        pack[s].t = lane[s][lane_t];
        pack[s].low = lane[s][lane_t_low];
        unrolled_for (i, system_dim)
            pack[s].y[i] = lane[s][lane_y + i];
    }
    interleave_march(pack, steps, (real)h);
    for (int s = 0; s < INTERLEAVE; ++s) {
        problem_rhs(&q[s], pack[s].t, pack[s].y, f[s]);
        bad += pick(lane[s][lane_outcome] < 0.0, attempt_checked((real)0.0, pack[s].y, f[s]),
                    (real)0.0);
    }
    if (any_lane(!(bad == 0.0)))
        return 0;
    for (int s = 0; s < INTERLEAVE; ++s)
        interleave_take(lane[s], steps, h, pack[s].y, f[s]);
    *most = min(2 * steps, (int)interleave_most);
    return steps;
}

#endif
