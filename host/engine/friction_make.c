/* friction_make.c: the exact wrenches behind a table, by the device. SPDX-License-Identifier: MIT */
#include "engine/friction_make.h"

#include "contact/patch.h"
#include "engine/eval.h"

#include <stdlib.h>
#include <string.h>

enum {
    many =
        1000, /* nodes or edges of a patch, as numbers: a program for the device is worth its building */
    piece = 8192 /* slips between two looks at the watch */
};

struct maker {
    const struct contensou_patch *patch;
    struct contensou_device *device;
    const struct contensou__friction_make_watch *watch;
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
    if (!m->fields)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %d slips", piece);
    if (t->count < many || !contensou_device_about(m->device)->fp64)
        return CONTENSOU_OK;
    return contensou_eval_create(&m->eval, m->patch, m->device, NULL, err);
}

static enum contensou_status by_device(struct maker *m, size_t n, const double *slip,
                                       double *wrench, struct contensou_error *err)
{
    double *in = m->fields, *out = in + 3 * n;
    enum contensou_status status;

    for (size_t i = 0; i < 3 * n; ++i)
        in[i % 3 * n + i / 3] = slip[i];
    status = contensou_eval_run(m->eval, n, in, out, NULL, err);
    for (size_t i = 0; i < 3 * n && !status; ++i)
        wrench[i] = out[i % 3 * n + i / 3];
    return status;
}

static void by_host(const struct contensou__patch_data *t, size_t n, const double *slip,
                    double *wrench)
{
    double out[9];

    for (size_t i = 0; i < n; ++i) {
        contensou__patch_data_wrench(t, slip + 3 * i, 0, out);
        memcpy(wrench + 3 * i, out, 3 * sizeof *out);
    }
}

static enum contensou_status exact(void *context, const struct contensou__patch_data *t, size_t n,
                                   const double *slip, double *wrench, struct contensou_error *err)
{
    struct maker *m = context;
    enum contensou_status status = begin(m, t, err);

    for (size_t from = 0; from < n && !status; from += piece) {
        const size_t count = n - from < piece ? n - from : piece;

        if (m->eval)
            status = by_device(m, count, slip + 3 * from, wrench + 3 * from, err);
        else
            by_host(t, count, slip + 3 * from, wrench + 3 * from);
        m->done += (double)count;
        if (!status && m->watch)
            status = m->watch->look(m->watch->context, m->done, err);
    }
    return status;
}

enum contensou_status contensou__friction_make(struct contensou__friction *f, const char *name,
                                               const struct contensou_patch *patch, double eps,
                                               int single, struct contensou_device *device,
                                               const struct contensou__friction_make_watch *watch,
                                               struct contensou_error *err)
{
    /* a law is made in the coordinates in which friction is plain */
    const struct contensou_patch plain =
        patch ? contensou__patch_plain(patch) : (struct contensou_patch){0};
    struct maker m = {.patch = &plain, .device = device, .watch = watch};
    const struct contensou__friction_source source = {exact, &m, device};
    const enum contensou_status status =
        contensou__friction_create_from(f, name, patch, eps, single, &source, err);

    contensou_eval_free(m.eval);
    free(m.fields);
    return status;
}
