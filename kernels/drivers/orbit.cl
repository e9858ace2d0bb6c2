/* orbit.cl: trajectories over a span of time each, in equal steps of order 8 (steppers/dop853.h), each with one variation
 * v' = (df/dy) v beside it, one pack of them per work-item.
 *
 * Members as in member.h, the time being the span, the variation v behind the state; out has the state at the end, the
 * variation and the slope there; path, where every > 0, the state behind each `every`-th step:
 * path[(k * dim + state) * n + member]. Roles: those of problem.h and member.h. SPDX-License-Identifier: MIT */
#include "drivers/member.h"
#include "steppers/problem.h"
#include "steppers/dop853.h"

/* Positions whose slopes are velocities need no stages of their own (steppers/order853.h), which halves what GPUs keep of a
 * step. Packs are in memory anyway. */
enum { orbit_above = PACK == 1 ? system_above : 0 };

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
            sum += J[i][j] * v[j];
        dv[system_above + i] = sum;
    }
}

/* y + h times a row of the tableau; of positions by the row of places. */
static inline void orbit_sum(int row, int stages, real h, const real y[system_dim],
                             real k[dop853_stages][system_dim], real to[system_dim])
{
    program_constant number *const a = dop853_a + row * dop853_all;
    program_constant number *const place = dop853_place + row * dop853_all;

    registered
    for (int i = 0; i < system_dim; ++i) {
        const int at = i < orbit_above ? i + system_rows : i;
        real sum = 0.0;

        registered
        for (int j = 0; j < problem_stages(stages, dop853_stages); ++j)
            if (PACK > 1 || (j < stages && (i < orbit_above ? place[j] : a[j]) != 0.0))
                sum += (i < orbit_above ? place[j] : a[j]) * k[j][at];
        to[i] = y[i] + h * (i < orbit_above ? dop853_c[row] * y[at] + h * sum : sum);
    }
}

kernel void orbit(const ulong n, global const number *in, global const number *shared,
                  global number *out, const uint steps, const uint every, global number *path)
{
    const size_t i = get_global_id(0);
    real y[system_dim], v[system_dim], y1[system_dim], v1[system_dim];
    real ky[dop853_stages][system_dim], kv[dop853_stages][system_dim], h, t = 0.0;
    struct problem q;

    if (i * PACK >= n)
        return;
    q.p = member_params(i, n, in);
    q.law = member_friction(i, n, in, shared);
    h = load_pack(i, in + member_time * n) / (number)steps;
    member_read(i, n, in, 0, y);
    member_read(i, n, in, system_dim, v);
    for (uint step = 1; step <= steps; ++step) {
        orbit_slope(&q, t, y, v, ky[0], kv[0]);
        registered
        for (int s = 1; s < dop853_stages; ++s) {
            orbit_sum(s, s, h, y, ky, y1);
            orbit_sum(s, s, h, v, kv, v1);
            orbit_slope(&q, t + dop853_c[s] * h, y1, v1, ky[s], kv[s]);
        }
        orbit_sum(dop853_stages, dop853_stages, h, y, ky, y1);
        orbit_sum(dop853_stages, dop853_stages, h, v, kv, v1);
        registered
        for (int k = 0; k < system_dim; ++k) {
            y[k] = y1[k];
            v[k] = v1[k];
        }
        t = h * (number)step;
        if (every > 0 && step % every == 0)
            for (int k = 0; k < system_dim; ++k)
                store_pack(y[k], i, path + ((step / every - 1) * system_dim + k) * n);
    }
    problem_rhs(&q, t, y, y1);
    for (int k = 0; k < system_dim; ++k) {
        store_pack(y[k], i, out + k * n);
        store_pack(v[k], i, out + (system_dim + k) * n);
        store_pack(y1[k], i, out + (2 * system_dim + k) * n);
    }
}
