/* members.c: one kernel over many members. SPDX-License-Identifier: MIT */
#include "device/members.h"

#include "base/try.h"
#include "parts/system.h"
#include "base/clock.h"
#include "base/stop.h"
#include "cl/buffer.h"
#include "cl/device_choice.h"
#include "device/build.h"

#include <math.h>
#include <stdlib.h>

enum { most_words = 4, most_settings = 5, first_slice = 64 };
static const double slice_seconds = 0.1;

struct contensou__members {
    const struct contensou__ensemble_setup *setup;
    struct contensou_device *device;
    struct contensou__program *program;
    struct contensou__buffer *shared;
    size_t pack;
    double slice; /* steps that take about slice_seconds, as the last launches were */
};

static enum contensou_status build(struct contensou__members *m,
                                   const struct contensou__members_program *program,
                                   struct contensou_error *err)
{
    const struct contensou__ensemble_setup *setup = m->setup;
    struct contensou__bundle b = {0};

    contensou__bundle_include(&b, "schedule/inlined.h");
    contensou__bundle_number(&b, "law_exact", setup->stepper && setup->stepper->switches);
    contensou__friction_bind(setup->friction, &b);
    b.user_path = setup->user_path;
    b.user_text = setup->user_text;
    contensou__system_bind(setup->system, setup->friction->axes, &b);
    if (program->bind)
        program->bind(setup, &b);
    contensou__bundle_include(&b, program->driver);
    return contensou__build_bundle(&m->program, m->device,
                                   (struct contensou__build){.pack = (int)m->pack}, &b, err);
}

static void release(struct contensou__members **m)
{
    contensou__members_close(*m);
}

enum contensou_status contensou__members_open(struct contensou__members **out,
                                              struct contensou_device *device,
                                              const struct contensou__ensemble_setup *setup,
                                              const struct contensou__members_program *program,
                                              struct contensou_error *err)
{
    OWNED(release) struct contensou__members *m = calloc(1, sizeof *m);

    *out = NULL;
    TRY(contensou__try_memory(m, err, "the states of %s", setup->system->name));
    *m = (struct contensou__members){
        .setup = setup, .device = device, .pack = (size_t)program->pack, .slice = first_slice};
    TRY(build(m, program, err));
    TRY(contensou__build_numbers(&m->shared, device, 0, setup->friction->shared,
                                 setup->friction->shared_count, err));
    *out = m;
    m = NULL;
    return CONTENSOU_OK;
}

void contensou__members_close(struct contensou__members *m)
{
    if (!m)
        return;
    contensou__buffer_free(m->shared);
    contensou__program_free(m->program);
    free(m);
}

const struct contensou__ensemble_setup *contensou__members_setup(const struct contensou__members *m)
{
    return m->setup;
}

size_t contensou__members_largest(const struct contensou__members *m)
{
    return (size_t)contensou_device_about(m->device)->max_buffer / sizeof(double);
}

/* in[width][padded]: system, law, time, state and what follows; members behind the last repeat it. */
static enum contensou_status gather(const struct contensou__members *m,
                                    const struct contensou__members_call *c, size_t padded,
                                    double *in, struct contensou_error *err)
{
    const size_t width = contensou__ensemble_lane_width(m->setup),
                 before = width - (size_t)m->setup->system->dim;
    OWNED(contensou__try_free) double *lane = malloc(width * sizeof *lane);

    TRY(contensou__try_memory(lane, err, "a state"));
    for (size_t i = 0; i < padded; ++i) {
        const size_t from = i < c->count ? i : c->count - 1;

        TRY(contensou__ensemble_lane_make(m->setup, c->all + from * c->names, lane, err));
        for (size_t k = 0; k < width; ++k)
            in[(k < before ? k : k + 1) * padded + i] = lane[k];
        in[before * padded + i] = c->time[from];
        for (size_t k = 0; k < c->extra; ++k)
            in[(width + 1 + k) * padded + i] = c->more[from * c->extra + k];
    }
    return CONTENSOU_OK;
}

/* The buffers of one call: what members bring, what they give, the path of the first one, and what each has for itself. */
struct buffers {
    struct contensou__buffer *in, *out, *path, *own;
};

static void free_buffers(struct buffers *b)
{
    contensou__buffer_free(b->own);
    contensou__buffer_free(b->path);
    contensou__buffer_free(b->out);
    contensou__buffer_free(b->in);
}

/* How many lanes share a group: one on CPUs. Lanes of a wave wait for each other, so on GPUs few members are spread over all units, each of
 * which runs four waves at a time. */
static size_t group_of(const struct contensou__members *m, size_t items)
{
    const struct contensou_device_info *about = contensou_device_about(m->device);
    const size_t most = contensou__build_grouped, at_once = 4 * (size_t)about->units;
    const size_t each = at_once ? (items + at_once - 1) / at_once : most;

    return contensou__device_choice_is_cpu(about) ? 1 : each < most ? each : most;
}

static enum contensou_status launch(struct contensou__members *m,
                                    const struct contensou__members_call *c, size_t padded,
                                    const struct buffers *b, const uint32_t part[2],
                                    struct contensou_error *err)
{
    const uint64_t members = padded;
    struct contensou__arg arg[6 + most_settings + most_words] = {
        BY_VALUE(members), IN_BUFFER(b->in), IN_BUFFER(m->shared), IN_BUFFER(b->out)};
    int count = 4;

    for (size_t k = 0; k < c->settings && k < most_settings; ++k)
        arg[count++] = (struct contensou__arg)BY_VALUE(c->setting[k]);
    for (size_t k = 0; k < c->words && k < most_words; ++k)
        arg[count++] = (struct contensou__arg)BY_VALUE(c->word[k]);
    for (size_t k = 0; k < 2 && c->steps; ++k)
        arg[count++] = (struct contensou__arg)BY_VALUE(part[k]);
    if (c->words)
        arg[count++] = (struct contensou__arg)IN_BUFFER(b->path);
    if (c->own)
        arg[count++] = (struct contensou__arg)IN_BUFFER(b->own);
    return contensou__program_run(m->program, c->kernel, padded / m->pack,
                                  group_of(m, padded / m->pack), arg, count, NULL, err);
}

/* Whether some member is not at its end; column[padded] has space for what they say. */
static enum contensou_status look(const struct contensou__members_call *c, size_t padded,
                                  struct contensou__buffer *out, double *column, int *goes_on,
                                  struct contensou_error *err)
{
    const size_t bytes = padded * sizeof *column;

    TRY(contensou__buffer_read(out, c->running * bytes, bytes, column, err));
    *goes_on = 0;
    for (size_t i = 0; i < padded; ++i)
        *goes_on |= column[i] < 0;
    return CONTENSOU_OK;
}

/* The last step of a slice from `first` on: as many rows of the path as there is room for end in it. */
static uint32_t slice_end(const struct contensou__members *m,
                          const struct contensou__members_call *c, uint32_t first, size_t rows)
{
    const double last = fmin((double)c->steps, first + floor(m->slice));

    return (uint32_t)(c->every ? fmin(last, (double)((first / c->every + rows) * c->every)) : last);
}

/* The rows that a slice has put into the path behind those that were there. */
static enum contensou_status take_rows(const struct contensou__members_call *c,
                                       struct contensou__buffer *path, size_t size,
                                       const uint32_t part[2], struct contensou_error *err)
{
    const size_t first = part[0] / c->every, rows = part[1] / c->every - first;

    return rows ? contensou__buffer_read(path, 0, rows * size * sizeof *c->path,
                                         c->path + first * size, err)
                : CONTENSOU_OK;
}

/* All of the work, in slices; rows: how many of them the path has space for. */
static enum contensou_status launch_all(struct contensou__members *m,
                                        const struct contensou__members_call *c, size_t padded,
                                        const struct buffers *b, size_t rows, double *column,
                                        struct contensou_error *err)
{
    uint32_t part[2] = {0, 0};
    int goes_on = 1;

    do {
        const double begin = contensou__clock_seconds();
        double took;

        if (c->progress && contensou__stop_asked(c->progress, "points", c->done, 0))
            return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped by the user");
        part[0] = part[1];
        part[1] = slice_end(m, c, part[0], rows);
        TRY(launch(m, c, padded, b, part, err));
        took = contensou__clock_seconds() - begin;
        if (took < 0.5 * slice_seconds && part[1] - part[0] >= floor(m->slice))
            m->slice = fmin(2 * m->slice, 1e9);
        else if (c->steps && took > 2 * slice_seconds)
            m->slice = fmax(m->slice / 2, 1);
        if (c->path && c->every)
            TRY(take_rows(c, b->path, (size_t)m->setup->system->dim, part, err));
        if (c->steps && c->running)
            TRY(look(c, padded, b->out, column, &goes_on, err));
    } while (goes_on && part[1] < c->steps);
    return CONTENSOU_OK;
}

enum contensou_status contensou__members_run(struct contensou__members *m,
                                             const struct contensou__members_call *c,
                                             struct contensou_error *err)
{
    const size_t padded = (c->count + m->pack - 1) / m->pack * m->pack;
    const size_t whole = (padded + contensou__build_grouped - 1) / contensou__build_grouped *
                         contensou__build_grouped;
    const size_t width = contensou__ensemble_lane_width(m->setup) + 1 + c->extra;
    const size_t size = (size_t)m->setup->system->dim;
    const size_t most = contensou__members_largest(m) / size;
    const size_t rows = c->path_count / size < most ? c->path_count / size : most;
    const size_t way = !c->path ? 1 : c->every ? rows * size : c->path_count;
    const size_t fields = width > c->columns ? width : c->columns;
    const size_t result = c->columns * padded * sizeof(double);
    OWNED(contensou__try_free) double *memory = malloc(fields * padded * sizeof *memory);
    OWNED(free_buffers) struct buffers b = {0};

    TRY(contensou__try_memory(memory, err, "%zu states", c->count));
    TRY(gather(m, c, padded, memory, err));
    TRY(contensou__build_numbers(&b.in, m->device, 0, memory, width * padded, err));
    TRY(contensou__buffer_create(&b.out, m->device, result, NULL, err));
    if (c->words)
        TRY(contensou__buffer_create(&b.path, m->device, way * sizeof *memory, NULL, err));
    if (c->own)
        TRY(contensou__buffer_create(&b.own, m->device, c->own * whole * sizeof *memory, NULL,
                                     err));
    TRY(launch_all(m, c, padded, &b, rows, memory, err));
    TRY(contensou__buffer_read(b.out, 0, result, memory, err));
    for (size_t i = 0; i < c->count; ++i)
        for (size_t k = 0; k < c->columns; ++k)
            c->out[i * c->columns + k] = memory[k * padded + i];
    return c->path && !c->every
               ? contensou__buffer_read(b.path, 0, way * sizeof *memory, c->path, err)
               : CONTENSOU_OK;
}
