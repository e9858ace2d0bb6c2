/* state.cl: a system at given states: its slope f(t, y) and the Jacobian df/dy, one pack of states per work-item.
 * Members as in member.h; out has the slope and then the rows of the Jacobian (of systems of second order the lower
 * half). Roles: those of problem.h and member.h. SPDX-License-Identifier: MIT */
#include "drivers/clock.h"
#include "drivers/member.h"
#include "steppers/problem.h"

kernel void state(const ulong n, global const number *in, global const number *shared,
                  global number *out)
{
    const size_t i = get_global_id(0);
    real y[system_dim], dy[system_dim], J[system_rows][system_dim], t;
    struct problem q;

    if (i * PACK >= n)
        return;
    q.p = member_params(i, n, in);
    q.law = member_friction(i, n, in, shared);
    t = load_pack(i, in + member_time * n);
    member_read(i, n, in, 0, y);
    problem_rhs(&q, t, y, dy);
    system_jacobian(&q.p, &q.law, t, (const void *)y, (void *)J);
    for (int k = 0; k < system_dim; ++k)
        store_pack(dy[k], i, out + k * n);
    for (int r = 0; r < system_rows; ++r)
        for (int k = 0; k < system_dim; ++k)
            store_pack(J[r][k], i, out + (system_dim + r * system_dim + k) * n);
}
