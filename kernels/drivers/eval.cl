/* eval.cl: the exact wrench of a patch, one pack of slips per work-item.
 *
 * Arrays are field-major with n members, a multiple of the pack: slip is vx, vy, w; out is Tx, Ty,
 * M and, with the Jacobian, xx xy yy xw yw ww. Roles: patch_params, patch_wrench and the constants
 * patch_twice, patch_tilted, patch_jacobian. SPDX-License-Identifier: MIT */
#include "drivers/slips.h"

kernel void eval(const ulong n, global const slips_number *slip, global slips_number *out,
                 const number reach, global const number *params_in, global const number *table)
{
    const size_t i = get_global_id(0);
    union {
        struct patch_params p;
        number field[patch_params_count];
    } params;
    struct slips_load in;

    if (i * PACK >= n)
        return;
    for (int k = 0; k < patch_params_count; ++k)
        params.field[k] = params_in[k];
    in = slips_read(i, n, slip, reach);
    slips_write(i, n, out,
                patch_wrench(&params.p, table, in.slip, patch_twice, patch_tilted, patch_jacobian),
                in, patch_jacobian);
}
