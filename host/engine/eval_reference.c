/* eval_reference.c: the same formulas on this processor, one slip after the other.
 * SPDX-License-Identifier: MIT */
#include "base/versioned.h"
#include "contact/patch.h"
#include "contact/patch_data.h"

#include <contensou/eval.h>

#include "patches/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t place[9] = {3, 4, 6, 4, 5, 7, 6, 7, 8}; /* of out[9], row by row */

static void by_cells(const double *cells, size_t count, const double s[3], int jacobian,
                     double out[9])
{
    const double *x = cells, *y = cells + count, *mass = cells + 2 * count;
    const struct slip slip = {s[0], s[1], s[2]};
    struct wrench f = wrench_zero();

    for (size_t i = 0; i < count;
         i += 2) { /* two at a time; a last one alone has a twin of no mass */
        const size_t j = i + 1 < count ? i + 1 : i;

        cells_add_two(&f, slip, x[i], y[i], mass[i] / 2, x[j], y[j], j > i ? mass[j] / 2 : 0);
        if (jacobian) {
            cells_add_jacobian(&f, slip, x[i], y[i], mass[i] / 2);
            cells_add_jacobian(&f, slip, x[j], y[j], j > i ? mass[j] / 2 : 0);
        }
    }
    memcpy(out, (const double[9]){f.Tx, f.Ty, f.M, f.xx, f.xy, f.yy, f.xw, f.yw, f.ww},
           9 * sizeof *out);
}

enum contensou_status contensou_eval_reference(const struct contensou_patch *patch,
                                               const struct contensou_eval_options *options,
                                               size_t n, const double *slip, double *wrench,
                                               double *jacobian, struct contensou_error *err)
{
    const double reach = fmax(contensou_patch_radius(patch), 1e-100);
    struct contensou__patch_data tables = {0};
    double *cells = NULL;
    size_t count = 0;
    struct contensou_eval_options o;
    enum contensou_status status =
        contensou__versioned_take(&o, sizeof o, options, "contensou_eval_options", err);

    if (status)
        return status;
    if (o.method == CONTENSOU_METHOD_CELLS || !contensou_patch_has_exact(patch))
        status = contensou_patch_cells(patch, o.cells ? o.cells : 101, &cells, &count, err);
    else
        status = contensou__patch_make_data(patch, 0, &tables, err);
    for (size_t i = 0; i < n && !status; ++i) {
        double s[3] = {slip[i], slip[n + i], slip[2 * n + i]}, out[9];
        const double size = fmax(fmax(fabs(s[0]), fabs(s[1])), fabs(s[2]) * reach);
        const int valid = size > 0 && isfinite(s[0] + s[1] + s[2]);

        for (int k = 0; k < 3; ++k)
            s[k] = valid ? s[k] / size : k == 0;
        if (cells) {
            contensou__stretch_slip(&patch->stretch, s);
            by_cells(cells, count, s, jacobian != NULL, out);
            contensou__stretch_wrench(&patch->stretch, jacobian != NULL, out);
        } else
            contensou__patch_data_wrench(&tables, s, jacobian != NULL, out);
        for (size_t k = 0; k < 3; ++k)
            wrench[k * n + i] = valid ? out[k] : NAN;
        for (size_t k = 0; k < 9 && jacobian; ++k)
            jacobian[k * n + i] = valid ? out[place[k]] / size : NAN;
    }
    free(cells);
    contensou__patch_data_free(&tables);
    return status;
}
