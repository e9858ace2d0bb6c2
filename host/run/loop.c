/* loop.c: the loop over lanes: load, advance, collect, chunk by chunk on one device.
 * SPDX-License-Identifier: MIT */
#include "run/loop.h"

#include "base/clock.h"
#include "base/pool.h"
#include "base/try.h"
#include "model/contact_lane.h"

#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { head = contensou__ensemble_head - 1 }; /* outcome, steps, rejections are no scalars */

static const double slice_seconds = 0.1;

/* One of the threads that keep a device busy: while one loads lanes or sends results, the device computes for the other. */
struct work {
    struct contensou__ensemble *ensemble;
    struct contensou_device *device;
    const struct contensou__ensemble_setup *setup,
        *asked;                              /* of the contact of these lanes; of all */
    struct contensou__contact_lane *contact; /* where lanes differ in their contacts, else NULL */
    struct contensou__text program;          /* of that contact */
    const struct contensou__lanes *lanes;
    const struct contensou__loop_scheduler *scheduler;
    size_t chunk, columns,
        points; /* numbers of one lane; points: of all rows, and how many there are of each list */
    uint64_t *assigned;     /* lanes */
    uint64_t *lane;         /* those that are computed together, by slot */
    double *value, *number; /* of lanes to load; of results to send */
    double *all, *other;    /* the plan's numbers of a lane, and of another */
    struct contensou__record *record;
    double *seen;       /* where steps are told: the row of the lane and its state */
    atomic_int *failed; /* 1: one of the threads did */
    struct contensou__pool pool;
    sem_t ended;
    enum contensou_status status;
    struct contensou_error err;
};

size_t contensou__loop_scalars(const struct contensou__ensemble_setup *setup)
{
    const size_t columns = contensou__loop_columns(setup);

    return columns ? columns : 1;
}

size_t contensou__loop_columns(const struct contensou__ensemble_setup *setup)
{
    int rows = 0;

    for (size_t k = 0; k < contensou__observer_count; ++k)
        rows |= contensou__observer_shown(&setup->observe, k) &&
                contensou__observer_rows_of_lanes(&contensou__observer_all[k]);
    return rows ? contensou__ensemble_columns_count(setup) - head : 0;
}

static void release(struct work *w)
{
    contensou__ensemble_free(w->ensemble);
    if (w->contact)
        contensou__contact_lane_free(w->contact);
    free(w->contact);
    contensou__text_free(&w->program);
    contensou__pool_free(&w->pool);
}

/* Makes the ensemble, which shares the program of another thread's unless that is NULL, and room for results. */
static enum contensou_status prepare(struct work *w, struct contensou_device *device,
                                     const struct work *first, struct contensou_error *err)
{
    const size_t width = contensou__ensemble_lane_width(w->setup);
    size_t o, most;

    w->columns = contensou__ensemble_columns_count(w->setup);
    for (size_t k = 0;
         (o = contensou__ensemble_columns_list(w->setup, k)) < contensou__observer_count; ++k)
        w->points += 2 + contensou__ensemble_columns_most(w->setup, o) *
                             contensou__ensemble_columns_wide(w->setup, o);
    w->device = device;
    w->assigned = w->lane = contensou__pool_take(&w->pool, w->chunk, sizeof *w->lane);
    w->value = contensou__pool_take(&w->pool, w->chunk * width, sizeof *w->value);
    w->all = contensou__pool_take(&w->pool, w->lanes->names, sizeof *w->all);
    w->other = contensou__pool_take(&w->pool, w->lanes->names, sizeof *w->other);
    w->seen =
        contensou__pool_take(&w->pool, w->columns + (size_t)w->setup->system->dim, sizeof *w->seen);
    TRY(first ? contensou__ensemble_beside(&w->ensemble, first->ensemble, err)
              : contensou__ensemble_create(&w->ensemble, device, w->setup, w->chunk, err));
    most = contensou__ensemble_most(w->ensemble);
    w->number = contensou__pool_take(&w->pool, most * (w->columns + w->points), sizeof *w->number);
    w->record = contensou__pool_take(&w->pool, most, sizeof *w->record);
    return contensou__try_memory(w->record, err, "%zu lanes", w->chunk);
}

/* From the plan's numbers (system, law as people set it, states) to those of the kernel. */
static enum contensou_status load(struct work *w, size_t count, struct contensou_error *err)
{
    const size_t width = contensou__ensemble_lane_width(w->setup);
    const size_t states = (size_t)(w->setup->system->field_count + w->setup->friction->field_count);

    for (size_t i = 0; i < count; ++i) {
        contensou__lanes_values(w->lanes, w->lane[i], w->all);
        if (w->scheduler->start)
            TRY(w->scheduler->start(w->scheduler->owner, w->lane[i], w->all + states, err));
        if (w->contact)
            contensou__contact_lane_put(w->lanes->plan, w->contact, w->all);
        TRY(contensou__ensemble_lane_make(w->setup, w->all, w->value + i * width, err));
    }
    return contensou__ensemble_load(w->ensemble, count, w->value, err);
}

static void collect(struct work *w, size_t slot, size_t k)
{
    double *row = w->number + k * (w->columns + w->points), *point = row + w->columns, *next;
    struct contensou__record *r = &w->record[k];
    size_t lists = 0, o;

    contensou__ensemble_row(w->ensemble, slot, row);
    *r = (struct contensou__record){.lane = w->lane[slot],
                                    .outcome = (int)row[0],
                                    .steps = (uint64_t)row[1],
                                    .rejections = (uint64_t)row[2],
                                    .scalar = row + head};
    if (!w->points)
        return;
    while (contensou__ensemble_columns_list(w->setup, lists) < contensou__observer_count)
        ++lists;
    next = point + 2 * lists;
    for (size_t i = 0; i < lists; ++i) {
        size_t rows;

        o = contensou__ensemble_columns_list(w->setup, i);
        rows = contensou__ensemble_rows(w->ensemble, o, slot, next);
        point[i] = (double)rows;
        point[lists + i] = contensou__ensemble_rows_seen(w->ensemble, o, slot);
        next += rows * contensou__ensemble_columns_wide(w->setup, o);
    }
    r->point = point;
    r->points = (size_t)(next - point);
}

/* Sends the lanes that ended in the last slice, in blocks of bounded memory; tells how much it did, *before being what all
 * slices of the chunk did until then. */
static enum contensou_status flush(struct work *w, double *before, struct contensou_error *err)
{
    const size_t most = contensou__ensemble_most(w->ensemble);
    const double now = contensou__ensemble_worked(w->ensemble);
    const int32_t *slot;
    const size_t count = contensou__ensemble_ended(w->ensemble, &slot);
    size_t begin = 0;

    if (w->scheduler->advanced)
        w->scheduler->advanced(w->scheduler->owner, now - *before);
    *before = now;
    do {
        const size_t block = count - begin < most ? count - begin : most;

        if (block)
            TRY(contensou__ensemble_show(w->ensemble, slot + begin, block, err));
        for (size_t i = 0; i < block; ++i)
            collect(w, (size_t)slot[begin + i], i);
        TRY(w->scheduler->deliver(w->scheduler->owner, w->record, block, err));
        begin += block;
    } while (begin < count);
    return CONTENSOU_OK;
}

/* One slice; or one attempted step, told where it was taken. */
static enum contensou_status advance(struct work *w, size_t *live, struct contensou_error *err)
{
    static const int32_t first = 0;
    const double before = w->seen[1];

    if (!w->scheduler->stepped)
        return contensou__ensemble_advance(w->ensemble, slice_seconds, live, err);
    TRY(contensou__ensemble_attempt(w->ensemble, 1, live, err));
    TRY(contensou__ensemble_show(w->ensemble, &first, 1, err));
    contensou__ensemble_row(w->ensemble, 0, w->seen);
    contensou__ensemble_state(w->ensemble, 0, w->seen + w->columns);
    return w->seen[1] > before
               ? w->scheduler->stepped(w->scheduler->owner, w->seen[3], w->seen + w->columns, err)
               : CONTENSOU_OK;
}

/* Looks whether the first lane that runs stands still: its steps are a thousand times shorter than those on its way so far. After
 * the first seconds of a chunk, and then seldom. */
static enum contensou_status look_for_stall(struct work *w, double *next,
                                            struct contensou_error *err)
{
    static const double interval = 5, slower = 1e3;
    const struct contensou__ensemble_settings *const set = &w->setup->set;
    struct contensou__ensemble_place place;

    if (!w->scheduler->stalled || contensou__clock_seconds() < *next)
        return CONTENSOU_OK;
    *next = contensou__clock_seconds() + interval;
    TRY(contensou__ensemble_first(w->ensemble, &place, err));
    if (place.attempts > slower &&
        fmax(place.t - set->t_begin, 1e-3 * (set->t_end - set->t_begin)) >
            slower * place.h * place.attempts) {
        place.lane = (size_t)w->lane[place.lane];
        w->scheduler->stalled(w->scheduler->owner, &place);
    }
    return CONTENSOU_OK;
}

static enum contensou_status run_chunk(struct work *w, size_t count, struct contensou_error *err)
{
    double told = 0, next = contensou__clock_seconds() + 2;
    struct contensou_error second;
    size_t live = count;

    TRY(load(w, count, err));
    while (live && !atomic_load(w->failed)) {
        const enum contensou_status status = advance(w, &live, err);

        if (status == CONTENSOU_ETIMEOUT)
            flush(w, &told, &second); /* how far the others came */
        TRY(status);
        TRY(flush(w, &told, err));
        if (live)
            TRY(look_for_stall(w, &next, err));
    }
    return CONTENSOU_OK;
}

/* The law of the contact of a lane, and its program where that is another one than before. */
static enum contensou_status take_contact(struct work *w, uint64_t lane,
                                          struct contensou_error *err)
{
    struct contensou__contact_lane *const c = w->contact;
    OWNED(contensou__contact_lane_free) struct contensou__contact_lane next = {.setup = *w->asked};
    OWNED(contensou__text_free) struct contensou__text program = {0};

    if (!w->program.data)
        TRY(contensou__ensemble_write_program(w->asked, &w->program, err));
    contensou__lanes_values(w->lanes, lane, w->all);
    TRY(contensou__contact_lane_make(w->lanes->plan, w->asked, w->all, &next, err));
    TRY(contensou__ensemble_write_program(&next.setup, &program, err));
    contensou__contact_lane_free(c);
    *c = next;
    c->setup.friction = &c->friction;
    next = (struct contensou__contact_lane){.setup = c->setup};
    if (w->setup == &c->setup && strcmp(program.data, w->program.data) == 0)
        return contensou__ensemble_share_law(w->ensemble, &c->friction, err);
    contensou__ensemble_free(w->ensemble);
    w->ensemble = NULL;
    TRY(contensou__ensemble_create(&w->ensemble, w->device, &c->setup, w->chunk, err));
    w->setup = &c->setup;
    contensou__text_free(&w->program);
    w->program = program;
    program = (struct contensou__text){0};
    return CONTENSOU_OK;
}

/* How many of the lanes from w->lane on, of `count`, have the contact of the first: these come first then, the order among them and
 * among the others stays. */
static size_t gather_contact(struct work *w, size_t count)
{
    size_t same = 1;

    contensou__lanes_values(w->lanes, w->lane[0], w->all);
    for (size_t i = 1; i < count; ++i) {
        const uint64_t lane = w->lane[i];

        contensou__lanes_values(w->lanes, lane, w->other);
        if (!contensou__contact_lane_same(w->lanes, w->all, w->other))
            continue;
        memmove(w->lane + same + 1, w->lane + same, (i - same) * sizeof *w->lane);
        w->lane[same++] = lane;
    }
    return same;
}

/* The lanes that were assigned: all of them, or contact by contact. */
static enum contensou_status run_assigned(struct work *w, size_t count, struct contensou_error *err)
{
    w->lane = w->assigned;
    if (!w->contact)
        return run_chunk(w, count, err);
    while (count && !atomic_load(w->failed)) {
        const size_t same = gather_contact(w, count);

        TRY(take_contact(w, w->lane[0], err));
        TRY(run_chunk(w, same, err));
        w->lane += same;
        count -= same;
    }
    return CONTENSOU_OK;
}

/* Chunk by chunk, until there are no more lanes or one of the threads failed. */
static void *run(void *argument)
{
    struct work *w = argument;
    size_t count = 1;

    while (!w->status && !atomic_load(w->failed) &&
           (count = w->scheduler->assign(w->scheduler->owner, w->assigned, w->chunk)) > 0)
        w->status = run_assigned(w, count, &w->err);
    if (w->status)
        atomic_store(w->failed, 1);
    sem_post(&w->ended);
    return NULL;
}

/* Waits for the other thread. Deliveries of nothing let the scheduler see whether the caller wants to stop. */
static void wait_for(struct work *second)
{
    const struct contensou__loop_scheduler *scheduler = second->scheduler;
    struct contensou_error ignored; /* the scheduler tells the other thread too */
    struct timespec next;

    do {
        scheduler->deliver(scheduler->owner, NULL, 0, &ignored);
        next = contensou__clock_soon();
    } while (sem_timedwait(&second->ended, &next) != 0);
}

enum contensou_status
contensou__loop_work(struct contensou_device *device, const struct contensou__ensemble_setup *setup,
                     const struct contensou__lanes *lanes, size_t chunk, size_t threads,
                     const struct contensou__loop_scheduler *scheduler, struct contensou_error *err)
{
    atomic_int failed = 0;
    const int contacts = contensou__contact_lane_vary(lanes);
    struct work w = {.setup = setup,
                     .asked = setup,
                     .contact = contacts ? calloc(1, sizeof *w.contact) : NULL,
                     .lanes = lanes,
                     .scheduler = scheduler,
                     .failed = &failed,
                     .chunk = threads > 1 && !contacts ? (chunk / 2 + 63) / 64 * 64 : chunk};
    struct work second = w;
    enum contensou_status status = contacts && !w.contact
                                       ? contensou__try_memory(w.contact, err, "a contact")
                                       : prepare(&w, device, NULL, err);
    pthread_t thread;
    int begun = 0;

    second.contact = NULL;
    sem_init(&w.ended, 0, 0);
    sem_init(&second.ended, 0, 0);
    if (!status && threads > 1 &&
        !contacts) /* where there is no memory or thread for the second, one does all */
        begun = !prepare(&second, device, &w, &second.err) &&
                !pthread_create(&thread, NULL, run, &second);
    if (!status)
        run(&w);
    if (begun) {
        wait_for(&second);
        pthread_join(thread, NULL);
    }
    if (!status && (w.status || (begun && second.status))) {
        status = w.status ? w.status : second.status;
        *err = w.status ? w.err : second.err;
    }
    release(&second);
    release(&w);
    sem_destroy(&second.ended);
    sem_destroy(&w.ended);
    return status;
}
