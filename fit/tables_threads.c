/* tables_threads.c: the fits of the tables, on several threads. A fit has no state outside itself, and
 * each thread has the device opened for itself. SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/clock.h"
#include "base/stop.h"
#include "laws/registry.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { most_threads = 64, starts = 2 };

struct pool {
    struct contensou_tables *t;
    char choice[16];           /* of the device */
    size_t *order, next, done; /* fits that take long come first */
    int running, stop;
    struct contensou_error err; /* of the first failure */
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

/* How long a fit takes, roughly. */
static double cost(const struct contensou_tables *t, size_t fit)
{
    const struct contensou_tables_fit *f = &t->fit[fit];
    int argument[contensou__registry_arguments];
    const struct contensou__registry_law *about = contensou__registry_find(f->model, argument);
    const double work = about && about->forms ? argument[0] : 2;

    return work * (f->norm == CONTENSOU_NORM_MAX ? 4 : 1) * f->phi_nodes;
}

static void sort(const struct contensou_tables *t, size_t *order)
{
    for (size_t i = 0; i < t->fits; ++i) { /* by insertion, which keeps what is equal in order */
        size_t k = i;

        for (; k > 0 && cost(t, order[k - 1]) < cost(t, i); --k)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static enum contensou_status one(struct contensou_tables *t, size_t fit,
                                 struct contensou_device *device, struct contensou_error *err)
{
    struct contensou_tables_fit *f = &t->fit[fit];
    const struct contensou_tables_contact *c = &t->contact[f->contact];
    const struct contensou_fit_options options = {.size = sizeof options,
                                                  .model = f->model,
                                                  .norm = f->norm,
                                                  .theta_nodes = f->theta_nodes,
                                                  .phi_nodes = f->phi_nodes,
                                                  .starts = starts};
    const double start = contensou__clock_seconds();
    struct contensou_error why = {0};
    const enum contensou_status status =
        contensou_fit(t->patch[f->contact], device, &options, &f->result, &why);

    f->seconds = contensou__clock_seconds() - start;
    return status ? contensou_fail(err, status, "%s of %s, %s: %.400s", f->model, c->shape,
                                   c->pressure, why.message)
                  : CONTENSOU_OK;
}

/* Takes fits until there are none. */
static void *work(void *data)
{
    struct pool *p = data;
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};
    enum contensou_status status = contensou_device_open(&device, p->choice, &err);

    pthread_mutex_lock(&p->lock);
    while (!status && !p->stop && p->next < p->t->fits) {
        const size_t fit = p->order[p->next++];

        pthread_mutex_unlock(&p->lock);
        status = one(p->t, fit, device, &err);
        pthread_mutex_lock(&p->lock);
        ++p->done;
        pthread_cond_signal(&p->changed);
    }
    if (status && !p->stop) {
        p->stop = 1;
        p->err = err;
    }
    --p->running;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    contensou_device_close(device);
    return NULL;
}

/* Waits for the workers, and reports at least five times a second, so that a stop is soon seen. */
static void watch(struct pool *p, const struct contensou_tables_options *o)
{
    pthread_mutex_lock(&p->lock);
    while (p->running) {
        struct timespec until;
        size_t done;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&p->changed, &p->lock, &until);
        done = p->done;
        pthread_mutex_unlock(&p->lock);
        if (contensou__stop_asked(&o->progress, "fits", (double)done, (double)p->t->fits)) {
            pthread_mutex_lock(&p->lock);
            if (!p->stop)
                contensou_fail(&p->err, CONTENSOU_ESTOPPED,
                               "stopped before the end; nothing is written");
            p->stop = 1;
        } else
            pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
}

static int thread_count(const struct contensou_tables_options *options, size_t fits)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long count = options->threads > 0 ? options->threads : cores > 0 ? cores : 1;

    if (count > most_threads)
        count = most_threads;
    return (size_t)count > fits ? (int)fits : (int)count;
}

enum contensou_status contensou__tables_threads(struct contensou_tables *t,
                                                struct contensou_device *device,
                                                const struct contensou_tables_options *options,
                                                struct contensou_error *err)
{
    const int wanted = thread_count(options, t->fits);
    struct pool p = {.t = t};
    pthread_t thread[most_threads];
    int made = 0;

    p.order = malloc((t->fits + 1) * sizeof *p.order);
    if (!p.order)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the tables");
    sort(t, p.order);
    snprintf(p.choice, sizeof p.choice, "%d", contensou_device_about(device)->index);
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    pthread_mutex_lock(&p.lock);
    while (made < wanted && pthread_create(&thread[made], NULL, work, &p) == 0)
        ++made;
    p.running = made;
    pthread_mutex_unlock(&p.lock);
    if (made)
        watch(&p, options);
    else
        work(&p); /* no thread could be had: this one does it */
    for (int i = 0; i < made; ++i)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    free(p.order);
    t->threads = made ? made : 1;
    return p.err.status ? contensou_fail(err, p.err.status, "%s", p.err.message) : CONTENSOU_OK;
}
