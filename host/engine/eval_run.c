/* eval_run.c: slips in, wrenches out, launch by launch. SPDX-License-Identifier: MIT */
#include "engine/eval.h"

#include <math.h>
#include <stdlib.h>

enum { group_size = 128 };

/* The part [from, from + count) of n slips, padded to a multiple of the pack. */
struct part {
    size_t n, from, count, padded;
};

/* Double precision: the slips go as they are, and a last incomplete pack is filled with slides. */
static enum contensou_status send_double(struct contensou_eval *e, struct part p,
                                         const double *slip, struct contensou_error *err)
{
    const double slide[3] = {1, 0, 0};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < 3 && !status; ++k) {
        const size_t field = k * p.padded * sizeof(double);

        status = contensou__buffer_write(e->slip, field, p.count * sizeof(double),
                                         slip + k * p.n + p.from, err);
        for (size_t i = p.count; i < p.padded && !status; ++i)
            status = contensou__buffer_write(e->slip, field + i * sizeof(double), sizeof(double),
                                             &slide[k], err);
    }
    return status;
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
    const enum contensou_status status =
        contensou__buffer_read(e->out, k * p.padded * e->word, p.count * e->word,
                               e->narrow ? (void *)staged : (void *)to, err);

    for (size_t i = 0; i < p.count && e->narrow && !status; ++i)
        to[i] = staged[i];
    return status;
}

/* The six numbers of the symmetric Jacobian, each at its one or two places. */
static enum contensou_status receive_jacobian(struct contensou_eval *e, struct part p,
                                              const double *slip, double *jacobian,
                                              struct contensou_error *err)
{
    static const size_t place[6][2] = {{0, 0}, {1, 3}, {4, 4}, {2, 6}, {5, 7}, {8, 8}};
    const double *vx = slip + p.from, *vy = vx + p.n, *w = vy + p.n;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < 6 && !status; ++k) {
        double *one = jacobian + place[k][0] * p.n + p.from;
        double *two = jacobian + place[k][1] * p.n + p.from;

        status = receive(e, p, 3 + k, one, err);
        for (size_t i = 0; i < p.count && !status; ++i) {
            if (e->narrow) /* undo the scaling of send_single */
                one[i] /= slip_size(vx[i], vy[i], w[i], e->reach);
            two[i] = one[i];
        }
    }
    return status;
}

/* One launch over items packs; the members of a field are `stride` apart from those of the next. */
static enum contensou_status launch(struct contensou_eval *e, size_t stride, size_t items,
                                    struct contensou__buffer *slip, struct contensou__buffer *out,
                                    struct contensou_error *err)
{
    const uint64_t n = stride;
    const float reach_single = (float)e->reach;
    struct contensou__arg args[6] = {{.value = &n, .size = sizeof n},
                                     {.buffer = slip},
                                     {.buffer = out},
                                     {.value = &e->reach, .size = sizeof e->reach}};

    if (e->base.single) {
        args[3].value = &reach_single;
        args[3].size = sizeof reach_single;
    }
    if (e->cells) {
        args[4] = (struct contensou__arg){.value = &e->cells, .size = sizeof e->cells};
        args[5] = (struct contensou__arg){.buffer = e->base.table};
        return contensou__program_run(e->base.program, "eval_cells", items,
                                      e->grouped ? group_size : 1, args, 6, NULL, err);
    }
    args[4] = (struct contensou__arg){.buffer = e->base.params};
    args[5] = (struct contensou__arg){.buffer = e->base.table};
    return contensou__program_run(
        e->base.program, "eval", items,
        contensou__patch_program_group(e->base.device, e->base.pack, group_size), args, 6, NULL,
        err);
}

static enum contensou_status run_part(struct contensou_eval *e, struct part p, const double *slip,
                                      double *wrench, double *jacobian, struct contensou_error *err)
{
    enum contensou_status status =
        e->narrow ? send_single(e, p, slip, err) : send_double(e, p, slip, err);

    if (!status)
        status = launch(e, p.padded, p.padded / (size_t)e->base.pack, e->slip, e->out, err);
    for (size_t k = 0; k < 3 && !status; ++k)
        status = receive(e, p, k, wrench + k * p.n + p.from, err);
    if (!status && jacobian)
        status = receive_jacobian(e, p, slip, jacobian, err);
    return status;
}

/* On a CPU device that takes double the whole packs are read and written where they are; *done gets
 * how many slips that were. */
static enum contensou_status run_in_place(struct contensou_eval *e, size_t n, const double *slip,
                                          double *wrench, size_t *done, struct contensou_error *err)
{
    const size_t bytes = 3 * n * sizeof(double), items = n / (size_t)e->base.pack;
    struct contensou__buffer *in = NULL, *out = NULL;
    enum contensou_status status;

    /* OpenCL has no word for memory that a kernel only reads through a pointer to const */
    status = contensou__buffer_wrap(&in, e->base.device, bytes, (void *)(uintptr_t)slip, err);
    if (!status)
        status = contensou__buffer_wrap(&out, e->base.device, bytes, wrench, err);
    if (!status)
        status = launch(e, n, items, in, out, err);
    if (!status)
        status = contensou__buffer_sync(out, err);
    contensou__buffer_free(out);
    contensou__buffer_free(in);
    *done = items * (size_t)e->base.pack;
    return status;
}

/* Slips in the coordinates of the program. */
static enum contensou_status run_plain(struct contensou_eval *eval, size_t n, const double *slip,
                                       double *wrench, double *jacobian,
                                       struct contensou_error *err)
{
    const size_t pack = (size_t)eval->base.pack;
    const int in_place =
        !eval->grouped && !eval->narrow && eval->fields == 3 && n >= pack &&
        3 * n * sizeof(double) <= contensou_device_about(eval->base.device)->max_buffer;
    size_t from = 0;
    enum contensou_status status = CONTENSOU_OK;

    if (jacobian && eval->fields < 9)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "this evaluation was made without the Jacobian");
    if (in_place)
        status = run_in_place(eval, n, slip, wrench, &from, err);
    for (; from < n && !status; from += eval->room) {
        const size_t count = n - from < eval->room ? n - from : eval->room;
        const struct part p = {n, from, count, (count + pack - 1) / pack * pack};

        status = run_part(eval, p, slip, wrench, jacobian, err);
    }
    return status;
}

enum contensou_status contensou_eval_run(struct contensou_eval *eval, size_t n, const double *slip,
                                         double *wrench, double *jacobian,
                                         struct contensou_error *err)
{
    double *plain;
    enum contensou_status status;

    if (!eval->stretch.is)
        return run_plain(eval, n, slip, wrench, jacobian, err);
    plain = malloc((3 * n + 1) * sizeof *plain);
    if (!plain)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu slips", n);
    contensou__stretch_slips(&eval->stretch, n, slip, plain);
    status = run_plain(eval, n, plain, wrench, jacobian, err);
    if (!status)
        contensou__stretch_wrenches(&eval->stretch, n, wrench, jacobian);
    free(plain);
    return status;
}
