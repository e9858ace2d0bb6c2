/* shape_map.c: pressures of a grid of cells from a file. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    (void)number;
    p->kind = contensou__patch_outline;
    return contensou__outline_map(&p->outline, rest, p->cell, &p->units, err);
}

const struct contensou__patch_shape contensou__shape_map = {
    .name = "map",
    .example = "map:FILE.csv",
    .wants = contensou__patch_file,
    .takes = contensou__patch_own,
    .has_exact = 1,
    .text =
        "CSV x,y,p, middles of cells; or x_min,x_max,y_min,y_max, those numbers, then rows of cell "
        "pressures, lowest y first; or such rows alone, with the size of a cell",
    .make = make,
};
