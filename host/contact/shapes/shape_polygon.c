/* shape_polygon.c: contours from a file. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    (void)number;
    p->kind = contensou__patch_outline;
    return contensou__outline_polygon(&p->outline, rest, &p->units, err);
}

const struct contensou__patch_shape contensou__shape_polygon = {
    .name = "polygon",
    .example = "polygon:FILE.csv",
    .wants = contensou__patch_file,
    .takes = contensou__patch_uniform,
    .has_exact = 1,
    .text =
        "CSV x,y of the corners; a blank line starts the next contour, clockwise ones are holes",
    .make = make,
};
