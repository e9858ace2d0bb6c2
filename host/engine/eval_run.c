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

static double slip_size(const struct contensou_eval *e, struct part p, const double *slip, size_t i)
{
    return fmax(fmax(fabs(slip[p.from + i]), fabs(slip[p.n + p.from + i])),
                fabs(slip[2 * p.n + p.from + i]) * e->reach);
}

/* Single precision: scaled in double first, so that slips beyond the range of float keep their
 * direction. */
static enum contensou_status send_single(struct contensou_eval *e, struct part p,
                                         const double *slip, struct contensou_error *err)
{
    float *staged = e->staging;

    for (size_t i = 0; i < p.padded; ++i) {
        const double size = i < p.count ? slip_size(e, p, slip, i) : 1;

        for (size_t k = 0; k < 3; ++k)
            staged[k * p.padded + i] =
                i < p.count ? (float)(slip[k * p.n + p.from + i] / size) : (float)(k == 0);
    }
    return contensou__buffer_write(e->slip, 0, 3 * p.padded * sizeof *staged, staged, err);
}

/* Field k of the launch's result into to[count]. */
static enum contensou_status receive(struct contensou_eval *e, struct part p, size_t k, double *to,
                                     struct contensou_error *err)
{
    float *staged = e->staging;
    const enum contensou_status status =
        contensou__buffer_read(e->out, k * p.padded * e->base.word, p.count * e->base.word,
                               e->base.single ? (void *)staged : (void *)to, err);

    for (size_t i = 0; i < p.count && e->base.single && !status; ++i)
        to[i] = staged[i];
    return status;
}

/* The six numbers of the symmetric Jacobian, each at its one or two places. */
static enum contensou_status receive_jacobian(struct contensou_eval *e, struct part p,
                                              const double *slip, double *jacobian,
                                              struct contensou_error *err)
{
    static const size_t place[6][2] = {{0, 0}, {1, 3}, {4, 4}, {2, 6}, {5, 7}, {8, 8}};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < 6 && !status; ++k) {
        double *one = jacobian + place[k][0] * p.n + p.from;
        double *two = jacobian + place[k][1] * p.n + p.from;

        status = receive(e, p, 3 + k, one, err);
        for (size_t i = 0; i < p.count && !status; ++i) {
            if (e->base.single) /* undo the scaling of send_single */
                one[i] /= slip_size(e, p, slip, i);
            two[i] = one[i];
        }
    }
    return status;
}

static enum contensou_status launch(struct contensou_eval *e, struct part p,
                                    struct contensou_error *err)
{
    const uint64_t n = p.padded;
    const float reach_single = (float)e->reach;
    const size_t items = p.padded / (size_t)e->base.pack;
    struct contensou__arg args[6] = {{.value = &n, .size = sizeof n},
                                     {.buffer = e->slip},
                                     {.buffer = e->out},
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
    return contensou__program_run(e->base.program, "eval", items, e->grouped ? group_size : 0, args,
                                  6, NULL, err);
}

enum contensou_status contensou_eval_run(struct contensou_eval *eval, size_t n, const double *slip,
                                         double *wrench, double *jacobian,
                                         struct contensou_error *err)
{
    const size_t pack = (size_t)eval->base.pack;
    enum contensou_status status = CONTENSOU_OK;

    if (jacobian && eval->fields < 9)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "this evaluation was made without the Jacobian");
    for (size_t from = 0; from < n && !status; from += eval->room) {
        const size_t count = n - from < eval->room ? n - from : eval->room;
        const struct part p = {n, from, count, (count + pack - 1) / pack * pack};

        status =
            eval->base.single ? send_single(eval, p, slip, err) : send_double(eval, p, slip, err);
        if (!status)
            status = launch(eval, p, err);
        for (size_t k = 0; k < 3 && !status; ++k)
            status = receive(eval, p, k, wrench + k * n + from, err);
        if (!status && jacobian)
            status = receive_jacobian(eval, p, slip, jacobian, err);
    }
    return status;
}
