/* friction.cl: the wrench of a regularised law and its nine derivatives, one pack of slips per work-item:
 * slip[3 * n] in, out[12 * n] out, field-major. Roles: friction, friction_fields, friction_make,
 * friction_wrench. SPDX-License-Identifier: MIT */
#include "core/wrench.h"

kernel void friction_of_slips(const ulong n, global const number *slip, global number *out,
                              global const number *fields, number_table shared)
{
    const size_t i = get_global_id(0);
    real field[friction_fields + 1];
    struct friction law;
    struct slip s;
    struct wrench f;

    if (i * PACK >= n)
        return;
    for (int k = 0; k < friction_fields; ++k)
        field[k] = fields[k];
    law = friction_make(field, shared);
    s.vx = load_pack(i, slip);
    s.vy = load_pack(i, slip + n);
    s.w = load_pack(i, slip + 2 * n);
    f = friction_wrench(&law, s, 1);
    store_pack(f.Tx, i, out);
    store_pack(f.Ty, i, out + n);
    store_pack(f.M, i, out + 2 * n);
    store_pack(f.xx, i, out + 3 * n);
    store_pack(f.xy + f.kxy, i, out + 4 * n);
    store_pack(f.xw + f.kxw, i, out + 5 * n);
    store_pack(f.xy - f.kxy, i, out + 6 * n);
    store_pack(f.yy, i, out + 7 * n);
    store_pack(f.yw + f.kyw, i, out + 8 * n);
    store_pack(f.xw - f.kxw, i, out + 9 * n);
    store_pack(f.yw - f.kyw, i, out + 10 * n);
    store_pack(f.ww, i, out + 11 * n);
}
