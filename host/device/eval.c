/* eval.c: the friction wrench of a patch for many slips, on a device and without one, and the laws that are made of it.
 * SPDX-License-Identifier: MIT */
#include "device/eval.h"

#include "base/try.h"
#include "base/versioned.h"
#include "cl/device_choice.h"
#include "contact/patch.h"
#include "contact/patch_data.h"
#include "device/owned.h"
#include "device/patch_program.h"
#include "laws/friction_parts.h"
#include "patches/cells.h"

#include <contensou/eval.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct contensou_eval {
    struct contensou__patch_program base; /* its table has the cells for the method cells */
    struct contensou__buffer *slip, *out; /* for `capacity` slips */
    void *staging;                        /* host copies in single precision */
    int narrow;  /* 1: slips and wrenches go as float; otherwise as double, whatever the program */
    size_t word; /* bytes of one number of them */
    size_t capacity, fields;
    uint32_t cells; /* 0 for the exact method */
    int grouped;
    double reach;
    struct contensou__stretch stretch;
};

enum {
    default_cells = 101,
    tile_cells = 256,
    group_size = 128,
    most_pack = 16,
    most_block = 1024,
    few = 4 /* slips that are computed here rather than by a launch */
};

/* What the options choose, here and without a device. */
static int by_cells(const struct contensou_patch *patch, const struct contensou_eval_options *o)
{
    return o->method == CONTENSOU_METHOD_CELLS || !contensou_patch_has_exact(patch);
}

static int cells_asked(const struct contensou_eval_options *o)
{
    return o->cells ? o->cells : default_cells;
}

static enum contensou_status prepare_exact(struct contensou_eval *e,
                                           const struct contensou_patch *patch, int jacobian,
                                           struct contensou__bundle *b, struct contensou_error *err)
{
    TRY(contensou__patch_program_exact(&e->base, patch, b, err));
    contensou__bundle_number(b, "patch_jacobian", jacobian);
    contensou__bundle_number(b, "eval_block", most_block);
    contensou__bundle_number(b, "eval_group", e->grouped ? group_size : 1);
    contensou__bundle_include(b, "drivers/eval.cl");
    return CONTENSOU_OK;
}

/* Cells one after the other, x, y, half the mass, their number made even. */
static enum contensou_status prepare_cells(struct contensou_eval *e,
                                           const struct contensou_patch *patch,
                                           const struct contensou_eval_options *options,
                                           struct contensou__bundle *b, struct contensou_error *err)
{
    OWNED(contensou__try_free) double *cells = NULL, *rows = NULL;
    size_t count = 0;

    TRY(contensou_patch_cells(patch, cells_asked(options), &cells, &count, err));
    rows = calloc(3 * (count + 1), sizeof *rows);
    TRY(contensou__try_memory(rows, err, "%zu cells", count));
    for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < 3; ++k)
            rows[3 * i + k] = cells[k * count + i] * (k == 2 ? 0.5 : 1);
    free(cells); /* there may be many: not both and the device's copy at once */
    cells = NULL;
    e->cells = (uint32_t)(count + (count & 1));
    contensou__bundle_number(b, "cells_tile", tile_cells);
    contensou__bundle_number(b, "cells_local", e->grouped);
    contensou__bundle_number(b, "patch_jacobian", options->jacobian != 0);
    contensou__bundle_include(b, "drivers/eval_cells.cl");
    return contensou__patch_program_upload(&e->base, &e->base.table, rows, 3 * (size_t)e->cells,
                                           err);
}

static void release(struct contensou_eval **e)
{
    contensou_eval_free(*e);
}

enum contensou_status contensou_eval_create(struct contensou_eval **out,
                                            const struct contensou_patch *patch,
                                            struct contensou_device *device,
                                            const struct contensou_eval_options *options,
                                            struct contensou_error *err)
{
    const struct contensou_device_info *const about = contensou_device_about(device);
    struct contensou_eval_options own, o;
    struct contensou__bundle bundle = {0};
    OWNED(release) struct contensou_eval *e = NULL;
    int cells, single;

    *out = NULL;
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_eval_options", err));
    own = o;
    single = o.precision == CONTENSOU_PRECISION_SINGLE;
    cells = by_cells(patch, &o);
    e = calloc(1, sizeof *e);
    TRY(contensou__try_memory(e, err, "an evaluation"));
    /* one vector register of slips, of 256 bits or 512: the sum over cells was slower with two, and with half of one */
    if (cells && !o.pack && contensou__device_choice_packs(about, single))
        own.pack = about->width_double >= 8 ? contensou__device_choice_slips(about, single)
                   : single                 ? 8
                                            : 4;
    TRY(contensou__patch_program_begin(&e->base, patch, device, &own, err));
    e->fields = o.jacobian ? 9 : 3;
    e->grouped = contensou__patch_program_grouped(&e->base);
    e->narrow = e->base.single && (e->grouped || !about->fp64 || o.jacobian);
    e->word = e->narrow ? sizeof(float) : sizeof(double);
    if (e->base.single && !e->narrow)
        contensou__bundle_define(&bundle, "slips_double", "1");
    e->reach = fmax(contensou_patch_radius(patch), 1e-100);
    e->stretch = patch->stretch;
    e->capacity = contensou__patch_program_capacity(&e->base, e->fields);
    TRY(cells ? prepare_cells(e, patch, &o, &bundle, err)
              : prepare_exact(e, patch, o.jacobian != 0, &bundle, err));
    TRY(contensou__patch_program_build(&e->base, &bundle, err));
    TRY(contensou__buffer_create(&e->slip, device, 3 * e->capacity * e->word, NULL, err));
    TRY(contensou__buffer_create(&e->out, device, e->fields * e->capacity * e->word, NULL, err));
    e->staging = malloc(9 * e->capacity * sizeof(double));
    TRY(contensou__try_memory(e->staging, err, "%zu slips", e->capacity));
    *out = e;
    e = NULL;
    return CONTENSOU_OK;
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

/* Slips in, wrenches out, launch by launch. */

/* The part [from, from + count) of n slips; the sum over cells has them padded to a multiple of the pack. */
struct part {
    size_t n, from, count, padded;
};

/* Double precision: the slips go as they are, and a last incomplete pack is filled with slides. */
static enum contensou_status send_double(struct contensou_eval *e, struct part p,
                                         const double *slip, struct contensou_error *err)
{
    const double slide[3][most_pack] = {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

    for (size_t k = 0; k < 3; ++k) {
        const size_t field = k * p.padded;

        TRY(contensou__buffer_write(e->slip, field * sizeof(double), p.count * sizeof(double),
                                    slip + k * p.n + p.from, err));
        if (p.padded > p.count)
            TRY(contensou__buffer_write(e->slip, (field + p.count) * sizeof(double),
                                        (p.padded - p.count) * sizeof(double), slide[k], err));
    }
    return CONTENSOU_OK;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b; /* one instruction for a vector of them, which fmax is not */
}

static inline double slip_size(double vx, double vy, double w, double reach)
{
    return larger(larger(fabs(vx), fabs(vy)), fabs(w) * reach);
}

/* Single precision: scaled in double first, so that slips beyond the range of float keep their
 * direction. */
static enum contensou_status send_single(struct contensou_eval *e, struct part p,
                                         const double *slip, struct contensou_error *err)
{
    const double *vx = slip + p.from, *vy = vx + p.n, *w = vy + p.n;
    float *staged = e->staging, *x = staged, *y = x + p.padded, *z = y + p.padded;

    for (size_t i = 0; i < p.count; ++i) {
        const double size = slip_size(vx[i], vy[i], w[i], e->reach);

        x[i] = (float)(vx[i] / size);
        y[i] = (float)(vy[i] / size);
        z[i] = (float)(w[i] / size);
    }
    for (size_t i = p.count; i < p.padded; ++i)
        x[i] = 1, y[i] = z[i] = 0;
    return contensou__buffer_write(e->slip, 0, 3 * p.padded * sizeof *staged, staged, err);
}

/* Field k of the launch's result into to[count]. */
static enum contensou_status receive(struct contensou_eval *e, struct part p, size_t k, double *to,
                                     struct contensou_error *err)
{
    float *staged = e->staging;

    TRY(contensou__buffer_read(e->out, k * p.padded * e->word, p.count * e->word,
                               e->narrow ? (void *)staged : (void *)to, err));
    for (size_t i = 0; i < p.count && e->narrow; ++i)
        to[i] = staged[i];
    return CONTENSOU_OK;
}

/* The six numbers of the symmetric Jacobian, each at its one or two places. */
static enum contensou_status receive_jacobian(struct contensou_eval *e, struct part p,
                                              const double *slip, double *jacobian,
                                              struct contensou_error *err)
{
    static const size_t place[6][2] = {{0, 0}, {1, 3}, {4, 4}, {2, 6}, {5, 7}, {8, 8}};
    const double *vx = slip + p.from, *vy = vx + p.n, *w = vy + p.n;

    for (size_t k = 0; k < 6; ++k) {
        double *one = jacobian + place[k][0] * p.n + p.from;
        double *two = jacobian + place[k][1] * p.n + p.from;

        TRY(receive(e, p, 3 + k, one, err));
        for (size_t i = 0; i < p.count; ++i) {
            if (e->narrow) /* undo the scaling of send_single */
                one[i] /= slip_size(vx[i], vy[i], w[i], e->reach);
            two[i] = one[i];
        }
    }
    return CONTENSOU_OK;
}

/* How many slips one work-item, or one group of them, sorts by their rules: few enough that all cores have work. */
static uint32_t block_of(const struct contensou_eval *e, size_t n)
{
    const size_t pack = (size_t)e->base.pack;
    const size_t workers = 2 * (size_t)contensou_device_about(e->base.device)->units;
    const size_t share = (n / (workers ? workers : 1) + pack - 1) / pack * pack;

    return e->grouped || share > most_block ? most_block : (uint32_t)(share > pack ? share : pack);
}

/* One launch over n slips, for the sum over cells a multiple of the pack. */
static enum contensou_status launch(struct contensou_eval *e, size_t slips,
                                    struct contensou__buffer *slip, struct contensou__buffer *out,
                                    struct contensou_error *err)
{
    const uint64_t n = slips;
    const uint32_t block = block_of(e, slips);
    const size_t blocks = (slips + block - 1) / block;
    const float reach_single = (float)e->reach;
    struct contensou__arg args[7] = {BY_VALUE(n), IN_BUFFER(slip), IN_BUFFER(out),
                                     BY_VALUE(e->reach)};

    if (e->base.single) {
        args[3].value = &reach_single;
        args[3].size = sizeof reach_single;
    }
    if (e->cells) {
        args[4] = (struct contensou__arg)BY_VALUE(e->cells);
        args[5] = (struct contensou__arg)IN_BUFFER(e->base.table);
        return contensou__program_run(e->base.program, "eval_cells", slips / (size_t)e->base.pack,
                                      e->grouped ? group_size : 1, args, 6, NULL, err);
    }
    args[4] = (struct contensou__arg)IN_BUFFER(e->base.params);
    args[5] = (struct contensou__arg)IN_BUFFER(e->base.table);
    args[6] = (struct contensou__arg)BY_VALUE(block);
    return contensou__program_run(
        e->base.program, "eval", e->grouped ? blocks * group_size : blocks,
        contensou__patch_program_group(e->base.device, e->base.pack, group_size), args, 7, NULL,
        err);
}

static enum contensou_status run_part(struct contensou_eval *e, struct part p, const double *slip,
                                      double *wrench, double *jacobian, struct contensou_error *err)
{
    TRY((e->narrow ? send_single : send_double)(e, p, slip, err));
    TRY(launch(e, p.padded, e->slip, e->out, err));
    for (size_t k = 0; k < 3; ++k)
        TRY(receive(e, p, k, wrench + k * p.n + p.from, err));
    return jacobian ? receive_jacobian(e, p, slip, jacobian, err) : CONTENSOU_OK;
}

/* On a CPU device that takes double slips are read and written where they are; *done gets how many: all, or for the sum over
 * cells those of whole packs. */
static enum contensou_status run_in_place(struct contensou_eval *e, size_t n, const double *slip,
                                          double *wrench, size_t *done, struct contensou_error *err)
{
    const size_t bytes = 3 * n * sizeof(double);
    OWNED(contensou__owned_buffer) struct contensou__buffer *in = NULL;
    OWNED(contensou__owned_buffer) struct contensou__buffer *out = NULL;

    *done = e->cells ? n - n % (size_t)e->base.pack : n;
    /* OpenCL has no word for memory that a kernel only reads through a pointer to const */
    TRY(contensou__buffer_wrap(&in, e->base.device, bytes, (void *)(uintptr_t)slip, err));
    TRY(contensou__buffer_wrap(&out, e->base.device, bytes, wrench, err));
    TRY(launch(e, n, in, out, err));
    return contensou__buffer_sync(out, err);
}

/* The same formulas on this processor, for slips of any size: of slip i of n, what contensou_eval_run writes. */
static const size_t place[9] = {3, 4, 6, 4, 5, 7, 6, 7, 8}; /* of out[9], row by row */

static double scale_slip(double s[3], double reach)
{
    const double most = larger(larger(fabs(s[0]), fabs(s[1])), fabs(s[2]));
    const int valid = most > 0 && isfinite(s[0]) && isfinite(s[1]) && isfinite(s[2]);
    const double first = most < 1e-150  ? 0x1p498
                         : most > 1e150 ? 0x1p-498
                                        : 1; /* reach does not overflow it */
    const double size =
        valid ? slip_size(first * s[0], first * s[1], first * s[2], reach) : (double)NAN;

    for (int k = 0; k < 3; ++k)
        s[k] = valid ? first * s[k] / size : k == 0;
    return size / first;
}

static void put_result(size_t n, size_t i, const double out[9], double size, double *wrench,
                       double *jacobian)
{
    for (size_t k = 0; k < 3; ++k)
        wrench[k * n + i] = isnan(size) ? size : out[k];
    for (size_t k = 0; k < 9 && jacobian; ++k)
        jacobian[k * n + i] = out[place[k]] / size;
}

static void run_here(const struct contensou__patch_data *t, double reach, size_t n,
                     const double *slip, double *wrench, double *jacobian)
{
    for (size_t i = 0; i < n; ++i) {
        double s[3] = {slip[i], slip[n + i], slip[2 * n + i]}, out[9];
        const double size = scale_slip(s, reach);

        contensou__patch_data_wrench(t, s, jacobian != NULL, out);
        put_result(n, i, out, size, wrench, jacobian);
    }
}

/* Slips in the coordinates of the program. */
static enum contensou_status run_plain(struct contensou_eval *eval, size_t n, const double *slip,
                                       double *wrench, double *jacobian,
                                       struct contensou_error *err)
{
    const size_t pack = (size_t)eval->base.pack;
    const int in_place =
        !eval->grouped && !eval->narrow && eval->fields == 3 && n >= (eval->cells ? pack : 1) &&
        3 * n * sizeof(double) <= contensou_device_about(eval->base.device)->max_buffer;
    size_t from = 0;

    if (jacobian && eval->fields < 9)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "this evaluation was made without the Jacobian");
    if (n <= few && eval->base.data.table) { /* a launch would take longer */
        run_here(&eval->base.data, eval->reach, n, slip, wrench, jacobian);
        return CONTENSOU_OK;
    }
    if (in_place)
        TRY(run_in_place(eval, n, slip, wrench, &from, err));
    for (; from < n; from += eval->capacity) {
        const size_t count = n - from < eval->capacity ? n - from : eval->capacity;
        const size_t padded = eval->cells ? (count + pack - 1) / pack * pack : count;
        const struct part p = {n, from, count, padded};

        TRY(run_part(eval, p, slip, wrench, jacobian, err));
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou_eval_run(struct contensou_eval *eval, size_t n, const double *slip,
                                         double *wrench, double *jacobian,
                                         struct contensou_error *err)
{
    OWNED(contensou__try_free) double *plain = NULL;

    if (!eval->stretch.is)
        return run_plain(eval, n, slip, wrench, jacobian, err);
    plain = malloc((3 * n + 1) * sizeof *plain);
    TRY(contensou__try_memory(plain, err, "%zu slips", n));
    contensou__stretch_slips(&eval->stretch, n, slip, plain);
    TRY(run_plain(eval, n, plain, wrench, jacobian, err));
    contensou__stretch_wrenches(&eval->stretch, n, wrench, jacobian);
    return CONTENSOU_OK;
}

/* The same formulas on this processor, one slip after the other. */

void contensou__eval_cells(const double *cells, size_t count, const double s[3], int jacobian,
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
    OWNED(contensou__patch_data_free) struct contensou__patch_data tables = {0};
    OWNED(contensou__try_free) double *cells = NULL;
    size_t count = 0;
    struct contensou_eval_options o;

    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_eval_options", err));
    if (!by_cells(patch, &o)) {
        TRY(contensou__patch_make_data(patch, 0, &tables, err));
        run_here(&tables, reach, n, slip, wrench, jacobian);
        return CONTENSOU_OK;
    }
    TRY(contensou_patch_cells(patch, cells_asked(&o), &cells, &count, err));
    for (size_t i = 0; i < n; ++i) {
        double s[3] = {slip[i], slip[n + i], slip[2 * n + i]}, out[9];
        const double size = scale_slip(s, reach);

        contensou__stretch_slip(&patch->stretch, s);
        contensou__eval_cells(cells, count, s, jacobian != NULL, out);
        contensou__stretch_wrench(&patch->stretch, jacobian != NULL, out);
        put_result(n, i, out, size, wrench, jacobian);
    }
    return CONTENSOU_OK;
}

/* The exact wrenches behind a table, by the device. */

enum {
    many =
        1000, /* nodes or edges of a patch, as numbers: a program for the device is worth its building */
    piece = 8192 /* slips between two looks at the watch */
};

struct maker {
    const struct contensou_patch *patch;
    struct contensou_device *device;
    const struct contensou__eval_watch *watch;
    struct contensou_eval *eval; /* NULL: on the host */
    double *fields;              /* [6 * piece]: slips and wrenches, field-major */
    double done;
};

static enum contensou_status begin(struct maker *m, const struct contensou__patch_data *t,
                                   struct contensou_error *err)
{
    if (m->fields)
        return CONTENSOU_OK;
    m->fields = malloc(6 * (size_t)piece * sizeof *m->fields);
    TRY(contensou__try_memory(m->fields, err, "%d slips", piece));
    if (t->kind == contensou__patch_data_disk || t->count < many ||
        !contensou_device_about(m->device)->fp64)
        return CONTENSOU_OK;
    return contensou_eval_create(&m->eval, m->patch, m->device, NULL, err);
}

static enum contensou_status by_device(struct maker *m, size_t n, const double *slip,
                                       double *wrench, struct contensou_error *err)
{
    double *in = m->fields, *out = in + 3 * n;

    for (size_t i = 0; i < 3 * n; ++i)
        in[i % 3 * n + i / 3] = slip[i];
    TRY(contensou_eval_run(m->eval, n, in, out, NULL, err));
    for (size_t i = 0; i < 3 * n; ++i)
        wrench[i] = out[i % 3 * n + i / 3];
    return CONTENSOU_OK;
}

static enum contensou_status exact(void *context, const struct contensou__patch_data *t, size_t n,
                                   const double *slip, double *wrench, struct contensou_error *err)
{
    struct maker *m = context;

    TRY(begin(m, t, err));
    for (size_t from = 0; from < n; from += piece) {
        const size_t count = n - from < piece ? n - from : piece;
        const double *in = slip + 3 * from;
        double *out = wrench + 3 * from;

        TRY(m->eval ? by_device(m, count, in, out, err)
                    : contensou__friction_table_exact(NULL, t, count, in, out, err));
        m->done += (double)count;
        if (m->watch)
            TRY(m->watch->look(m->watch->context, m->done, err));
    }
    return CONTENSOU_OK;
}

static void free_maker(struct maker *m)
{
    contensou_eval_free(m->eval);
    free(m->fields);
}

enum contensou_status contensou__eval_friction(struct contensou__friction *f, const char *name,
                                               const struct contensou_patch *patch, double eps,
                                               int single, struct contensou_device *device,
                                               const struct contensou__eval_watch *watch,
                                               const double *like, struct contensou_error *err)
{
    /* a law is made in the coordinates in which friction is plain */
    const struct contensou_patch plain =
        patch ? contensou__patch_plain(patch) : (struct contensou_patch){0};
    OWNED(free_maker) struct maker m = {.patch = &plain, .device = device, .watch = watch};
    const struct contensou__friction_source source = {exact, &m, device, like};

    return contensou__friction_create_from(f, name, patch, eps, single, &source, err);
}
