/* ensemble.c: many trajectories of one system on one device. SPDX-License-Identifier: MIT */
#include "engine/ensemble.h"

#include "base/clock.h"
#include "catalogue/system.h"
#include "cl/buffer.h"
#include "cl/device_choice.h"
#include "engine/patch_program.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct contensou__observer_shape shape_of(const struct contensou__ensemble_setup *setup)
{
    return (struct contensou__observer_shape){setup->system->dim, &setup->set};
}

/* Places in the numbers of a lane, as kernels/drivers/lane.h has them; those of observers follow each other from
 * `observed` on, `count` is behind the last. */
struct layout {
    int t, t_low, h, error, outcome, steps, rejected, y, f, observed, count;
    int observer[contensou__observer_count]; /* where its numbers begin; -1: not in the program */
};

/* 1 if variations are carried beside the state. They err at the kinks of a law more than the state does, and on a
 * corner by the slopes of its other side, so that steps are then the short ones of the plain control. */
static int varied(const struct contensou__ensemble_setup *s)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&s->observe, k) && contensou__observer_all[k].smooth)
            return 1;
    return 0;
}

/* 1 if steps end on the corners of the law. */
static int corners(const struct contensou__ensemble_setup *s)
{
    return s->friction->about->corners && !varied(s);
}

static struct layout lay_out(const struct contensou__ensemble_setup *setup)
{
    const struct contensou__observer_shape shape = shape_of(setup);
    struct layout l = {
        .t = 0, .t_low = 1, .h = 2, .error = 3, .outcome = 4, .steps = 5, .rejected = 6, .y = 7};

    l.f = l.y + setup->system->dim;
    l.observed = l.count =
        l.f + setup->system->dim + contensou__stepper_keeps(setup->stepper, corners(setup));
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        l.observer[k] = -1;
        if (!contensou__observer_used(&setup->observe, k))
            continue;
        l.observer[k] = l.count;
        l.count += (int)contensou__observer_kept(&contensou__observer_all[k], &shape);
    }
    return l;
}

/* Appends CALL(name) of the observers in use to a line; only: those that need this one. */
static void put_calls(const struct contensou__ensemble_setup *s, const char *only,
                      struct contensou__text *line)
{
    contensou__text_printf(line, " ");
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const char *needs = contensou__observer_all[k].needs;

        if (contensou__observer_used(&s->observe, k) &&
            (!only || (needs && strcmp(needs, only) == 0)))
            contensou__text_printf(line, "CALL(%s) ", contensou__observer_all[k].name);
    }
}

static void put_settings(const struct contensou__ensemble_setup *s, struct contensou__text *line)
{
    contensou__text_printf(line, " ");
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i)
            if (contensou__observer_used(&s->observe, k) &&
                !contensou__observer_all[k].setting[i].constant)
                contensou__text_printf(line, "CALL(%s) ",
                                       contensou__observer_all[k].setting[i].name);
}

/* What an observer's file needs to know: its places, its constants, who follows it. */
static void define_observer(const struct contensou__ensemble_setup *s, size_t observer, int rows,
                            int first, struct contensou__bundle *b)
{
    const struct contensou__observer *o = &contensou__observer_all[observer];
    const struct contensou__observer_shape shape = shape_of(s);
    struct contensou__text line = {0};
    char name[64];

    snprintf(name, sizeof name, "observe_%s", o->name);
    contensou__bundle_number(b, name, contensou__observer_shown(&s->observe, observer));
    if (o->times) {
        snprintf(name, sizeof name, "rows_%s", o->name);
        contensou__bundle_number(b, name, rows);
    }
    for (size_t i = 0; i < o->settings; ++i)
        if (o->setting[i].constant)
            contensou__bundle_number(b, o->setting[i].name,
                                     (int)contensou__observer_number_of(&s->set, o->setting[i].at));
    for (size_t i = 0; i < o->places; ++i) {
        contensou__bundle_number(b, o->place[i], first);
        first += o->keeps(&shape, i);
    }
    snprintf(name, sizeof name, "%s_followers(CALL)", o->name);
    put_calls(s, o->name, &line);
    contensou__bundle_define(b, name, line.data ? line.data : "");
    contensou__text_free(&line);
}

/* The observers in use; the files of those that follow another one before its own. */
static void bind_observers(const struct contensou__ensemble_setup *s, struct contensou__bundle *b)
{
    const struct layout at = lay_out(s);
    struct contensou__text line = {0};
    int rows = 0;

    contensou__bundle_number(b, "lane_observed_count", at.count - at.observed);
    put_calls(s, NULL, &line);
    contensou__bundle_define(b, "OBSERVERS(CALL)", line.data ? line.data : "");
    contensou__text_free(&line);
    put_settings(s, &line);
    contensou__bundle_define(b, "OBSERVER_SETTINGS(CALL)", line.data ? line.data : "");
    contensou__text_free(&line);
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&s->observe, k)) {
            define_observer(s, k, rows, at.observer[k], b);
            rows += contensou__observer_all[k].times != contensou__observer_rowless;
        }
    for (int follows = 1; follows >= 0; --follows)
        for (size_t k = 0; k < contensou__observer_count; ++k)
            if (contensou__observer_used(&s->observe, k) &&
                (contensou__observer_all[k].needs != NULL) == follows)
                contensou__bundle_include(b, contensou__observer_all[k].file);
}

/* Whether errors jump from step to step: a stiff law, or the kinks of a law along a line that nobody locates. */
static int steep(const struct contensou__ensemble_setup *s)
{
    return !varied(s) && (s->stepper->stiff ||
                          (s->friction->kind == contensou__system_line && !s->stepper->switches));
}

enum contensou_status
contensou__ensemble_write_program(const struct contensou__ensemble_setup *setup,
                                  struct contensou__text *text, struct contensou_error *err)
{
    struct contensou__bundle b = {0};

    contensou__bundle_include(&b, "core/inlined.h");
    contensou__friction_bind(setup->friction, &b);
    b.user_path = setup->user_path;
    b.user_text = setup->user_text;
    contensou__system_bind(setup->system, &b);
    contensou__stepper_bind(setup->stepper, setup->system->second, corners(setup), &b);
    contensou__bundle_number(&b, "control_steep", steep(setup));
    bind_observers(setup, &b);
    contensou__stepper_bind_switches(setup->stepper, corners(setup), &b);
    contensou__bundle_include(&b, "drivers/ensemble.cl");
    return contensou__bundle_write(&b, text, err);
}

/* Packs that one work-item has: several of one register's width where short right-hand sides are stepped in blocks;
 * long ones fill the processor by themselves. */
static int strands_of(const struct contensou__ensemble_setup *setup, int pack)
{
    const struct layout at = lay_out(setup);
    const int watched = at.count > at.observed;
    const int light = setup->system->friction == contensou__system_none && !setup->user_path;
    const int lanes = setup->single ? 32 : 16; /* measured: four registers of 32 bytes */

    return setup->stepper->fixed && !watched && light && pack > 1 ? lanes / pack : 1;
}

static enum contensou_status build_program(struct contensou__program **out,
                                           struct contensou_device *device,
                                           const struct contensou__ensemble_setup *setup, int pack,
                                           const char *text, struct contensou_error *err)
{
    char options[160];

    snprintf(options, sizeof options, "-cl-std=CL1.2 -cl-mad-enable -D PACK=%d -D STRANDS=%d%s %s",
             pack, strands_of(setup, pack),
             contensou__device_choice_is_cpu(contensou_device_about(device)) ? " -D ON_CPU" : "",
             setup->single ? "-cl-single-precision-constant" : "-D REAL_IS_DOUBLE");
    return contensou__program_build(out, device, text, options, err);
}

/* Those of lanes are field-major: number[field * capacity + lane]. */
enum {
    block_params,
    block_shared,
    block_settings,
    block_state,
    block_time,
    block_rows,
    block_count
};

/* In single precision the numbers are floats on both sides. All zero is nothing. */
struct blocks {
    const struct contensou__ensemble_setup *setup;
    size_t capacity; /* lanes */
    void *memory[block_count];
    struct contensou__buffer *buffer[block_count];
};

/* Numbers of a lane for the rows of an observer. */
static size_t rows_of(const struct contensou__ensemble_setup *setup, size_t observer)
{
    const int stored = contensou__observer_all[observer].times != contensou__observer_given;

    /* of a time that is stored with the row there are two parts */
    return contensou__ensemble_columns_most(setup, observer) *
           (contensou__ensemble_columns_wide(setup, observer) - 1 + (stored ? 2 : 0));
}

/* Numbers that a lane needs in a block. */
static size_t per_lane(const struct contensou__ensemble_setup *setup, int block)
{
    size_t sum = 0;

    switch (block) {
    case block_params:
        return (size_t)(setup->system->field_count + setup->friction->lane_fields);
    case block_state:
        return (size_t)lay_out(setup).count;
    case block_rows:
        for (size_t k = 0; k < contensou__observer_count; ++k)
            sum += rows_of(setup, k);
        return sum;
    default:
        return 0;
    }
}

/* How many times all lanes share. */
static size_t times_of(const struct contensou__ensemble_setup *setup)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_all[k].times == contensou__observer_given &&
            contensou__ensemble_columns_most(setup, k))
            return contensou__ensemble_columns_most(setup, k);
    return 0;
}

/* Those of a block that all lanes share. */
static size_t shared_of(const struct contensou__ensemble_setup *setup, int block)
{
    switch (block) {
    case block_shared:
        return setup->friction->shared_count;
    case block_settings:
        return sizeof setup->set / sizeof(double);
    case block_time:
        return 2 * times_of(setup);
    default:
        return 0;
    }
}

static size_t size_of(const struct blocks *b, int block)
{
    return (per_lane(b->setup, block) * b->capacity + shared_of(b->setup, block)) *
           (b->setup->single ? sizeof(float) : sizeof(double));
}

/* Makes all of them; the device uses the host's memory in place where it can. Free it also after a failure. */
static enum contensou_status make_blocks(struct blocks *b, struct contensou_device *device,
                                         struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k < block_count && !status; ++k) {
        const size_t bytes = size_of(b, k), size = ((bytes ? bytes : 8) + 4095) / 4096 * 4096;

        b->memory[k] = aligned_alloc(4096, size);
        if (!b->memory[k])
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu lanes", b->capacity);
        memset(b->memory[k], 0, size);
        status = contensou__buffer_wrap(&b->buffer[k], device, size, b->memory[k], err);
    }
    return status;
}

static void free_blocks(struct blocks *b)
{
    for (int k = 0; k < block_count; ++k) {
        contensou__buffer_free(b->buffer[k]);
        free(b->memory[k]);
    }
}

/* Sends a block to the device. */
static enum contensou_status send_block(struct blocks *b, int block, struct contensou_error *err)
{
    return contensou__buffer_write(b->buffer[block], 0, size_of(b, block), b->memory[block], err);
}

enum {
    most_lanes = 32, /* of a work-item */
    most_states = 16,
    most_kept = 1024 /* numbers of a lane for one observer */
};

struct contensou__ensemble {
    const struct contensou__ensemble_setup *setup;
    struct contensou_device *device;
    struct contensou__program *program;
    struct layout at;
    struct blocks blocks;
    void *before; /* the state before the launch, which the device does not touch */
    struct contensou__buffer *slots, *starts;
    uint64_t
        start[contensou__observer_count]; /* of the rows of an observer, in numbers of a lane */
    int32_t *slot;
    size_t capacity, count, live, width, grouped;
    int pack, lost;
    double attempts; /* of the next slice */
    struct {
        const struct contensou__observer *from;
        size_t row;
        int item;
    } * column; /* [columns], those behind the head */
    size_t columns;
};

static double get(const struct contensou__ensemble *e, int block, size_t i)
{
    const void *m = e->blocks.memory[block];

    return e->setup->single ? (double)((const float *)m)[i] : ((const double *)m)[i];
}

static void put(struct contensou__ensemble *e, int block, size_t i, double value)
{
    void *m = e->blocks.memory[block];

    if (e->setup->single)
        ((float *)m)[i] = (float)value;
    else
        ((double *)m)[i] = value;
}

static size_t params_of(const struct contensou__ensemble_setup *s)
{
    return (size_t)(s->system->field_count + s->friction->lane_fields);
}

size_t contensou__ensemble_capacity(const struct contensou__ensemble_setup *setup, size_t bytes,
                                    size_t most)
{
    size_t lane = 0, room;

    for (int k = 0; k < block_count; ++k)
        lane += per_lane(setup, k) * (setup->single ? sizeof(float) : sizeof(double));
    room = bytes / (lane ? lane : 1);
    room = room > most ? most : room;
    return room < 64 ? 64 : room;
}

int contensou__ensemble_best_pack(const struct contensou_device_info *about,
                                  const struct contensou__ensemble_setup *setup)
{
    const int strands = strands_of(setup, 4) > 1;

    if (!contensou__device_choice_packs(about, setup->single))
        return 1;
    if (strands)
        return setup->single ? 8 : 4;
    return setup->single || setup->stepper->fixed ? 16 : 8;
}

static enum contensou_status send(struct contensou__ensemble *e, int block,
                                  struct contensou_error *err)
{
    return send_block(&e->blocks, block, err);
}

/* What all lanes share: the law's table, the settings, the times as pairs. */
static enum contensou_status fill_shared(struct contensou__ensemble *e, struct contensou_error *err)
{
    const struct contensou__ensemble_setup *s = e->setup;
    const double largest = s->single ? 1e37 : 1e300;
    const size_t times = times_of(s);
    size_t next = contensou__observer_run_fields;
    double end;
    enum contensou_status status;

    for (size_t k = 0; k < s->friction->shared_count; ++k)
        put(e, block_shared, k, s->friction->shared[k]);
    for (size_t k = 0; k < contensou__observer_run_fields; ++k)
        put(e, block_settings, k, fmin(contensou__observer_number_of(&s->set, k), largest));
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i)
            if (contensou__observer_used(&s->observe, k) &&
                !contensou__observer_all[k].setting[i].constant)
                put(e, block_settings, next++,
                    fmin(contensou__observer_number_of(&s->set,
                                                       contensou__observer_all[k].setting[i].at),
                         largest));
    end = get(e, block_settings, offsetof(struct contensou__ensemble_settings, t_end) / sizeof end);
    for (size_t k = 0; k < times; ++k) {
        /* in single precision the end itself may come before the last of the times */
        const double t = s->times[k] <= s->set.t_end ? fmin(s->times[k], end) : s->times[k];

        put(e, block_time, 2 * k, t);
        put(e, block_time, 2 * k + 1, t - get(e, block_time, 2 * k));
    }
    status = send(e, block_shared, err);
    if (!status)
        status = contensou__buffer_create(&e->starts, e->device, sizeof e->start, e->start, err);
    if (!status)
        status = send(e, block_settings, err);
    if (!status)
        status = send(e, block_time, err);
    return status;
}

static size_t state_size(const struct contensou__ensemble *e)
{
    return (size_t)e->at.count * e->capacity * (e->setup->single ? sizeof(float) : sizeof(double));
}

static enum contensou_status launch(struct contensou__ensemble *e, uint32_t attempts, double limit,
                                    struct contensou_error *err)
{
    const uint64_t n = e->capacity;
    const int strands = strands_of(e->setup, e->pack);
    const size_t lanes = (size_t)(e->pack * strands),
                 padded = (e->live + lanes - 1) / lanes * lanes;
    const uint32_t items = (uint32_t)(padded / lanes);
    const struct contensou__arg args[11] = {{.value = &n, .size = sizeof n},
                                            {.value = &items, .size = sizeof items},
                                            {.value = &attempts, .size = sizeof attempts},
                                            {.buffer = e->slots},
                                            {.buffer = e->blocks.buffer[block_params]},
                                            {.buffer = e->blocks.buffer[block_shared]},
                                            {.buffer = e->blocks.buffer[block_settings]},
                                            {.buffer = e->blocks.buffer[block_state]},
                                            {.buffer = e->blocks.buffer[block_time]},
                                            {.buffer = e->starts},
                                            {.buffer = e->blocks.buffer[block_rows]}};
    enum contensou_status status;

    for (size_t i = e->live; i < padded; ++i)
        e->slot[i] = -1;
    status = contensou__buffer_write(e->slots, 0, padded * sizeof *e->slot, e->slot, err);
    if (!status)
        status = contensou__program_run_limited(e->program, "ensemble", items ? items : 1,
                                                e->grouped, args, 11, limit, NULL, err);
    return status;
}

/* A lane counts with the numbers of its precision; a float that is counted up stays at 2^24. */
enum contensou_status contensou__ensemble_check(const struct contensou__ensemble_setup *setup,
                                                struct contensou_error *err)
{
    const double most = 16777216;
    const struct contensou__ensemble_settings *set = &setup->set;

    if (setup->single && set->max_steps > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "single precision counts up to %.0f steps, not %.0f; give fewer "
                              "(--max-steps), or double precision",
                              most, set->max_steps);
    if (setup->single && set->samples > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "single precision counts up to %.0f times of a series, not %.0f; "
                              "give fewer (--time), or double precision",
                              most, set->samples);
    return CONTENSOU_OK;
}

/* Where the rows of each observer begin, in the order in which the program numbers those that have some. */
static void place_rows(struct contensou__ensemble *e)
{
    uint64_t next = 0;
    size_t at = 0;

    for (size_t k = 0; k < contensou__observer_count; ++k) {
        if (!contensou__observer_used(&e->setup->observe, k) || !contensou__observer_all[k].times)
            continue;
        e->start[at++] = next;
        next += rows_of(e->setup, k);
    }
}

enum contensou_status contensou__ensemble_create(struct contensou__ensemble **out,
                                                 struct contensou_device *device,
                                                 const struct contensou__ensemble_setup *setup,
                                                 size_t capacity, struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(device);
    struct contensou__ensemble *e;
    struct contensou__text text = {0};
    enum contensou_status status = contensou__ensemble_check(setup, err);

    *out = NULL;
    if (status)
        return status;
    e = calloc(1, sizeof *e);
    if (!e)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an ensemble");
    e->setup = setup;
    e->device = device;
    e->pack = setup->pack ? setup->pack : contensou__ensemble_best_pack(about, setup);
    e->grouped = contensou__device_choice_is_cpu(about) ? 1 : 64;
    e->capacity = (capacity + 15) / 16 * 16;
    e->blocks = (struct blocks){.setup = setup, .capacity = e->capacity};
    e->attempts = 64;
    e->at = lay_out(setup);
    e->width = params_of(setup) + (size_t)setup->system->dim;
    place_rows(e);
    e->columns = contensou__ensemble_columns_count(setup);
    e->column = calloc(e->columns, sizeof *e->column);
    for (size_t c = contensou__ensemble_head; c < e->columns && e->column; ++c)
        e->column[c].from =
            contensou__ensemble_columns_from(setup, c, &e->column[c].row, &e->column[c].item);
    status = contensou__ensemble_write_program(setup, &text, err);
    if (!status)
        status = build_program(&e->program, device, setup, e->pack, text.data, err);
    contensou__text_free(&text);
    if (!status)
        status = make_blocks(&e->blocks, device, err);
    e->slot = malloc((e->capacity + most_lanes) * sizeof *e->slot);
    e->before = malloc(state_size(e));
    if (!status && (!e->slot || !e->before || !e->column))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu lanes", e->capacity);
    if (!status)
        status = contensou__buffer_create(&e->slots, device,
                                          (e->capacity + most_lanes) * sizeof *e->slot, NULL, err);
    if (!status)
        status = fill_shared(e, err);
    if (!status &&
        setup->slice_limit > 0) /* drivers compile at the first launch, which has no limit */
        status = launch(e, 0, 0, err);
    if (status)
        contensou__ensemble_free(e);
    else
        *out = e;
    return status;
}

void contensou__ensemble_free(struct contensou__ensemble *e)
{
    if (!e || e->lost)
        return;
    free_blocks(&e->blocks);
    contensou__buffer_free(e->starts);
    contensou__buffer_free(e->slots);
    free(e->slot);
    free(e->before);
    free(e->column);
    contensou__program_free(e->program);
    free(e);
}

/* Rows at given times that no lane reached are no numbers. */
static void blank_rows(struct contensou__ensemble *e)
{
    size_t at = 0;

    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const size_t count = rows_of(e->setup, k);

        for (size_t i = 0; i < count * e->capacity; ++i)
            if (contensou__observer_all[k].times == contensou__observer_given)
                put(e, block_rows, at * e->capacity + i, NAN);
        at += count;
    }
}

enum contensou_status contensou__ensemble_load(struct contensou__ensemble *e, size_t count,
                                               const double *value, struct contensou_error *err)
{
    const size_t n = e->capacity, params = params_of(e->setup), dim = e->width - params;
    enum contensou_status status;

    e->count = e->live = count;
    memset(e->blocks.memory[block_state], 0, state_size(e));
    for (size_t i = 0; i < count; ++i, value += e->width) {
        for (size_t k = 0; k < params; ++k)
            put(e, block_params, k * n + i, value[k]);
        for (size_t k = 0; k < dim; ++k)
            put(e, block_state, ((size_t)e->at.y + k) * n + i, value[params + k]);
        put(e, block_state, (size_t)e->at.t * n + i, e->setup->set.t_begin);
        put(e, block_state, (size_t)e->at.t_low * n + i,
            e->setup->set.t_begin - get(e, block_state, (size_t)e->at.t * n + i));
        put(e, block_state, (size_t)e->at.outcome * n + i, -1);
        e->slot[i] = (int32_t)i;
    }
    blank_rows(e);
    status = send(e, block_params, err);
    if (!status)
        status = send(e, block_state, err);
    if (!status)
        status = send(e, block_rows, err);
    return status;
}

/* The slots of the lanes that still run, in their order. */
static void compact(struct contensou__ensemble *e)
{
    size_t live = 0;

    for (size_t i = 0; i < e->live; ++i)
        if (get(e, block_state, (size_t)e->at.outcome * e->capacity + (size_t)e->slot[i]) < 0)
            e->slot[live++] = e->slot[i];
    e->live = live;
}

static enum contensou_status fetch(struct contensou__ensemble *e, struct contensou_error *err)
{
    enum contensou_status status = contensou__buffer_sync(e->blocks.buffer[block_state], err);

    if (!status && per_lane(e->setup, block_rows))
        status = contensou__buffer_sync(e->blocks.buffer[block_rows], err);
    return status;
}

/* The device is lost: lanes that it had end here, as they were before the launch. Its own memory is left
 * to it. */
static void give_up(struct contensou__ensemble *e)
{
    e->lost = 1;
    e->blocks.memory[block_state] = e->before;
    for (size_t i = 0; i < e->live; ++i)
        put(e, block_state, (size_t)e->at.outcome * e->capacity + (size_t)e->slot[i],
            contensou__ensemble_stopped);
    e->live = 0;
}

enum contensou_status contensou__ensemble_attempt(struct contensou__ensemble *e, uint32_t attempts,
                                                  size_t *live, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (e->live) {
        memcpy(e->before, e->blocks.memory[block_state], state_size(e));
        status = launch(e, attempts, e->setup->slice_limit, err);
        if (status == CONTENSOU_ETIMEOUT)
            give_up(e);
        if (!status)
            status = fetch(e, err);
        if (!status)
            compact(e);
    }
    *live = e->live;
    return status;
}

enum contensou_status contensou__ensemble_advance(struct contensou__ensemble *e, double seconds,
                                                  size_t *live, struct contensou_error *err)
{
    const double wanted = seconds > 0 ? e->attempts : 4e9, begin = contensou__clock_seconds();
    const size_t before = e->live;
    const enum contensou_status status =
        contensou__ensemble_attempt(e, (uint32_t)wanted, live, err);
    const double took = contensou__clock_seconds() - begin;

    if (before && seconds > 0)
        e->attempts = fmin(fmax(wanted * fmin(fmax(seconds / took, 0.25), 4), 16), 1e9);
    return status;
}

void contensou__ensemble_state(const struct contensou__ensemble *e, size_t lane, double *y)
{
    for (size_t k = 0; k < (size_t)e->setup->system->dim; ++k)
        y[k] = get(e, block_state, ((size_t)e->at.y + k) * e->capacity + lane);
}

int contensou__ensemble_ended(const struct contensou__ensemble *e, size_t lane)
{
    return get(e, block_state, (size_t)e->at.outcome * e->capacity + lane) >= 0;
}

double contensou__ensemble_share(const struct contensou__ensemble *e, size_t lane)
{
    const struct contensou__ensemble_settings *const set = &e->setup->set;
    const double t = get(e, block_state, (size_t)e->at.t * e->capacity + lane);
    const double share = (t - set->t_begin) / (set->t_end - set->t_begin);

    return contensou__ensemble_ended(e, lane) ? 1 : share > 0 && share < 1 ? share : 0;
}

/* What the lane keeps for an observer, and its state. */
struct kept {
    double state[most_states], number[most_kept];
};

static struct contensou__observer_view view_of(const struct contensou__ensemble *e, size_t lane,
                                               size_t observer, struct kept *kept)
{
    const struct contensou__ensemble_setup *s = e->setup;
    const struct contensou__observer_shape shape = shape_of(s);
    const size_t n = e->capacity, dim = (size_t)s->system->dim;
    const size_t count = contensou__observer_kept(&contensou__observer_all[observer], &shape);
    const double outcome = get(e, block_state, (size_t)e->at.outcome * n + lane);
    const double t = get(e, block_state, (size_t)e->at.t * n + lane) +
                     get(e, block_state, (size_t)e->at.t_low * n + lane);

    for (size_t i = 0; i < dim; ++i)
        kept->state[i] = get(e, block_state, ((size_t)e->at.y + i) * n + lane);
    for (size_t i = 0; i < count && e->at.observer[observer] >= 0; ++i)
        kept->number[i] = get(e, block_state, ((size_t)e->at.observer[observer] + i) * n + lane);
    /* a lane that failed was observed for less, or not at all */
    return (struct contensou__observer_view){.shape = shape,
                                             .kept = kept->number,
                                             .state = kept->state,
                                             .seen = (outcome == 0 ? s->set.t_end : t) -
                                                     s->set.t_observe};
}

void contensou__ensemble_row(const struct contensou__ensemble *e, size_t lane, double *row)
{
    const size_t n = e->capacity;
    const struct contensou__observer *before = NULL;
    struct contensou__observer_view view = {0};
    struct kept kept;

    row[0] = get(e, block_state, (size_t)e->at.outcome * n + lane);
    row[1] = get(e, block_state, (size_t)e->at.steps * n + lane);
    row[2] = get(e, block_state, (size_t)e->at.rejected * n + lane);
    row[3] = get(e, block_state, (size_t)e->at.t * n + lane) +
             get(e, block_state, (size_t)e->at.t_low * n + lane);
    for (size_t c = contensou__ensemble_head; c < e->columns; ++c) {
        const struct contensou__observer *o = e->column[c].from;

        if (o != before)
            view = view_of(e, lane, (size_t)(o - contensou__observer_all), &kept);
        before = o;
        row[c] = o->value(&view, e->column[c].row, e->column[c].item);
    }
}

double contensou__ensemble_rows_seen(const struct contensou__ensemble *e, size_t observer,
                                     size_t lane)
{
    struct kept kept;
    const struct contensou__observer_view view = view_of(e, lane, observer, &kept);

    return contensou__observer_all[observer].rows(&view);
}

size_t contensou__ensemble_rows(const struct contensou__ensemble *e, size_t observer, size_t lane,
                                double *row)
{
    const struct contensou__observer *o = &contensou__observer_all[observer];
    const size_t n = e->capacity, wide = contensou__ensemble_columns_wide(e->setup, observer);
    const size_t most = contensou__ensemble_columns_most(e->setup, observer);
    const int given = o->times == contensou__observer_given;
    const size_t stored = wide - 1 + (given ? 0 : 2);
    struct kept kept;
    const struct contensou__observer_view view = view_of(e, lane, observer, &kept);
    const double there = fmin(o->rows(&view), (double)most);
    const size_t count = given ? most : (size_t)there;
    size_t begin = 0;

    for (size_t k = 0; k < observer; ++k)
        begin += rows_of(e->setup, k);
    for (size_t k = 0; k < count; ++k) {
        const size_t at = begin + k * stored;
        /* those of a launch that did not come back do not count */
        const int known = !given || !e->lost || (double)k < there;

        *row++ = given
                     ? e->setup->times[k]
                     : get(e, block_rows, at * n + lane) + get(e, block_rows, (at + 1) * n + lane);
        for (size_t i = stored - (wide - 1); i < stored; ++i)
            *row++ = known ? get(e, block_rows, (at + i) * n + lane) : (double)NAN;
    }
    return count;
}
