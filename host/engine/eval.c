/* eval.c: the friction wrench of a patch for many slips on a device. SPDX-License-Identifier: MIT
 */
#include "engine/eval.h"

#include "base/versioned.h"
#include "contact/patch.h"

#include <math.h>
#include <stdlib.h>

enum { default_cells = 101, tile_cells = 256 };

static enum contensou_status prepare_exact(struct contensou_eval *e,
                                           const struct contensou_patch *patch, int jacobian,
                                           struct contensou__bundle *b, struct contensou_error *err)
{
    const enum contensou_status status = contensou__patch_program_exact(&e->base, patch, b, err);

    contensou__bundle_number(b, "patch_jacobian", jacobian);
    contensou__bundle_include(b, "drivers/eval.cl");
    return status;
}

/* Cells one after the other, x, y, half the mass, their number made even. */
static enum contensou_status prepare_cells(struct contensou_eval *e,
                                           const struct contensou_patch *patch,
                                           const struct contensou_eval_options *options,
                                           struct contensou__bundle *b, struct contensou_error *err)
{
    double *cells = NULL, *rows = NULL;
    size_t count = 0;
    enum contensou_status status = contensou_patch_cells(
        patch, options->cells ? options->cells : default_cells, &cells, &count, err);

    if (!status && !(rows = calloc(3 * (count + 1), sizeof *rows)))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu cells", count);
    for (size_t i = 0; i < count && !status; ++i)
        for (size_t k = 0; k < 3; ++k)
            rows[3 * i + k] = cells[k * count + i] * (k == 2 ? 0.5 : 1);
    free(cells); /* there may be many: not both and the device's copy at once */
    e->cells = (uint32_t)(count + (count & 1));
    contensou__bundle_number(b, "cells_tile", tile_cells);
    contensou__bundle_number(b, "cells_local", e->grouped);
    contensou__bundle_number(b, "patch_jacobian", options->jacobian != 0);
    contensou__bundle_include(b, "drivers/eval_cells.cl");
    if (!status)
        status = contensou__patch_program_upload(&e->base, &e->base.table, rows,
                                                 3 * (size_t)e->cells, err);
    free(rows);
    return status;
}

enum contensou_status contensou_eval_create(struct contensou_eval **out,
                                            const struct contensou_patch *patch,
                                            struct contensou_device *device,
                                            const struct contensou_eval_options *options,
                                            struct contensou_error *err)
{
    struct contensou_eval_options own, asked, *const o = &asked;
    struct contensou__bundle bundle = {0};
    struct contensou_eval *e;
    int cells;
    enum contensou_status status =
        contensou__versioned_take(o, sizeof *o, options, "contensou_eval_options", err);

    *out = NULL;
    if (status)
        return status;
    own = *o;
    cells = o->method == CONTENSOU_METHOD_CELLS || !contensou_patch_has_exact(patch);
    e = calloc(1, sizeof *e);
    if (!e)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an evaluation");
    /* one vector register of slips: the sum over cells in single was slower with two */
    if (cells && o->precision == CONTENSOU_PRECISION_SINGLE && !o->pack &&
        contensou__patch_program_packs(contensou_device_about(device), 1))
        own.pack = 8;
    status = contensou__patch_program_begin(&e->base, patch, device, &own, err);
    e->fields = o->jacobian ? 9 : 3;
    e->grouped = contensou__patch_program_grouped(&e->base);
    e->narrow =
        e->base.single && (e->grouped || !contensou_device_about(device)->fp64 || o->jacobian);
    e->word = e->narrow ? sizeof(float) : sizeof(double);
    if (e->base.single && !e->narrow)
        contensou__bundle_define(&bundle, "slips_double", "1");
    e->reach = fmax(contensou_patch_radius(patch), 1e-100);
    e->stretch = patch->stretch;
    e->room = contensou__patch_program_room(&e->base, e->fields);
    if (!status)
        status = cells ? prepare_cells(e, patch, o, &bundle, err)
                       : prepare_exact(e, patch, o->jacobian != 0, &bundle, err);
    if (!status)
        status = contensou__patch_program_build(&e->base, &bundle, err);
    if (!status)
        status = contensou__buffer_create(&e->slip, device, 3 * e->room * e->word, NULL, err);
    if (!status)
        status =
            contensou__buffer_create(&e->out, device, e->fields * e->room * e->word, NULL, err);
    if (!status && !(e->staging = malloc(9 * e->room * sizeof(double))))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu slips", e->room);
    if (status)
        contensou_eval_free(e);
    else
        *out = e;
    return status;
}

void contensou_eval_free(struct contensou_eval *eval)
{
    if (!eval)
        return;
    free(eval->staging);
    contensou__buffer_free(eval->out);
    contensou__buffer_free(eval->slip);
    contensou__patch_program_end(&eval->base);
    free(eval);
}

const char *contensou_eval_program(const struct contensou_eval *eval)
{
    return eval->base.text.data;
}
