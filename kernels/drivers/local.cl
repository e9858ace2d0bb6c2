/* local.cl: the contact of a system at given states: its slip s and how that moves, s' = a0 + A f (local.h), one
 * pack of states per work-item. Arrays as in state.cl; out has s, a0 and A row by row. Roles: those of local.h;
 * friction_fields. SPDX-License-Identifier: MIT */
#include "contact/local.h"

kernel void local_state(const ulong n, global const number *in, global number *out)
{
    const size_t i = get_global_id(0);
    union {
        struct system_params p;
        real field[system_params_count];
    } system;
    real y[system_dim], s[contact_size], t;
    struct local_motion c;

    if (i * PACK >= n)
        return;
    for (int k = 0; k < system_params_count; ++k)
        system.field[k] = load_pack(i, in + k * n);
    t = load_pack(i, in + (system_params_count + friction_fields) * n);
    for (int k = 0; k < system_dim; ++k)
        y[k] = load_pack(i, in + (system_params_count + friction_fields + 1 + k) * n);
    local_parts(contact_slip(&system.p, t, y), s);
    c = local_at(&system.p, t, y);
    for (int k = 0; k < contact_size; ++k) {
        store_pack(s[k], i, out + k * n);
        store_pack(c.a0[k], i, out + (contact_size + k) * n);
        for (int l = 0; l < contact_size; ++l)
            store_pack(c.A[k][l], i, out + (2 * contact_size + k * contact_size + l) * n);
    }
}
