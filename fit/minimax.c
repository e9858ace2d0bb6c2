/* minimax.c: the largest error over all directions, made small by exchange.
 * SPDX-License-Identifier: MIT */
#include "fit/minimax.h"

#include "base/pi.h"
#include "base/threads.h"
#include "base/try.h"
#include "fit/fast.h"

#include <nlopt.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { fine_theta = 361, fine_phi = 48, most_peaks = 96, rounds = 60, patience = 12 };

static double error_at(struct contensou__problem *p, const struct contensou__peak *peak)
{
    double e[2];

    contensou__problem_errors(p, peak->theta, peak->phi, e);
    return e[peak->kind];
}

/* The largest value of the error along one angle near a node, by golden section. */
static void climb(struct contensou__problem *p, struct contensou__peak *peak, double *angle,
                  double reach, double low, double high)
{
    const double golden = 0.61803398874989485;
    double a = fmax(low, *angle - reach), b = fmin(high, *angle + reach);
    double x = b - golden * (b - a), y = a + golden * (b - a), fx, fy;

    *angle = x, fx = error_at(p, peak);
    *angle = y, fy = error_at(p, peak);
    for (int i = 0; i < 60 && b - a > 1e-9; ++i)
        if (fx > fy) {
            b = y, y = x, fy = fx;
            *angle = x = b - golden * (b - a), fx = error_at(p, peak);
        } else {
            a = x, x = y, fx = fy;
            *angle = y = a + golden * (b - a), fy = error_at(p, peak);
        }
    *angle = fx > fy ? x : y;
    peak->error = fmax(fx, fy);
}

static int larger_first(const void *a, const void *b)
{
    const double x = ((const struct contensou__peak *)a)->error,
                 y = ((const struct contensou__peak *)b)->error;

    return (x < y) - (x > y);
}

/* 1 where the node is at least as large as its neighbours. */
static int is_peak(const double *e, int thetas, int phis, int i, int j)
{
    const double here = e[i * phis + j];

    for (int di = -1; di <= 1; ++di)
        for (int dj = phis > 1 ? -1 : 0; dj <= (phis > 1 ? 1 : 0); ++dj)
            if (i + di >= 0 && i + di < thetas &&
                e[(i + di) * phis + (j + dj + phis) % phis] > here)
                return 0;
    return 1;
}

struct grid_work {
    struct contensou__problem *p;
    int phis, first; /* 1: what is exact is not known yet */
    double *e;
};

static void grid_nodes(void *context, size_t part, size_t from, size_t to)
{
    const struct grid_work *w = context;
    struct contensou__problem *p = w->p;
    const size_t phis = (size_t)w->phis, nodes = fine_theta * phis;
    const double dt = pi / 2 / (fine_theta - 1), dp = 2 * pi / (double)phis;

    (void)part;
    for (size_t i = from; i < to; ++i) {
        double slip[3], f[3], g[9], *exact = p->fine + 3 * i;

        contensou__problem_slip(p, (double)(i / phis) * dt, (double)(i % phis) * dp, slip);
        if (w->first) {
            contensou__patch_data_wrench(&p->exact, slip, 0, g);
            memcpy(exact, g, 3 * sizeof *exact);
        }
        contensou__problem_wrench(p, slip, f);
        w->e[i] = p->scale_force * hypot(f[0] - exact[0], f[1] - exact[1]);
        w->e[nodes + i] = p->scale_torque * fabs(f[2] - exact[2]);
    }
}

/* The errors on the fine grid, e[kind * nodes + node]; what is exact is computed only once. */
static int grid_errors(struct contensou__problem *p, int phis, double *e)
{
    const size_t nodes = fine_theta * (size_t)phis;
    const int first = !p->fine;

    if (first && !(p->fine = malloc(3 * nodes * sizeof *p->fine)))
        return 0;
    contensou__threads_run(nodes, 2000, grid_nodes, &(struct grid_work){p, phis, first, e});
    return 1;
}

struct climb_work {
    struct contensou__problem *p;
    struct contensou__peak *peak;
    int phis;
};

static void climb_all(void *context, size_t part, size_t from, size_t to)
{
    const struct climb_work *w = context;
    const double dt = pi / 2 / (fine_theta - 1), dp = 2 * pi / w->phis;

    (void)part;
    for (struct contensou__peak *k = w->peak + from; k < w->peak + to; ++k)
        for (int turn = 0; turn < (w->phis > 1 ? 4 : 1); ++turn) {
            climb(w->p, k, &k->theta, dt, 0, pi / 2);
            if (w->phis > 1)
                climb(w->p, k, &k->phi, dp, -1, 7.3);
        }
}

int contensou__minimax_peaks(struct contensou__problem *p, struct contensou__peak *peak, int most)
{
    const int thetas = fine_theta, phis = p->circular ? 1 : fine_phi;
    const double dt = pi / 2 / (thetas - 1), dp = 2 * pi / phis;
    OWNED(contensou__try_free) double *e = malloc(2 * (size_t)(thetas * phis) * sizeof *e);
    double worst = 0;
    int count = 0;

    if (!e || !grid_errors(p, phis, e))
        return 0;
    for (int i = 0; i < 2 * thetas * phis; ++i)
        worst = fmax(worst, e[i]);
    for (int kind = 0; kind < 2; ++kind)
        for (int i = 0; i < thetas; ++i)
            for (int j = 0; j < phis && count < most; ++j) {
                const double *grid = e + kind * thetas * phis;
                struct contensou__peak k = {i * dt, j * dp, grid[i * phis + j], kind};

                if (k.error < 0.3 * worst || !is_peak(grid, thetas, phis, i, j))
                    continue;
                peak[count++] = k;
            }
    contensou__threads_run((size_t)count, 4, climb_all, &(struct climb_work){p, peak, phis});
    qsort(peak, (size_t)count, sizeof *peak, larger_first);
    return count;
}

struct exchange {
    struct contensou__problem *p;
    struct contensou__peak peak[most_peaks];
    int count;
    struct contensou__problem rows; /* the peaks as rows, with tables where the law has them */
    double slip[3 * most_peaks], exact[3 * most_peaks]; /* of the peaks, field by field */
    double *f;                                          /* [3 * count], and slopes behind it */
};

static void free_rows(struct exchange *x)
{
    contensou__fast_free(x->rows.fast);
    x->rows.fast = NULL;
    free(x->f);
}

static void free_exchange(struct exchange **x)
{
    if (*x)
        free_rows(*x);
    free(*x);
}

/* The peaks of a round as rows: what is exact there is computed once, and the slopes of many laws are closed. */
static enum contensou_status make_rows(struct exchange *x, struct contensou_error *err)
{
    const size_t n = (size_t)x->count;

    free_rows(x);
    x->rows = *x->p;
    x->rows.rows = n;
    x->rows.slip = x->slip;
    x->rows.fast = NULL;
    for (size_t i = 0; i < n; ++i) {
        double slip[3], g[9];

        contensou__problem_slip(x->p, x->peak[i].theta, x->peak[i].phi, slip);
        contensou__patch_data_wrench(&x->p->exact, slip, 0, g);
        for (size_t k = 0; k < 3; ++k) {
            x->slip[k * n + i] = slip[k];
            x->exact[k * n + i] = g[k];
        }
    }
    x->f = malloc(3 * n * (size_t)(x->p->unknowns + 1) * sizeof *x->f);
    TRY(contensou__try_memory(x->f, err, "a minimax fit"));
    return contensou__problem_prepare(&x->rows, err);
}

/* The wrench in the rows and, where tables give them, its slopes. */
static void row_wrenches(struct exchange *x, const double *y, int slopes)
{
    const size_t n = (size_t)x->count;

    contensou__problem_put(&x->rows, y);
    if (x->rows.fast && slopes)
        contensou__fast_wrench(x->rows.fast, &x->rows, 0, n, x->f, x->f + 3 * n);
    else
        contensou__problem_wrenches(&x->rows, 0, n, x->f);
}

/* The error at peak i, and, unless df is NULL, its change with that of the wrench. */
static double row_error(const struct exchange *x, size_t i, const double *df, double *change)
{
    const size_t n = (size_t)x->count;
    double d[3], size;

    for (size_t k = 0; k < 3; ++k)
        d[k] = x->f[k * n + i] - x->exact[k * n + i];
    size = hypot(d[0], d[1]);
    if (x->peak[i].kind) {
        if (df)
            *change = x->p->scale_torque * (d[2] < 0 ? -1 : 1) * df[2 * n + i];
        return x->p->scale_torque * fabs(d[2]);
    }
    if (df)
        *change = x->p->scale_force * (d[0] * df[i] + d[1] * df[n + i]) / (size > 0 ? size : 1);
    return x->p->scale_force * size;
}

static double height(unsigned n, const double *y, double *gradient, void *data)
{
    (void)data;
    if (gradient) {
        memset(gradient, 0, n * sizeof *gradient);
        gradient[n - 1] = 1;
    }
    return y[n - 1];
}

/* error at each peak - t, and the slopes, closed or by differences. */
static void below(unsigned m, double *result, unsigned n, const double *y, double *gradient,
                  void *data)
{
    struct exchange *x = data;
    const int closed = x->rows.fast != NULL;
    double at[CONTENSOU_FIT_PARAMETERS + 1];

    memcpy(at, y, n * sizeof *at);
    row_wrenches(x, y, gradient != NULL);
    for (unsigned k = 0; k < m; ++k)
        result[k] = row_error(x, k, NULL, NULL) - y[n - 1];
    for (unsigned u = 0; u + 1 < n && gradient && closed; ++u) {
        const double factor = x->p->by_log[u] ? contensou__problem_value(x->p, (int)u, y[u]) : 1;

        for (unsigned k = 0; k < m; ++k) {
            row_error(x, k, x->f + 3 * (size_t)m * (u + 1), &gradient[k * n + u]);
            gradient[k * n + u] *= factor;
        }
    }
    for (unsigned u = 0; u + 1 < n && gradient && !closed; ++u) {
        const double step = 1e-5 * fmax(0.1, fabs(y[u]));

        for (int side = -1; side <= 1; side += 2) {
            at[u] = y[u] + side * step;
            row_wrenches(x, at, 0);
            for (unsigned k = 0; k < m; ++k)
                gradient[k * n + u] = (side < 0 ? 0 : gradient[k * n + u]) +
                                      side * row_error(x, k, NULL, NULL) / (2 * step);
        }
        at[u] = y[u];
    }
    for (unsigned k = 0; k < m && gradient; ++k)
        gradient[k * n + n - 1] = -1;
}

/* SLSQP on the present peaks; y is the unknowns and t. */
static void solve(struct exchange *x, double *y)
{
    const unsigned n = (unsigned)x->p->unknowns + 1;
    nlopt_opt opt = nlopt_create(NLOPT_LD_SLSQP, n);
    double low[CONTENSOU_FIT_PARAMETERS + 1], high[CONTENSOU_FIT_PARAMETERS + 1], value;
    double tolerance[most_peaks];

    if (!opt)
        return;
    for (unsigned u = 0; u + 1 < n; ++u) { /* a step at a time: peaks move with the parameters */
        const double room = 0.25 * fmax(0.2, fabs(y[u]));

        low[u] = fmax(x->p->low[u], y[u] - room);
        high[u] = fmin(x->p->high[u], y[u] + room);
    }
    low[n - 1] = 0;
    high[n - 1] = HUGE_VAL;
    for (int k = 0; k < x->count; ++k)
        tolerance[k] = 1e-13;
    nlopt_set_lower_bounds(opt, low);
    nlopt_set_upper_bounds(opt, high);
    nlopt_set_min_objective(opt, height, NULL);
    nlopt_add_inequality_mconstraint(opt, (unsigned)x->count, below, x, tolerance);
    nlopt_set_xtol_rel(opt, 1e-12);
    nlopt_set_maxeval(opt, 200);
    nlopt_optimize(opt, y, &value);
    nlopt_destroy(opt);
}

/* Adds the peaks of now; one of the same kind at nearly the same place is replaced. */
static void merge(struct exchange *x, const struct contensou__peak *peak, int count)
{
    for (int i = 0; i < count; ++i) {
        int k = 0;

        while (k < x->count &&
               !(x->peak[k].kind == peak[i].kind && fabs(x->peak[k].theta - peak[i].theta) < 1e-4 &&
                 fabs(sin(0.5 * (x->peak[k].phi - peak[i].phi))) < 1e-4))
            ++k;
        if (k == most_peaks) /* full: the smallest of the old ones makes room */
            k = most_peaks - 1;
        x->peak[k] = peak[i];
        if (k == x->count)
            ++x->count;
    }
}

enum contensou_status contensou__minimax_improve(struct contensou__problem *p,
                                                 struct contensou__search *out,
                                                 struct contensou_error *err)
{
    OWNED(free_exchange) struct exchange *x = calloc(1, sizeof *x);
    struct contensou__peak now[most_peaks / 2];
    double y[CONTENSOU_FIT_PARAMETERS + 1];

    TRY(contensou__try_memory(x, err, "a minimax fit"));
    x->p = p;
    out->value = HUGE_VAL;
    memcpy(y, out->x, (size_t)p->unknowns * sizeof *y);
    for (int round = 0, best = 0; round < rounds && !contensou__problem_stopped(p); ++round) {
        int count;

        contensou__problem_put(p, y);
        count = contensou__minimax_peaks(p, now, most_peaks / 2);
        if (!count)
            break;
        if (now[0].error < out->value) {
            if (now[0].error < out->value * (1 - 1e-9))
                best = round;
            out->value = now[0].error;
            memcpy(out->x, y, (size_t)p->unknowns * sizeof *y);
        }
        out->spread = round ? fabs(out->value - y[p->unknowns]) / out->value : 1;
        if ((round && out->spread < 1e-9) || round - best > patience)
            break;
        merge(x, now, count);
        y[p->unknowns] = now[0].error;
        TRY(make_rows(x, err));
        solve(x, y);
    }
    contensou__problem_put(p, out->x);
    if (contensou__problem_stopped(p))
        return contensou_fail(err, CONTENSOU_ESTOPPED, "the fit of %s was stopped", p->law.name);
    return CONTENSOU_OK;
}
