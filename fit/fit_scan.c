/* fit_scan.c: one model fitted to many patches at once. SPDX-License-Identifier: MIT */
#include <contensou/fit.h>

#include "base/kept.h"
#include "base/try.h"
#include "base/pi.h"
#include "base/threads.h"
#include "base/versioned.h"
#include "device/scan.h"
#include "fit/fast.h"
#include "fit/fit_report.h"
#include "fit/lockstep.h"
#include "laws/fraction.h"
#include "patches/disk_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The grid of first places, and the fewest rows that tell them apart. */
enum { first_b = 12, first_m = 10, first_rows = 25 };

/* What a scan knows of its contacts: in every direction of slip the numbers of the law and the exact wrench, for many
 * contacts at once. */
struct rows {
    size_t count, thetas, phis, rows;
    double *node, *data;       /* as kernels/drivers/scan.cl wants them */
    double *slip;              /* vx, vy, w size of one row after the other */
    double *size;              /* of each patch, its unit of length; the data are in it */
    struct contensou__law law; /* of the last patch: names, order */
    double low[2], high[2];    /* of log b and m, so that they suit all patches */
};

/* One part of the contacts: its first failure, and the bounds of log b. */
struct part {
    double low, high;
    enum contensou_status status;
    struct contensou_error err;
};

struct filling {
    struct rows *rows;
    const struct contensou_patch *const *patches;
    const char *model;
    double length_unit; /* 0: the size of each patch */
    struct part part[contensou__threads_parts];
};

static void put_nodes(struct rows *r, const struct contensou_fit_options *o)
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
static void put_rows(const struct rows *r, size_t patch, const struct contensou__law *law,
                     const struct contensou__patch_data *exact)
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

/* One patch; *exact is that of the patch before it, where there is one, and becomes its own. */
static enum contensou_status fill_patch(struct filling *f, struct part *part, size_t i,
                                        const struct contensou_patch *before,
                                        struct contensou__patch_data *exact)
{
    struct rows *r = f->rows;
    OWNED(contensou__law_free) struct contensou__law law = {0};

    TRY(contensou__law_create(&law, f->model, f->patches[i], &part->err));
    TRY(contensou_patch_size(f->patches[i], &r->size[i], &part->err));
    if (f->length_unit > 0)
        r->size[i] = f->length_unit;
    TRY(exact_tables(f->patches[i], before, exact, &part->err));
    put_rows(r, i, &law, exact);
    part->low = fmin(part->low, log(law.low[0]));
    part->high = fmax(part->high, log(law.high[0]));
    if (i + 1 == r->count) {
        r->law = law;
        law.table = NULL;
    }
    return CONTENSOU_OK;
}

static void fill_part(void *context, size_t at, size_t from, size_t to)
{
    struct filling *f = context;
    struct part *part = &f->part[at];
    OWNED(contensou__patch_data_free) struct contensou__patch_data exact = {0};

    *part = (struct part){.low = HUGE_VAL, .high = -HUGE_VAL};
    for (size_t i = from; i < to && !part->status; ++i)
        part->status = fill_patch(f, part, i, i > from ? f->patches[i - 1] : NULL, &exact);
}

/* Fills the rows, with count, thetas, phis and rows set and the rest zero, on all processors. Of several failures err tells that
 * of the first patch. */
static enum contensou_status fill_rows(struct rows *r, const struct contensou_patch *const *patches,
                                       const struct contensou_fit_options *options,
                                       const char *model, struct contensou_error *err)
{
    struct filling f = {
        .rows = r, .patches = patches, .model = model, .length_unit = options->length_unit};
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t cores = online > 0 ? (size_t)online : 1;
    size_t parts;

    r->node = calloc(8 * r->rows + 1, sizeof *r->node);
    r->data = malloc((9 * r->rows * r->count + 1) * sizeof *r->data);
    r->size = malloc((r->count + 1) * sizeof *r->size);
    TRY(contensou__try_memory(r->node && r->data ? r->size : NULL, err, "%zu contacts", r->count));
    r->slip = r->node + 5 * r->rows;
    put_nodes(r, options);
    /* one part for each processor, so that contacts in it have as much in common as possible */
    parts = contensou__threads_run(r->count, (r->count + cores - 1) / cores, fill_part, &f);
    r->low[0] = HUGE_VAL;
    r->high[0] = -HUGE_VAL;
    for (size_t k = 0; k < parts; ++k) {
        if (f.part[k].status)
            return contensou_fail(err, f.part[k].status, "%s", f.part[k].err.message);
        r->low[0] = fmin(r->low[0], f.part[k].low);
        r->high[0] = fmax(r->high[0], f.part[k].high);
    }
    r->low[1] = r->law.low[1];
    r->high[1] = r->law.high[1];
    return CONTENSOU_OK;
}

struct work {
    struct rows rows;
    struct contensou__scan *scan;
    double *candidate, *sum;  /* of one step: as many places as the first step has */
    double (*x)[2], *value;   /* of each patch: the unknowns, and the sum of squares there */
    double fixed[2];          /* log b and m where they are given, NaN where unknown */
    double low[2], high[2];   /* of log b and m */
    int unknown[2], unknowns; /* which of them the search moves */
};

static void release(struct work *w)
{
    contensou__law_free(&w->rows.law);
    free(w->rows.node);
    free(w->rows.data);
    free(w->rows.size);
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
    TRY(contensou__try_memory(w->candidate && w->x ? w->value : NULL, err, "%zu contacts",
                              w->rows.count));
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
            return WRONG(err, "no parameter named '%s'; available: b, m", b->name);
        if (!(b->low > least))
            return WRONG(err,
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
static void report(const struct rows *w, size_t patch, double b, double m,
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
        contensou__fit_report_largest(r, hypot(e[0], e[1]), fabs(e[2]), s);
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
    TRY(fill_rows(&w->rows, patches, o, model, err));
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
    OWNED(release) struct work w = {.rows = {.count = count}};
    struct contensou_fit_options o;
    const char *model;
    int circular = 1;

    TRY(contensou__versioned_take(&o, sizeof o, given, "contensou_fit_options", err));
    model = o.model ? o.model : "I11";
    if (o.data)
        return WRONG(err, "a scan of contacts takes no data");
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
    return scan(&w, patches, device, &o, model, results, err);
}
