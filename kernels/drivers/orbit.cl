/* orbit.cl: trajectories over a span of time each, in equal steps of order 8 (steppers/dop853.h), each with one
 * variation v' = (df/dy) v beside it, one pack of them per work-item.
 *
 * Members as in member.h, the time being the span, the variation v behind the state; out has the state at the end, the
 * variation and the slope there; path, where every > 0, the state of the first member behind each `every`-th step of
 * this launch: path[k * dim + state]. A launch takes the steps behind `first` up to `last`; one that does not begin at
 * 0 goes on from what is in out. Roles: those of problem.h and member.h. SPDX-License-Identifier: MIT */
#include "drivers/clock.h"
#include "drivers/member.h"
#include "steppers/problem.h"
#include "steppers/dop853.h"
#include "schedule/spill.h"

/* Positions whose slopes are velocities need no stages of their own (steppers/order853.h), which halves what GPUs
 * keep of a step. Packs are in memory anyway. */
enum { orbit_above = PACK == 1 ? system_above : 0 };

/* On GPUs three vectors, the state (what = 0) and the variation (1) at the beginning of the step and the variation
 * where a stage stands (2), and behind them stages, are spilled (schedule/spill.h) while a slope is computed, as
 * many as have room there. Row 4 is the last to need stage 1, row 11 the last to need stage 2: the stages 9 and 10
 * take their slots. */
enum {
    orbit_slots = 9,
    orbit_vectors = 3 * system_dim,
    orbit_all = orbit_vectors + orbit_slots * 2 * system_rows,
    orbit_room = system_dim > 4 ? spill_eighth : spill_quarter,
    orbit_spills = !spill_group             ? 0
                   : orbit_all < orbit_room ? orbit_all
                                            : orbit_room
};

/* The slot of number i of stage s of the state (what = 0) or of the variation (1); orbit_spills or more: it stays
 * in its register, as slopes that never change do. */
static inline int orbit_slot(int what, int s, int i)
{
    const int slot = s < orbit_slots ? s : s - orbit_slots + 1;
    int rows = 0, before = 0;

    registered
    for (int j = orbit_above; j < system_dim; ++j) {
        rows += !problem_phase(j);
        before += j < i && !problem_phase(j);
    }
    return problem_phase(i) ? orbit_spills : orbit_vectors + (2 * slot + what) * rows + before;
}

static inline void orbit_put_stage(const struct problem *q, int what, int s,
                                   const real k[system_dim])
{
    unrolled_from (i, orbit_above, (spill_group ? system_dim : 0))
        if (orbit_slot(what, s, i) < orbit_spills)
            spill_put(q->spill, orbit_slot(what, s, i), k[i]);
}

static inline void orbit_put_vector(const struct problem *q, int what, const real y[system_dim])
{
    unrolled_for (i, (spill_group ? system_dim : 0))
        spill_put(q->spill, what * system_dim + i, y[i]);
}

/* Number i of stage s, whose register was k. */
static inline real orbit_stage(const struct problem *q, int what, int s, int i, real k)
{
    return orbit_slot(what, s, i) < orbit_spills ? spill_get(q->spill, orbit_slot(what, s, i), k)
                                                 : k;
}

static inline real orbit_begin(const struct problem *q, int what, int i, real y)
{
    return spill_get(q->spill, what * system_dim + i, y);
}

/* dy = f(t, y) and dv = (df/dy) v. */
static inline void orbit_slope(const struct problem *q, real t, const real y[system_dim],
                               const real v[system_dim], real dy[system_dim], real dv[system_dim])
{
    real J[system_rows][system_dim];

    problem_rhs(q, t, y, dy);
    system_jacobian(&q->p, &q->law, t, (const void *)y, (void *)J);
    registered
    for (int i = 0; i < system_above; ++i)
        dv[i] = v[i + system_rows];
    registered
    for (int i = 0; i < system_rows; ++i) {
        real sum = 0.0;

        registered
        for (int j = 0; j < system_dim; ++j)
            if (!known_zero(J[i][j]))
                sum += J[i][j] * orbit_begin(q, 2, j, v[j]);
        dv[system_above + i] = sum;
    }
}

/* y + h times a row of the tableau; of positions by the row of places. The last stage is not spilled yet. One
 * number after the other, so that few of the stages are in registers at a time. */
static inline void orbit_sum(const struct problem *q, int what, int row, real h,
                             const real y[system_dim], real k[dop853_stages][system_dim],
                             real to[system_dim])
{
    program_constant number *const a = dop853_a + row * dop853_all;
    program_constant number *const place = dop853_place + row * dop853_all;

    registered
    for (int i = orbit_above; i < system_dim; ++i) {
        const int above = (i + system_rows) % system_dim; /* the position, if there is one */
        const real from = orbit_begin(q, what, i, y[i]);
        real sum = 0.0, placed = 0.0;

        registered
        for (int j = 0; j < problem_stages(row, dop853_stages); ++j)
            if (PACK > 1 || (j < row && (a[j] != 0.0 || orbit_above * place[j] != 0.0))) {
                const real slope = j < row - 1 ? orbit_stage(q, what, j, i, k[j][i]) : k[j][i];

                sum += a[j] * slope;
                if (orbit_above > 0)
                    placed += place[j] * slope;
            }
        to[i] = from + h * sum;
        if (orbit_above > 0)
            to[above] =
                orbit_begin(q, what, above, y[above]) + h * (dop853_c[row] * from + h * placed);
    }
}

/* Where stage s stands, and its slopes; behind the last one the end of the step. */
static inline void orbit_advance(const struct problem *q, int s, real t, real h,
                                 const real y[system_dim], const real v[system_dim],
                                 real ky[dop853_stages][system_dim],
                                 real kv[dop853_stages][system_dim], real y1[system_dim],
                                 real v1[system_dim])
{
    /* the variation first: what is read behind it is not computed before it, so no two stages share the registers */
    orbit_sum(q, 1, s, h, v, kv, v1);
    orbit_put_vector(q, 2, v1);
    orbit_sum(q, 0, s, h, y, ky, y1);
    if (s == dop853_stages)
        return;
    orbit_put_stage(q, 0, s - 1, ky[s - 1]);
    orbit_put_stage(q, 1, s - 1, kv[s - 1]);
    orbit_slope(q, t + dop853_c[s] * h, y1, v1, ky[s], kv[s]);
}

kernel void orbit(const ulong n, global const number *in, global const number *shared,
                  global number *out, const number begin, const uint steps, const uint every,
                  const uint first, const uint last, global number *path)
{
    const size_t i = get_global_id(0);
    real y[system_dim], v[system_dim], y1[system_dim], v1[system_dim];
    real ky[dop853_stages][system_dim], kv[dop853_stages][system_dim], h, t;
    struct problem q;
    local volatile real spilled[spill_group ? orbit_spills * spill_group : 1];

    q.spill.slot = spilled + get_local_id(0);
    if (i * PACK >= n)
        return;
    q.p = member_params(i, n, in);
    q.law = member_friction(i, n, in, shared);
    h = load_pack(i, in + member_time * n) / (number)steps;
    member_read(i, n, in, 0, y);
    member_read(i, n, in, system_dim, v);
    for (int k = 0; k < system_dim && first > 0; ++k) {
        y[k] = load_pack(i, (global const number *)out + k * n);
        v[k] = load_pack(i, (global const number *)out + (system_dim + k) * n);
    }
    t = begin + h * (number)first;
    for (uint step = first + 1; step <= last; ++step) {
        orbit_put_vector(&q, 0, y);
        orbit_put_vector(&q, 1, v);
        orbit_put_vector(&q, 2, v);
        orbit_slope(&q, t, y, v, ky[0], kv[0]);
#if PACK == 1 /* too much for compilers to unroll, and arrays would not be in registers */
#    define orbit_go(s) orbit_advance(&q, s, t, h, y, v, ky, kv, y1, v1)
        orbit_go(1);
        orbit_go(2);
        orbit_go(3);
        orbit_go(4);
        orbit_go(5);
        orbit_go(6);
        orbit_go(7);
        orbit_go(8);
        orbit_go(9);
        orbit_go(10);
        orbit_go(11);
        orbit_go(12);
#else
        for (int s = 1; s <= dop853_stages; ++s)
            orbit_advance(&q, s, t, h, y, v, ky, kv, y1, v1);
#endif
        registered
        for (int k = 0; k < system_dim; ++k) {
            y[k] = y1[k];
            v[k] = v1[k];
        }
        t = begin + h * (number)step;
        if (every > 0 && i == 0 && step % every == 0)
            for (int k = 0; k < system_dim; ++k)
                path[(size_t)(step / every - first / every - 1) * system_dim + k] =
                    first_lane(y[k]);
    }
    problem_rhs(&q, t, y, y1);
    for (int k = 0; k < system_dim; ++k) {
        store_pack(y[k], i, out + k * n);
        store_pack(v[k], i, out + (system_dim + k) * n);
        store_pack(y1[k], i, out + (2 * system_dim + k) * n);
    }
}
