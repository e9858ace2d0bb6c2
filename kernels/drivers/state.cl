/* state.cl: a system at given states: its slope f(t, y) and the Jacobian df/dy, one pack of states per work-item.
 *
 * Arrays are field-major with n members, a multiple of the pack: in has the fields of the system, those of the law, t and the state;
 * out the slope and then the rows of the Jacobian (of systems of second order the lower half).
 * Roles: those of problem.h; friction_fields, friction_make. SPDX-License-Identifier: MIT */
#include "steppers/problem.h"

kernel void state(const ulong n, global const number *in, global const number *shared,
                  global number *out)
{
    const size_t i = get_global_id(0);
    union {
        struct system_params p;
        real field[system_params_count];
    } system;
    real field[friction_fields + 1], y[system_dim], dy[system_dim], J[system_rows][system_dim], t;
    struct problem q;

    if (i * PACK >= n)
        return;
    for (int k = 0; k < system_params_count; ++k)
        system.field[k] = load_pack(i, in + k * n);
    for (int k = 0; k < friction_fields; ++k)
        field[k] = load_pack(i, in + (system_params_count + k) * n);
    t = load_pack(i, in + (system_params_count + friction_fields) * n);
    for (int k = 0; k < system_dim; ++k)
        y[k] = load_pack(i, in + (system_params_count + friction_fields + 1 + k) * n);
    q.p = system.p;
    q.law = friction_make(field, shared);
    problem_rhs(&q, t, y, dy);
    system_jacobian(&q.p, &q.law, t, (const void *)y, (void *)J);
    for (int k = 0; k < system_dim; ++k)
        store_pack(dy[k], i, out + k * n);
    for (int r = 0; r < system_rows; ++r)
        for (int k = 0; k < system_dim; ++k)
            store_pack(J[r][k], i, out + (system_dim + r * system_dim + k) * n);
}
