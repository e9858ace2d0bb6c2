/* local.cl: the contact of a system at given states: its slip s and how that moves, s' = a0 + A f (local.h), one
 * pack of states per work-item. Members as in member.h; out has s, a0 and A row by row. Roles: those of local.h and
 * member.h. SPDX-License-Identifier: MIT */
#include "contact/local.h"
#include "drivers/member.h"

kernel void local_state(const ulong n, global const number *in, global const number *shared,
                        global number *out)
{
    const size_t i = get_global_id(0);
    struct system_params p;
    real y[system_dim], s[contact_size], t;
    struct local_motion c;

    (void)shared;
    if (i * PACK >= n)
        return;
    p = member_params(i, n, in);
    t = load_pack(i, in + member_time * n);
    member_read(i, n, in, 0, y);
    local_parts(contact_slip(&p, t, y), s);
    c = local_at(&p, t, y);
    for (int k = 0; k < contact_size; ++k) {
        store_pack(s[k], i, out + k * n);
        store_pack(c.a0[k], i, out + (contact_size + k) * n);
        for (int l = 0; l < contact_size; ++l)
            store_pack(c.A[k][l], i, out + (2 * contact_size + k * contact_size + l) * n);
    }
}
