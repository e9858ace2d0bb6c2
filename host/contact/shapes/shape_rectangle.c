/* shape_rectangle.c: rectangles. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

#include "base/try.h"

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    const double a = number[0], b = number[1];

    p->kind = contensou__patch_outline;
    TRY(contensou__patch_check_sizes("rectangle", rest, number, 2, err));
    TRY(contensou__outline_begin(&p->outline, 4, err));
    contensou__outline_add(&p->outline, -a, -b, a, -b, 1);
    contensou__outline_add(&p->outline, a, -b, a, b, 1);
    contensou__outline_add(&p->outline, a, b, -a, b, 1);
    contensou__outline_add(&p->outline, -a, b, -a, -b, 1);
    return CONTENSOU_OK;
}

const struct contensou__patch_shape contensou__shape_rectangle = {
    .name = "rectangle",
    .example = "rectangle:1,0.5",
    .wants = contensou__patch_numbers,
    .needs = {"a", "b"},
    .needs_text = "two sizes",
    .takes = contensou__patch_uniform,
    .has_exact = 1,
    .text = "half sides a along x and b along y",
    .make = make,
};
