/* shape_ellipse.c: ellipses. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    p->kind = contensou__patch_round;
    p->round.a = number[0];
    p->round.b = number[1];
    return contensou__patch_check_sizes("ellipse", rest, number, 2, err);
}

const struct contensou__patch_shape contensou__shape_ellipse = {
    .name = "ellipse",
    .example = "ellipse:1,0.5",
    .wants = contensou__patch_numbers,
    .needs = {"a", "b"},
    .needs_text = "two sizes",
    .takes = contensou__patch_all,
    .has_exact = 1,
    .text = "semi-axes a along x and b along y",
    .make = make,
};
