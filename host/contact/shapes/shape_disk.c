/* shape_disk.c: disks, of radius 1 where nothing else is said. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    p->kind = contensou__patch_round;
    p->round.a = p->round.b = number[0];
    return contensou__patch_check_sizes("disk", rest, number, 1, err);
}

static const double unit = 1;

const struct contensou__patch_shape contensou__shape_disk = {
    .name = "disk",
    .example = "disk",
    .wants = contensou__patch_numbers,
    .needs = {"R"},
    .needs_text = "its radius",
    .otherwise = &unit,
    .takes = contensou__patch_all,
    .has_exact = 1,
    .text = "the disk of radius R, by default 1",
    .make = make,
};
