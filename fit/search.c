/* search.c: least squares with NLopt, by two routes. SPDX-License-Identifier: MIT */
#include "fit/search.h"

#include "base/threads.h"
#include "base/try.h"

#include <nlopt.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { most_for_direct = 6, default_starts = 8, rows_of_a_route = 500 };

struct work {
    struct contensou__problem *p;
    double *r, *jacobian;
    nlopt_opt opt;                             /* the one that runs, or NULL */
    const struct contensou__search_cuts *cuts; /* conditions, or NULL */
    atomic_int *stop;                          /* set where others must end too, or NULL */
    struct contensou_error *err;
    enum contensou_status status;
};

static int is_stopped(struct work *w)
{
    const int asked = contensou__problem_stopped(w->p);

    if (asked && w->stop)
        atomic_store(w->stop, 1);
    return asked || (w->stop && atomic_load(w->stop));
}

static double objective(unsigned n, const double *x, double *gradient, void *data)
{
    struct work *w = data;
    double value = HUGE_VAL;

    (void)n;
    if (w->opt && is_stopped(w))
        nlopt_force_stop(w->opt);
    w->status = contensou__problem_slope(w->p, x, w->r, w->jacobian, &value, gradient, w->err);
    return isfinite(value) ? value : 1e300;
}

static void conditions(unsigned count, double *out, unsigned n, const double *x, double *gradient,
                       void *data)
{
    const struct work *w = data;

    for (unsigned k = 0; k < count; ++k) {
        const double *row = w->cuts->row + (size_t)k * (n + 1);

        out[k] = row[n];
        for (unsigned u = 0; u < n; ++u)
            out[k] += row[u] * x[u];
        if (gradient)
            memcpy(gradient + (size_t)k * n, row, n * sizeof *gradient);
    }
}

/* One run of one algorithm from x, which it replaces; the value, or infinity where it failed. */
static double run(struct work *w, nlopt_algorithm algorithm, double *x, double tolerance, int most)
{
    const int n = w->p->unknowns;
    nlopt_opt opt = nlopt_create(algorithm, (unsigned)n);
    double value = HUGE_VAL, kept[CONTENSOU_FIT_PARAMETERS];

    if (!opt)
        return HUGE_VAL;
    for (int u = 0; u < n; ++u)
        x[u] = fmin(fmax(x[u], w->p->low[u]), w->p->high[u]);
    memcpy(kept, x, (size_t)n * sizeof *kept);
    nlopt_set_lower_bounds(opt, w->p->low);
    nlopt_set_upper_bounds(opt, w->p->high);
    nlopt_set_min_objective(opt, objective, w);
    if (w->cuts && w->cuts->count)
        nlopt_add_inequality_mconstraint(opt, (unsigned)w->cuts->count, conditions, w, NULL);
    nlopt_set_xtol_rel(opt, tolerance);
    nlopt_set_ftol_rel(opt, 1e-17);
    nlopt_set_maxeval(opt, most);
    /* a search that ends by rounding has still found its place: its best x is kept */
    w->opt = opt;
    nlopt_optimize(opt, x, &value);
    w->opt = NULL;
    nlopt_destroy(opt);
    for (int u = 0; u < n; ++u)
        if (!isfinite(x[u])) {
            memcpy(x, kept, (size_t)n * sizeof *kept);
            break;
        }
    return objective((unsigned)n, x, NULL, w);
}

/* SLSQP, begun again from where it ended until it ends where it began. */
static double descend(struct work *w, double *x)
{
    double value = run(w, NLOPT_LD_SLSQP, x, 1e-12, 400);

    for (int again = 0; again < 6; ++again) {
        const double next = run(w, NLOPT_LD_SLSQP, x, 1e-14, 400);
        const int done = !(next < value * (1 - 1e-15));

        value = fmin(value, next);
        if (done)
            break;
    }
    return value;
}

/* A number in (0, 1) from the state (splitmix64). */
static double random_share(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 9007199254740992.0;
}

/* The largest difference in the parameters themselves, relative to them. */
static double distance(const struct contensou__problem *p, const double *x, const double *y)
{
    double worst = 0;

    for (int u = 0; u < p->unknowns; ++u) {
        const double a = contensou__problem_value(p, u, x[u]),
                     b = contensou__problem_value(p, u, y[u]);

        worst = fmax(worst, fabs(a - b) / fmax(1, fmax(fabs(a), fabs(b))));
    }
    return worst;
}

static void random_place(const struct contensou__problem *p, const double *start, uint64_t *state,
                         double *x)
{
    for (int u = 0; u < p->unknowns; ++u) {
        const double share = random_share(state);

        if (p->unknowns <= most_for_direct)
            x[u] = p->low[u] + (p->high[u] - p->low[u]) * share;
        else /* in many dimensions most of the box is far from any law: stay about the start */
            x[u] = fmin(fmax(start[u] + 0.2 * (share - 0.5) * (1 + fabs(start[u])), p->low[u]),
                        p->high[u]);
    }
}

static enum contensou_status prepare(struct work *w)
{
    const size_t values = 3 * w->p->rows;

    w->r = malloc((values * ((size_t)w->p->unknowns + 1) + 1) * sizeof *w->r);
    TRY(contensou__try_memory(w->r, w->err, "a fit of %zu rows", w->p->rows));
    w->jacobian = w->r + values;
    return CONTENSOU_OK;
}

static void release(struct work *w)
{
    free(w->r);
}

static enum contensou_status check_stop(const struct contensou__problem *p,
                                        struct contensou_error *err)
{
    return contensou__problem_stopped(p)
               ? contensou_fail(err, CONTENSOU_ESTOPPED, "the fit of %s was stopped", p->law.name)
               : CONTENSOU_OK;
}

/* One search of both routes, with a law of its own: where it begins and where it ends. */
struct end {
    double x[CONTENSOU_FIT_PARAMETERS], value;
    long evaluations;
    enum contensou_status status;
};

struct routes {
    const struct contensou__problem *p;
    struct end *end;  /* the global one, then the local ones */
    pthread_t caller; /* who alone is asked whether to go on */
    atomic_int stop;
};

static enum contensou_status search_one(struct routes *routes, struct end *end)
{
    struct contensou__problem mine = *routes->p;
    const size_t size = mine.law.count * sizeof *mine.law.table;
    const int n = mine.unknowns;
    OWNED(contensou__try_free) double *table = malloc(size + 1);
    struct contensou_error err;
    OWNED(release) struct work w = {.p = &mine, .err = &err, .stop = &routes->stop};

    TRY(contensou__try_memory(table, &err, "the numbers of a law"));
    if (size)
        memcpy(table, mine.law.table, size);
    mine.law.table = table;
    mine.part = SIZE_MAX;
    mine.evaluations = 0;
    if (!pthread_equal(routes->caller, pthread_self()))
        mine.progress = (struct contensou_progress){0};
    TRY(prepare(&w));
    if (end == routes->end && n > most_for_direct)
        run(&w, NLOPT_LD_LBFGS, end->x, 1e-12, 2000);
    else if (end == routes->end) {
        run(&w, NLOPT_GN_DIRECT_L, end->x, 1e-4, 150 * n);
        run(&w, NLOPT_LN_SBPLX, end->x, 1e-11, 2000 * n);
    }
    end->value = descend(&w, end->x);
    end->evaluations = mine.evaluations;
    return w.status;
}

static void search_some(void *context, size_t part, size_t from, size_t to)
{
    struct routes *routes = context;

    (void)part;
    for (size_t i = from; i < to && !atomic_load(&routes->stop); ++i)
        routes->end[i].status = search_one(routes, &routes->end[i]);
}

/* The routes beside each other where the rows are worth it: each evaluation is short, so that a thread for a part of
 * the rows would cost more than it does. */
static enum contensou_status two_routes(struct contensou__problem *p, int starts,
                                        unsigned long seed, struct contensou__search *out,
                                        struct contensou_error *err)
{
    const size_t count = (size_t)starts + 2;
    OWNED(contensou__try_free) struct end *end = calloc(count, sizeof *end);
    struct routes routes = {.p = p, .end = end, .caller = pthread_self()};
    const struct end *best = end + 1;
    uint64_t state = seed;

    TRY(contensou__try_memory(end, err, "a search"));
    for (size_t i = 0; i < count; ++i) {
        contensou__problem_start(p, end[i].x);
        end[i].value = HUGE_VAL;
        if (i > 1)
            random_place(p, end[0].x, &state, end[i].x);
    }
    contensou__threads_run(count, p->rows >= rows_of_a_route ? 1 : count, search_some, &routes);
    for (size_t i = 0; i < count; ++i) {
        p->evaluations += end[i].evaluations;
        if (end[i].status)
            return contensou_fail(err, end[i].status, "no memory for a fit of %zu rows", p->rows);
        if (i > 0 && end[i].value < best->value)
            best = &end[i];
    }
    out->spread = distance(p, end[0].x, best->x);
    if (end[0].value < best->value * (1 - 1e-9)) /* only the global route found it */
        best = end;
    memcpy(out->x, best->x, sizeof best->x);
    out->value = best->value;
    for (size_t i = 1; i < count; ++i)
        out->agreed += distance(p, end[i].x, out->x) < 1e-6;
    out->starts = starts + 1;
    return CONTENSOU_OK;
}

enum contensou_status contensou__search_squares(struct contensou__problem *p, int starts,
                                                unsigned long seed, struct contensou__search *out,
                                                struct contensou_error *err)
{
    *out = (struct contensou__search){0};
    if (p->unknowns == 0)
        return contensou__search_value(p, out, err);
    TRY(two_routes(p, starts ? starts : default_starts, seed, out, err));
    contensou__problem_put(p, out->x);
    return check_stop(p, err);
}

enum contensou_status contensou__search_again(struct contensou__problem *p,
                                              struct contensou__search *out,
                                              const struct contensou__search_cuts *cuts,
                                              struct contensou_error *err)
{
    OWNED(release) struct work w = {.p = p, .cuts = cuts, .err = err};

    TRY(prepare(&w));
    if (p->unknowns > 0) {
        out->value = cuts ? run(&w, NLOPT_LD_SLSQP, out->x, 1e-9, 200) : descend(&w, out->x);
        contensou__problem_put(p, out->x);
    }
    TRY(w.status);
    return check_stop(p, err);
}

enum contensou_status contensou__search_value(struct contensou__problem *p,
                                              struct contensou__search *out,
                                              struct contensou_error *err)
{
    OWNED(release) struct work w = {.p = p, .err = err};

    TRY(prepare(&w));
    out->value = contensou__problem_objective(p, out->x, w.r);
    return check_stop(p, err);
}
