/* orbit.c: trajectories of a system with their variations, on a device. SPDX-License-Identifier: MIT */
#include "engine/orbit.h"

#include "catalogue/system_bind.h"
#include "cl/buffer.h"
#include "cl/program.h"
#include "engine/ensemble_lane.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct contensou__orbit {
    const struct contensou__ensemble_setup *setup;
    struct contensou_device *device;
    struct contensou__program *program;
    struct contensou__buffer *shared;
    size_t pack;
};

static enum contensou_status build(struct contensou__orbit *o, struct contensou_error *err)
{
    const struct contensou__ensemble_setup *setup = o->setup;
    struct contensou__bundle b = {0};
    struct contensou__text text = {0};
    char options[120];
    enum contensou_status status;

    contensou__bundle_include(&b, "core/inlined.h");
    contensou__friction_bind(setup->friction, &b);
    b.user_path = setup->user_path;
    b.user_text = setup->user_text;
    contensou__system_bind(setup->system, &b);
    contensou__bundle_include(&b, "drivers/orbit.cl");
    status = contensou__bundle_write(&b, &text, err);
    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -cl-mad-enable -D PACK=%d -D STRANDS=1 -D REAL_IS_DOUBLE",
             (int)o->pack);
    if (!status)
        status = contensou__program_build(&o->program, o->device, text.data, options, err);
    contensou__text_free(&text);
    return status;
}

enum contensou_status contensou__orbit_open(struct contensou__orbit **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            struct contensou_error *err)
{
    struct contensou__orbit *o = calloc(1, sizeof *o);
    enum contensou_status status;

    *out = NULL;
    if (!o)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the orbits of %s",
                              setup->system->name);
    *o = (struct contensou__orbit){.setup = setup, .device = device};
    o->pack = strcmp(contensou_device_about(device)->type, "CPU") == 0 ? 4 : 1;
    status = build(o, err);
    if (!status)
        status = contensou__buffer_create(&o->shared, device,
                                          setup->friction->shared_count * sizeof(double),
                                          setup->friction->shared, err);
    if (status)
        contensou__orbit_close(o);
    else
        *out = o;
    return status;
}

void contensou__orbit_close(struct contensou__orbit *o)
{
    if (!o)
        return;
    contensou__buffer_free(o->shared);
    contensou__program_free(o->program);
    free(o);
}

/* in[width][padded]: system, law, span, state, variation; members behind the last repeat it. */
static enum contensou_status gather(const struct contensou__orbit *o, size_t n, size_t padded,
                                    const double *span, const double *all, size_t names,
                                    const double *v, double *in, struct contensou_error *err)
{
    const size_t dim = (size_t)o->setup->system->dim;
    const size_t width = contensou__ensemble_lane_width(o->setup), before = width - dim;
    double *lane = malloc(width * sizeof *lane);
    enum contensou_status status = CONTENSOU_OK;

    if (!lane)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an orbit");
    for (size_t i = 0; i < padded && !status; ++i) {
        const size_t m = i < n ? i : n - 1;

        status = contensou__ensemble_lane_make(o->setup, all + m * names, lane, err);
        for (size_t k = 0; k < width; ++k)
            in[(k < before ? k : k + 1) * padded + i] = lane[k];
        in[before * padded + i] = span[m];
        for (size_t k = 0; k < dim; ++k)
            in[(width + 1 + k) * padded + i] = v[m * dim + k];
    }
    free(lane);
    return status;
}

enum contensou_status contensou__orbit_run(struct contensou__orbit *o, size_t n, size_t steps,
                                           const double *span, const double *all, size_t names,
                                           const double *v, double *out, size_t every, double *path,
                                           struct contensou_error *err)
{
    const size_t dim = (size_t)o->setup->system->dim,
                 padded = (n + o->pack - 1) / o->pack * o->pack;
    const size_t width = contensou__ensemble_lane_width(o->setup) + 1 + dim;
    const size_t samples = path ? steps / every : 0;
    const size_t room = width > 3 * dim ? width : 3 * dim;
    double *memory = malloc((room + samples * dim + 1) * padded * sizeof *memory);
    struct contensou__buffer *from = NULL, *to = NULL, *way = NULL;
    const uint64_t members = padded;
    const uint32_t count = (uint32_t)steps, stride = path ? (uint32_t)every : 0;
    enum contensou_status status;

    if (!memory)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu orbits", n);
    status = gather(o, n, padded, span, all, names, v, memory, err);
    if (!status)
        status = contensou__buffer_create(&from, o->device, width * padded * sizeof *memory, memory,
                                          err);
    if (!status)
        status =
            contensou__buffer_create(&to, o->device, 3 * dim * padded * sizeof *memory, NULL, err);
    if (!status)
        status = contensou__buffer_create(&way, o->device,
                                          (samples * dim + 1) * padded * sizeof *memory, NULL, err);
    if (!status) {
        const struct contensou__arg args[7] = {{.value = &members, .size = sizeof members},
                                               {.value = &count, .size = sizeof count},
                                               {.value = &stride, .size = sizeof stride},
                                               {.buffer = from},
                                               {.buffer = o->shared},
                                               {.buffer = to},
                                               {.buffer = way}};

        status =
            contensou__program_run(o->program, "orbit", padded / o->pack, 1, args, 7, NULL, err);
    }
    if (!status)
        status = contensou__buffer_read(to, 0, 3 * dim * padded * sizeof *memory, memory, err);
    for (size_t i = 0; i < n && !status; ++i)
        for (size_t k = 0; k < 3 * dim; ++k)
            out[i * 3 * dim + k] = memory[k * padded + i];
    if (!status && samples)
        status =
            contensou__buffer_read(way, 0, samples * dim * padded * sizeof *memory, memory, err);
    for (size_t k = 0; k < samples * dim && !status; ++k)
        path[k] = memory[k * padded];
    contensou__buffer_free(way);
    contensou__buffer_free(to);
    contensou__buffer_free(from);
    free(memory);
    return status;
}
