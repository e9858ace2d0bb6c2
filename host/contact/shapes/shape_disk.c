/* shape_disk.c: the unit disk. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    (void)number;
    (void)rest;
    (void)err;
    p->kind = contensou__patch_round;
    return CONTENSOU_OK;
}

const struct contensou__patch_shape contensou__shape_disk = {
    .name = "disk",
    .example = "disk",
    .wants = contensou__patch_nothing,
    .takes = contensou__patch_all,
    .has_exact = 1,
    .text = "the unit disk",
    .make = make,
};
