/* eval_cells.cl: the wrench as the direct sum over the cells of a patch, one pack of slips per
 * work-item.
 *
 * Cells are x, y, half the mass, one after the other; their number is even (a cell of mass 0 fills up).
 * Every slip of a work-group needs every cell, so a group takes them tile by tile into local memory
 * and reads each from there; a group of one work-item, as CPU devices get, has its cache for that
 * and reads them where they are. Each tile has its own sum, which keeps the rounding of a long sum
 * small. Constants: cells_tile (cells per tile, even), cells_local, patch_jacobian.
 * SPDX-License-Identifier: MIT */
#include "drivers/slips.h"
#include "patches/cells.h"

#define eval_cells_tile(name, space)                                                   \
    static inline struct wrench name(space const number *c, uint count, struct slip s, \
                                     int jacobian)                                     \
    {                                                                                  \
        struct wrench f = wrench_zero();                                               \
                                                                                       \
        for (uint k = 0; k < count; k += 2, c += 6) {                                  \
            cells_add_two(&f, s, c[0], c[1], c[2], c[3], c[4], c[5]);                  \
            if (jacobian) {                                                            \
                cells_add_jacobian(&f, s, c[0], c[1], c[2]);                           \
                cells_add_jacobian(&f, s, c[3], c[4], c[5]);                           \
            }                                                                          \
        }                                                                              \
        return f;                                                                      \
    }
eval_cells_tile(eval_cells_from_local, local) eval_cells_tile(eval_cells_from_global, global)

    kernel void eval_cells(const ulong n, global const slips_number *slip, global slips_number *out,
                           const number reach, const uint count, global const number *cells)
{
    local number tile[cells_local ? 3 * cells_tile : 1];
    const size_t i = get_global_id(0), last = n / PACK - 1;
    const struct slips_load in = slips_read(min(i, last), n, slip, reach);
    struct wrench f = wrench_zero();

    for (uint from = 0; from < count; from += cells_tile) {
        const uint here = min((uint)cells_tile, count - from);

        if (cells_local) {
            for (uint k = get_local_id(0); k < 3 * here; k += get_local_size(0))
                tile[k] = cells[3 * from + k];
            barrier(CLK_LOCAL_MEM_FENCE);
            f = wrench_sum(f, eval_cells_from_local(tile, here, in.slip, patch_jacobian),
                           patch_jacobian);
            barrier(CLK_LOCAL_MEM_FENCE);
        } else {
            f = wrench_sum(f,
                           eval_cells_from_global(cells + 3 * from, here, in.slip, patch_jacobian),
                           patch_jacobian);
        }
    }
    if (i <= last)
        slips_write(i, n, out, f, in, patch_jacobian);
}
