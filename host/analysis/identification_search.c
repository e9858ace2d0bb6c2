/* identification_search.c: the least sum of squares over shared numbers and initial states, by Levenberg and Marquardt.
 *
 * With N and g of each run, in blocks of shared (p) and own (s) unknowns, a step solves
 *
 *     (N + lambda diag N) u = -g
 *
 * by elimination of the own unknowns run by run: S = N_pp - sum N_ps N_ss^-1 N_sp. Numbers at a bound that would leave it stay
 * there, and the others are solved for again. Several starts go side by side, their trajectories in one launch.
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = contensou__identification_shared, rounds = 60, few = 4, sorted_after = 6 };

/* A gap of a thousandth of a state's size weighs as much as a residual of one sigma in ten values. */
static const double gap_unit = 1e-3;

static double gap_of(const struct contensou__identification_model *m,
                     const struct contensou__identification_fit *f)
{
    double sum = 0;

    for (size_t k = 0; k + 1 < m->pieces; ++k)
        for (size_t i = 0; i < m->dim && m->piece[k].joins; ++i) {
            const double d = (f->motion.end[k * m->dim + i] - f->point.state[(k + 1) * m->dim + i]);

            sum += d * d / (m->unit[i] * m->unit[i]);
        }
    return sum;
}

double contensou__identification_search_cost(const struct contensou__identification_model *m,
                                             const double *noise,
                                             const struct contensou__identification_fit *f)
{
    const struct contensou__identification_data *const d = m->data;
    double sum = 0;

    for (size_t k = 0; k < m->pieces && !f->motion.failed; ++k)
        for (size_t i = m->piece[k].first * d->columns;
             i < (m->piece[k].first + m->piece[k].count) * d->columns; ++i) {
            const double r = (f->motion.found[i] - d->value[i]) / noise[i % d->columns];

            sum += isnan(d->value[i]) ? 0 : r * r;
        }
    return f->motion.failed || !isfinite(sum) ? INFINITY : sum;
}

static double merit(const struct contensou__identification_model *m,
                    const struct contensou__identification_fit *f)
{
    const double values = (double)(m->data->rows * m->data->columns);

    return f->cost + 0.1 * values * f->gap / (gap_unit * gap_unit);
}

/* Normal equations of all runs of one start. */
struct system {
    struct contensou__identification_normal *run;
    size_t runs;
};

static void free_system(struct system *s)
{
    for (size_t r = 0; r < s->runs; ++r)
        contensou__identification_normal_free(&s->run[r]);
    free(s->run);
    *s = (struct system){0};
}

static enum contensou_status make_system(const struct contensou__identification_model *m,
                                         const double *noise,
                                         const struct contensou__identification_fit *f,
                                         struct system *s, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    *s = (struct system){.run = calloc(m->data->runs, sizeof *s->run), .runs = m->data->runs};
    if (!s->run)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu runs", m->data->runs);
    for (size_t r = 0; r < s->runs && !status; ++r)
        status = contensou__identification_normal_make(m, noise, f, r, &s->run[r], err);
    return status;
}

/* The damped block of own unknowns of a run with several right-hand sides, solved one by one; X[k] is the solution of B[k]. */
static int solve_own(const struct contensou__identification_normal *n, size_t shared, double lambda,
                     const double *rhs, double *x)
{
    const size_t own = n->n - shared;
    double A[16 * 16];

    for (size_t i = 0; i < own; ++i) {
        for (size_t k = 0; k < own; ++k)
            A[i * own + k] = n->N[(shared + i) * n->n + shared + k];
        A[i * own + i] = A[i * own + i] * (1 + lambda) + 1e-300;
        x[i] = rhs[i];
    }
    for (size_t i = 0; i < own; ++i) /* no influence at all: it stays */
        if (n->N[(shared + i) * n->n + shared + i] == 0) {
            for (size_t k = 0; k < own; ++k)
                A[i * own + k] = A[k * own + i] = 0;
            A[i * own + i] = 1;
            x[i] = 0;
        }
    return contensou__identification_normal_solve(own, A, x);
}

/* S and its right-hand side for this lambda. */
static int reduce(const struct contensou__identification_model *m, const struct system *s,
                  double lambda, double *S, double *h)
{
    const size_t p = m->shared;

    memset(S, 0, p * p * sizeof *S);
    memset(h, 0, p * sizeof *h);
    for (size_t r = 0; r < s->runs; ++r) {
        const struct contensou__identification_normal *const n = &s->run[r];
        const size_t own = n->n - p;
        double rhs[16], x[16], gx[16];

        for (size_t i = 0; i < p; ++i) {
            h[i] -= n->g[i];
            for (size_t k = 0; k < p; ++k)
                S[i * p + k] += n->N[i * n->n + k] * (i == k ? 1 + lambda : 1);
        }
        if (!own)
            continue;
        if (!solve_own(n, p, lambda, n->g + p, gx))
            return 0;
        for (size_t k = 0; k < p; ++k) {
            for (size_t i = 0; i < own; ++i)
                rhs[i] = n->N[(p + i) * n->n + k];
            if (!solve_own(n, p, lambda, rhs, x))
                return 0;
            for (size_t i = 0; i < p; ++i)
                for (size_t o = 0; o < own; ++o)
                    S[i * p + k] -= n->N[i * n->n + p + o] * x[o];
        }
        for (size_t i = 0; i < p; ++i)
            for (size_t o = 0; o < own; ++o)
                h[i] += n->N[i * n->n + p + o] * gx[o];
    }
    return 1;
}

/* The shared part of a step: S x = h with bounds. */
static int step_shared(const struct contensou__identification_model *m,
                       const struct contensou__identification_point *at, const double *S,
                       const double *h, double *x)
{
    const size_t p = m->shared;
    double fixed[most];
    int is[most] = {0};

    for (size_t j = 0; j < p; ++j)
        is[j] = !(S[j * p + j] > 0), fixed[j] = 0;
    for (size_t round = 0; round <= p; ++round) {
        double A[most * most], b[most];
        int left = 0;

        for (size_t i = 0; i < p; ++i) {
            b[i] = is[i] ? fixed[i] : h[i];
            for (size_t k = 0; k < p; ++k) {
                A[i * p + k] = is[i] || is[k] ? i == k : S[i * p + k];
                if (!is[i] && is[k])
                    b[i] -= S[i * p + k] * fixed[k];
            }
        }
        if (!contensou__identification_normal_solve(p, A, b))
            return 0;
        memcpy(x, b, p * sizeof *x);
        for (size_t j = 0; j < p; ++j) {
            const double here = at->shared[j], to = here + x[j];
            /* one step changes a number by a factor of five at most, where a straight line says little any more */
            const double reach = fmax(fabs(here), 0.1 * m->unknown[j].unit);
            const double low = fmax(m->unknown[j].low, here - (here > 0 ? 0.8 : 4) * reach);
            const double high = fmin(m->unknown[j].high, here + (here > 0 ? 4 : 0.8) * reach);

            if (!is[j] && !(to >= low && to <= high)) {
                is[j] = left = 1;
                fixed[j] = (to < low ? low : high) - at->shared[j];
            }
        }
        if (!left)
            return 1;
    }
    return 1;
}

/* A trial point from a step of all unknowns. Returns the predicted decrease of the sum of squares; below 0: there is no step. */
static double take_step(const struct contensou__identification_model *m, const struct system *s,
                        const struct contensou__identification_fit *from,
                        struct contensou__identification_fit *to)
{
    const size_t p = m->shared, dim = m->dim;
    double S[most * most], h[most], x[most] = {0}, predicted = 0;

    if (!reduce(m, s, from->lambda, S, h) || (p && !step_shared(m, &from->point, S, h, x)))
        return -1;
    for (size_t j = 0; j < p; ++j)
        to->point.shared[j] = from->point.shared[j] + x[j];
    for (size_t r = 0; r < s->runs; ++r) {
        const struct contensou__identification_normal *const n = &s->run[r];
        const size_t own = n->n - p;
        double u[most + 16], rhs[16];

        memcpy(u, x, p * sizeof *u);
        for (size_t i = 0; i < own; ++i) {
            rhs[i] = -n->g[p + i];
            for (size_t k = 0; k < p; ++k)
                rhs[i] -= n->N[(p + i) * n->n + k] * x[k];
        }
        if (own && !solve_own(n, p, from->lambda, rhs, u + p))
            return -1;
        for (size_t i = 0; i < n->n; ++i) {
            predicted -= 2 * n->g[i] * u[i];
            for (size_t k = 0; k < n->n; ++k)
                predicted -= n->N[i * n->n + k] * u[i] * u[k];
        }
        for (size_t i = 0; i < n->pieces * dim; ++i) {
            double moved = n->b[i];

            for (size_t k = 0; k < n->n; ++k)
                moved += n->A[i * n->n + k] * u[k];
            to->point.state[n->piece * dim + i] = from->point.state[n->piece * dim + i] + moved;
        }
    }
    return predicted;
}

static void swap(struct contensou__identification_fit *a, struct contensou__identification_fit *b)
{
    const struct contensou__identification_point point = a->point;
    const struct contensou__identification_motion motion = a->motion;

    a->point = b->point;
    a->motion = b->motion;
    a->cost = b->cost;
    a->gap = b->gap;
    b->point = point;
    b->motion = motion;
}

/* Motions and costs of those that are wanted. */
static enum contensou_status compute(struct contensou__identification_model *m, const double *noise,
                                     struct contensou__identification_fit *fit, const int *wanted,
                                     size_t count, int slopes, struct contensou_error *err)
{
    const struct contensou__identification_point **point = malloc((count + 1) * sizeof *point);
    struct contensou__identification_motion **motion = malloc((count + 1) * sizeof *motion);
    size_t some = 0;
    enum contensou_status status =
        point && motion ? CONTENSOU_OK
                        : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu starts", count);

    for (size_t k = 0; k < count && !status; ++k)
        if (wanted[k]) {
            point[some] = &fit[k].point;
            motion[some++] = &fit[k].motion;
        }
    if (!status && some)
        status = contensou__identification_motions_run(m, point, motion, some, slopes, err);
    for (size_t k = 0; k < count && !status; ++k)
        if (wanted[k]) {
            fit[k].cost = contensou__identification_search_cost(m, noise, &fit[k]);
            fit[k].gap = isinf(fit[k].cost) ? 0 : gap_of(m, &fit[k]);
        }
    free(point);
    free(motion);
    return status;
}

/* Only the best few of many starts go on. */
static void drop_worst(const struct contensou__identification_model *m,
                       struct contensou__identification_fit *fit, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        size_t better = 0;

        for (size_t l = 0; l < count; ++l)
            better += merit(m, &fit[l]) < merit(m, &fit[k]);
        if (better >= few)
            fit[k].ended = 1;
    }
}

enum contensou_status contensou__identification_search(struct contensou__identification_model *m,
                                                       const double *noise,
                                                       struct contensou__identification_fit *fit,
                                                       size_t count, size_t *best,
                                                       struct contensou_error *err)
{
    struct contensou__identification_fit *const trial = calloc(count, sizeof *trial);
    struct system *const system = calloc(count, sizeof *system);
    int *const wanted = calloc(count, sizeof *wanted);
    double *const predicted = calloc(count, sizeof *predicted);
    const double values = (double)(m->data->rows * m->data->columns);
    enum contensou_status status =
        trial && system && wanted && predicted
            ? CONTENSOU_OK
            : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu starts", count);

    for (size_t k = 0; k < count && !status; ++k) {
        status = contensou__identification_motions_make(m, &trial[k].point, &trial[k].motion, err);
        wanted[k] = 1;
        fit[k].lambda = 1e-3;
        fit[k].raise = 2;
        fit[k].ended = fit[k].slow = 0;
    }
    if (!status)
        status = compute(m, noise, fit, wanted, count, 1, err);
    for (size_t k = 0; k < count && !status; ++k)
        fit[k].ended = isinf(fit[k].cost);
    for (int round = 0; round < rounds && !status; ++round) {
        int going = 0;

        m->iterations += 1;
        if (round == sorted_after && count > few)
            drop_worst(m, fit, count);
        for (size_t k = 0; k < count && !status; ++k) {
            wanted[k] = 0;
            if (fit[k].ended)
                continue;
            if (!system[k].run)
                status = make_system(m, noise, &fit[k], &system[k], err);
            predicted[k] = status ? -1 : take_step(m, &system[k], &fit[k], &trial[k]);
            /* a minimum: the step is below a hundredth of a standard error, and pieces join */
            if (predicted[k] < 1e-5 * fit[k].cost / values && fit[k].gap < 1e-16)
                fit[k].ended = 1;
            else
                wanted[k] = going = 1;
        }
        if (!going)
            break;
        if (!status)
            status = compute(m, noise, trial, wanted, count, 1, err);
        for (size_t k = 0; k < count && !status; ++k) {
            const double before = merit(m, &fit[k]), after = merit(m, &trial[k]);

            if (!wanted[k])
                continue;
            if (after < before) {
                /* by how well the step was predicted (H. B. Nielsen, IMM-REP-1999-05) */
                const double gain = 2 * (before - after) / predicted[k] - 1;

                swap(&fit[k], &trial[k]);
                fit[k].lambda = fmax(fit[k].lambda * fmax(1.0 / 8, 1 - gain * gain * gain), 1e-12);
                fit[k].raise = 2;
                free_system(&system[k]);
                /* at kinks of stick the last hundredths of a sum are crept down: twice as little as does not count is enough */
                fit[k].slow = before - after < 3e-3 * fit[k].cost / values ? fit[k].slow + 1 : 0;
                fit[k].ended = fit[k].slow > 2 && fit[k].gap < 1e-16;
            } else {
                fit[k].lambda *= fit[k].raise;
                fit[k].raise *= 2;
                fit[k].ended = fit[k].lambda > 1e12;
            }
        }
    }
    *best = 0;
    for (size_t k = 0; k < count && !status; ++k)
        if (merit(m, &fit[k]) < merit(m, &fit[*best]))
            *best = k;
    if (!status && isinf(fit[*best].cost))
        status = contensou_fail(err, CONTENSOU_EOUTCOME,
                                "from no first guess did all trajectories reach their ends; give "
                                "first guesses nearer to the motion that was measured");
    for (size_t k = 0; k < count; ++k) {
        if (system)
            free_system(&system[k]);
        if (trial)
            contensou__identification_motions_free(&trial[k].point, &trial[k].motion);
    }
    free(trial);
    free(system);
    free(wanted);
    free(predicted);
    return status;
}
