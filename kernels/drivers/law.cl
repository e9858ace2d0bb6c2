/* law.cl: the wrench of a law, one pack of slips per work-item. Arrays as in eval.cl; the parameters are
 * the same for all slips. Roles: law_params, law_params_count, law_wrench and the constant patch_jacobian.
 * SPDX-License-Identifier: MIT */
#include "drivers/slips.h"

kernel void law(const ulong n, global const slips_number *slip, global slips_number *out,
                const number reach, global const number *params_in, global const number *table)
{
    const size_t i = get_global_id(0);
    union {
        struct law_params p;
        real field[law_params_count];
    } params;
    struct slips_load in;

    if (i * PACK >= n)
        return;
    for (int k = 0; k < law_params_count; ++k)
        params.field[k] = params_in[k];
    in = slips_read(i, n, slip, reach);
    slips_write(i, n, out, law_wrench(&params.p, table, in.slip, patch_jacobian), in,
                patch_jacobian);
}
