/* limit.cl: xi and the slip of loads, one pack of loads per work-item.
 *
 * Arrays are field-major with n members, a multiple of the pack: load is Tx, Ty, M; out is xi,
 * theta, phi and how many wrenches it took (limit_load.h). Roles: patch_params, patch_wrench and
 * the constants patch_twice, patch_tilted. SPDX-License-Identifier: MIT */
#include "laws/limit_load.h"

/* What one work-item does; PoCL compiles three copies of a kernel, but one of this. */
static seldom void limit_pack(size_t i, ulong n, global const number *load, global number *out,
                              global const number *params_in, global const number *table)
{
    union {
        struct patch_params p;
        number field[patch_params_count];
    } params;
    struct limit_result r;

    for (int k = 0; k < patch_params_count; ++k)
        params.field[k] = params_in[k];
    r = limit_of_load(&params.p, table, load_pack(i, load), load_pack(i, load + n),
                      load_pack(i, load + 2 * n));
    store_pack(r.xi, i, out);
    store_pack(r.theta, i, out + n);
    store_pack(r.phi, i, out + 2 * n);
    store_pack(r.count, i, out + 3 * n);
}

kernel void limit(const ulong n, global const number *load, global number *out,
                  global const number *params_in, global const number *table)
{
    const size_t i = get_global_id(0);

    if (i * PACK < n)
        limit_pack(i, n, load, out, params_in, table);
}
