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
    size_t contacts, padded, rows, capacity; /* capacity: candidates of a launch */
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

static void release(struct contensou__scan **s)
{
    contensou__scan_free(*s);
}

enum contensou_status contensou__scan_create(struct contensou__scan **out,
                                             struct contensou_device *device, int order,
                                             size_t contacts, size_t rows, const double *node,
                                             const double *data, struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(device);
    const int pack = contensou__device_choice_slips(about, 0);
    const size_t packs = (contacts + (size_t)pack - 1) / (size_t)pack,
                 padded = packs * (size_t)pack;
    OWNED(release) struct contensou__scan *s = calloc(1, sizeof *s);
    OWNED(contensou__try_free) double *wide = malloc(9 * rows * padded * sizeof *wide);
    struct contensou__bundle bundle = {0};

    *out = NULL;
    TRY(contensou__try_memory(s, err, "a scan"));
    TRY(contensou__try_memory(wide, err, "%zu contacts", contacts));
    if (!about->fp64)
        return contensou_fail(
            err, CONTENSOU_EDEVICE,
            "the device '%s' does not compute in double precision, which a scan of fits needs",
            about->name);
    *s = (struct contensou__scan){.device = device,
                                  .order = order,
                                  .pack = pack,
                                  .contacts = contacts,
                                  .padded = padded,
                                  .rows = rows,
                                  .capacity = 64};
    contensou__bundle_include(&bundle, "drivers/scan.cl");
    TRY(contensou__build_bundle(&s->program, device, (struct contensou__build){.pack = pack},
                                &bundle, err));
    pad(wide, data, 9 * rows, contacts, padded);
    TRY(contensou__build_numbers(&s->node, device, 0, node, 5 * rows, err));
    TRY(contensou__build_numbers(&s->data, device, 0, wide, 9 * rows * padded, err));
    TRY(contensou__buffer_create(&s->candidate, device, 2 * s->capacity * padded * sizeof(double),
                                 NULL, err));
    TRY(contensou__buffer_create(&s->sum, device, 3 * s->capacity * padded * sizeof(double), NULL,
                                 err));
    TRY(contensou__buffer_create(&s->packs, device, packs * sizeof *s->live, NULL, err));
    s->live = malloc(packs * sizeof *s->live);
    s->staging = malloc(3 * s->capacity * padded * sizeof *s->staging);
    TRY(contensou__try_memory(s->live ? s->staging : NULL, err, "a scan"));
    *out = s;
    s = NULL;
    return CONTENSOU_OK;
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
    const size_t bytes = candidates * s->padded * sizeof *s->staging;

    pad(s->staging, candidate, 2 * candidates, s->contacts, s->padded);
    TRY(contensou__buffer_write(s->candidate, 0, 2 * bytes, s->staging, err));
    TRY(contensou__program_run(s->program, "scan", candidates * s->live_count,
                               contensou__patch_program_group(s->device, s->pack, 0), args, 11,
                               NULL, err));
    TRY(contensou__buffer_read(s->sum, 0, 3 * bytes, s->staging, err));
    for (size_t c = 0; c < 3 * candidates; ++c)
        memcpy(sum + c * s->contacts, s->staging + c * s->padded, s->contacts * sizeof *sum);
    return CONTENSOU_OK;
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
    TRY(choose_packs(scan, asks, err));
    for (size_t c = 0; c < candidates && scan->live_count; c += scan->capacity) {
        const size_t count = candidates - c < scan->capacity ? candidates - c : scan->capacity;

        TRY(run_some(scan, count, each, candidate + 2 * c * scan->contacts,
                     sum + 3 * c * scan->contacts, err));
    }
    return CONTENSOU_OK;
}
