/* shard.c: the lanes of a sweep dealt out to the devices of this process. SPDX-License-Identifier: MIT */
#include "shard/shard.h"

#include <pthread.h>
#include <stdlib.h>

/* What the workers share. */
struct table {
    const struct contensou__shard_job *job;
    pthread_mutex_t lock;
    uint64_t next; /* the first lane that was not dealt yet, of those of this shard */
    enum contensou_status status;
    struct contensou_error err; /* of the first that failed */
};

struct worker {
    struct table *table;
    struct contensou_device *device;
    size_t chunk;
    pthread_t thread;
    enum contensou_status status;
    struct contensou_error err;
};

static size_t deal(void *owner, uint64_t *lane, size_t most)
{
    struct table *t = owner;
    const struct contensou__journal_spec *spec = contensou__journal_spec(t->job->journal);
    size_t count = 0;

    pthread_mutex_lock(&t->lock);
    for (; t->next < spec->lanes && count < most && !t->status; t->next += spec->shards)
        if (!contensou__journal_has(t->job->journal, t->next))
            lane[count++] = t->next;
    pthread_mutex_unlock(&t->lock);
    return count;
}

static enum contensou_status deliver(void *owner, const struct contensou__journal_record *record,
                                     size_t count, struct contensou_error *err)
{
    struct table *t = owner;
    const struct contensou__shard_job *job = t->job;
    enum contensou_status status;

    pthread_mutex_lock(&t->lock);
    status = t->status;
    if (status && err)
        *err = t->err;
    if (!status && count)
        status = contensou__journal_append(job->journal, record, count, err);
    if (!status && job->look)
        status = job->look(job->owner, contensou__journal_done(job->journal),
                           contensou__journal_total(job->journal), err);
    if (status && !t->status) {
        t->status = status;
        t->err = *err;
    }
    pthread_mutex_unlock(&t->lock);
    return status;
}

static void *work(void *argument)
{
    struct worker *w = argument;
    const struct contensou__shard_job *job = w->table->job;
    const struct contensou__sweep_dealer dealer = {w->table, deal, deliver};

    w->status =
        contensou__sweep_work(w->device, job->setup, job->lanes, w->chunk, &dealer, &w->err);
    if (w->status) { /* the others need not go on */
        pthread_mutex_lock(&w->table->lock);
        if (!w->table->status) {
            w->table->status = w->status;
            w->table->err = w->err;
        }
        pthread_mutex_unlock(&w->table->lock);
    }
    return NULL;
}

/* Large enough to keep a device busy, small enough that several share the work to its end. */
static size_t chunk_of(const struct contensou__shard_job *job)
{
    const uint64_t left =
        contensou__journal_total(job->journal) - contensou__journal_done(job->journal);
    const size_t room = contensou__ensemble_capacity(job->setup, (size_t)96 << 20, 16384);
    const uint64_t share =
        job->devices > 1 ? (left + 4 * job->devices - 1) / (4 * job->devices) : left;
    size_t chunk = job->chunk ? job->chunk : share < room ? (size_t)share : room;

    chunk = (chunk + 63) / 64 * 64;
    return chunk ? chunk : 64;
}

enum contensou_status contensou__shard_run(const struct contensou__shard_job *job,
                                           struct contensou_error *err)
{
    struct table table = {.job = job, .next = contensou__journal_spec(job->journal)->shard};
    struct worker *worker = calloc(job->devices, sizeof *worker);
    const size_t chunk = chunk_of(job);
    size_t started = 0;

    if (!worker)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu devices", job->devices);
    pthread_mutex_init(&table.lock, NULL);
    for (size_t i = 0; i < job->devices; ++i)
        worker[i] = (struct worker){.table = &table, .device = job->device[i], .chunk = chunk};
    for (size_t i = 1; i < job->devices; ++i, ++started)
        if (pthread_create(&worker[i].thread, NULL, work, &worker[i]))
            break; /* fewer do the work too */
    work(&worker[0]);
    for (size_t i = 1; i <= started; ++i)
        pthread_join(worker[i].thread, NULL);
    pthread_mutex_destroy(&table.lock);
    free(worker);
    if (table.status)
        *err = table.err;
    return table.status;
}
