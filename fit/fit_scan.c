/* fit_scan.c: one model fitted to many patches at once. SPDX-License-Identifier: MIT */
#include <contensou/fit.h>

#include "catalogue/law_table.h"
#include "engine/scan.h"
#include "fit/fast.h"
#include "fit/lockstep.h"

#include "laws/fraction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { first_b = 12, first_m = 10 };

struct work {
    size_t count, thetas, phis, rows;
    double *node, *slip, *data; /* as kernels/drivers/scan.cl wants them */
    struct contensou__law law;  /* of the last patch: names, order */
    struct contensou__scan *scan;
    double *candidate, *sum;  /* of one step: (1 + 2 * 4) per patch at the most */
    double fixed[2];          /* log b and m where they are given, NaN where unknown */
    double low[2], high[2];   /* of log b and m */
    int unknown[2], unknowns; /* which of them the search moves */
};

static void release(struct work *w)
{
    contensou__law_free(&w->law);
    contensou__scan_free(w->scan);
    free(w->node);
    free(w->data);
    free(w->candidate);
}

static enum contensou_status allocate(struct work *w, struct contensou_error *err)
{
    const size_t most = first_b * first_m > 9 ? first_b * first_m : 9;

    w->node = calloc(8 * w->rows + 1, sizeof *w->node);
    w->data = calloc(9 * w->rows * w->count + 1, sizeof *w->data);
    w->candidate = calloc(3 * most * w->count + 1, sizeof *w->candidate);
    if (!w->node || !w->data || !w->candidate)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu contacts", w->count);
    w->slip = w->node + 5 * w->rows;
    w->sum = w->candidate + 2 * most * w->count;
    return CONTENSOU_OK;
}

static void put_nodes(struct work *w, const struct contensou_fit_options *o)
{
    const int alike = o->weight_force == 0 && o->weight_torque == 0;

    for (size_t i = 0; i < w->rows; ++i) {
        const double theta = pi / 2 * (double)(i / w->phis) / (double)(w->thetas - 1);
        const double phi = 2 * pi * (double)(i % w->phis) / (double)w->phis;
        const double weight = o->weight == CONTENSOU_SPHERE ? cos(theta) : 1;
        const double size = fmax(cos(theta), sin(theta)), v = cos(theta) / size;
        double *node = w->node + 5 * i, *slip = w->slip + 3 * i;

        node[0] = log(fmax(v, 1e-300));
        node[1] = log(fmax(sin(theta) / size, 1e-300));
        node[2] = weight * (alike ? 1 : o->weight_force);
        node[3] = weight * (alike ? 1 : o->weight_torque);
        node[4] = i % w->phis == 0;
        slip[0] = cos(theta) * cos(phi);
        slip[1] = cos(theta) * sin(phi);
        slip[2] = sin(theta);
    }
}

/* The numbers of one patch: N0, N1 of the law and the exact wrench in every row. */
static void put_rows(struct work *w, size_t patch, const struct contensou__tables *exact)
{
    for (size_t i = 0; i < w->rows; ++i) {
        const double *s = w->slip + 3 * i;
        double *to = w->data + 9 * i * w->count + patch, N[6], logs[2], f[9];

        contensou__fast_fraction(w->law.table, s, N, logs);
        contensou__tables_wrench(exact, s, 0, f);
        for (size_t k = 0; k < 9; ++k)
            to[k * w->count] = k < 6 ? N[k] : f[k - 6];
    }
}

/* The exact wrench of a patch for the few directions of a fit, without the search for the best rules. */
static enum contensou_status exact_tables(const struct contensou_patch *patch,
                                          struct contensou__tables *t, struct contensou_error *err)
{
    if (patch->kind == contensou__patch_round)
        return contensou__round_tables_plain(&patch->round, t, err);
    return contensou__patch_tables(patch, 0, t, err);
}

/* Laws and exact values of all patches; bounds that suit them all. */
static enum contensou_status put_patches(struct work *w,
                                         const struct contensou_patch *const *patches,
                                         const char *model, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < w->count && !status; ++i) {
        struct contensou__tables exact = {0};

        contensou__law_free(&w->law);
        status = contensou__law_create(&w->law, model, patches[i], err);
        if (status)
            break;
        status = exact_tables(patches[i], &exact, err);
        w->low[0] = i ? fmin(w->low[0], log(w->law.low[0])) : log(w->law.low[0]);
        w->high[0] = i ? fmax(w->high[0], log(w->law.high[0])) : log(w->law.high[0]);
        w->low[1] = w->law.low[1];
        w->high[1] = w->law.high[1];
        if (!status)
            put_rows(w, i, &exact);
        contensou__tables_free(&exact);
    }
    return status;
}

/* What the caller fixes or bounds. */
static enum contensou_status apply_bounds(struct work *w, const struct contensou_fit_options *o,
                                          struct contensou_error *err)
{
    w->fixed[0] = w->fixed[1] = NAN;
    for (size_t i = 0; i < o->bound_count; ++i) {
        const struct contensou_fit_bound *b = &o->bounds[i];
        const int k = strcmp(b->name, "b") == 0 ? 0 : strcmp(b->name, "m") == 0 ? 1 : -1;
        const double low = k == 0 ? log(b->low) : b->low, high = k == 0 ? log(b->high) : b->high;

        if (k < 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT, "no parameter named '%s'; have: b, m",
                                  b->name);
        if (!(fmax(low, w->low[k]) <= fmin(high, w->high[k])))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the bounds %g to %g of %s leave nothing of what %s allows",
                                  b->low, b->high, b->name, w->law.name);
        if (b->low == b->high)
            w->fixed[k] = low;
        w->low[k] = fmax(w->low[k], low);
        w->high[k] = fmin(w->high[k], high);
    }
    for (int k = 0; k < 2; ++k)
        if (isnan(w->fixed[k]))
            w->unknown[w->unknowns++] = k;
    return CONTENSOU_OK;
}

/* Candidate c of a patch: log b and m. */
static void put_candidate(struct work *w, size_t c, size_t patch, double log_b, double m)
{
    w->candidate[2 * c * w->count + patch] = exp(log_b);
    w->candidate[(2 * c + 1) * w->count + patch] = m;
}

/* Where each search begins: the best of a grid over the box, all patches and places in one go. */
static enum contensou_status first_places(struct work *w, double (*x)[2],
                                          struct contensou_error *err)
{
    const size_t places = first_b * first_m;
    enum contensou_status status;

    for (size_t c = 0; c < places; ++c)
        for (size_t i = 0; i < w->count; ++i) {
            const double s = ((double)(c / first_m) + 0.5) / first_b;
            const double t = ((double)(c % first_m) + 0.5) / first_m;
            const double log_b = w->low[0] + (w->high[0] - w->low[0]) * s;
            const double m = w->low[1] + (w->high[1] - w->low[1]) * t * t; /* small m matter more */

            put_candidate(w, c, i, isnan(w->fixed[0]) ? log_b : w->fixed[0],
                          isnan(w->fixed[1]) ? m : w->fixed[1]);
        }
    status = contensou__scan_run(w->scan, places, w->candidate, NULL, w->sum, err);
    for (size_t i = 0; i < w->count && !status; ++i) {
        size_t best = 0;

        for (size_t c = 1; c < places; ++c)
            if (w->sum[c * w->count + i] < w->sum[best * w->count + i])
                best = c;
        x[i][0] = log(w->candidate[2 * best * w->count + i]);
        x[i][1] = w->candidate[(2 * best + 1) * w->count + i];
        if (w->unknowns == 1)
            x[i][0] = x[i][w->unknown[0]];
    }
    return status;
}

static void both(const struct work *w, const double *x, double full[2])
{
    memcpy(full, w->fixed, 2 * sizeof *full);
    for (int u = 0; u < w->unknowns; ++u)
        full[w->unknown[u]] = x[u];
}

/* The objectives and their slopes (differences of fourth order) of all patches, in one launch. */
static enum contensou_status answer(void *data, size_t count, const int *asks,
                                    double (*x)[contensou__lockstep_unknowns], double *value,
                                    double (*gradient)[contensou__lockstep_unknowns],
                                    struct contensou_error *err)
{
    static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const double step = 1e-3;
    struct work *w = data;
    const size_t candidates = 1 + 4 * (size_t)w->unknowns;
    enum contensou_status status;

    for (size_t i = 0; i < count; ++i) {
        double at[2];

        both(w, x[i], at);
        put_candidate(w, 0, i, at[0], at[1]);
        for (int u = 0; u < w->unknowns; ++u)
            for (int k = 0; k < 4; ++k) {
                double moved[2] = {at[0], at[1]};

                moved[w->unknown[u]] += place[k] * step;
                put_candidate(w, 1 + 4 * (size_t)u + (size_t)k, i, moved[0], moved[1]);
            }
    }
    status = contensou__scan_run(w->scan, candidates, w->candidate, asks, w->sum, err);
    for (size_t i = 0; i < count && !status; ++i) {
        if (!asks[i])
            continue;
        value[i] = w->sum[i];
        for (int u = 0; u < w->unknowns; ++u) {
            gradient[i][u] = 0;
            for (int k = 0; k < 4; ++k)
                gradient[i][u] +=
                    weight[k] / (12 * step) * w->sum[(1 + 4 * (size_t)u + (size_t)k) * count + i];
        }
    }
    return status;
}

/* Errors over the nodes, and the smallest power there. */
static void report(const struct work *w, size_t patch, double b, double m,
                   struct contensou_fit_result *r)
{
    const double n = w->law.table[0], rows = (double)w->rows;
    double force = 0, torque = 0;

    r->least_power = HUGE_VAL;
    for (size_t i = 0; i < w->rows; ++i) {
        const double *node = w->node + 5 * i, *s = w->slip + 3 * i;
        const double *row = w->data + 9 * i * w->count + patch;
        const double inverse = fraction_inverse(log(b), m, n, node[0], node[1]);
        double power = 0, e[3];

        for (size_t k = 0; k < 3; ++k) {
            const double f = (row[k * w->count] + b * row[(3 + k) * w->count]) * inverse;

            e[k] = f - row[(6 + k) * w->count];
            power += f * s[k];
        }
        force += e[0] * e[0] + e[1] * e[1];
        torque += e[2] * e[2];
        r->least_power = fmin(r->least_power, power);
        if (hypot(e[0], e[1]) > r->max_T) {
            r->max_T = hypot(e[0], e[1]);
            r->theta_T = atan2(s[2], hypot(s[0], s[1]));
            r->phi_T = atan2(s[1], s[0]);
        }
        if (fabs(e[2]) > r->max_M) {
            r->max_M = fabs(e[2]);
            r->theta_M = atan2(s[2], hypot(s[0], s[1]));
            r->phi_M = atan2(s[1], s[0]);
        }
    }
    r->rms_T = sqrt(force / rows);
    r->rms_M = sqrt(torque / rows);
    r->rms = sqrt((force + torque) / (2 * rows));
    r->passive = r->least_power >= -1e-12;
    r->gap = NAN;
}

static void fill(const struct work *w, size_t patch, const double *x, long calls,
                 struct contensou_fit_result *r)
{
    double at[2];

    both(w, x, at);
    *r = (struct contensou_fit_result){
        .count = 2, .starts = first_b * first_m, .evaluations = calls};
    snprintf(r->model, sizeof r->model, "%s", w->law.name);
    for (int k = 0; k < 2; ++k) {
        struct contensou_fit_parameter *q = &r->parameter[k];

        snprintf(q->name, sizeof q->name, "%s", k ? "m" : "b");
        q->value = q->low = q->high = k ? at[1] : exp(at[0]);
        q->free = isnan(w->fixed[k]);
        for (int bound = 0; bound < 2 && q->free; ++bound)
            if (fabs(at[k] - (bound ? w->high[k] : w->low[k])) < 1e-7)
                snprintf(r->warning, sizeof r->warning, "%s ended at its bound %.6g", q->name,
                         q->value);
    }
    report(w, patch, exp(at[0]), at[1], r);
}

static enum contensou_status scan(struct work *w, const struct contensou_patch *const *patches,
                                  struct contensou_device *device,
                                  const struct contensou_fit_options *o,
                                  struct contensou_fit_result *results, struct contensou_error *err)
{
    double(*x)[2] = calloc(w->count, sizeof *x), *value = calloc(w->count, sizeof *value);
    double low[2], high[2];
    long calls = 0;
    enum contensou_status status =
        x && value ? allocate(w, err)
                   : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu contacts", w->count);

    if (!status) {
        put_nodes(w, o);
        status = put_patches(w, patches, o->model, err);
    }
    if (!status)
        status = apply_bounds(w, o, err);
    if (!status)
        status = contensou__scan_create(&w->scan, device, (int)w->law.table[0], w->count, w->rows,
                                        w->node, w->data, err);
    if (!status)
        status = first_places(w, x, err);
    for (int u = 0; u < w->unknowns; ++u) {
        low[u] = w->low[w->unknown[u]];
        high[u] = w->high[w->unknown[u]];
    }
    if (!status)
        status = contensou__lockstep_minimise(w->count, w->unknowns, low, high, x, value, answer, w,
                                              &calls, err);
    for (size_t i = 0; i < w->count && !status; ++i)
        fill(w, i, x[i], calls, &results[i]);
    free(x);
    free(value);
    return status;
}

enum contensou_status contensou_fit_scan(const struct contensou_patch *const *patches, size_t count,
                                         struct contensou_device *device,
                                         const struct contensou_fit_options *options,
                                         struct contensou_fit_result *results,
                                         struct contensou_error *err)
{
    const char *model = options->model ? options->model : "I11";
    struct contensou__law_symmetry symmetry;
    struct work w = {.count = count};
    enum contensou_status status = CONTENSOU_OK;
    int circular = 1, exact = 1;

    for (size_t i = 0; i < count; ++i)
        exact &= contensou_patch_has_exact(patches[i]);
    if (options->data)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "a scan of contacts takes no data");
    if (model[0] != 'I' || options->norm != CONTENSOU_L2 || !exact) {
        for (size_t i = 0; i < count && !status; ++i)
            status = contensou_fit(patches[i], device, options, &results[i], err);
        return status;
    }
    for (size_t i = 0; i < count && !status; ++i) {
        status = contensou__law_table_symmetry(patches[i], &symmetry, err);
        circular &= symmetry.circular;
    }
    if (status || !count)
        return status;
    w.thetas = options->theta_nodes ? (size_t)options->theta_nodes : 181;
    w.phis = options->phi_nodes ? (size_t)options->phi_nodes : circular ? 1 : 24;
    w.rows = w.thetas * w.phis;
    status = scan(&w, patches, device, options, results, err);
    release(&w);
    return status;
}
