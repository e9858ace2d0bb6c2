/* limit_law.cl: xi and the slip of loads under a law, one pack of loads per work-item. Arrays as in
 * limit.cl; behind the law's parameters params_in has the radius of the patch. Roles: law_params,
 * law_params_count, those of laws/limit_law.h and the constant limit_folds. SPDX-License-Identifier: MIT */
#include "laws/limit_law_load.h"

kernel void limit(const ulong n, global const number *load, global number *out,
                  global const number *params_in, global const number *table)
{
    const size_t i = get_global_id(0);
    union {
        struct law_params p;
        real field[law_params_count];
    } params;
    struct limit_result r;

    if (i * PACK >= n)
        return;
    unrolled_for (k, law_params_count)
        params.field[k] = params_in[k];
    r = limit_law_of_load(&params.p, table, params_in[law_params_count], load_pack(i, load),
                          load_pack(i, load + n), load_pack(i, load + 2 * n));
    store_pack(r.xi, i, out);
    store_pack(r.theta, i, out + n);
    store_pack(r.phi, i, out + 2 * n);
    store_pack(r.count, i, out + 3 * n);
}
