/* state.c: a system at given states, on a device. SPDX-License-Identifier: MIT */
#include "engine/state.h"

#include "catalogue/system_bind.h"
#include "cl/buffer.h"
#include "cl/program.h"
#include "engine/ensemble_lane.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { patch_columns = 15 };

struct contensou__state {
    const struct contensou__ensemble_setup *setup;
    struct contensou_device *device;
    enum contensou__state_kind kind;
    struct contensou__program *program;
    struct contensou__buffer *shared;
    size_t rows;    /* of the Jacobian, as the kernel gives it */
    size_t columns; /* of the kernel */
};

static enum contensou_status build(struct contensou__state *s, struct contensou_error *err)
{
    const struct contensou__ensemble_setup *setup = s->setup;
    struct contensou__bundle b = {0};
    struct contensou__text text = {0};
    enum contensou_status status;

    contensou__bundle_include(&b, "core/inlined.h");
    contensou__friction_bind(setup->friction, &b);
    b.user_path = setup->user_path;
    b.user_text = setup->user_text;
    contensou__system_bind(setup->system, &b);
    contensou__bundle_include(&b, s->kind == contensou__state_local ? "drivers/local.cl"
                                                                    : "drivers/state.cl");
    status = contensou__bundle_write(&b, &text, err);
    if (!status)
        status = contensou__program_build(&s->program, s->device, text.data,
                                          "-cl-std=CL1.2 -cl-mad-enable -D PACK=1 -D STRANDS=1 -D "
                                          "REAL_IS_DOUBLE",
                                          err);
    contensou__text_free(&text);
    return status;
}

enum contensou_status contensou__state_open(struct contensou__state **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            enum contensou__state_kind kind,
                                            struct contensou_error *err)
{
    const size_t dim = (size_t)setup->system->dim;
    struct contensou__state *s = calloc(1, sizeof *s);
    enum contensou_status status;

    *out = NULL;
    if (!s)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the states of %s",
                              setup->system->name);
    *s = (struct contensou__state){.setup = setup, .device = device, .kind = kind};
    s->rows = setup->system->second ? dim / 2 : dim;
    s->columns = kind == contensou__state_local ? (size_t)patch_columns : dim + s->rows * dim;
    status = build(s, err);
    if (!status)
        status = contensou__buffer_create(&s->shared, device,
                                          setup->friction->shared_count * sizeof(double),
                                          setup->friction->shared, err);
    if (status)
        contensou__state_close(s);
    else
        *out = s;
    return status;
}

void contensou__state_close(struct contensou__state *s)
{
    if (!s)
        return;
    contensou__buffer_free(s->shared);
    contensou__program_free(s->program);
    free(s);
}

size_t contensou__state_columns(const struct contensou__state *s)
{
    const size_t dim = (size_t)s->setup->system->dim;

    return s->kind == contensou__state_local ? (size_t)patch_columns : dim + dim * dim;
}

/* A member of the kernel's results to the caller's: systems of second order get the upper half of their Jacobian. */
static void put(const struct contensou__state *s, size_t n, size_t i, const double *from,
                double *to)
{
    const size_t dim = (size_t)s->setup->system->dim, above = dim - s->rows;

    if (s->kind == contensou__state_local) {
        for (size_t k = 0; k < patch_columns; ++k)
            to[k] = from[k * n + i];
        return;
    }
    memset(to, 0, (dim + dim * dim) * sizeof *to);
    for (size_t k = 0; k < dim; ++k)
        to[k] = from[k * n + i];
    for (size_t r = 0; r < above; ++r)
        to[dim + r * dim + s->rows + r] = 1;
    for (size_t k = 0; k < s->rows * dim; ++k)
        to[dim + above * dim + k] = from[(dim + k) * n + i];
}

/* in[width][n]: system, law, t, state. */
static enum contensou_status gather(const struct contensou__state *s, double t, size_t n,
                                    const double *all, size_t names, double *in,
                                    struct contensou_error *err)
{
    const size_t dim = (size_t)s->setup->system->dim;
    const size_t width = contensou__ensemble_lane_width(s->setup), before = width - dim;
    double *lane = malloc(width * sizeof *lane);
    enum contensou_status status = CONTENSOU_OK;

    if (!lane)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a state");
    for (size_t i = 0; i < n && !status; ++i) {
        status = contensou__ensemble_lane_make(s->setup, all + i * names, lane, err);
        for (size_t k = 0; k < width; ++k)
            in[(k < before ? k : k + 1) * n + i] = lane[k];
        in[before * n + i] = t;
    }
    free(lane);
    return status;
}

static enum contensou_status launch(struct contensou__state *s, size_t n,
                                    struct contensou__buffer *in, struct contensou__buffer *out,
                                    struct contensou_error *err)
{
    const uint64_t members = n;
    const struct contensou__arg slope[4] = {{.value = &members, .size = sizeof members},
                                            {.buffer = in},
                                            {.buffer = s->shared},
                                            {.buffer = out}};
    const struct contensou__arg local[3] = {slope[0], slope[1], slope[3]};

    if (s->kind == contensou__state_local)
        return contensou__program_run(s->program, "local_state", n, 1, local, 3, NULL, err);
    return contensou__program_run(s->program, "state", n, 1, slope, 4, NULL, err);
}

enum contensou_status contensou__state_run(struct contensou__state *s, double t, size_t n,
                                           const double *all, size_t names, double *out,
                                           struct contensou_error *err)
{
    const size_t width = contensou__ensemble_lane_width(s->setup) + 1;
    const size_t columns = contensou__state_columns(s);
    double *in = malloc((width + s->columns) * n * sizeof *in), *row = in ? in + width * n : NULL;
    struct contensou__buffer *from = NULL, *to = NULL;
    enum contensou_status status;

    if (!in)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu states", n);
    status = gather(s, t, n, all, names, in, err);
    if (!status)
        status = contensou__buffer_create(&from, s->device, width * n * sizeof *in, in, err);
    if (!status)
        status = contensou__buffer_create(&to, s->device, s->columns * n * sizeof *in, NULL, err);
    if (!status)
        status = launch(s, n, from, to, err);
    if (!status)
        status = contensou__buffer_read(to, 0, s->columns * n * sizeof *row, row, err);
    for (size_t i = 0; i < n && !status; ++i)
        put(s, n, i, row, out + i * columns);
    contensou__buffer_free(to);
    contensou__buffer_free(from);
    free(in);
    return status;
}
