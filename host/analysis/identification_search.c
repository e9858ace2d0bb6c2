/* identification_search.c: the least sum of squares over shared numbers and initial states, by Levenberg and Marquardt.
 *
 * A step makes |r + J u|^2 + lambda sum |J_i|^2 u_i^2 least: states are eliminated run by run (identification_normal.c), which leaves
 * S x = h for the shared numbers. Those at a bound that would leave it stay there, and the others are solved for again. Several
 * starts go side by side, their trajectories in one launch.
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = contensou__identification_shared, rounds = 60, few = 4, sorted_after = 6 };

/* Gaps between pieces weigh little at first, so that each piece finds its data and chaos drives none of them off; then ten times as
 * much whenever there is a minimum, until they are closed to 1e-8 of the states. */
static const double loose = 1e3, tight = 1e8, tighter = 10;

static const double lambda_first = 1e-3;

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

static double merit(const struct contensou__identification_fit *f)
{
    return f->cost + f->joint * f->joint * f->gap;
}

/* The least squares of all runs of one start. */
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
    *s = (struct system){.run = calloc(m->data->runs, sizeof *s->run), .runs = m->data->runs};
    TRY(contensou__try_memory(s->run, err, "%zu runs", m->data->runs));
    for (size_t r = 0; r < s->runs; ++r)
        TRY(contensou__identification_normal_make(m, noise, f, r, &s->run[r], err));
    return CONTENSOU_OK;
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

/* The sum of squares of a piece at the change u of its state and the shared numbers, 1 behind them. */
static double squares_at(const struct contensou__identification_normal *n, size_t piece,
                         const double *u)
{
    double sum = 0;

    for (size_t i = 0; i < n->n; ++i) {
        double row = 0;

        for (size_t k = i; k < n->n; ++k)
            row += n->T[(piece * n->n + i) * n->n + k] * u[k];
        sum += row * row;
    }
    return sum;
}

/* The gap behind a piece at the changes u of its state and the shared numbers, and v of the next state. */
static double gap_at(const struct contensou__identification_model *m,
                     const struct contensou__identification_fit *f, size_t piece, const double *u,
                     const double *v)
{
    const size_t dim = m->dim, p = m->shared, ends = m->pieces * dim;
    double sum = 0;

    for (size_t i = 0; i < dim; ++i) {
        const double *const by = f->motion.d_end + piece * dim + i;
        double d = f->motion.end[piece * dim + i] - f->point.state[(piece + 1) * dim + i] - v[i];

        for (size_t k = 0; k < dim + p; ++k)
            d += by[(k < dim ? p + k : k - dim) * ends] * u[k];
        sum += d * d / (m->unit[i] * m->unit[i]);
    }
    return sum;
}

/* A trial point from a step of all unknowns. Returns the predicted decrease of the merit; below 0: there is no step. */
static double take_step(const struct contensou__identification_model *m, const struct system *s,
                        const struct contensou__identification_fit *from,
                        struct contensou__identification_fit *to)
{
    const size_t p = m->shared, dim = m->dim;
    double S[most * most] = {0}, h[most] = {0}, x[most + 1] = {0}, predicted = merit(from);

    for (size_t r = 0; r < s->runs; ++r)
        contensou__identification_normal_reduce(m, from, &s->run[r], from->lambda, S, h);
    if (p && !step_shared(m, &from->point, S, h, x))
        return -1;
    x[p] = 1;
    for (size_t j = 0; j < p; ++j)
        to->point.shared[j] = from->point.shared[j] + x[j];
    for (size_t r = 0; r < s->runs; ++r) {
        const struct contensou__identification_normal *const n = &s->run[r];
        double u[contensou__identification_states + most + 1] = {0},
                                                           v[contensou__identification_states];

        memcpy(u + dim, x, (p + 1) * sizeof *u);
        for (size_t k = n->pieces; k-- > 0; memcpy(v, u, dim * sizeof *v)) {
            for (size_t i = 0; i < dim; ++i) {
                const size_t at = (n->piece + k) * dim + i;

                u[i] = 0;
                for (size_t j = 0; j <= p; ++j)
                    u[i] += n->D[(k * dim + i) * (p + 1) + j] * x[j];
                to->point.state[at] = from->point.state[at] + u[i];
            }
            predicted -= squares_at(n, k, u);
            if (k + 1 < n->pieces)
                predicted -= from->joint * from->joint * gap_at(m, from, n->piece + k, u, v);
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
    OWNED(contensou__try_free)
    const struct contensou__identification_point **point = malloc((count + 1) * sizeof *point);
    OWNED(contensou__try_free)
    struct contensou__identification_motion **motion = malloc((count + 1) * sizeof *motion);
    size_t some = 0;

    TRY(contensou__try_memory(point ? motion : NULL, err, "%zu starts", count));
    for (size_t k = 0; k < count; ++k)
        if (wanted[k]) {
            point[some] = &fit[k].point;
            motion[some++] = &fit[k].motion;
        }
    if (some)
        TRY(contensou__identification_motions_run(m, point, motion, some, slopes, err));
    for (size_t k = 0; k < count; ++k)
        if (wanted[k]) {
            fit[k].cost = contensou__identification_search_cost(m, noise, &fit[k]);
            fit[k].gap = isinf(fit[k].cost) ? 0 : gap_of(m, &fit[k]);
        }
    return CONTENSOU_OK;
}

/* Starts side by side: where each is, its linear least squares, and where it may go next. */
struct work {
    struct contensou__identification_model *m;
    const double *noise;
    struct contensou__identification_fit *fit, *trial;
    struct system *system;
    double *predicted;
    int *wanted;
    size_t count;
    double least,
        slow; /* changes of the merit that are none, and that are small, over the cost of a value */
};

/* Only the best few of many starts go on. */
static void drop_worst(const struct work *w)
{
    for (size_t k = 0; k < w->count; ++k) {
        size_t better = 0;

        for (size_t l = 0; l < w->count; ++l)
            better += merit(&w->fit[l]) < merit(&w->fit[k]);
        if (better >= few)
            w->fit[k].ended = 1;
    }
}

/* At a minimum: the end, unless gaps may weigh more. */
static void reach_minimum(struct contensou__identification_fit *f)
{
    f->ended = f->joint >= tight || f->gap == 0;
    f->joint *= tighter;
    f->lambda = fmin(f->lambda, lambda_first);
    f->raise = 2;
    f->slow = 0;
}

/* A trial of start k, if it is not at a minimum. */
static enum contensou_status propose(struct work *w, size_t k, double values,
                                     struct contensou_error *err)
{
    struct contensou__identification_fit *const f = &w->fit[k];

    w->wanted[k] = 0;
    if (!f->ended && !w->system[k].run)
        TRY(make_system(w->m, w->noise, f, &w->system[k], err));
    while (!f->ended && !w->wanted[k]) {
        w->predicted[k] = take_step(w->m, &w->system[k], f, &w->trial[k]);
        w->wanted[k] = w->predicted[k] >= w->least * f->cost / values;
        if (!w->wanted[k])
            reach_minimum(f);
    }
    return CONTENSOU_OK;
}

/* Takes the trial of start k where it is better. */
static void judge(struct work *w, size_t k, double values)
{
    struct contensou__identification_fit *const f = &w->fit[k], *const trial = &w->trial[k];
    double before, after;

    trial->joint = f->joint;
    before = merit(f);
    after = merit(trial);
    if (!(after < before)) {
        f->lambda *= f->raise;
        f->raise *= 2;
        if (f->lambda > 1e12)
            reach_minimum(f);
        return;
    }
    /* by how well the step was predicted (H. B. Nielsen, IMM-REP-1999-05) */
    {
        const double gain = 2 * (before - after) / w->predicted[k] - 1;

        f->lambda = fmax(f->lambda * fmax(1.0 / 8, 1 - gain * gain * gain), 1e-12);
    }
    swap(f, trial);
    f->raise = 2;
    free_system(&w->system[k]);
    /* at kinks of stick the last hundredths of a sum are crept down: thrice as little as does not count is enough */
    f->slow = before - after < w->slow * f->cost / values ? f->slow + 1 : 0;
    if (f->slow > 2)
        reach_minimum(f);
}

static enum contensou_status open_work(struct work *w, struct contensou_error *err)
{
    w->trial = calloc(w->count, sizeof *w->trial);
    w->system = calloc(w->count, sizeof *w->system);
    w->wanted = calloc(w->count, sizeof *w->wanted);
    w->predicted = calloc(w->count, sizeof *w->predicted);
    TRY(contensou__try_memory(w->trial && w->system && w->wanted ? w->predicted : NULL, err,
                              "%zu starts", w->count));
    for (size_t k = 0; k < w->count; ++k) {
        struct contensou__identification_fit *const f = &w->fit[k];

        TRY(contensou__identification_motions_make(w->m, &w->trial[k].point, &w->trial[k].motion,
                                                   err));
        w->wanted[k] = 1;
        f->lambda = lambda_first;
        f->raise = 2;
        f->ended = f->slow = 0;
        f->joint = w->m->pieces > w->m->data->runs ? loose : tight;
    }
    TRY(compute(w->m, w->noise, w->fit, w->wanted, w->count, 1, err));
    for (size_t k = 0; k < w->count; ++k)
        w->fit[k].ended = isinf(w->fit[k].cost);
    return CONTENSOU_OK;
}

static void close_work(struct work *w)
{
    for (size_t k = 0; k < w->count; ++k) {
        if (w->system)
            free_system(&w->system[k]);
        if (w->trial)
            contensou__identification_motions_free(&w->trial[k].point, &w->trial[k].motion);
    }
    free(w->trial);
    free(w->system);
    free(w->wanted);
    free(w->predicted);
}

static enum contensou_status find_best(const struct contensou__identification_fit *fit,
                                       size_t count, size_t *best, struct contensou_error *err)
{
    *best = 0;
    for (size_t k = 0; k < count; ++k)
        if (merit(&fit[k]) < merit(&fit[*best]))
            *best = k;
    return isfinite(fit[*best].cost)
               ? CONTENSOU_OK
               : contensou_fail(err, CONTENSOU_EOUTCOME,
                                "from no first guess did all trajectories reach their ends; give "
                                "first guesses nearer to the motion that was measured");
}

enum contensou_status contensou__identification_search(struct contensou__identification_model *m,
                                                       const double *noise,
                                                       struct contensou__identification_fit *fit,
                                                       size_t count, int rough, size_t *best,
                                                       struct contensou_error *err)
{
    /* in the end a step below a hundredth of a standard error; a tenth where the noise is not known yet */
    OWNED(close_work)
    struct work w = {.m = m,
                     .noise = noise,
                     .fit = fit,
                     .count = count,
                     .least = rough ? 1e-2 : 1e-5,
                     .slow = rough ? 0.1 : 3e-3};
    const double values = (double)(m->data->rows * m->data->columns);
    int going = 1;

    TRY(open_work(&w, err));
    for (int round = 0; round < rounds && going; ++round) {
        m->iterations += 1;
        going = 0;
        if (round == sorted_after && count > few)
            drop_worst(&w);
        for (size_t k = 0; k < count; ++k) {
            TRY(propose(&w, k, values, err));
            going |= w.wanted[k];
        }
        if (going)
            TRY(compute(m, noise, w.trial, w.wanted, count, 1, err));
        for (size_t k = 0; k < count; ++k)
            if (w.wanted[k])
                judge(&w, k, values);
    }
    return find_best(fit, count, best, err);
}
