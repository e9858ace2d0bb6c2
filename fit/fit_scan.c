/* fit_scan.c: one model fitted to many patches at once. SPDX-License-Identifier: MIT */
#include <contensou/fit.h>

#include "base/kept.h"
#include "base/try.h"
#include "base/versioned.h"
#include "laws/law.h"
#include "device/scan.h"
#include "fit/fit_report.h"
#include "fit/lockstep.h"
#include "fit/scan_rows.h"

#include "laws/fraction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The grid of first places, and the fewest rows that tell them apart. */
enum { first_b = 12, first_m = 10, first_rows = 25 };

struct work {
    struct contensou__scan_rows rows;
    struct contensou__scan *scan;
    double *candidate, *sum;  /* of one step: as many places as the first step has */
    double (*x)[2], *value;   /* of each patch: the unknowns, and the sum of squares there */
    double fixed[2];          /* log b and m where they are given, NaN where unknown */
    double low[2], high[2];   /* of log b and m */
    int unknown[2], unknowns; /* which of them the search moves */
};

static void release(struct work *w)
{
    contensou__scan_rows_free(&w->rows);
    contensou__scan_free(w->scan);
    free(w->candidate);
    free(w->x);
    free(w->value);
}

static enum contensou_status allocate(struct work *w, struct contensou_error *err)
{
    const size_t count = first_b * first_m * w->rows.count;

    w->candidate = malloc((5 * count + 1) * sizeof *w->candidate);
    w->x = calloc(w->rows.count, sizeof *w->x);
    w->value = calloc(w->rows.count, sizeof *w->value);
    if (!w->candidate || !w->x || !w->value)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu contacts", w->rows.count);
    w->sum = w->candidate + 2 * count;
    return CONTENSOU_OK;
}

/* What the caller fixes or bounds. */
static enum contensou_status apply_bounds(struct work *w, const struct contensou_fit_options *o,
                                          struct contensou_error *err)
{
    memcpy(w->low, w->rows.low, sizeof w->low);
    memcpy(w->high, w->rows.high, sizeof w->high);
    w->fixed[0] = w->fixed[1] = NAN;
    for (size_t i = 0; i < o->bound_count; ++i) {
        const struct contensou_fit_bound *b = &o->bounds[i];
        const int k = strcmp(b->name, "b") == 0 ? 0 : strcmp(b->name, "m") == 0 ? 1 : -1;
        const double low = k == 0 ? log(b->low) : b->low, high = k == 0 ? log(b->high) : b->high;
        const double least = k < 0 ? 0 : w->rows.law.least[k];

        if (k < 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "no parameter named '%s'; available: b, m", b->name);
        if (!(b->low > least))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the bounds %g to %g of %s go beyond what %s allows: it must be "
                                  "above %.6g",
                                  b->low, b->high, b->name, w->rows.law.name, least);
        if (b->low == b->high)
            w->fixed[k] = low;
        w->low[k] = low;
        w->high[k] = high;
    }
    for (int k = 0; k < 2; ++k)
        if (isnan(w->fixed[k]))
            w->unknown[w->unknowns++] = k;
    return CONTENSOU_OK;
}

/* log of size^n: b in the unit of length of a patch is b/size^n. */
static double log_unit(const struct work *w, size_t patch)
{
    return w->rows.law.table[0] * log(w->rows.size[patch]);
}

/* Candidate c of a patch: log b and m. */
static void put_candidate(struct work *w, size_t c, size_t patch, double log_b, double m)
{
    const size_t count = w->rows.count;

    w->candidate[2 * c * count + patch] = exp(log_b - log_unit(w, patch));
    w->candidate[(2 * c + 1) * count + patch] = m;
}

/* Where each search begins: the best of a grid over the box on some of the rows, all patches and places
 * in one go. */
static enum contensou_status first_places(struct work *w, double (*x)[2],
                                          struct contensou_error *err)
{
    const size_t places = first_b * first_m, count = w->rows.count;
    const size_t each = w->rows.rows > first_rows ? w->rows.rows / first_rows | 1 : 1;

    for (size_t c = 0; c < places; ++c)
        for (size_t i = 0; i < count; ++i) {
            const double s = ((double)(c / first_m) + 0.5) / first_b;
            const double t = ((double)(c % first_m) + 0.5) / first_m;
            const double log_b = w->low[0] + (w->high[0] - w->low[0]) * s;
            const double m = w->low[1] + (w->high[1] - w->low[1]) * t * t; /* small m matter more */

            put_candidate(w, c, i, isnan(w->fixed[0]) ? log_b : w->fixed[0],
                          isnan(w->fixed[1]) ? m : w->fixed[1]);
        }
    TRY(contensou__scan_run(w->scan, places, each, w->candidate, NULL, w->sum, err));
    for (size_t i = 0; i < count; ++i) {
        size_t best = 0;

        for (size_t c = 1; c < places; ++c)
            if (w->sum[3 * c * count + i] < w->sum[3 * best * count + i])
                best = c;
        x[i][0] = log(w->candidate[2 * best * count + i]) + log_unit(w, i);
        x[i][1] = w->candidate[(2 * best + 1) * count + i];
        if (w->unknowns == 1)
            x[i][0] = x[i][w->unknown[0]];
    }
    return CONTENSOU_OK;
}

static void both(const struct work *w, const double *x, double full[2])
{
    memcpy(full, w->fixed, 2 * sizeof *full);
    for (int u = 0; u < w->unknowns; ++u)
        full[w->unknown[u]] = x[u];
}

/* The objectives and their slopes of all patches, in one launch. */
static enum contensou_status answer(void *data, size_t count, const int *asks,
                                    double (*x)[contensou__lockstep_unknowns], double *value,
                                    double (*gradient)[contensou__lockstep_unknowns],
                                    struct contensou_error *err)
{
    struct work *w = data;

    for (size_t i = 0; i < count; ++i) {
        double at[2];

        both(w, x[i], at);
        put_candidate(w, 0, i, at[0], at[1]);
    }
    TRY(contensou__scan_run(w->scan, 1, 1, w->candidate, asks, w->sum, err));
    for (size_t i = 0; i < count; ++i) {
        if (!asks[i])
            continue;
        value[i] = w->sum[i];
        for (int u = 0; u < w->unknowns; ++u)
            gradient[i][u] = w->sum[(size_t)(1 + w->unknown[u]) * count + i];
    }
    return CONTENSOU_OK;
}

/* Errors over the nodes, and the smallest power there; b in the patch's unit of length. */
static void report(const struct contensou__scan_rows *w, size_t patch, double b, double m,
                   struct contensou_fit_result *r)
{
    const double n = w->law.table[0], rows = (double)w->rows;
    double force = 0, torque = 0;

    r->least_power = HUGE_VAL;
    for (size_t i = 0; i < w->rows; ++i) {
        const double *node = w->node + 5 * i, *s = w->slip + 3 * i;
        const double *row = w->data + 9 * i * w->count + patch;
        const double inverse = fraction_divide(log(b), m, n, node[0], node[1]).inverse;
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
    *r = (struct contensou_fit_result){.model = contensou__kept_text("%s", w->rows.law.name),
                                       .count = 2,
                                       .size = w->rows.size[patch],
                                       .starts = first_b * first_m,
                                       .evaluations = calls,
                                       .warning = ""};
    for (int k = 0; k < 2; ++k) {
        struct contensou_fit_parameter *q = &r->parameter[k];

        q->name = k ? "m" : "b";
        q->value = q->low = q->high = k ? at[1] : exp(at[0]);
        q->free = isnan(w->fixed[k]);
        for (int bound = 0; bound < 2 && q->free; ++bound)
            if (fabs(at[k] - (bound ? w->high[k] : w->low[k])) < 1e-7)
                contensou__fit_report_warn(r, "%s ended at its bound %.6g", q->name, q->value);
    }
    report(&w->rows, patch, exp(at[0] - log_unit(w, patch)), at[1], r);
}

static enum contensou_status scan(struct work *w, const struct contensou_patch *const *patches,
                                  struct contensou_device *device,
                                  const struct contensou_fit_options *o, const char *model,
                                  struct contensou_fit_result *results, struct contensou_error *err)
{
    const size_t count = w->rows.count;
    double low[2], high[2];
    long calls = 0;

    TRY(allocate(w, err));
    TRY(contensou__scan_rows_fill(&w->rows, patches, o, model, err));
    TRY(apply_bounds(w, o, err));
    TRY(contensou__scan_create(&w->scan, device, (int)w->rows.law.table[0], count, w->rows.rows,
                               w->rows.node, w->rows.data, err));
    TRY(first_places(w, w->x, err));
    for (int u = 0; u < w->unknowns; ++u) {
        low[u] = w->low[w->unknown[u]];
        high[u] = w->high[w->unknown[u]];
    }
    TRY(contensou__lockstep_minimise(count, w->unknowns, low, high, w->x, w->value, answer, w,
                                     &calls, err));
    for (size_t i = 0; i < count; ++i)
        fill(w, i, w->x[i], calls, &results[i]);
    return CONTENSOU_OK;
}

/* The family I<n1><n2> under l2 goes to the device all at once; others, and contacts that have only cells, one by one. */
static int at_once(const struct contensou_patch *const *patches, size_t count,
                   const struct contensou_fit_options *o, const char *model)
{
    const struct contensou__registry_law *const about = contensou__registry_find(model, NULL);
    int exact = 1;

    for (size_t i = 0; i < count; ++i)
        exact &= contensou_patch_has_exact(patches[i]) && !patches[i]->stretch.is;
    return about && about->taylor && o->norm == CONTENSOU_NORM_L2 && exact;
}

enum contensou_status contensou_fit_scan(const struct contensou_patch *const *patches, size_t count,
                                         struct contensou_device *device,
                                         const struct contensou_fit_options *given,
                                         struct contensou_fit_result *results,
                                         struct contensou_error *err)
{
    struct work w = {.rows = {.count = count}};
    struct contensou_fit_options o;
    const char *model;
    int circular = 1;
    enum contensou_status status;

    TRY(contensou__versioned_take(&o, sizeof o, given, "contensou_fit_options", err));
    model = o.model ? o.model : "I11";
    if (o.data)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "a scan of contacts takes no data");
    if (!at_once(patches, count, &o, model)) {
        for (size_t i = 0; i < count; ++i)
            TRY(contensou_fit(patches[i], device, &o, &results[i], err));
        return CONTENSOU_OK;
    }
    for (size_t i = 0; i < count; ++i) {
        struct contensou__law_symmetry symmetry;

        TRY(contensou__law_symmetry(patches[i], &symmetry, err));
        circular &= symmetry.circular;
    }
    if (!count)
        return CONTENSOU_OK;
    w.rows.thetas = o.theta_nodes ? (size_t)o.theta_nodes : 181;
    w.rows.phis = o.phi_nodes ? (size_t)o.phi_nodes : circular ? 1 : 24;
    w.rows.rows = w.rows.thetas * w.rows.phis;
    status = scan(&w, patches, device, &o, model, results, err);
    release(&w);
    return status;
}
