/* shape_cells.c: points with their own weight from a file. SPDX-License-Identifier: MIT */
#include "contact/contacts.h"
#include "contact/patch.h"
#include "contact/points.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    (void)number;
    p->kind = contensou__patch_points;
    return contensou__points_read(&p->point, &p->points, rest, err);
}

const struct contensou__contacts_shape contensou__shape_cells = {
    .name = "cells",
    .example = "cells:FILE.csv",
    .wants = contensou__contacts_file,
    .takes = contensou__contacts_own,
    .text = "CSV x,y,area,pressure: points with their own weight",
    .make = make,
};
