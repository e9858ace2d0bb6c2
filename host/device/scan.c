/* scan.c: the residuals of many contacts under approximants, in one launch. SPDX-License-Identifier: MIT */
#include "device/scan.h"

#include "base/try.h"
#include "cl/buffer.h"
#include "cl/device_choice.h"
#include "device/build.h"
#include "device/patch_program.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct contensou__scan {
    struct contensou_device *device;
    struct contensou__program *program;
    struct contensou__buffer *node, *data, *candidate, *sum, *packs;
    uint32_t *live; /* the packs of a launch */
    uint32_t live_count;
    size_t contacts, padded, rows, room; /* room: candidates that fit */
    double *staging;
    double order;
    int pack;
};

void contensou__scan_free(struct contensou__scan *scan)
{
    if (!scan)
        return;
    free(scan->staging);
    free(scan->live);
    contensou__buffer_free(scan->packs);
    contensou__buffer_free(scan->sum);
    contensou__buffer_free(scan->candidate);
    contensou__buffer_free(scan->data);
    contensou__buffer_free(scan->node);
    contensou__program_free(scan->program);
    free(scan);
}

/* Members from `have` to `padded` a field, the last one repeated. */
static void pad(double *to, const double *from, size_t fields, size_t have, size_t padded)
{
    for (size_t f = 0; f < fields; ++f)
        for (size_t i = 0; i < padded; ++i)
            to[f * padded + i] = from[f * have + (i < have ? i : have - 1)];
}

static enum contensou_status build(struct contensou__scan *s, struct contensou_error *err)
{
    struct contensou__bundle bundle = {0};

    contensou__bundle_include(&bundle, "drivers/scan.cl");
    return contensou__build_bundle(&s->program, s->device,
                                   (struct contensou__build){.pack = s->pack}, &bundle, err);
}

static enum contensou_status upload(struct contensou__scan *s, const double *data,
                                    struct contensou_error *err)
{
    const size_t fields = 9 * s->rows;
    double *wide = malloc(fields * s->padded * sizeof *wide);
    enum contensou_status status;

    TRY(contensou__try_memory(wide, err, "%zu contacts", s->contacts));
    pad(wide, data, fields, s->contacts, s->padded);
    status =
        contensou__buffer_create(&s->data, s->device, fields * s->padded * sizeof *wide, wide, err);
    free(wide);
    return status;
}

enum contensou_status contensou__scan_create(struct contensou__scan **out,
                                             struct contensou_device *device, int order,
                                             size_t contacts, size_t rows, const double *node,
                                             const double *data, struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(device);
    struct contensou__scan *s = calloc(1, sizeof *s);
    enum contensou_status status;

    *out = NULL;
    TRY(contensou__try_memory(s, err, "a scan"));
    if (!about->fp64) {
        free(s);
        return contensou_fail(
            err, CONTENSOU_EDEVICE,
            "the device '%s' does not compute in double precision, which a scan of fits needs",
            about->name);
    }
    s->device = device;
    s->order = order;
    s->pack = contensou__device_choice_slips(about, 0);
    s->contacts = contacts;
    s->padded = (contacts + (size_t)s->pack - 1) / (size_t)s->pack * (size_t)s->pack;
    s->rows = rows;
    s->room = 64;
    status = build(s, err);
    if (!status)
        status = contensou__buffer_create(&s->node, device, 5 * rows * sizeof *node, node, err);
    if (!status)
        status = upload(s, data, err);
    if (!status)
        status = contensou__buffer_create(&s->candidate, device,
                                          2 * s->room * s->padded * sizeof(double), NULL, err);
    if (!status)
        status = contensou__buffer_create(&s->sum, device, 3 * s->room * s->padded * sizeof(double),
                                          NULL, err);
    if (!status)
        status = contensou__buffer_create(&s->packs, device,
                                          s->padded / (size_t)s->pack * sizeof *s->live, NULL, err);
    if (!status && !(s->live = malloc(s->padded / (size_t)s->pack * sizeof *s->live)))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a scan");
    if (!status && !(s->staging = malloc(3 * s->room * s->padded * sizeof *s->staging)))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a scan");
    if (status)
        contensou__scan_free(s);
    else
        *out = s;
    return status;
}

static enum contensou_status run_some(struct contensou__scan *s, size_t candidates, size_t each,
                                      const double *candidate, double *sum,
                                      struct contensou_error *err)
{
    const uint64_t n = s->padded;
    const uint32_t rows = (uint32_t)s->rows, count = (uint32_t)candidates, step = (uint32_t)each;
    const struct contensou__arg args[11] = {
        BY_VALUE(n),        BY_VALUE(rows),          BY_VALUE(step),     BY_VALUE(count),
        BY_VALUE(s->order), IN_BUFFER(s->node),      IN_BUFFER(s->data), IN_BUFFER(s->candidate),
        IN_BUFFER(s->sum),  BY_VALUE(s->live_count), IN_BUFFER(s->packs)};
    enum contensou_status status;

    pad(s->staging, candidate, 2 * candidates, s->contacts, s->padded);
    status = contensou__buffer_write(
        s->candidate, 0, 2 * candidates * s->padded * sizeof *s->staging, s->staging, err);
    if (!status)
        status = contensou__program_run(s->program, "scan", candidates * s->live_count,
                                        contensou__patch_program_group(s->device, s->pack, 0), args,
                                        11, NULL, err);
    if (!status)
        status = contensou__buffer_read(s->sum, 0, 3 * candidates * s->padded * sizeof *s->staging,
                                        s->staging, err);
    for (size_t c = 0; c < 3 * candidates && !status; ++c)
        memcpy(sum + c * s->contacts, s->staging + c * s->padded, s->contacts * sizeof *sum);
    return status;
}

/* The packs with at least one contact that asks. */
static enum contensou_status choose_packs(struct contensou__scan *s, const int *asks,
                                          struct contensou_error *err)
{
    const size_t pack = (size_t)s->pack;

    s->live_count = 0;
    for (size_t i = 0; i < s->padded / pack; ++i) {
        int live = !asks;

        for (size_t k = i * pack; k < (i + 1) * pack && k < s->contacts && !live; ++k)
            live = asks[k];
        if (live)
            s->live[s->live_count++] = (uint32_t)i;
    }
    return contensou__buffer_write(s->packs, 0, s->live_count * sizeof *s->live, s->live, err);
}

enum contensou_status contensou__scan_run(struct contensou__scan *scan, size_t candidates,
                                          size_t each, const double *candidate, const int *asks,
                                          double *sum, struct contensou_error *err)
{
    enum contensou_status status = choose_packs(scan, asks, err);

    if (!scan->live_count)
        return status;
    for (size_t c = 0; c < candidates && !status; c += scan->room) {
        const size_t count = candidates - c < scan->room ? candidates - c : scan->room;

        status = run_some(scan, count, each, candidate + 2 * c * scan->contacts,
                          sum + 3 * c * scan->contacts, err);
    }
    return status;
}
