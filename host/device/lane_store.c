/* lane_store.c: the numbers of many lanes on a device. SPDX-License-Identifier: MIT */
#include "device/lane_store.h"

#include "base/pool.h"
#include "base/try.h"
#include "parts/observer.h"
#include "device/build.h"

#include <stdlib.h>
#include <string.h>

enum {
    group = 64, /* of drivers/lane_store.cl */
    page = 4096,
    running = 2 /* beside the two sides */
};

/* What a device with memory of its own needs besides. */
struct far {
    struct contensou__program *program;
    struct contensou__buffer *next,
        *ended; /* slots of the lanes that go on, and of those that do not */
    struct contensou__buffer *count, *time; /* of each group of lanes, then of all */
    struct contensou__buffer *list, *out;   /* which lanes are gathered, and their numbers */
    struct contensou__buffer *pinned;
    void *memory;           /* of the host: what goes there and comes back */
    int32_t *entry, *place; /* of the lanes that are shown, and where those are */
    size_t lanes, used;     /* how many are shown, and the numbers of them that are there */
};

struct contensou__lane_store {
    struct contensou__lane_store_shape shape;
    struct contensou__pool
        pool; /* of what lies on the host but for the blocks, which have pages of their own */
    struct contensou_device *device;
    struct contensou__lane_store_now now;
    void *memory[contensou__lane_store_blocks]; /* the blocks, where the host can look at them */
    struct far *far;                            /* NULL: it can */
    int side;                                   /* which of the two blocks of states is the first */
    unsigned char *lies; /* of each lane that ended: on which side its state is; or running */
    int32_t *slot;       /* the lanes that run, where the host can look */
    int32_t *later;      /* for those of the second program, while they are sorted */
    struct {
        size_t first, fields, at; /* fields of rows that are shown; where they begin */
    } part[contensou__observer_count];
};

static size_t fields_of(const struct contensou__lane_store_shape *shape, int block)
{
    return block == contensou__lane_store_params ? shape->params
           : block == contensou__lane_store_rows ? shape->rows
                                                 : shape->state;
}

static size_t number_size(const struct contensou__lane_store_shape *shape)
{
    return shape->single ? sizeof(float) : sizeof(double);
}

size_t contensou__lane_store_size(const struct contensou__lane_store_shape *shape, size_t *largest)
{
    size_t sum = 0;

    *largest = 0;
    for (int k = 0; k < contensou__lane_store_blocks; ++k) {
        const size_t bytes = fields_of(shape, k) * number_size(shape);

        sum += bytes;
        *largest = bytes > *largest ? bytes : *largest;
    }
    return sum;
}

/* Lanes that are loaded or shown at once: as many as fit into 32 MB, within bounds. */
static size_t most_of(const struct contensou__lane_store_shape *shape)
{
    const size_t lane = (shape->params + shape->state + shape->rows) * number_size(shape);
    const size_t room = ((size_t)32 << 20) / lane;
    const size_t most = room < 16 ? 16 : room > 4096 ? 4096 : room;

    return most < shape->capacity ? most : shape->capacity;
}

static enum contensou_status build(struct far *f, struct contensou_device *device, int single,
                                   struct contensou_error *err)
{
    struct contensou__bundle b = {0};

    contensou__bundle_include(&b, "drivers/lane_store.cl");
    return contensou__build_bundle(&f->program, device,
                                   (struct contensou__build){.pack = 1, .single = single}, &b, err);
}

/* The second of the launches that keep those that run. */
static enum contensou_status run_offsets(struct far *f, uint32_t groups,
                                         struct contensou_error *err)
{
    const struct contensou__arg args[] = {BY_VALUE(groups), IN_BUFFER(f->count),
                                          IN_BUFFER(f->time)};

    return contensou__program_run(f->program, "lane_store_offsets", group, group, args, 3, NULL,
                                  err);
}

static enum contensou_status make_far(struct contensou__lane_store *s, struct contensou_error *err)
{
    const struct contensou__lane_store_shape *shape = &s->shape;
    const size_t n = shape->capacity, groups = (n + group - 1) / group, most = s->now.most;
    const size_t out = most * (shape->state + shape->rows) * number_size(shape);
    const size_t in = most * (shape->params + shape->state) * number_size(shape);
    struct far *const f = s->far = contensou__pool_take(&s->pool, 1, sizeof *f);
    int32_t *const entry = contensou__pool_take(&s->pool, most, sizeof *entry);
    int32_t *const place = contensou__pool_take(&s->pool, n, sizeof *place);
    const size_t count = 2 * (groups + 1) * sizeof(uint32_t);

    TRY(contensou__try_memory(place, err, "%zu lanes", n));
    f->entry = entry;
    f->place = place;
    TRY(build(f, s->device, shape->single, err));
    TRY(contensou__buffer_create(&f->next, s->device, n * sizeof *place, NULL, err));
    TRY(contensou__buffer_create(&f->ended, s->device, n * sizeof *place, NULL, err));
    TRY(contensou__buffer_create(&f->count, s->device, count, NULL, err));
    TRY(contensou__buffer_create(&f->time, s->device, (groups + 1) * number_size(shape), NULL,
                                 err));
    TRY(contensou__buffer_create(&f->list, s->device, most * sizeof *entry, NULL, err));
    TRY(contensou__buffer_create(&f->out, s->device, out, NULL, err));
    TRY(contensou__buffer_pin(&f->pinned, s->device, in > out ? in : out, &f->memory, err));
    return run_offsets(f, 0, err); /* until the first launch others may wait for the program */
}

static void free_far(struct far *f)
{
    if (!f)
        return;
    contensou__buffer_free(f->next);
    contensou__buffer_free(f->ended);
    contensou__buffer_free(f->count);
    contensou__buffer_free(f->time);
    contensou__buffer_free(f->list);
    contensou__buffer_free(f->out);
    contensou__buffer_free(f->pinned);
    contensou__program_free(f->program);
}

/* A block on the device, and around memory of the host where it computes in that. */
static enum contensou_status make_block(struct contensou__lane_store *s, int block,
                                        struct contensou_error *err)
{
    const size_t bytes = fields_of(&s->shape, block) * s->shape.capacity * number_size(&s->shape);
    const size_t size = ((bytes ? bytes : 1) + page - 1) / page * page;

    if (!contensou__buffer_in_place(s->device))
        return contensou__buffer_create(&s->now.buffer[block], s->device, size, NULL, err);
    s->memory[block] = aligned_alloc(page, size);
    TRY(contensou__try_memory(s->memory[block], err, "%zu lanes", s->shape.capacity));
    return contensou__buffer_wrap(&s->now.buffer[block], s->device, size, s->memory[block], err);
}

static void release(struct contensou__lane_store **s)
{
    contensou__lane_store_free(*s);
}

enum contensou_status contensou__lane_store_create(struct contensou__lane_store **out,
                                                   struct contensou_device *device,
                                                   const struct contensou__lane_store_shape *shape,
                                                   struct contensou_error *err)
{
    const size_t n = shape->capacity;
    OWNED(release) struct contensou__lane_store *s = calloc(1, sizeof *s);

    *out = NULL;
    TRY(contensou__try_memory(s, err, "%zu lanes", n));
    s->shape = *shape;
    s->device = device;
    s->now.most = most_of(shape);
    s->lies = contensou__pool_take(&s->pool, n, 1);
    s->slot = contensou__pool_take(&s->pool, n, sizeof *s->slot);
    s->now.ended = contensou__pool_take(&s->pool, n, sizeof *s->now.ended);
    s->later = contensou__pool_take(&s->pool, n, sizeof *s->later);
    TRY(contensou__try_memory(s->later, err, "%zu lanes", n));
    TRY(contensou__buffer_create(&s->now.slots, device, n * sizeof *s->slot, NULL, err));
    for (int k = 0; k < contensou__lane_store_blocks; ++k)
        TRY(make_block(s, k, err));
    if (!contensou__buffer_in_place(device))
        TRY(make_far(s, err));
    *out = s;
    s = NULL;
    return CONTENSOU_OK;
}

void contensou__lane_store_free(struct contensou__lane_store *s)
{
    if (!s)
        return;
    for (int k = 0; k < contensou__lane_store_blocks; ++k) {
        contensou__buffer_free(s->now.buffer[k]);
        free(s->memory[k]);
    }
    free_far(s->far);
    contensou__buffer_free(s->now.slots);
    contensou__pool_free(&s->pool);
    free(s);
}

/* A number, as the device has it. */
static void put(const struct contensou__lane_store *s, void *to, size_t i, double value)
{
    if (s->shape.single)
        ((float *)to)[i] = (float)value;
    else
        ((double *)to)[i] = value;
}

double contensou__lane_store_get(const struct contensou__lane_store_view *v, size_t k)
{
    return v->single ? (double)((const float *)v->at)[k * v->stride]
                     : ((const double *)v->at)[k * v->stride];
}

static const void *number_at(const struct contensou__lane_store *s, const void *memory, size_t i)
{
    return (const char *)memory + i * number_size(&s->shape);
}

enum contensou_status contensou__lane_store_fill(struct contensou__lane_store *s,
                                                 enum contensou__lane_store_block block,
                                                 size_t first, size_t fields, double value,
                                                 struct contensou_error *err)
{
    const size_t field = s->shape.capacity * number_size(&s->shape);
    double pattern;

    put(s, &pattern, 0, value);
    return contensou__buffer_fill(s->now.buffer[block], first * field, fields * field, &pattern,
                                  number_size(&s->shape), err);
}

enum contensou_status contensou__lane_store_set(struct contensou__lane_store *s,
                                                enum contensou__lane_store_block block,
                                                size_t first, size_t fields, size_t count,
                                                const double *value, size_t width,
                                                struct contensou_error *err)
{
    const size_t size = number_size(&s->shape), n = s->shape.capacity;
    const size_t most = s->far ? s->now.most : n, offset = first * n * size;
    void *const to = s->far ? s->far->memory : (char *)s->memory[block] + offset;

    for (size_t begin = 0; begin < count; begin += most) {
        const size_t lanes = count - begin < most ? count - begin : most;

        for (size_t i = 0; i < lanes; ++i)
            for (size_t k = 0; k < fields; ++k)
                put(s, to, k * most + i, value[(begin + i) * width + k]);
        TRY(s->far
                ? contensou__buffer_write_rows(s->now.buffer[block], offset + begin * size,
                                               n * size, fields, lanes * size, to, most * size, err)
                : contensou__buffer_write(s->now.buffer[block], offset, fields * n * size, to,
                                          err));
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__lane_store_begin(struct contensou__lane_store *s, size_t count,
                                                  struct contensou_error *err)
{
    s->now.live = count;
    s->now.second = 0;
    s->now.ends = 0;
    memset(s->lies, running, s->shape.capacity);
    for (size_t i = 0; i < count; ++i)
        s->slot[i] = (int32_t)i;
    return contensou__buffer_write(s->now.slots, 0, count * sizeof *s->slot, s->slot, err);
}

const struct contensou__lane_store_now *
contensou__lane_store_now(const struct contensou__lane_store *s)
{
    return &s->now;
}

enum contensou_status contensou__lane_store_first(struct contensou__lane_store *s, int32_t *lane,
                                                  struct contensou_error *err)
{
    *lane = s->slot[0];
    return s->far ? contensou__buffer_read(s->now.slots, 0, sizeof *lane, lane, err) : CONTENSOU_OK;
}

static void swap(struct contensou__lane_store *s)
{
    enum { a = contensou__lane_store_state, b = contensou__lane_store_next };
    struct contensou__buffer *const buffer = s->now.buffer[a];
    void *const memory = s->memory[a];

    s->now.buffer[a] = s->now.buffer[b];
    s->memory[a] = s->memory[b];
    s->now.buffer[b] = buffer;
    s->memory[b] = memory;
    s->side = !s->side;
}

/* 1 if a lane that runs goes on in the second program. */
static int in_second(const struct contensou__lane_store *s,
                     const struct contensou__lane_store_view *v)
{
    return s->shape.way && (unsigned)contensou__lane_store_get(v, s->shape.way) % 2;
}

/* The lanes that go on stay in their order within each program. */
static enum contensou_status sort_here(struct contensou__lane_store *s, struct contensou_error *err)
{
    struct contensou__lane_store_now *const now = &s->now;
    const size_t before = now->live, before_second = now->second;
    size_t live = 0, second = 0;
    int moved = 0;

    TRY(contensou__buffer_sync(now->buffer[contensou__lane_store_state], err));
    for (size_t i = 0; i < before; ++i) {
        const int32_t lane = s->slot[i];
        const struct contensou__lane_store_view v = contensou__lane_store_state_of(s, (size_t)lane);

        if (!(contensou__lane_store_get(&v, s->shape.outcome) < 0)) {
            now->ended[now->ends++] = lane;
            continue;
        }
        if (in_second(s, &v))
            s->later[second++] = lane;
        else
            s->slot[live++] = lane;
        moved |= in_second(s, &v) != (i >= before - before_second);
        now->time += contensou__lane_store_get(&v, s->shape.time);
    }
    memcpy(s->slot + live, s->later, second * sizeof *s->slot);
    now->second = second;
    now->live = live + second;
    if (now->live < before || moved)
        TRY(contensou__buffer_write(now->slots, 0, now->live * sizeof *s->slot, s->slot, err));
    return s->shape.rows && now->ends
               ? contensou__buffer_sync(now->buffer[contensou__lane_store_rows], err)
               : CONTENSOU_OK;
}

static enum contensou_status sort_there(struct contensou__lane_store *s,
                                        struct contensou_error *err)
{
    struct far *f = s->far;
    const uint64_t n = s->shape.capacity;
    const uint32_t live = (uint32_t)s->now.live, groups = (live + group - 1) / group;
    const uint32_t at[] = {(uint32_t)s->shape.time, (uint32_t)s->shape.outcome,
                           (uint32_t)s->shape.way}; /* struct lane_store_places */
    struct contensou__buffer *const state = s->now.buffer[contensou__lane_store_state],
                                    *const before = s->now.slots;
    const struct contensou__arg size = BY_VALUE(n), lanes = BY_VALUE(live),
                                places = {.value = at, .size = sizeof at};
    const struct contensou__arg count[] = {size,
                                           lanes,
                                           places,
                                           IN_BUFFER(s->now.slots),
                                           IN_BUFFER(state),
                                           IN_BUFFER(f->count),
                                           IN_BUFFER(f->time)};
    const struct contensou__arg sort[] = {size,
                                          lanes,
                                          places,
                                          IN_BUFFER(s->now.slots),
                                          IN_BUFFER(state),
                                          IN_BUFFER(f->count),
                                          IN_BUFFER(f->next),
                                          IN_BUFFER(f->ended)};
    struct contensou__lane_store_view sum = {f->memory, 1, s->shape.single};
    uint32_t left[2] = {0};

    TRY(contensou__program_run(f->program, "lane_store_count", live, group, count, 7, NULL, err));
    TRY(run_offsets(f, groups, err));
    TRY(contensou__program_run(f->program, "lane_store_sort", live, group, sort, 8, NULL, err));
    TRY(contensou__buffer_read(f->count, groups * sizeof *left, sizeof *left, left, err));
    if (s->shape.way)
        TRY(contensou__buffer_read(f->count, (2 * groups + 1) * sizeof *left, sizeof *left,
                                   left + 1, err));
    TRY(contensou__buffer_read(f->time, groups * number_size(&s->shape), number_size(&s->shape),
                               f->memory, err));
    s->now.time = contensou__lane_store_get(&sum, 0);
    s->now.live = left[0] + left[1];
    s->now.second = left[1];
    s->now.ends = live - s->now.live;
    s->now.slots = f->next;
    f->next = before;
    return contensou__buffer_read(f->ended, 0, s->now.ends * sizeof *s->now.ended, s->now.ended,
                                  err);
}

enum contensou_status contensou__lane_store_settle(struct contensou__lane_store *s,
                                                   struct contensou_error *err)
{
    swap(s);
    s->now.ends = 0;
    s->now.time = 0;
    TRY((s->far ? sort_there : sort_here)(s, err));
    for (size_t i = 0; i < s->now.ends; ++i)
        s->lies[s->now.ended[i]] = (unsigned char)s->side;
    return CONTENSOU_OK;
}

void contensou__lane_store_abandon(struct contensou__lane_store *s)
{
    s->now.ends = s->far ? 0 : s->now.live;
    memcpy(s->now.ended, s->slot, s->now.ends * sizeof *s->now.ended);
    s->now.live = s->now.second = 0;
    s->now.time = 0;
}

/* Fields of a block from the lanes that are shown, behind the numbers that are there already. */
static enum contensou_status gather(struct contensou__lane_store *s, struct contensou__buffer *one,
                                    struct contensou__buffer *two, size_t first, size_t fields,
                                    struct contensou_error *err)
{
    struct far *f = s->far;
    const uint64_t n = s->shape.capacity;
    const uint32_t lanes = (uint32_t)f->lanes, wide = (uint32_t)fields, begin = (uint32_t)first;
    const struct contensou__arg args[] = {BY_VALUE(n),     BY_VALUE(lanes),    BY_VALUE(wide),
                                          BY_VALUE(begin), IN_BUFFER(f->list), IN_BUFFER(one),
                                          IN_BUFFER(two),  IN_BUFFER(f->out)};
    const size_t size = number_size(&s->shape), count = f->lanes * fields;
    char *const to = (char *)f->memory + f->used * size;

    f->used += count;
    TRY(contensou__program_run(f->program, "lane_store_gather", count, group, args, 8, NULL, err));
    return contensou__buffer_read(f->out, 0, count * size, to, err);
}

/* The block of states on a side. */
static int block_at(const struct contensou__lane_store *s, int side)
{
    return side == running || side == s->side ? contensou__lane_store_state
                                              : contensou__lane_store_next;
}

enum contensou_status contensou__lane_store_show(struct contensou__lane_store *s,
                                                 const int32_t *lane, size_t count,
                                                 struct contensou_error *err)
{
    enum { a = contensou__lane_store_state, b = contensou__lane_store_next };
    struct far *const f = s->far;

    if (!f)
        return CONTENSOU_OK;
    for (size_t i = 0; i < count; ++i) {
        f->entry[i] = 2 * lane[i] + (block_at(s, s->lies[lane[i]]) == b);
        f->place[lane[i]] = (int32_t)i;
    }
    f->lanes = count;
    f->used = 0;
    TRY(contensou__buffer_write(f->list, 0, count * sizeof *f->entry, f->entry, err));
    return gather(s, s->now.buffer[a], s->now.buffer[b], 0, s->shape.state, err);
}

enum contensou_status contensou__lane_store_show_rows(struct contensou__lane_store *s, size_t part,
                                                      size_t first, size_t fields,
                                                      struct contensou_error *err)
{
    struct contensou__buffer *const rows = s->now.buffer[contensou__lane_store_rows];

    s->part[part].first = first;
    s->part[part].fields = fields;
    if (!s->far || !fields)
        return CONTENSOU_OK;
    s->part[part].at = s->far->used;
    return gather(s, rows, rows, first, fields, err);
}

struct contensou__lane_store_view
contensou__lane_store_state_of(const struct contensou__lane_store *s, size_t lane)
{
    const void *const at =
        s->far ? number_at(s, s->far->memory, (size_t)s->far->place[lane] * s->shape.state)
               : number_at(s, s->memory[block_at(s, s->lies[lane])], lane);

    return (struct contensou__lane_store_view){at, s->far ? 1 : s->shape.capacity, s->shape.single};
}

struct contensou__lane_store_view
contensou__lane_store_rows_of(const struct contensou__lane_store *s, size_t part, size_t lane)
{
    const size_t n = s->shape.capacity, first = s->part[part].first, at = s->part[part].at;
    const void *const place =
        s->far
            ? number_at(s, s->far->memory, at + (size_t)s->far->place[lane] * s->part[part].fields)
            : number_at(s, s->memory[contensou__lane_store_rows], first * n + lane);

    return (struct contensou__lane_store_view){place, s->far ? 1 : n, s->shape.single};
}
