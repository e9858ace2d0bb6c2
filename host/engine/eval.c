/* eval.c: the friction wrench of a patch for many slips on a device. SPDX-License-Identifier: MIT
 */
#include "engine/eval.h"

#include "catalogue/patch.h"
#include "source/bundle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { default_cells = 101, tile_cells = 256 };

/* Slips of one launch: enough to keep any device busy, little enough to stay in a CPU's cache. */
static size_t slips_per_launch(const struct contensou_eval *e)
{
    const struct contensou_device_info *about = contensou_device_about(e->device);
    const uint64_t most = about->max_buffer / (e->fields * e->word);
    size_t room = strcmp(about->type, "GPU") == 0 ? (size_t)1 << 21 : (size_t)1 << 16;

    while (room > 1024 && room > most)
        room /= 2;
    return room;
}

static int best_pack(const struct contensou_device_info *about, int single, int cells)
{
    if (strcmp(about->type, "CPU") != 0)
        return 1;
    if (cells)
        return single ? 16 : 8;
    return single ? 16 : 8;
}

static enum contensou_status check_options(const struct contensou_patch *patch,
                                           const struct contensou_device *device,
                                           const struct contensou_eval_options *o,
                                           struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(device);

    if (o->pack != 0 && o->pack != 1 && o->pack != 2 && o->pack != 4 && o->pack != 8 &&
        o->pack != 16)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a pack of %d slips is not possible; 1, 2, 4, 8 and 16 are", o->pack);
    if (o->precision == CONTENSOU_DOUBLE && !about->fp64)
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "the device '%s' does not compute in double precision; use single "
                              "precision or another device",
                              about->name);
    if (o->method == CONTENSOU_EXACT && !contensou_patch_has_exact(patch))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the method exact does not exist for %s; use the method cells",
                              patch->shape);
    if (o->precision == CONTENSOU_SINGLE &&
        !(contensou_patch_radius(patch) < 1e15 && contensou_patch_radius(patch) > 1e-15))
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "single precision needs a patch between 1e-15 and 1e15 in size; scale "
            "it, or use double precision");
    return CONTENSOU_OK;
}

/* A table of doubles in the device's precision. */
static enum contensou_status upload(struct contensou_eval *e, struct contensou__buffer **out,
                                    const double *from, size_t count, struct contensou_error *err)
{
    float *narrow;
    enum contensou_status status;

    if (!e->single)
        return contensou__buffer_create(out, e->device, count * sizeof *from, from, err);
    narrow = malloc((count ? count : 1) * sizeof *narrow);
    if (!narrow)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu numbers", count);
    for (size_t i = 0; i < count; ++i)
        narrow[i] = (float)from[i];
    status = contensou__buffer_create(out, e->device, count * sizeof *narrow, narrow, err);
    free(narrow);
    return status;
}

static void define_number(struct contensou__bundle *b, const char *name, int value)
{
    char text[16];

    snprintf(text, sizeof text, "%d", value);
    contensou__bundle_define(b, name, text);
}

static enum contensou_status prepare_exact(struct contensou_eval *e,
                                           const struct contensou_patch *patch, int jacobian,
                                           struct contensou__bundle *b, struct contensou_error *err)
{
    static const char *const include[] = {"patches/disk.h", "patches/ellipse_wrench.h",
                                          "patches/edges.h"};
    static const char *const name[] = {"disk", "ellipse", "edges"};
    struct contensou__tables t = {0};
    char role[64];
    enum contensou_status status = contensou__patch_tables(patch, e->single, &t, err);

    if (status)
        return status;
    contensou__bundle_include(b, include[t.kind]);
    snprintf(role, sizeof role, "%s_params", name[t.kind]);
    contensou__bundle_define(b, "patch_params", role);
    snprintf(role, sizeof role, "%s_params_count", name[t.kind]);
    contensou__bundle_define(b, "patch_params_count", role);
    snprintf(role, sizeof role, "%s_wrench", name[t.kind]);
    contensou__bundle_define(b, "patch_wrench", role);
    define_number(b, "patch_twice", t.twice);
    define_number(b, "patch_tilted", t.tilted);
    define_number(b, "patch_jacobian", jacobian);
    contensou__bundle_include(b, "drivers/eval.cl");
    status = upload(e, &e->params, t.params, (size_t)t.param_count, err);
    if (!status)
        status = upload(e, &e->table, t.table, t.count, err);
    contensou__tables_free(&t);
    return status;
}

/* Cells one after the other, x, y, mass, their number made even. */
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
            rows[3 * i + k] = cells[k * count + i];
    e->cells = (uint32_t)(count + (count & 1));
    define_number(b, "cells_tile", tile_cells);
    define_number(b, "cells_local", e->grouped);
    define_number(b, "patch_jacobian", options->jacobian != 0);
    contensou__bundle_include(b, "drivers/eval_cells.cl");
    if (!status)
        status = upload(e, &e->table, rows, 3 * (size_t)e->cells, err);
    free(cells);
    free(rows);
    return status;
}

static enum contensou_status build(struct contensou_eval *e, const struct contensou__bundle *b,
                                   struct contensou_error *err)
{
    char options[160];
    enum contensou_status status = contensou__bundle_write(b, &e->text, err);

    /* Fused multiply-adds round less, not more; nothing here relies on their absence. */
    snprintf(options, sizeof options, "-cl-std=CL1.2 -cl-mad-enable -D PACK=%d %s", e->pack,
             e->single ? "-cl-single-precision-constant" : "-D REAL_IS_DOUBLE");
    if (!status)
        status = contensou__program_build(&e->program, e->device, e->text.data, options, err);
    return status;
}

enum contensou_status contensou_eval_create(struct contensou_eval **out,
                                            const struct contensou_patch *patch,
                                            struct contensou_device *device,
                                            const struct contensou_eval_options *options,
                                            struct contensou_error *err)
{
    const struct contensou_eval_options none = {0}, *o = options ? options : &none;
    const struct contensou_device_info *about = contensou_device_about(device);
    const int cells = o->method == CONTENSOU_CELLS || !contensou_patch_has_exact(patch);
    struct contensou__bundle bundle = {0};
    struct contensou_eval *e;
    enum contensou_status status = check_options(patch, device, o, err);

    *out = NULL;
    if (status)
        return status;
    e = calloc(1, sizeof *e);
    if (!e)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an evaluation");
    e->device = device;
    e->single = o->precision == CONTENSOU_SINGLE;
    e->word = e->single ? sizeof(float) : sizeof(double);
    e->fields = o->jacobian ? 9 : 3;
    e->grouped = strcmp(about->type, "CPU") != 0;
    e->pack = o->pack ? o->pack : best_pack(about, e->single, cells);
    e->reach = fmax(contensou_patch_radius(patch), 1e-100);
    e->room = slips_per_launch(e);
    status = cells ? prepare_cells(e, patch, o, &bundle, err)
                   : prepare_exact(e, patch, o->jacobian != 0, &bundle, err);
    if (!status)
        status = build(e, &bundle, err);
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
    contensou__buffer_free(eval->table);
    contensou__buffer_free(eval->params);
    contensou__program_free(eval->program);
    contensou__text_free(&eval->text);
    free(eval);
}

const char *contensou_eval_program(const struct contensou_eval *eval)
{
    return eval->text.data;
}
