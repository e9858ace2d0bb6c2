/* block.h: steps of one size that nobody watches, many at once. A work-item has STRANDS packs of one register's width, which
 * take turns step by step: their states wait in memory, and the processor works on several steps at a time.
 * Roles: as in attempt.h, those of a marching stepper (rk4.h). SPDX-License-Identifier: MIT */
#ifndef DRIVERS_BLOCK_H
#define DRIVERS_BLOCK_H

#include "drivers/attempt.h"

#ifndef STRANDS
#    define STRANDS 1
#endif

/* A block in which some lane leaves the finite numbers is not taken: shorter ones and at last a single step find where.
 * Its neighbours feel no more than rounding, as time is exact (lane_add) whether it is added up by steps or by blocks. */
#define BLOCK_WATCHED(name) +1
enum {
    block_plain = (stepper_fixed != 0) & ((0 OBSERVERS(BLOCK_WATCHED)) == 0),
    block_most = 1024
};

/* How many steps of length h lie before every lane that runs, but for its last one; at most so many. */
static inline int block_room(const struct run_settings *run, number h, int most,
                             real lane[STRANDS][lane_count])
{
    union lanes room;
    number least = (number)most;

    room.pack = (real)least;
    for (int s = 0; s < STRANDS; ++s) {
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
static inline void block_take(real lane[lane_count], int steps, number h, const real y[system_dim],
                              const real f[system_dim])
{
    const mask live = lane[lane_outcome] < 0.0;
    const number way = (number)steps * h;

    lane_advance(lane, live, (real)way);
    lane_advance(lane, live, (real)fma((number)steps, h, -way));
    unrolled
    for (int i = 0; i < system_dim; ++i) {
        lane[lane_y + i] = pick(live, y[i], lane[lane_y + i]);
        lane[lane_f + i] = pick(live, f[i], lane[lane_f + i]);
    }
    lane[lane_steps] += pick(live, (real)(number)steps, (real)0.0);
}

/* What a strand is while it marches. */
struct block_strand {
    struct problem q;
    real y[system_dim], length[stepper_lengths], t, low;
};

static inline void block_part(int part, struct block_strand *b, real h,
                              real way[stepper_way][system_dim])
{
    if (part == 0)
        problem_bare(&b->q, b->t, b->y, way[0]);
    stepper_march(part, &b->q, b->t, h, b->length, b->y, way);
    if (system_timed & (part + 1 == stepper_parts))
        lane_add(&b->t, &b->low, h);
    problem_reread(&b->q);
}

/* The step of one strand to its end, and that of the next one up to its last slope, which begins before that: a processor sees
 * about two steps at a time, too few to work on while it waits for the end of one. */
static inline void block_turn(struct block_strand *now, struct block_strand *then, real h,
                              real way[stepper_way][system_dim])
{
    real next[stepper_way][system_dim];

    block_part(0, then, h, next);
    block_part(3, now, h, way);
    block_part(1, then, h, next);
    block_part(4, now, h, way);
    block_part(2, then, h, next);
    unrolled
    for (int k = 0; k < stepper_way; ++k)
        unrolled
    for (int i = 0; i < system_dim; ++i)
        way[k][i] = next[k][i];
}

static inline void block_march(struct block_strand strand[STRANDS], int steps, real h)
{
    real way[stepper_way][system_dim];

    if (STRANDS == 1) {
        for (int n = 0; n < steps; ++n)
            unrolled
        for (int part = 0; part < stepper_parts; ++part)
            block_part(part, strand, h, way);
        return;
    }
    unrolled
    for (int part = 0; part < 3; ++part)
        block_part(part, strand, h, way);
    for (int n = 0; n < steps; ++n) {
        rolled
        for (int s = 0; s < STRANDS - 1; ++s)
            block_turn(&strand[s], &strand[s + 1], h, way);
        block_turn(&strand[STRANDS - 1], strand, h, way);
    }
}

/* How many steps all lanes took, at most *most, which becomes the bound of the next block. */
static inline int block_run(const struct problem q[STRANDS], const struct run_settings *run,
                            int *most, real lane[STRANDS][lane_count])
{
    const number h = run->h_first;
    const int steps = block_room(run, h, *most, lane);
    struct block_strand strand[STRANDS];
    real f[STRANDS][system_dim], bad = 0.0;

    *most = steps > 0 ? steps / 2 : 1;
    if (steps == 0)
        return 0;
    for (int s = 0; s < STRANDS; ++s) {
        strand[s].q = q[s];
        stepper_measure(&q[s], (real)h, strand[s].length);
        strand[s].t = lane[s][lane_t];
        strand[s].low = lane[s][lane_t_low];
        unrolled
        for (int i = 0; i < system_dim; ++i)
            strand[s].y[i] = lane[s][lane_y + i];
    }
    block_march(strand, steps, (real)h);
    for (int s = 0; s < STRANDS; ++s) {
        problem_rhs(&q[s], strand[s].t, strand[s].y, f[s]);
        bad += pick(lane[s][lane_outcome] < 0.0, attempt_checked((real)0.0, strand[s].y, f[s]),
                    (real)0.0);
    }
    if (any_lane(!(bad == 0.0)))
        return 0;
    for (int s = 0; s < STRANDS; ++s)
        block_take(lane[s], steps, h, strand[s].y, f[s]);
    *most = min(2 * steps, (int)block_most);
    return steps;
}

#endif
