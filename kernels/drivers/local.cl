/* local.cl: the contact of a system at given states: its slip s and how that moves, s' = a0 + A f (local.h), one pack
 * of states per work-item, in the axes of the contact as they stand: what they turn is no drive, and is nothing near
 * rest. Members as in member.h; out has s, a0 and A row by row. Roles: those of local.h and member.h,
 * framed_turn_slopes. SPDX-License-Identifier: MIT */
#include "contact/local.h"
#include "drivers/member.h"

kernel void local_state(const ulong n, global const number *in, global const number *shared,
                        global number *out)
{
    const size_t i = get_global_id(0);
    struct system_params p;
    real y[system_dim], s[contact_size], t;
    struct local_motion c;

    if (i * PACK >= n)
        return;
    p = member_params(i, n, in);
    t = load_pack(i, in + member_time * n);
    member_read(i, n, in, 0, y);
    local_parts(contact_slip(&p, t, y), s);
    c = local_at(&p, t, y);
    if (framed_turns) {
        real by[1][system_dim], free[system_dim], rate = 0.0;

        framed_turn_slopes(&p, t, (const void *)y, by);
        contact_motion(&p, t, y, 0.0, 0.0, 0.0, free);
        for (int j = 0; j < system_dim; ++j)
            rate += by[0][j] * free[j];
        c.a0[0] -= rate * s[contact_size / 2];
        c.a0[contact_size / 2] += rate * s[0];
    }
    for (int k = 0; k < contact_size; ++k) {
        store_pack(s[k], i, out + k * n);
        store_pack(c.a0[k], i, out + (contact_size + k) * n);
        for (int l = 0; l < contact_size; ++l)
            store_pack(c.A[k][l], i, out + (2 * contact_size + k * contact_size + l) * n);
    }
}
