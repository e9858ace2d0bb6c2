/* limit_law.c: the limit surface of a law: the program, and whether every load has one slip.
 * SPDX-License-Identifier: MIT */
#include "device/limit_law.h"

#include "base/pi.h"
#include "base/try.h"
#include "device/limit.h"

#include <math.h>
#include <string.h>

enum { rows = 180, columns = 90 };

static double determinant(const double *a, const double *b, const double *c)
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Slip and wrench, both of length 1 in units of the radius, row by row from pole to pole. */
struct corner {
    double s[3], f[3];
};

static struct corner look(const struct contensou__law *law, double radius, int row, int column)
{
    const double a = pi * row / rows - pi / 2, p = 2 * pi * (column % columns) / columns;
    const double v = row == 0 || row == rows ? 0 : cos(a);
    struct corner c = {.s = {v * cos(p), v * sin(p), sin(a)}};
    double out[9], size;

    contensou__law_wrench(law, (const double[3]){c.s[0], c.s[1], c.s[2] / radius}, 0, out);
    out[2] /= radius;
    size = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int k = 0; k < 3; ++k)
        c.f[k] = out[k] / size;
    return c;
}

/* A triangle of slips whose wrenches run round the other way. At the poles one side has no length. */
static int turns(const struct corner *a, const struct corner *b, const struct corner *c)
{
    const double slip = determinant(a->s, b->s, c->s), wrench = determinant(a->f, b->f, c->f);

    return fabs(slip) > 1e-9 && !(wrench * copysign(1, slip) > -1e-12);
}

/* 1 where the wrench of the law turns back on itself somewhere on a grid of slips about a degree wide,
 * so that some loads belong to several slips. radius: of the patch. */
static int turns_back(const struct contensou__law *law, double radius)
{
    struct corner line[2][columns];
    int folds = 0;

    for (int row = 0; row <= rows && !folds; ++row) {
        struct corner *here = line[row & 1], *below = line[!(row & 1)];

        for (int k = 0; k < columns; ++k)
            here[k] = look(law, radius, row, k);
        for (int k = 0; k < columns && row > 0; ++k) {
            const int next = (k + 1) % columns;

            folds |= turns(&below[k], &below[next], &here[next]);
            folds |= turns(&below[k], &here[next], &here[k]);
        }
    }
    return folds;
}

static enum contensou_status prepare(struct contensou_limit *l, const struct contensou_patch *patch,
                                     const void *what, struct contensou__bundle *b,
                                     struct contensou_error *err)
{
    const struct contensou__law *law = what;
    double params[contensou__law_most + 1];

    (void)patch;
    l->folds = turns_back(law, l->reach);
    contensou__law_bind(law, b);
    contensou__bundle_define(b, "limit_law_params", "law_params");
    contensou__bundle_define(b, "limit_law_wrench", "law_wrench");
    contensou__bundle_number(b, "limit_folds", l->folds ? -1 : 0);
    contensou__bundle_include(b, "drivers/limit_law.cl");
    memcpy(params, law->value, (size_t)law->field_count * sizeof *params);
    params[law->field_count] = l->reach;
    TRY(contensou__patch_program_upload(&l->base, &l->base.params, params,
                                        (size_t)law->field_count + 1, err));
    return contensou__patch_program_upload(&l->base, &l->base.table, law->table, law->count, err);
}

enum contensou_status contensou__limit_law_create(struct contensou_limit **out,
                                                  const struct contensou__law *law,
                                                  const struct contensou_patch *patch,
                                                  struct contensou_device *device,
                                                  const struct contensou_eval_options *options,
                                                  struct contensou_error *err)
{
    return contensou__limit_build(out, patch, device, options, prepare, law, err);
}
