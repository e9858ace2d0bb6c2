/* fit.c: from a patch (or data) and a model to parameters with honest errors.
 * SPDX-License-Identifier: MIT */
#include <contensou/fit.h>

#include "base/kept.h"
#include "base/random.h"
#include "base/try.h"
#include "base/versioned.h"
#include "device/limit_law.h"
#include "laws/law.h"
#include "fit/convex.h"
#include "fit/degenerate.h"
#include "fit/fast.h"
#include "fit/minimax.h"
#include "fit/problem.h"
#include "fit/fit_report.h"
#include "fit/fit_rows.h"
#include "fit/search.h"
#include "fit/statistics.h"

#include <math.h>
#include <stdlib.h>

static void add_parameter(struct contensou_fit_result *result, const char *name, double value,
                          int is_free)
{
    result->parameter[result->count++] = (struct contensou_fit_parameter){
        contensou__kept_text("%s", name), value, is_free, value, value};
}

/* 1: the problem's mu or a is among its unknowns still. */
static int is_unknown(const struct contensou__problem *p, int which)
{
    for (int u = 0; u < p->unknowns; ++u)
        if (p->which[u] == which)
            return 1;
    return 0;
}

static void copy_parameters(const struct contensou__problem *p,
                            const struct contensou_fit_options *options,
                            struct contensou_fit_result *result)
{
    result->model = contensou__kept_text("%s", p->law.name);
    for (int i = 0; i < p->law.params; ++i)
        add_parameter(result, p->law.names[i], p->law.value[i], p->law.free[i]);
    if (options->data && options->free_mu)
        add_parameter(result, "mu", p->mu, is_unknown(p, contensou__problem_mu));
    if (options->data && options->free_a)
        add_parameter(result, "a", p->a, is_unknown(p, contensou__problem_a));
}

/* Fewer rows than unknowns, or rows that all slip in one direction, leave the fit open. */
static enum contensou_status check_data(const struct contensou__problem *p,
                                        struct contensou_error *err)
{
    size_t count = 0;

    for (size_t i = 0; i < 3 * p->rows; ++i)
        count += p->weight[i] > 0;
    if (count < (size_t)p->unknowns)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "there are %zu measured values for %d unknowns of %s; at least as many are needed",
            count, p->unknowns, p->law.name);
    return CONTENSOU_OK;
}

/* Huber's threshold where none is given: 1.345 times the scatter of a first fit (from the median). */
static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static enum contensou_status set_huber(struct contensou__problem *p, const double *x,
                                       struct contensou_error *err)
{
    OWNED(contensou__try_free) double *r = malloc((3 * p->rows + 1) * sizeof *r);
    size_t count = 0;

    TRY(contensou__try_memory(r, err, "a robust fit"));
    contensou__problem_residuals(p, x, r);
    for (size_t i = 0; i < 3 * p->rows; ++i)
        if (p->weight[i] > 0)
            r[count++] = fabs(r[i]);
    qsort(r, count, sizeof *r, by_size);
    p->huber = fmax(1e-12, 1.345 * 1.4826 * r[count / 2]);
    return CONTENSOU_OK;
}

static void warn_of_bounds(const struct contensou__problem *p, const double *x,
                           struct contensou_fit_result *result)
{
    for (int u = 0; u < p->unknowns; ++u) {
        const double room = p->high[u] - p->low[u];
        const int low = x[u] - p->low[u] < 1e-7 * room, high = p->high[u] - x[u] < 1e-7 * room;

        if (p->which[u] >= 0 && (low || high))
            contensou__fit_report_warn(result,
                                       "%s ended at its %s bound %.6g; the best fit may lie beyond",
                                       p->law.names[p->which[u]], low ? "lower" : "upper",
                                       contensou__problem_value(p, u, x[u]));
    }
}

/* 1: the weight of torques follows the size that is found. */
static int stretches(const struct contensou_fit_options *options)
{
    return options->data && options->free_a && !(options->length_unit > 0);
}

/* 1: the threshold of Huber's loss follows the scatter that is found. */
static int is_robust(const struct contensou_fit_options *options)
{
    return options->loss == CONTENSOU_LOSS_HUBER && !(options->huber > 0);
}

static int moves(const struct contensou_fit_options *options)
{
    return stretches(options) || is_robust(options);
}

enum { enough_rows = 1000 };

/* 1: more rows of data than a search over all that is possible needs. */
static int is_long(const struct contensou__problem *p)
{
    return p->rows > 2 * enough_rows && !p->has_exact && p->unknowns > 0;
}

/* Searches again: the size and the scatter of one fit set the weight of the torque and the threshold of the next. */
static enum contensou_status polish(struct contensou__problem *p,
                                    const struct contensou_fit_options *options, int rounds,
                                    struct contensou__search *found, struct contensou_error *err)
{
    for (int round = 0; round < rounds; ++round) {
        if (stretches(options))
            contensou__problem_stretch(p, p->a);
        if (is_robust(options))
            TRY(set_huber(p, found->x, err));
        TRY(contensou__search_again(p, found, NULL, err));
    }
    return CONTENSOU_OK;
}

/* What a problem over some of the rows has of its own: all else, the law's table too, is that of the whole one. */
static void free_some(struct contensou__problem *some)
{
    contensou__fast_free(some->fast);
    free(some->slip);
}

/* One row, at random, out of each of as many parts. */
static enum contensou_status some_of(const struct contensou__problem *all,
                                     struct contensou__problem *some, size_t rows,
                                     struct contensou_error *err)
{
    const size_t n = all->rows;

    *some = *all;
    some->fast = NULL;
    some->rows = rows;
    some->slip = malloc(9 * rows * sizeof *some->slip);
    TRY(contensou__try_memory(some->slip, err, "%zu rows", rows));
    some->target = some->slip + 3 * rows;
    some->weight = some->target + 3 * rows;
    for (size_t i = 0; i < rows; ++i) {
        const double share = ((double)i + contensou__random_unit(1, i, "row")) / (double)rows;
        const size_t at = (size_t)(share * (double)n) < n ? (size_t)(share * (double)n) : n - 1;

        for (size_t k = 0; k < 3; ++k) {
            some->slip[k * rows + i] = all->slip[k * n + at];
            some->target[k * rows + i] = all->target[k * n + at];
            some->weight[k * rows + i] = all->weight[k * n + at];
        }
    }
    return contensou__problem_prepare(some, err);
}

/* Both routes of the search, over a part of the rows where there are many: what is found there lies next to what all rows
 * say. */
static enum contensou_status find_place(struct contensou__problem *p,
                                        const struct contensou_fit_options *options,
                                        struct contensou__search *found,
                                        struct contensou_error *err)
{
    OWNED(free_some) struct contensou__problem some = {0};

    if (!is_long(p))
        return contensou__search_squares(p, options->starts, options->seed, found, err);
    TRY(some_of(p, &some, enough_rows, err));
    TRY(contensou__search_squares(&some, options->starts, options->seed, found, err));
    if (moves(options))
        TRY(polish(&some, options, 5, found, err));
    p->evaluations = some.evaluations;
    contensou__problem_put(p, found->x);
    return CONTENSOU_OK;
}

static enum contensou_status search(struct contensou__problem *p,
                                    const struct contensou_fit_options *options,
                                    struct contensou__search *found, struct contensou_error *err)
{
    if (stretches(options))
        contensou__problem_stretch(p, p->a);
    TRY(find_place(p, options, found, err));
    TRY(polish(p, options, moves(options) ? (is_long(p) ? 2 : 5) : is_long(p), found, err));
    if (options->norm == CONTENSOU_NORM_MAX && p->unknowns > 0)
        TRY(contensou__minimax_improve(p, found, err));
    return CONTENSOU_OK;
}

/* What only measurements can be: too few, with the wrong sign, or unable to tell parameters apart. */
static enum contensou_status look_at_data(struct contensou__problem *p,
                                          const struct contensou_fit_data *data,
                                          struct contensou_fit_result *result,
                                          struct contensou_error *err)
{
    char sentence[256];

    TRY(check_data(p, err));
    contensou__fit_rows_signs(data, sentence, sizeof sentence);
    if (*sentence)
        contensou__fit_report_warn(result, "%s", sentence);
    return p->unknowns > 1 ? contensou__degenerate_remove(p, result, err) : CONTENSOU_OK;
}

/* How good the law is that was found: errors, passivity, distance from the limit surface, intervals. */
static enum contensou_status judge(struct contensou__problem *p,
                                   const struct contensou_patch *patch,
                                   struct contensou_device *device,
                                   const struct contensou_fit_options *options,
                                   const struct contensou__search *found,
                                   struct contensou_fit_result *result, struct contensou_error *err)
{
    copy_parameters(p, options, result);
    result->size = p->size * p->stretch;
    result->starts = found->starts;
    result->agreed = found->agreed;
    result->spread = found->spread;
    result->gap = NAN;
    TRY(contensou__fit_report_errors(p, found->x, result, err));
    contensou__fit_report_passivity(p, result);
    if (options->gap)
        TRY(contensou__fit_report_gap(p, patch, device, &result->gap, err));
    if (options->data && p->unknowns > 0)
        TRY(contensou__statistics_intervals(p, patch, found->x, result, err));
    if (options->data)
        contensou__statistics_noise(p, found->x, result);
    return CONTENSOU_OK;
}

/* Whether the search is to be believed. */
static void warn_of_search(const struct contensou__problem *p,
                           const struct contensou_fit_options *options,
                           const struct contensou__search *found,
                           struct contensou_fit_result *result)
{
    warn_of_bounds(p, found->x, result);
    if (options->norm == CONTENSOU_NORM_MAX && p->unknowns > 0 && found->spread > 1e-6)
        contensou__fit_report_warn(
            result,
            "the largest error may not be the smallest possible: it is %.1e, "
            "relative, from what the peaks alone allow",
            found->spread);
    else if (found->spread > 1e-4 && !*result->warning)
        contensou__fit_report_warn(
            result,
            "the two routes of the search ended at different places, %.1e apart "
            "in the parameters; the better one is taken",
            found->spread);
}

static enum contensou_status fit(struct contensou__problem *p, const struct contensou_patch *patch,
                                 struct contensou_device *device,
                                 const struct contensou_fit_options *options,
                                 struct contensou_fit_result *result, struct contensou_error *err)
{
    struct contensou__search found = {0};

    if (options->data)
        TRY(look_at_data(p, options->data, result, err));
    TRY(search(p, options, &found, err));
    if (options->data)
        TRY(contensou__convex_keep(p, &found, result, err));
    TRY(judge(p, patch, device, options, &found, result, err));
    warn_of_search(p, options, &found, result);
    return CONTENSOU_OK;
}

enum contensou_status contensou_fit(const struct contensou_patch *patch,
                                    struct contensou_device *device,
                                    const struct contensou_fit_options *given,
                                    struct contensou_fit_result *result,
                                    struct contensou_error *err)
{
    OWNED(contensou__problem_free) struct contensou__problem p = {0};
    struct contensou_fit_options own, *const options = &own;
    enum contensou_status status;

    *result = (struct contensou_fit_result){.warning = ""};
    TRY(contensou__versioned_take(&own, sizeof own, given, "contensou_fit_options", err));
    if (options->norm == CONTENSOU_NORM_MAX && options->data)
        return WRONG(err, "the norm max is for the exact wrench; data are fitted with l2");
    if (!options->data && !contensou_device_about(device)->fp64)
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "the device '%s' does not compute in double precision, which a fit "
                              "needs; choose another one ('contensou devices' lists them)",
                              contensou_device_about(device)->name);
    TRY(contensou__problem_create(&p, patch, device, options, err));
    status = fit(&p, patch, device, options, result, err);
    result->evaluations = p.evaluations;
    return status;
}

/* The law with the parameters of a result: its own come first, in its order; mu and a of data follow. */
static enum contensou_status law_of(struct contensou__law *law, const struct contensou_patch *patch,
                                    const struct contensou_fit_result *result,
                                    struct contensou_error *err)
{
    TRY(contensou__law_create(law, result->model, patch, err));
    for (int i = 0; i < result->count && i < law->params; ++i)
        contensou__law_set(law, i, result->parameter[i].value);
    return CONTENSOU_OK;
}

enum contensou_status contensou_fit_wrench(const struct contensou_patch *patch,
                                           const struct contensou_fit_result *result, size_t n,
                                           const double *slip, double *wrench,
                                           struct contensou_error *err)
{
    OWNED(contensou__law_free) struct contensou__law law = {0};

    TRY(law_of(&law, patch, result, err));
    for (size_t i = 0; i < n; ++i) {
        double out[9];

        contensou__law_wrench(&law, (const double[3]){slip[i], slip[n + i], slip[2 * n + i]}, 0,
                              out);
        for (size_t k = 0; k < 3; ++k)
            wrench[k * n + i] = out[k];
    }
    return CONTENSOU_OK;
}

enum contensou_status
contensou_fit_limit(struct contensou_limit **out, const struct contensou_patch *patch,
                    const struct contensou_fit_result *result, struct contensou_device *device,
                    const struct contensou_eval_options *options, struct contensou_error *err)
{
    OWNED(contensou__law_free) struct contensou__law law = {0};

    *out = NULL;
    TRY(law_of(&law, patch, result, err));
    return contensou__limit_law_create(out, &law, patch, device, options, err);
}

int contensou_fit_shown(const struct contensou_fit_result *result, int i)
{
    return contensou__fit_report_shown(result, i);
}

enum contensou_status contensou_fit_suits(const struct contensou_patch *patch, const char *model,
                                          struct contensou_error *err)
{
    OWNED(contensou__law_free) struct contensou__law law = {0};

    return contensou__law_create(&law, model, patch, err);
}

int contensou_fit_phi_nodes(const struct contensou_patch *patch)
{
    struct contensou__law_symmetry symmetry = {0};
    struct contensou_error unknown;

    return contensou__law_symmetry(patch, &symmetry, &unknown) || !symmetry.circular ? 24 : 1;
}
