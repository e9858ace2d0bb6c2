/* scan_rows.c: the rows of a scan, made on several threads. SPDX-License-Identifier: MIT */
#include "fit/scan_rows.h"

#include "base/pi.h"
#include "base/threads.h"
#include "fit/fast.h"

#include "patches/disk_sums.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A thread takes as many neighbours at a time as share a line of the cache in every row. */
enum { neighbours = 8 };

struct pool {
    struct contensou__scan_rows *rows;
    const struct contensou_patch *const *patches;
    const char *model;
    double length_unit; /* 0: the size of each patch */
    pthread_mutex_t lock;
    size_t next, failed; /* the first patch that failed */
    enum contensou_status status;
    struct contensou_error err;
};

void contensou__scan_rows_free(struct contensou__scan_rows *r)
{
    contensou__law_free(&r->law);
    free(r->node);
    free(r->data);
    free(r->size);
    r->node = r->data = r->slip = r->size = NULL;
}

static void put_nodes(struct contensou__scan_rows *r, const struct contensou_fit_options *o)
{
    const int alike = o->weight_force == 0 && o->weight_torque == 0;

    for (size_t i = 0; i < r->rows; ++i) {
        const double theta = pi / 2 * (double)(i / r->phis) / (double)(r->thetas - 1);
        const double phi = 2 * pi * (double)(i % r->phis) / (double)r->phis;
        const double weight = o->weight == CONTENSOU_WEIGHT_SPHERE ? cos(theta) : 1;
        const double size = fmax(cos(theta), sin(theta)), v = cos(theta) / size;
        double *node = r->node + 5 * i, *slip = r->slip + 3 * i;

        node[0] = log(fmax(v, 1e-300));
        node[1] = log(fmax(sin(theta) / size, 1e-300));
        node[2] = weight * (alike ? 1 : o->weight_force);
        node[3] = weight * (alike ? 1 : o->weight_torque);
        node[4] = i % r->phis == 0;
        slip[0] = cos(theta) * cos(phi);
        slip[1] = cos(theta) * sin(phi);
        slip[2] = sin(theta);
    }
}

/* The numbers of one patch in its unit of length: N0, N1 of the law and the exact wrench in every row.
 * With w size in the divisor in place of w, b stands for b/size^n, so that N1 has the factor size^n. */
static void put_rows(const struct contensou__scan_rows *r, size_t patch,
                     const struct contensou__law *law, const struct contensou__patch_data *exact)
{
    for (size_t i = 0; i < r->rows; ++i) {
        const double *scaled = r->slip + 3 * i, size = r->size[patch];
        const double s[3] = {scaled[0], scaled[1], scaled[2] / size}, v = hypot(s[0], s[1]);
        const double big = fmax(v, s[2]) / fmax(v, scaled[2]), power = pow(big, law->table[0]);
        const double factor[2] = {power, power * pow(size, law->table[0])};
        double *to = r->data + 9 * i * r->count + patch, N[6], logs[2], f[9];

        contensou__fast_fraction(law->table, s, N, logs);
        contensou__patch_data_wrench(exact, s, 0, f);
        for (size_t k = 0; k < 9; ++k)
            to[k * r->count] = (k < 6 ? factor[k / 3] * N[k] : f[k - 6]) / (k % 3 == 2 ? size : 1);
    }
}

/* Annuli differ in the radius of the hole alone, which is no part of their table. */
static int same_nodes(const struct contensou_patch *a, const struct contensou_patch *b)
{
    return a->kind == contensou__patch_round && b->kind == contensou__patch_round &&
           a->round.hole > 0 && b->round.hole > 0 && a->round.a == a->round.b &&
           a->round.a == b->round.a && a->round.b == b->round.b && a->round.q == b->round.q &&
           a->round.g[0] == b->round.g[0] && a->round.g[1] == b->round.g[1] &&
           a->round.middle[0] == b->round.middle[0] && a->round.middle[1] == b->round.middle[1];
}

/* The exact wrench of a patch for the few directions of a fit, without the search for the best rules;
 * those of the patch before, in *t, where they serve. */
static enum contensou_status exact_tables(const struct contensou_patch *patch,
                                          const struct contensou_patch *before,
                                          struct contensou__patch_data *t,
                                          struct contensou_error *err)
{
    if (before && same_nodes(patch, before)) {
        struct disk_params p;

        memcpy(&p, t->params, sizeof p);
        p.hole = patch->round.hole;
        p.share = 1 / (1 - p.hole * p.hole);
        memcpy(t->params, &p, sizeof p);
        return CONTENSOU_OK;
    }
    contensou__patch_data_free(t);
    if (patch->kind == contensou__patch_round)
        return contensou__round_data_plain(&patch->round, t, err);
    return contensou__patch_make_data(patch, 0, t, err);
}

/* Widens the bounds, and keeps the law of the last patch. */
static void keep_law(struct pool *p, size_t patch, struct contensou__law *law)
{
    struct contensou__scan_rows *r = p->rows;

    pthread_mutex_lock(&p->lock);
    r->low[0] = fmin(r->low[0], log(law->low[0]));
    r->high[0] = fmax(r->high[0], log(law->high[0]));
    r->low[1] = law->low[1];
    r->high[1] = law->high[1];
    if (patch + 1 == r->count)
        r->law = *law;
    else
        contensou__law_free(law);
    pthread_mutex_unlock(&p->lock);
}

static void keep_failure(struct pool *p, size_t patch, enum contensou_status status,
                         const struct contensou_error *err)
{
    pthread_mutex_lock(&p->lock);
    if (patch < p->failed) {
        p->failed = patch;
        p->status = status;
        p->err = *err;
    }
    pthread_mutex_unlock(&p->lock);
}

static size_t take(struct pool *p)
{
    size_t from;

    pthread_mutex_lock(&p->lock);
    from = p->next < p->failed ? p->next : p->rows->count;
    p->next += neighbours;
    pthread_mutex_unlock(&p->lock);
    return from;
}

static void work(void *context, size_t part, size_t begin, size_t end)
{
    struct pool *p = context;
    struct contensou__patch_data exact = {0};
    const struct contensou_patch *before = NULL;
    const size_t count = p->rows->count;

    (void)part, (void)begin, (void)end; /* a part is a thread here, which takes what is left */
    for (size_t from = take(p); from < count; from = take(p))
        for (size_t i = from; i < count && i < from + neighbours; ++i) {
            struct contensou_error err = {0};
            struct contensou__law law;
            enum contensou_status status =
                contensou__law_create(&law, p->model, p->patches[i], &err);

            if (!status)
                status = contensou_patch_size(p->patches[i], &p->rows->size[i], &err);
            if (p->length_unit > 0)
                p->rows->size[i] = p->length_unit;
            if (!status)
                status = exact_tables(p->patches[i], before, &exact, &err);
            before = status ? NULL : p->patches[i];
            if (status) {
                contensou__law_free(&law);
                keep_failure(p, i, status, &err);
                break;
            }
            put_rows(p->rows, i, &law, &exact);
            keep_law(p, i, &law);
        }
    contensou__patch_data_free(&exact);
}

enum contensou_status contensou__scan_rows_fill(struct contensou__scan_rows *r,
                                                const struct contensou_patch *const *patches,
                                                const struct contensou_fit_options *options,
                                                const char *model, struct contensou_error *err)
{
    struct pool p = {.rows = r,
                     .patches = patches,
                     .model = model,
                     .length_unit = options->length_unit,
                     .failed = r->count};

    r->node = calloc(8 * r->rows + 1, sizeof *r->node);
    r->data = malloc((9 * r->rows * r->count + 1) * sizeof *r->data);
    r->size = malloc((r->count + 1) * sizeof *r->size);
    if (!r->node || !r->data || !r->size)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu contacts", r->count);
    r->slip = r->node + 5 * r->rows;
    r->low[0] = HUGE_VAL;
    r->high[0] = -HUGE_VAL;
    put_nodes(r, options);
    if (pthread_mutex_init(&p.lock, NULL))
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a scan");
    contensou__threads_run((r->count + neighbours - 1) / neighbours, 1, work, &p);
    pthread_mutex_destroy(&p.lock);
    return p.status ? contensou_fail(err, p.status, "%s", p.err.message) : CONTENSOU_OK;
}
