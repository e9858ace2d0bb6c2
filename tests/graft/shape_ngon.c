/* shape_ngon.c: regular polygons, the lowest side level: an example of a shape that is one file and one row of a list.
 * SPDX-License-Identifier: MIT */
#include "base/pi.h"
#include "contact/patch.h"

#include <math.h>

static enum contensou_status make(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err)
{
    const double n = number[0], r = number[1];
    enum contensou_status status = contensou__patch_check_sizes("ngon", rest, number, 2, err);

    if (!status && (n != floor(n) || n < 3 || n > 1000))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "ngon:%s is not possible; a polygon has 3 to 1000 corners", rest);
    p->kind = contensou__patch_outline;
    if (!status)
        status = contensou__outline_begin(&p->outline, (size_t)n, err);
    for (int k = 0; k < n && !status; ++k) {
        const double a = pi * (2 * k - 1 - n / 2) / n, b = pi * (2 * k + 1 - n / 2) / n;

        contensou__outline_add(&p->outline, r * cos(a), r * sin(a), r * cos(b), r * sin(b), 1);
    }
    return status;
}

const struct contensou__patch_shape contensou__shape_ngon = {
    .name = "ngon",
    .example = "ngon:6,1",
    .wants = contensou__patch_numbers,
    .needs = {"n", "r"},
    .needs_text = "the number of its corners and their radius",
    .takes = contensou__patch_uniform,
    .has_exact = 1,
    .text = "regular polygon with n corners at radius r",
    .make = make,
};
