/* tables_run.c: computes everything that the tables hold: fits, on all cores, eta', published numbers, speed.
 * SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/clock.h"
#include "base/pi.h"
#include "base/stop.h"
#include "base/threads.h"
#include "base/try.h"
#include "base/versioned.h"
#include "laws/registry.h"

#include <contensou/eta.h>
#include <contensou/eval.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void contensou_tables_run_free(struct contensou_tables *tables)
{
    if (!tables)
        return;
    for (size_t i = 0; tables->patch && i < tables->contacts; ++i)
        contensou_patch_free(tables->patch[i]);
    free(tables->patch);
    free(tables->contact);
    free(tables->fit);
    free(tables->eta);
    free(tables->published);
    free(tables->speed);
    free(tables);
}

const struct contensou_tables_fit *contensou_tables_run_find(const struct contensou_tables *tables,
                                                             const char *family, const char *shape,
                                                             const char *pressure,
                                                             const char *model,
                                                             enum contensou_norm norm)
{
    for (size_t i = 0; i < tables->fits; ++i) {
        const struct contensou_tables_fit *f = &tables->fit[i];
        const struct contensou_tables_contact *c = &tables->contact[f->contact];

        if (f->norm == norm && strcmp(f->model, model) == 0 && strcmp(c->family, family) == 0 &&
            strcmp(c->shape, shape) == 0 && strcmp(c->pressure, pressure) == 0)
            return f;
    }
    return NULL;
}

/* eta: 1, 1.1, .. 3, then whole numbers to 10; and where [1] has an orbit, 4.98. */
static const double further[] = {4, 4.98, 5, 6, 7, 8, 9, 10};
enum { tenths = 21, further_count = sizeof further / sizeof *further };

/* Where cubics for eta' begin, and the end of the last one: the first two are those of [1]. */
static const double ends[CONTENSOU_TABLES_PIECES + 1] = {1, 1.3, 2.7, 10};

static enum contensou_status find_eta(struct contensou_tables *t, struct contensou_error *err)
{
    t->etas = tenths + further_count;
    t->eta_prime = t->eta + t->etas;
    for (size_t i = 0; i < t->etas; ++i) {
        t->eta[i] = i < tenths ? (double)(10 + i) / 10 : further[i - tenths];
        TRY(contensou_eta_prime(t->eta[i], &t->eta_prime[i], err));
    }
    for (int i = 0; i < CONTENSOU_TABLES_PIECES; ++i) {
        struct contensou_tables_piece *p = &t->piece[i];
        const double *const paper = contensou_eta_polynomial_paper(ends[i], ends[i + 1]);

        *p =
            (struct contensou_tables_piece){.from = ends[i], .to = ends[i + 1], .paper_error = NAN};
        for (int k = 0; k < 4; ++k)
            p->paper[k] = paper ? paper[k] : NAN;
        TRY(contensou_eta_polynomial(p->from, p->to, 3, p->c, &p->error, err));
        if (paper)
            TRY(contensou_eta_polynomial_error(p->from, p->to, 3, paper, &p->paper_error, err));
    }
    return CONTENSOU_OK;
}

/* The fits, from which each thread takes the next one until there are none or one failed. */
struct queue {
    struct contensou_tables *t;
    const struct contensou_progress *progress;
    pthread_t caller;          /* the thread that may call progress */
    char choice[16];           /* of the device, which each thread opens for itself */
    size_t *order, next, done; /* fits that take long come first */
    struct contensou_error err;
    pthread_mutex_t lock;
};

/* How long a fit takes, roughly. */
static double cost(const struct contensou_tables_fit *f)
{
    int argument[contensou__registry_arguments];
    const struct contensou__registry_law *about = contensou__registry_find(f->model, argument);
    const double work = about && about->forms ? argument[0] : 2;

    return work * (f->norm == CONTENSOU_NORM_MAX ? 4 : 1) * f->phi_nodes;
}

static void sort(const struct contensou_tables *t, size_t *order)
{
    for (size_t i = 0; i < t->fits; ++i) { /* by insertion, which keeps what is equal in order */
        size_t k = i;

        for (; k > 0 && cost(&t->fit[order[k - 1]]) < cost(&t->fit[i]); --k)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static enum contensou_status fit_one(struct contensou_tables *t, struct contensou_tables_fit *f,
                                     struct contensou_device *device, struct contensou_error *err)
{
    enum { starts = 2 };
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

static enum contensou_status report(const struct queue *q, struct contensou_error *err)
{
    return contensou__stop_asked(q->progress, "fits", (double)q->done, (double)q->t->fits)
               ? contensou_fail(err, CONTENSOU_ESTOPPED,
                                "stopped before the end; nothing is written")
               : CONTENSOU_OK;
}

static void close_device(struct contensou_device **device)
{
    contensou_device_close(*device);
}

static void take_fits(void *context, size_t part, size_t from, size_t to)
{
    struct queue *q = context;
    OWNED(close_device) struct contensou_device *device = NULL;
    struct contensou_error err = {0};
    enum contensou_status status = contensou_device_open(&device, q->choice, &err);

    (void)part, (void)from, (void)to; /* a part is a thread here */
    pthread_mutex_lock(&q->lock);
    while (!status && !q->err.status && q->next < q->t->fits) {
        struct contensou_tables_fit *f = &q->t->fit[q->order[q->next++]];

        pthread_mutex_unlock(&q->lock);
        status = fit_one(q->t, f, device, &err);
        pthread_mutex_lock(&q->lock);
        ++q->done;
        if (!status && pthread_equal(pthread_self(), q->caller))
            status = report(q, &err);
    }
    if (status && !q->err.status)
        q->err = err;
    pthread_mutex_unlock(&q->lock);
}

/* A fit has no state outside itself: the order in which they are made changes nothing. */
static enum contensou_status run_fits(struct contensou_tables *t, struct contensou_device *device,
                                      const struct contensou_tables_options *options,
                                      struct contensou_error *err)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const long wanted = options->threads > 0 ? options->threads : cores > 0 ? cores : 1;
    OWNED(contensou__try_free) size_t *order = malloc((t->fits + 1) * sizeof *order);
    struct queue q = {.t = t,
                      .progress = &options->progress,
                      .caller = pthread_self(),
                      .order = order,
                      .lock = PTHREAD_MUTEX_INITIALIZER};

    TRY(contensou__try_memory(order, err, "the tables"));
    sort(t, q.order);
    snprintf(q.choice, sizeof q.choice, "%d", contensou_device_about(device)->index);
    if (!report(&q, &q.err))
        t->threads = (int)contensou__threads_run(
            (size_t)wanted < t->fits ? (size_t)wanted : t->fits, 1, take_fits, &q);
    return q.err.status ? contensou_fail(err, q.err.status, "%s", q.err.message) : CONTENSOU_OK;
}

/* The speed: how long the exact wrench at the nodes of each contact takes on the device, and as the same formulas in C on one
 * processor. */
enum { thetas = 181, phis = 24, nodes = thetas * phis, rounds = 3 };

static void free_eval(struct contensou_eval **eval)
{
    contensou_eval_free(*eval);
}

static void put_slips(double *slip)
{
    for (int i = 0; i < nodes; ++i) {
        const double theta = pi / 2 * (i / phis) / (thetas - 1), phi = 2 * pi * (i % phis) / phis;

        slip[i] = cos(theta) * cos(phi);
        slip[nodes + i] = cos(theta) * sin(phi);
        slip[2 * nodes + i] = sin(theta);
    }
}

/* The best of some rounds each, in turn, so that a disturbance meets both. */
static enum contensou_status measure(const struct contensou_patch *patch,
                                     struct contensou_device *device, const double *slip,
                                     double *wrench, struct contensou_tables_speed *s,
                                     struct contensou_error *err)
{
    OWNED(free_eval) struct contensou_eval *eval = NULL;

    TRY(contensou_eval_create(&eval, patch, device, NULL, err));
    s->device = s->reference = HUGE_VAL;
    for (int round = 0; round < rounds; ++round) {
        const double start = contensou__clock_seconds();
        double middle;

        TRY(contensou_eval_run(eval, nodes, slip, wrench, NULL, err));
        middle = contensou__clock_seconds();
        TRY(contensou_eval_reference(patch, NULL, nodes, slip, wrench + 3 * nodes, NULL, err));
        s->device = fmin(s->device, middle - start);
        s->reference = fmin(s->reference, contensou__clock_seconds() - middle);
    }
    for (int i = 0; i < 3 * nodes; ++i)
        s->difference = fmax(s->difference, fabs(wrench[i] - wrench[3 * nodes + i]));
    return CONTENSOU_OK;
}

static enum contensou_status find_speed(struct contensou_tables *t, struct contensou_device *device,
                                        struct contensou_error *err)
{
    OWNED(contensou__try_free) double *slip = malloc(9 * (size_t)nodes * sizeof *slip);

    TRY(contensou__try_memory(slip, err, "the tables"));
    put_slips(slip);
    for (size_t i = 0; i < t->contacts; ++i) {
        t->speed[i].contact = i;
        t->speed[i].nodes = nodes;
        TRY(measure(t->patch[i], device, slip, slip + 3 * (size_t)nodes, &t->speed[i], err));
        t->speeds = i + 1;
    }
    return CONTENSOU_OK;
}

static enum contensou_status run(struct contensou_tables *t, struct contensou_device *device,
                                 const struct contensou_tables_options *options,
                                 struct contensou_error *err)
{
    t->device = contensou_device_about(device)->name;
    t->driver = contensou_device_about(device)->driver;
    t->eta = calloc(2 * (tenths + further_count), sizeof *t->eta);
    t->published = calloc(contensou__tables_published_most, sizeof *t->published);
    t->speed = calloc(contensou__tables_contacts, sizeof *t->speed);
    TRY(contensou__try_memory(t->eta && t->published ? t->speed : NULL, err, "the tables"));
    TRY(contensou__tables_catalogue(t, options, err));
    TRY(find_eta(t, err));
    TRY(run_fits(t, device, options, err));
    TRY(contensou__tables_published(t, device, err));
    return find_speed(t, device, err);
}

static void free_tables(struct contensou_tables **tables)
{
    contensou_tables_run_free(*tables);
}

enum contensou_status contensou_tables_run(struct contensou_tables **out,
                                           struct contensou_device *device,
                                           const struct contensou_tables_options *given,
                                           struct contensou_error *err)
{
    const double start = contensou__clock_seconds();
    OWNED(free_tables) struct contensou_tables *t = NULL;
    struct contensou_tables_options options;

    *out = NULL;
    TRY(contensou__versioned_take(&options, sizeof options, given, "contensou_tables_options",
                                  err));
    t = calloc(1, sizeof *t);
    TRY(contensou__try_memory(t, err, "the tables"));
    TRY(run(t, device, &options, err));
    t->seconds = contensou__clock_seconds() - start;
    *out = t;
    t = NULL;
    return CONTENSOU_OK;
}
