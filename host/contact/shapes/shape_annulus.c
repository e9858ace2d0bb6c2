/* shape_annulus.c: rings of outer radius 1. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    p->kind = contensou__patch_round;
    p->round.hole = number[0];
    if (!(number[0] > 0 && number[0] <= 0.999))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "annulus:%s is not possible; the inner radius of an annulus lies "
                              "between 0 and 0.999",
                              rest);
    return CONTENSOU_OK;
}

const struct contensou__patch_shape contensou__shape_annulus = {
    .name = "annulus",
    .example = "annulus:0.5",
    .wants = contensou__patch_numbers,
    .needs = {"q"},
    .needs_text = "its inner radius",
    .takes = contensou__patch_uniform,
    .has_exact = 1,
    .text = "the ring q <= r <= 1, 0 < q <= 0.999",
    .make = make,
};
