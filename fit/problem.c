/* problem.c: a fit as numbers. SPDX-License-Identifier: MIT */
#include "fit/problem.h"

#include "base/pi.h"
#include "base/names.h"
#include "base/threads.h"
#include "base/stop.h"
#include "base/try.h"
#include "laws/law.h"
#include "fit/fast.h"
#include "fit/fit_rows.h"

#include <contensou/eval.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { default_theta = 181, default_phi = 24, rows_of_a_thread = 500 };

void contensou__problem_free(struct contensou__problem *p)
{
    contensou__law_free(&p->law);
    contensou__patch_data_free(&p->exact);
    free(p->slip);
    free(p->fine);
    contensou__fast_free(p->fast);
    *p = (struct contensou__problem){0};
}

static enum contensou_status allocate(struct contensou__problem *p, size_t rows,
                                      struct contensou_error *err)
{
    p->rows = rows;
    p->slip = calloc(9 * rows + 1, sizeof *p->slip);
    TRY(contensou__try_memory(p->slip, err, "%zu rows", rows));
    p->target = p->slip + 3 * rows;
    p->weight = p->target + 3 * rows;
    return CONTENSOU_OK;
}

static void free_eval(struct contensou_eval **eval)
{
    contensou_eval_free(*eval);
}

/* Directions on a grid: theta from 0 to pi/2 with both ends, phi over the whole turn (one value where
 * nothing depends on it); the wanted wrench comes from the device. */
static enum contensou_status theory_rows(struct contensou__problem *p,
                                         const struct contensou_patch *patch,
                                         struct contensou_device *device,
                                         const struct contensou_fit_options *o,
                                         struct contensou_error *err)
{
    const size_t thetas = o->theta_nodes ? (size_t)o->theta_nodes : default_theta;
    const size_t phis = o->phi_nodes ? (size_t)o->phi_nodes : p->circular ? 1 : default_phi;
    const size_t n = thetas * phis;
    OWNED(free_eval) struct contensou_eval *eval = NULL;

    TRY(allocate(p, n, err));
    for (size_t i = 0; i < n; ++i) {
        const double theta = pi / 2 * (double)(i / phis) / (double)(thetas - 1);
        const double phi = 2 * pi * (double)(i % phis) / (double)phis;
        const double weight = o->weight == CONTENSOU_WEIGHT_SPHERE ? cos(theta) : 1;
        double slip[3];

        contensou__problem_slip(p, theta, phi, slip);
        for (size_t k = 0; k < 3; ++k) {
            p->slip[k * n + i] = slip[k];
            p->weight[k * n + i] = sqrt(weight) * (k < 2 ? p->scale_force : p->scale_torque);
        }
    }
    TRY(contensou_eval_create(&eval, patch, device, NULL, err));
    TRY(contensou_eval_run(eval, n, p->slip, p->target, NULL, err));
    p->has_exact = contensou_patch_has_exact(patch);
    if (p->has_exact)
        return contensou__patch_make_data(patch, 0, &p->exact, err);
    if (o->norm == CONTENSOU_NORM_MAX) /* cells: the device has summed them at the nodes alone */
        return WRONG(err, "the norm max is for contacts with an exact wrench; cells are fitted "
                          "with l2");
    return CONTENSOU_OK;
}

static enum contensou_status data_rows(struct contensou__problem *p,
                                       const struct contensou_fit_data *data,
                                       struct contensou_error *err)
{
    const size_t n = data->n;

    TRY(contensou__fit_rows_directions(data, err));
    TRY(allocate(p, n, err));
    memcpy(p->slip, data->slip, 3 * n * sizeof *p->slip);
    memcpy(p->target, data->wrench, 3 * n * sizeof *p->target);
    for (size_t k = 0; k < 3; ++k)
        for (size_t i = 0; i < n; ++i)
            p->weight[k * n + i] =
                sqrt(data->weight[k * n + i]) * (k < 2 ? p->scale_force : p->scale_torque);
    return CONTENSOU_OK;
}

/* First values of mu and a: the sizes of force and torque, or of sliding and spinning. */
static void guess(struct contensou__problem *p, const struct contensou_fit_options *o)
{
    const size_t n = p->rows;
    double force = 0, torque = 0, v = 0, w = 0, a;

    for (size_t i = 0; i < n; ++i) {
        const double *s = p->slip + i, *f = p->target + i, *weight = p->weight + i;

        v += s[0] * s[0] + s[n] * s[n];
        w += s[2 * n] * s[2 * n];
        force += (weight[0] > 0 ? f[0] * f[0] : 0) + (weight[n] > 0 ? f[n] * f[n] : 0);
        torque += weight[2 * n] > 0 ? f[2 * n] * f[2 * n] : 0;
    }
    a = (torque > 0 && force > 0 ? 2 * sqrt(torque / force) : sqrt(v / w)) / p->size;
    if (o->free_a && a > 0 && isfinite(a))
        p->a = a;
    if (o->free_mu && force + torque > 0)
        p->mu = sqrt(force > 0 ? force / (double)n : torque / (double)n / (p->size * p->a));
}

void contensou__problem_stretch(struct contensou__problem *p, double a)
{
    const double factor = p->stretch / a;

    p->stretch = a;
    p->scale_torque *= factor;
    for (size_t i = 2 * p->rows; i < 3 * p->rows; ++i)
        p->weight[i] *= factor;
}

static void add_unknown(struct contensou__problem *p, int which, double low, double high)
{
    const int u = p->unknowns++;

    p->which[u] = which;
    /* coefficients enter linearly, which convex.c builds on */
    p->by_log[u] = low > 0 && high > 50 * low && !(which >= 0 && p->law.about->forms);
    p->low[u] = p->by_log[u] ? log(low) : low;
    p->high[u] = p->by_log[u] ? log(high) : high;
}

/* The wrench depends on it: of a general potential these are the coefficients in its table alone. */
static int is_used(const struct contensou__law *law, int i)
{
    const int general = law->about->forms && law->table[1] > 0;
    const struct contensou__registry_shown q = {law->names[i], NAN, 1, general};

    return general ? i >= law->field_count : law->about->shown(law->argument, &q);
}

/* Applies one bound of the caller's: it takes the place of the law's own, which only limit the search. */
static enum contensou_status bound(struct contensou__law *law, const struct contensou_fit_bound *b,
                                   struct contensou_error *err)
{
    const int i = contensou__law_find(law, b->name);
    const char *names[contensou__law_most];
    size_t count = 0;
    int possible;

    for (int k = 0; k < law->params; ++k)
        if (is_used(law, k))
            names[count++] = law->names[k];
    if (i < 0 || !is_used(law, i))
        return contensou__names_fail(err, "parameter", b->name, names, count);
    possible = law->open[i] ? b->low > law->least[i] : b->low >= law->least[i];
    if (b->low == b->high) {
        law->free[i] = 0;
        if (law->about->taylor && !possible) /* others may be asked what they are there */
            return WRONG(err, "%s = %g is not above %.6g, where %s keeps its conditions", b->name,
                         b->low, law->least[i], law->name);
        contensou__law_set(law, i, b->low);
        return CONTENSOU_OK;
    }
    if (!possible)
        return WRONG(err,
                     "the bounds %g to %g of %s go beyond what %s allows: it must be %s "
                     "%.6g",
                     b->low, b->high, b->name, law->name, law->open[i] ? "above" : "at least",
                     law->least[i]);
    law->free[i] = 1; /* also one that is not fitted otherwise */
    law->low[i] = b->low;
    law->high[i] = b->high;
    contensou__law_set(law, i, fmin(fmax(law->value[i], law->low[i]), law->high[i]));
    return CONTENSOU_OK;
}

static int is_bounded(const struct contensou_fit_options *o, const char *name)
{
    for (size_t i = 0; i < o->bound_count; ++i)
        if (strcmp(o->bounds[i].name, name) == 0)
            return 1;
    return 0;
}

/* With data, an ellipsoid's mu_lambda and mu_tau stand for a friction coefficient of any size. */
static void suit_data(struct contensou__problem *p, const struct contensou_fit_options *o)
{
    static const char *const names[2] = {"mu_lambda", "mu_tau"};
    struct contensou__law *law = &p->law;

    for (int k = 0; k < 2; ++k) {
        const int i = contensou__law_find(law, names[k]);

        if (i < 0 || !law->free[i] || is_bounded(o, names[k]))
            continue;
        law->low[i] = 1e-3 * law->value[i];
        law->high[i] = 1e3 * law->value[i];
    }
}

static enum contensou_status choose_unknowns(struct contensou__problem *p,
                                             const struct contensou_fit_options *o,
                                             struct contensou_error *err)
{
    for (size_t i = 0; i < o->bound_count; ++i)
        TRY(bound(&p->law, &o->bounds[i], err));
    if (o->data)
        suit_data(p, o);
    for (int i = 0; i < p->law.params; ++i)
        if (p->law.free[i])
            add_unknown(p, i, p->law.low[i], p->law.high[i]);
    if (o->data && o->free_mu)
        add_unknown(p, contensou__problem_mu, 1e-4 * p->mu, 1e4 * p->mu);
    if (o->data && o->free_a)
        add_unknown(p, contensou__problem_a, 1e-4 * p->a, 1e4 * p->a);
    return CONTENSOU_OK;
}

enum contensou_status contensou__problem_prepare(struct contensou__problem *p,
                                                 struct contensou_error *err)
{
    contensou__fast_free(p->fast);
    p->fast = NULL;
    return p->law.stretch.is ? CONTENSOU_OK : contensou__fast_create(&p->fast, p, err);
}

static enum contensou_status create(struct contensou__problem *p,
                                    const struct contensou_patch *patch,
                                    struct contensou_device *device,
                                    const struct contensou_fit_options *options,
                                    struct contensou_error *err)
{
    const int alike = options->weight_force == 0 && options->weight_torque == 0;
    struct contensou__law_symmetry symmetry = {0};

    TRY(contensou_patch_size(patch, &p->size, err));
    if (options->length_unit > 0)
        p->size = options->length_unit;
    p->scale_force = alike ? 1 : sqrt(options->weight_force);
    p->scale_torque = (alike ? 1 : sqrt(options->weight_torque)) / p->size;
    TRY(contensou__law_symmetry(patch, &symmetry, err));
    p->circular = symmetry.circular && !patch->stretch.is;
    TRY(contensou__law_create(&p->law, options->model ? options->model : "I11", patch, err));
    TRY(options->data ? data_rows(p, options->data, err)
                      : theory_rows(p, patch, device, options, err));
    if (options->data)
        guess(p, options);
    TRY(choose_unknowns(p, options, err));
    contensou__problem_start(p, p->own);
    return contensou__problem_prepare(p, err);
}

enum contensou_status contensou__problem_create(struct contensou__problem *p,
                                                const struct contensou_patch *patch,
                                                struct contensou_device *device,
                                                const struct contensou_fit_options *options,
                                                struct contensou_error *err)
{
    enum contensou_status status;

    *p = (struct contensou__problem){.mu = 1,
                                     .a = 1,
                                     .stretch = 1,
                                     .part = options->data ? rows_of_a_thread : SIZE_MAX,
                                     .loss = options->loss,
                                     .huber = options->huber,
                                     .progress = options->progress};
    if (options->theta_nodes == 1 || options->theta_nodes < 0 || options->phi_nodes < 0 ||
        !(options->weight_force >= 0) || !(options->weight_torque >= 0) ||
        !(options->length_unit >= 0))
        return WRONG(err, "a fit needs two or more nodes in theta, weights of 0 or more and a "
                          "unit of length above 0");
    status = create(p, patch, device, options, err);
    if (status)
        contensou__problem_free(p);
    return status;
}

int contensou__problem_stopped(const struct contensou__problem *p)
{
    return contensou__stop_asked(&p->progress, "evaluations", (double)p->evaluations, 0) != 0;
}

const char *contensou__problem_name(const struct contensou__problem *p, int unknown)
{
    return p->which[unknown] == contensou__problem_mu  ? "mu"
           : p->which[unknown] == contensou__problem_a ? "a"
                                                       : p->law.names[p->which[unknown]];
}

double contensou__problem_value(const struct contensou__problem *p, int unknown, double x)
{
    const double inside = fmin(fmax(x, p->low[unknown]), p->high[unknown]);

    return p->by_log[unknown] ? exp(inside) : inside;
}

void contensou__problem_put(struct contensou__problem *p, const double *x)
{
    for (int u = 0; u < p->unknowns; ++u) {
        const double value = contensou__problem_value(p, u, x[u]);

        if (p->which[u] == contensou__problem_mu)
            p->mu = value;
        else if (p->which[u] == contensou__problem_a)
            p->a = value;
        else
            contensou__law_set(&p->law, p->which[u], value);
    }
}

void contensou__problem_start(const struct contensou__problem *p, double *x)
{
    for (int u = 0; u < p->unknowns; ++u) {
        const double value = p->which[u] == contensou__problem_mu  ? p->mu
                             : p->which[u] == contensou__problem_a ? p->a
                                                                   : p->law.value[p->which[u]];

        x[u] = p->by_log[u] ? log(value) : value;
    }
}

void contensou__problem_slip(const struct contensou__problem *p, double theta, double phi,
                             double slip[3])
{
    slip[0] = cos(theta) * cos(phi);
    slip[1] = cos(theta) * sin(phi);
    slip[2] = sin(theta) / p->size;
}

void contensou__problem_wrench(const struct contensou__problem *p, const double slip[3],
                               double wrench[3])
{
    double out[9];

    contensou__law_wrench(&p->law, (const double[3]){slip[0], slip[1], p->a * slip[2]}, 0, out);
    wrench[0] = p->mu * out[0];
    wrench[1] = p->mu * out[1];
    wrench[2] = p->mu * p->a * out[2];
}

/* What a thread needs for its rows. */
struct rows_work {
    struct contensou__problem *p;
    const double *x;
    double *f, *slope;
};

void contensou__problem_wrenches(const struct contensou__problem *p, size_t from, size_t to,
                                 double *f)
{
    const size_t n = p->rows;

    if (p->fast) {
        contensou__fast_wrench(p->fast, p, from, to, f, NULL);
        for (size_t i = from; i < to && p->mu != 1; ++i) {
            f[i] *= p->mu;
            f[n + i] *= p->mu;
            f[2 * n + i] *= p->mu;
        }
        return;
    }
    for (size_t i = from; i < to; ++i) {
        double one[3];

        contensou__problem_wrench(
            p, (const double[3]){p->slip[i], p->slip[n + i], p->slip[2 * n + i]}, one);
        for (size_t k = 0; k < 3; ++k)
            f[k * n + i] = one[k];
    }
}

static void residual_rows(void *context, size_t part, size_t from, size_t to)
{
    const struct rows_work *w = context;
    const struct contensou__problem *p = w->p;
    double *r = w->f;

    (void)part;
    contensou__problem_wrenches(p, from, to, r);
    for (size_t k = 0; k < 3; ++k)
        for (size_t i = k * p->rows + from; i < k * p->rows + to; ++i)
            r[i] = p->weight[i] > 0 ? p->weight[i] * (r[i] - p->target[i]) : 0;
}

void contensou__problem_residuals(struct contensou__problem *p, const double *x, double *r)
{
    contensou__problem_put(p, x);
    ++p->evaluations;
    contensou__threads_run(p->rows, p->part, residual_rows, &(struct rows_work){p, x, r, NULL});
}

double contensou__problem_threshold(const struct contensou__problem *p)
{
    return p->loss == CONTENSOU_LOSS_HUBER && p->huber > 0 ? p->huber : HUGE_VAL;
}

double contensou__problem_losses(const struct contensou__problem *p, const double *r)
{
    const double most = contensou__problem_threshold(p);
    double sum = 0;

    for (size_t i = 0; i < 3 * p->rows; ++i)
        sum += fabs(r[i]) <= most ? r[i] * r[i] : most * (2 * fabs(r[i]) - most);
    return sum;
}

double contensou__problem_objective(struct contensou__problem *p, const double *x, double *r)
{
    contensou__problem_residuals(p, x, r);
    return contensou__problem_losses(p, r);
}

/* The slopes in closed form: mu multiplies everything, and the logarithm of an unknown has its value as
 * a factor. */
static void slope_rows(void *context, size_t part, size_t from, size_t to)
{
    const struct rows_work *w = context;
    const struct contensou__problem *p = w->p;

    (void)part;
    contensou__fast_wrench(p->fast, p, from, to, w->f, w->slope);
    for (int u = 0; u < p->unknowns; ++u) {
        double *column = w->slope + (size_t)u * 3 * p->rows;
        const int is_mu = p->which[u] == contensou__problem_mu;
        const double factor =
            (p->by_log[u] ? contensou__problem_value(p, u, w->x[u]) : 1) * (is_mu ? 1 : p->mu);

        for (size_t k = 0; k < 3; ++k)
            for (size_t i = k * p->rows + from; i < k * p->rows + to; ++i)
                column[i] =
                    p->weight[i] > 0 ? p->weight[i] * factor * (is_mu ? w->f[i] : column[i]) : 0;
    }
}

static void differences(struct contensou__problem *p, const double *x, double *r, double *jacobian)
{
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    static const double place[4] = {-2, -1, 1, 2};
    const size_t n = 3 * p->rows;
    double at[CONTENSOU_FIT_PARAMETERS];

    memcpy(at, x, (size_t)p->unknowns * sizeof *at);
    for (int u = 0; u < p->unknowns; ++u) {
        double *column = jacobian + (size_t)u * n;
        const double step = 3e-4 * fmax(1e-2, p->by_log[u] ? 1 : fabs(x[u]));

        memset(column, 0, n * sizeof *column);
        for (int k = 0; k < 4; ++k) {
            at[u] = x[u] + place[k] * step;
            contensou__problem_residuals(p, at, r);
            for (size_t i = 0; i < n; ++i)
                column[i] += weight[k] * r[i] / step;
        }
        at[u] = x[u];
    }
    contensou__problem_put(p, x);
}

enum contensou_status contensou__problem_jacobian(struct contensou__problem *p, const double *x,
                                                  double *jacobian, struct contensou_error *err)
{
    OWNED(contensou__try_free) double *r = malloc((3 * p->rows + 1) * sizeof *r);

    TRY(contensou__try_memory(r, err, "the slopes of a fit"));
    if (p->fast) {
        contensou__problem_put(p, x);
        ++p->evaluations;
        contensou__threads_run(p->rows, p->part, slope_rows,
                               &(struct rows_work){p, x, r, jacobian});
    } else
        differences(p, x, r, jacobian);
    return CONTENSOU_OK;
}

/* The parts of an objective in closed form. */
struct objective_work {
    const struct contensou__problem *p;
    const double *x;
    double value[contensou__threads_parts];
    double gradient[contensou__threads_parts][CONTENSOU_FIT_PARAMETERS];
};

static void objective_rows(void *context, size_t part, size_t from, size_t to)
{
    struct objective_work *w = context;

    w->value[part] = contensou__fast_objective(w->p->fast, w->p, w->x, from, to, w->gradient[part]);
}

static double closed_objective(struct contensou__problem *p, const double *x, double *gradient)
{
    struct objective_work w = {.p = p, .x = x};
    double value = 0;
    size_t parts;

    contensou__problem_put(p, x);
    ++p->evaluations;
    memset(gradient, 0, (size_t)p->unknowns * sizeof *gradient);
    parts = contensou__threads_run(p->rows, p->part, objective_rows, &w);
    for (size_t k = 0; k < parts; ++k) {
        value += w.value[k];
        for (int u = 0; u < p->unknowns; ++u)
            gradient[u] += w.gradient[k][u];
    }
    return value;
}

enum contensou_status contensou__problem_slope(struct contensou__problem *p, const double *x,
                                               double *r, double *jacobian, double *value,
                                               double *gradient, struct contensou_error *err)
{
    const double most = contensou__problem_threshold(p);

    if (gradient && contensou__fast_has_objective(p->fast, p)) {
        *value = closed_objective(p, x, gradient);
        return CONTENSOU_OK;
    }
    *value = contensou__problem_objective(p, x, r);
    if (!gradient)
        return CONTENSOU_OK;
    TRY(contensou__problem_jacobian(p, x, jacobian, err));
    for (size_t i = 0; i < 3 * p->rows; ++i)
        r[i] = r[i] > most ? most : r[i] < -most ? -most : r[i];
    for (int u = 0; u < p->unknowns; ++u) {
        const double *column = jacobian + (size_t)u * 3 * p->rows;

        gradient[u] = 0;
        for (size_t i = 0; i < 3 * p->rows; ++i)
            gradient[u] += 2 * r[i] * column[i];
    }
    return CONTENSOU_OK;
}

void contensou__problem_errors(struct contensou__problem *p, double theta, double phi,
                               double error[2])
{
    double slip[3], f[3], g[9];

    contensou__problem_slip(p, theta, phi, slip);
    contensou__problem_wrench(p, slip, f);
    contensou__patch_data_wrench(&p->exact, slip, 0, g);
    error[0] = p->scale_force * hypot(f[0] - g[0], f[1] - g[1]);
    error[1] = p->scale_torque * fabs(f[2] - g[2]);
}
