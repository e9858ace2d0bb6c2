/* shape_cells.c: points with their own weight from a file. SPDX-License-Identifier: MIT */
#include "contact/patch.h"
#include "contact/points.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    (void)number;
    p->kind = contensou__patch_points;
    return contensou__points_read(&p->point, &p->points, rest, &p->units, err);
}

const struct contensou__patch_shape contensou__shape_cells = {
    .name = "cells",
    .example = "cells:FILE.csv",
    .wants = contensou__patch_file,
    .takes = contensou__patch_own,
    .text = "CSV x,y,area,pressure: points with their own weight",
    .make = make,
};
