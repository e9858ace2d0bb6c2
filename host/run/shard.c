/* shard.c: assigns the lanes of a sweep to the devices of this process, and to other processes.
 *
 * Only the first process has the journal, so it alone assigns lanes and appends results, under one lock. Workers call for both
 * by the functions of a struct contensou__loop_scheduler; those of other processes have one that sends messages (peers.h).
 * Progress is told by the thread that called, and by no other, as a caller of the library need not expect several. The first
 * failure is kept in the table; whoever delivers next gets it and ends too. SPDX-License-Identifier: MIT */
#include "run/shard.h"

#include "base/clock.h"
#include "base/random.h"
#include "base/try.h"
#include "run/peers.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* By how much of itself a state is perturbed when a continuation goes on from it. */
static const double nudge = 1e-6;

/* What the workers share. Only the first process, which has the journal, assigns lanes; the others ask it. */
struct scheduler {
    const struct contensou__shard_job *job;
    struct contensou__loop_scheduler scheduler;
    pthread_mutex_t lock;
    uint64_t
        next; /* the first lane that was not assigned yet, of those of this shard or in walking order */
    size_t final; /* where the final state stands in a record */
    size_t working;
    pthread_cond_t ends;                    /* of a worker */
    pthread_t caller;                       /* the thread that is told how far it is */
    double worked;                          /* in lanes */
    struct contensou__ensemble_place stall; /* of the first lane that was seen to stand still */
    enum { stall_none, stall_seen, stall_told } stalls;
    enum contensou_status status;
    struct contensou_error err; /* of the first that failed */
};

struct worker {
    struct scheduler *table;
    struct contensou_device *device;
    size_t chunk, threads;
    pthread_t thread;
    enum contensou_status status;
    struct contensou_error err;
};

/* The lanes of one value of the parameter that is continued in: the next value needs their ends. */
static size_t assign_walk(struct scheduler *t, uint64_t *lane, size_t most)
{
    const struct contensou__lanes_walk *walk = &t->job->walk;
    const uint64_t stride = contensou__lanes_walk_stride(walk), end = walk->steps * stride;
    size_t count = 0;

    for (; t->next < end && count < most && !t->status; ++t->next) {
        const uint64_t one = contensou__lanes_walk_lane(walk, t->next);

        if (count && t->next % stride == 0)
            break;
        if (!contensou__journal_has(t->job->journal, one))
            lane[count++] = one;
    }
    return count;
}

/* Starts a lane of a continuation where the lane of the value before ended; with the plan's own values where there is none,
 * or it failed. A perturbation, the same in every run, makes the continuation leave an equilibrium that is no longer
 * stable, on which exact arithmetic would stay for ever. */
static enum contensou_status start(void *owner, uint64_t lane, double *state,
                                   struct contensou_error *err)
{
    struct scheduler *t = owner;
    struct contensou__record record;
    uint64_t before;
    enum contensou_status status = CONTENSOU_OK;

    if (!contensou__lanes_walk_before(&t->job->walk, lane, &before))
        return CONTENSOU_OK;
    pthread_mutex_lock(&t->lock);
    status = contensou__journal_read(t->job->journal, before, &record, err);
    if (!status && contensou_outcome_reached(record.outcome))
        for (int i = 0; i < t->job->setup->system->dim; ++i) {
            const double y = record.scalar[t->final + (size_t)i];
            const double u = contensou__random_unit(0, lane, t->job->setup->system->states[i].name);

            state[i] = y + nudge * (2 * u - 1) * (fabs(y) + nudge);
        }
    pthread_mutex_unlock(&t->lock);
    return status;
}

static size_t assign(void *owner, uint64_t *lane, size_t most)
{
    struct scheduler *t = owner;
    const struct contensou__journal_spec *spec = contensou__journal_about(t->job->journal)->spec;
    size_t count = 0;

    pthread_mutex_lock(&t->lock);
    if (t->job->walk.way)
        count = assign_walk(t, lane, most);
    for (; !t->job->walk.way && t->next < spec->lanes && count < most && !t->status;
         t->next += spec->shards)
        if (!contensou__journal_has(t->job->journal, t->next))
            lane[count++] = t->next;
    pthread_mutex_unlock(&t->lock);
    return count;
}

static enum contensou_status deliver(void *owner, const struct contensou__record *record,
                                     size_t count, struct contensou_error *err)
{
    struct scheduler *t = owner;
    const struct contensou__shard_job *job = t->job;
    enum contensou_status status;

    pthread_mutex_lock(&t->lock);
    status = t->status;
    if (status && err)
        *err = t->err;
    if (!status && count)
        status = contensou__journal_append(job->journal, record, count, err);
    if (!status && job->look && pthread_equal(pthread_self(), t->caller))
        status = job->look(job->owner, contensou__journal_about(job->journal)->done, t->worked,
                           contensou__journal_about(job->journal)->total, err);
    if (t->stalls == stall_seen && pthread_equal(pthread_self(), t->caller)) {
        job->stalled(job->owner, &t->stall);
        t->stalls = stall_told;
    }
    if (status && !t->status) {
        t->status = status;
        t->err = *err;
    }
    pthread_mutex_unlock(&t->lock);
    return status;
}

static void stalled(void *owner, const struct contensou__ensemble_place *place)
{
    struct scheduler *t = owner;

    pthread_mutex_lock(&t->lock);
    if (t->stalls == stall_none) {
        t->stall = *place;
        t->stalls = stall_seen;
    }
    pthread_mutex_unlock(&t->lock);
}

static void advanced(void *owner, double lanes)
{
    struct scheduler *t = owner;

    pthread_mutex_lock(&t->lock);
    t->worked += lanes;
    pthread_mutex_unlock(&t->lock);
}

static enum contensou_status stepped(void *owner, double t, const double *state,
                                     struct contensou_error *err)
{
    const struct scheduler *table = owner;

    return table->job->stepped(table->job->step_owner, t, state, err);
}

/* The first failure is the one that is told; the others need not go on. */
static void fail(void *owner, enum contensou_status status, const char *sentence)
{
    struct scheduler *t = owner;

    pthread_mutex_lock(&t->lock);
    if (!t->status)
        t->status = contensou_fail(&t->err, status, "%s", sentence);
    pthread_mutex_unlock(&t->lock);
}

static int working(void *owner)
{
    struct scheduler *t = owner;
    size_t count;

    pthread_mutex_lock(&t->lock);
    count = t->working;
    pthread_mutex_unlock(&t->lock);
    return count > 0;
}

static void *work(void *argument)
{
    struct worker *w = argument;
    struct scheduler *t = w->table;

    w->status = contensou__loop_work(w->device, t->job->setup, t->job->lanes, w->chunk, w->threads,
                                     &t->scheduler, &w->err);
    if (w->status)
        fail(t, w->status, w->err.message);
    pthread_mutex_lock(&t->lock);
    --t->working;
    pthread_cond_signal(&t->ends);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Tells how far it is until all workers are at their end. */
static void watch(struct scheduler *t)
{
    struct contensou_error ignored; /* it is in the table */

    pthread_mutex_lock(&t->lock);
    while (t->working) {
        const struct timespec next = contensou__clock_soon();

        pthread_cond_timedwait(&t->ends, &t->lock, &next);
        pthread_mutex_unlock(&t->lock);
        t->scheduler.deliver(t->scheduler.owner, NULL, 0, &ignored);
        pthread_mutex_lock(&t->lock);
    }
    pthread_mutex_unlock(&t->lock);
}

/* Lanes for a worker, few enough that several share the work to its end; 0 if there is nothing to do. */
static uint64_t chunk_of(const struct contensou__shard_job *job)
{
    const uint64_t left = contensou__journal_about(job->journal)->total -
                          contensou__journal_about(job->journal)->done;
    const uint64_t workers = job->devices * (uint64_t)contensou__peers_count();
    const uint64_t share = workers > 1 ? (left + 4 * workers - 1) / (4 * workers) : left;

    return left > 1 ? (share + 63) / 64 * 64 : left;
}

/* As many of these as one device takes at a time. */
static size_t room_of(const struct contensou__shard_job *job, size_t i, uint64_t chunk)
{
    const size_t room =
        contensou__ensemble_capacity(contensou_device_about(job->device[i]), job->setup);

    return chunk < room ? (size_t)chunk : room / 64 * 64;
}

/* Two threads keep a device busy, unless there are few lanes, or one comes after the other. */
static size_t threads_for(const struct contensou__shard_job *job, size_t chunk)
{
    return chunk >= 512 && !job->walk.way && !job->stepped && contensou__peers_threads() ? 2 : 1;
}

/* Runs the workers. The thread that calls is one of them, unless it serves other processes. */
static enum contensou_status work_all(struct scheduler *t, uint64_t chunk,
                                      struct contensou_error *err)
{
    const struct contensou__shard_job *job = t->job;
    const size_t own = contensou__peers_rank() == 0 && contensou__peers_count() > 1 ? 0 : 1;
    const struct contensou__peers_host host = {t->scheduler, contensou__loop_scalars(job->setup),
                                               working, fail};
    OWNED(contensou__try_free) struct worker *worker = calloc(job->devices, sizeof *worker);
    size_t begun = own;

    TRY(contensou__try_memory(worker, err, "%zu devices", job->devices));
    t->working = own;
    for (size_t i = 0; i < job->devices; ++i) {
        const size_t room = room_of(job, i, chunk);

        worker[i] = (struct worker){
            .table = t, .device = job->device[i], .chunk = room, .threads = threads_for(job, room)};
    }
    for (; begun < job->devices; ++begun) {
        pthread_mutex_lock(&t->lock);
        ++t->working;
        pthread_mutex_unlock(&t->lock);
        if (pthread_create(&worker[begun].thread, NULL, work, &worker[begun])) {
            pthread_mutex_lock(&t->lock);
            --t->working; /* fewer do the work too */
            pthread_mutex_unlock(&t->lock);
            break;
        }
    }
    if (own)
        work(&worker[0]);
    else
        contensou__peers_serve(&host);
    watch(t);
    for (size_t i = own; i < begun; ++i)
        pthread_join(worker[i].thread, NULL);
    return CONTENSOU_OK;
}

/* Appends the lanes that the journal does not have, as stopped at the beginning. */
static enum contensou_status stop_others(struct contensou__journal *journal,
                                         const struct contensou__ensemble_setup *setup,
                                         struct contensou_error *err)
{
    const struct contensou__journal_spec *spec = contensou__journal_about(journal)->spec;
    OWNED(contensou__try_free) double *number = malloc((spec->scalars + 1) * sizeof *number);

    TRY(contensou__try_memory(number, err, "a lane"));
    number[0] = setup->set.t_begin;
    for (size_t i = 1; i < spec->scalars; ++i)
        number[i] = NAN;
    for (uint64_t lane = spec->shard; lane < spec->lanes; lane += spec->shards) {
        const struct contensou__record record = {
            .lane = lane, .outcome = CONTENSOU_OUTCOME_STOPPED, .scalar = number};

        if (!contensou__journal_has(journal, lane))
            TRY(contensou__journal_append(journal, &record, 1, err));
    }
    return CONTENSOU_OK;
}

/* The place of the first final state in a record, behind outcome, steps and rejections. */
static size_t final_of(const struct contensou__ensemble_setup *setup)
{
    const size_t head = contensou__ensemble_head - 1, count = contensou__loop_scalars(setup);

    for (size_t i = 0; i < count; ++i) {
        size_t row;
        int item;
        const struct contensou__observer *const o =
            contensou__ensemble_columns_from(setup, i + head, &row, &item);

        if (o && strcmp(o->name, "final") == 0)
            return i;
    }
    return 0;
}

enum contensou_status contensou__shard_run(const struct contensou__shard_job *job,
                                           struct contensou_error *err)
{
    const int first = contensou__peers_rank() == 0;
    struct scheduler table = {.job = job,
                              .scheduler = {.owner = &table,
                                            .assign = assign,
                                            .deliver = deliver,
                                            .start = job->walk.way ? start : NULL,
                                            .advanced = advanced,
                                            .stalled = job->stalled ? stalled : NULL,
                                            .stepped = job->stepped ? stepped : NULL},
                              .caller = pthread_self(),
                              .final = job->walk.way ? final_of(job->setup) : 0};
    const uint64_t chunk = contensou__peers_share(first ? chunk_of(job) : 0);
    enum contensou_status status = CONTENSOU_OK;

    if (first)
        table.next = contensou__journal_about(job->journal)->spec->shard;
    else
        table.scheduler = contensou__peers_scheduler(contensou__loop_scalars(job->setup));
    pthread_mutex_init(&table.lock, NULL);
    pthread_cond_init(&table.ends, NULL);
    if (chunk)
        status = work_all(&table, chunk, err);
    pthread_cond_destroy(&table.ends);
    pthread_mutex_destroy(&table.lock);
    if (!status && table.status) {
        status = table.status;
        *err = table.err;
    }
    if (!first)
        contensou__peers_end(status, err);
    else if (status == CONTENSOU_ETIMEOUT && stop_others(job->journal, job->setup, err))
        status = err->status;
    return status;
}
