/* identification_search.c: the least sum of squares over shared numbers and initial states, by Levenberg and Marquardt.
 *
 * A step makes |r + J u|^2 + sum lambda |J_i|^2 u_i^2 least: states are eliminated run by run (identification_normal.c), which leaves
 * S x = h for the shared numbers. Those at a bound that would leave it stay there, and the others are solved for again. Each run
 * has its own lambda, by how well its own part of the step was predicted, and runs to which a step that is a loss does harm are
 * corrected by their states alone before it is judged: among thirty runs there is always one that crosses a kink of stick, and if
 * that one held all others back they would creep. Several starts go side by side, their trajectories in one launch.
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    most = contensou__identification_shared,
    rounds = 60,
    few = 4,
    sorted_after = 6,
    corrections = 4
};

/* Gaps between pieces weigh little at first, so that each piece finds its data and chaos drives none of them off; then ten times as
 * much whenever there is a minimum, until they are closed to 1e-8 of the states. */
static const double loose = 1e3, tight = 1e8, tighter = 10;

static const double lambda_first = 1e-3;

/* Of pieces that do not join, the sum of squares in units of the states. */
static double gap_of(const struct contensou__identification_model *m,
                     const struct contensou__identification_fit *f, size_t piece)
{
    double sum = 0;

    for (size_t i = 0; i < m->dim && m->piece[piece].joins; ++i) {
        const double d =
            f->motion.end[piece * m->dim + i] - f->point.state[(piece + 1) * m->dim + i];

        sum += d * d / (m->unit[i] * m->unit[i]);
    }
    return sum;
}

/* The sum of squares of a piece in units of the noise. */
static double cost_of(const struct contensou__identification_model *m, const double *noise,
                      const struct contensou__identification_fit *f, size_t piece)
{
    const struct contensou__identification_data *const d = m->data;
    const struct contensou__identification_piece *const p = &m->piece[piece];
    double sum = 0;

    for (size_t i = p->first * d->columns; i < (p->first + p->count) * d->columns; ++i) {
        const double r = (f->motion.found[i] - d->value[i]) / noise[i % d->columns];

        sum += isnan(d->value[i]) ? 0 : r * r;
    }
    return sum;
}

double contensou__identification_search_cost(const struct contensou__identification_model *m,
                                             const double *noise,
                                             const struct contensou__identification_fit *f)
{
    double sum = 0;

    for (size_t k = 0; k < m->pieces && !f->motion.failed; ++k)
        sum += cost_of(m, noise, f, k);
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

/* What a run has in the merit; the weight of gaps is that of `joint`. */
static double merit_of_run(const struct contensou__identification_model *m, const double *noise,
                           const struct contensou__identification_fit *f, double joint,
                           const struct contensou__identification_normal *run)
{
    double sum = 0;

    for (size_t k = run->piece; k < run->piece + run->pieces; ++k)
        sum += cost_of(m, noise, f, k) + joint * joint * gap_of(m, f, k);
    return sum;
}

/* A trial point from a step of all unknowns; expected[run]: the merit of each run there. Returns the predicted decrease of the merit;
 * below 0: there is no step. */
static double take_step(const struct contensou__identification_model *m, const struct system *s,
                        const struct contensou__identification_fit *from,
                        struct contensou__identification_fit *to, const double *lambda,
                        double *expected)
{
    const size_t p = m->shared, dim = m->dim;
    double S[most * most] = {0}, h[most] = {0}, x[most + 1] = {0}, predicted = merit(from);

    for (size_t r = 0; r < s->runs; ++r)
        contensou__identification_normal_reduce(m, from, &s->run[r], lambda[r], S, h);
    if (p && !step_shared(m, &from->point, S, h, x))
        return -1;
    x[p] = 1;
    for (size_t j = 0; j < p; ++j)
        to->point.shared[j] = from->point.shared[j] + x[j];
    for (size_t r = 0; r < s->runs; ++r) {
        const struct contensou__identification_normal *const n = &s->run[r];
        double u[contensou__identification_states + most + 1] = {0},
                                                           v[contensou__identification_states];

        expected[r] = 0;
        memcpy(u + dim, x, (p + 1) * sizeof *u);
        for (size_t k = n->pieces; k-- > 0; memcpy(v, u, dim * sizeof *v)) {
            for (size_t i = 0; i < dim; ++i) {
                const size_t at = (n->piece + k) * dim + i;

                u[i] = 0;
                for (size_t j = 0; j <= p; ++j)
                    u[i] += n->D[(k * dim + i) * (p + 1) + j] * x[j];
                to->point.state[at] = from->point.state[at] + u[i];
            }
            expected[r] += squares_at(n, k, u);
            if (k + 1 < n->pieces)
                expected[r] += from->joint * from->joint * gap_at(m, from, n->piece + k, u, v);
        }
        predicted -= expected[r];
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

/* The cost of a fit, and its gaps. */
static void sum_up(const struct contensou__identification_model *m, const double *noise,
                   struct contensou__identification_fit *f)
{
    f->cost = contensou__identification_search_cost(m, noise, f);
    f->gap = 0;
    for (size_t i = 0; i + 1 < m->pieces && isfinite(f->cost); ++i)
        f->gap += gap_of(m, f, i);
}

/* Motions and costs of those that are wanted. */
static enum contensou_status compute(struct contensou__identification_model *m, const double *noise,
                                     struct contensou__identification_fit *fit, const int *wanted,
                                     size_t count, int slopes, struct contensou_error *err)
{
    OWNED(contensou__try_free)
    const struct contensou__identification_point **point = calloc(count + 1, sizeof *point);
    OWNED(contensou__try_free)
    struct contensou__identification_motion **motion = calloc(count + 1, sizeof *motion);
    size_t some = 0;

    TRY(contensou__try_memory(motion ? point : NULL, err, "%zu starts", count));
    for (size_t k = 0; k < count; ++k)
        if (wanted[k]) {
            point[some] = &fit[k].point;
            motion[some++] = &fit[k].motion;
        }
    if (some)
        TRY(contensou__identification_motions_run(m, point, motion, some, slopes, err));
    for (size_t k = 0; k < count; ++k)
        if (wanted[k])
            sum_up(m, noise, &fit[k]);
    return CONTENSOU_OK;
}

/* Starts side by side: where each is, its linear least squares, and where it may go next. */
struct work {
    struct contensou__identification_model *m;
    const double *noise;
    struct contensou__identification_fit *fit, *trial,
        *aside; /* aside: a trial of the states alone */
    struct system *system;
    double *predicted;
    double *lambda, *raise,
        *expected; /* [count * runs]: of Levenberg and Marquardt; by what a step that fails raises it; the merit
                                        * that the trial was to have */
    int *wanted;
    size_t count, runs;
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

/* Start k is at a minimum: the end, unless gaps may weigh more. */
static void reach_minimum(struct work *w, size_t k)
{
    struct contensou__identification_fit *const f = &w->fit[k];

    f->ended = f->joint >= tight || f->gap == 0;
    f->joint *= tighter;
    f->slow = 0;
    for (size_t i = k * w->runs; i < (k + 1) * w->runs; ++i) {
        w->lambda[i] = fmin(w->lambda[i], lambda_first);
        w->raise[i] = 2;
    }
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
        w->predicted[k] = take_step(w->m, &w->system[k], f, &w->trial[k], w->lambda + k * w->runs,
                                    w->expected + k * w->runs);
        w->wanted[k] = w->predicted[k] >= w->least * f->cost / values;
        if (!w->wanted[k])
            reach_minimum(w, k);
    }
    return CONTENSOU_OK;
}

/* The lambda of each run of start k, by the decrease of its merit over that which was predicted (H. B. Nielsen, IMM-REP-1999-05). A run
 * that has little part in a step, or is to give way, is measured by a tenth of the mean. Without a gain, runs that did as expected
 * stay as they are; where none did otherwise, all steps become shorter. */
static void damp(struct work *w, size_t k, int gains)
{
    const struct contensou__identification_fit *const f = &w->fit[k], *const trial = &w->trial[k];
    const int known = isfinite(trial->cost);
    int shorter = 0;

    for (size_t turn = 0; turn < 2 && (turn == 0 || (!gains && !shorter)); ++turn)
        for (size_t r = 0; r < w->runs; ++r) {
            const struct contensou__identification_normal *const run = &w->system[k].run[r];
            double *const lambda = &w->lambda[k * w->runs + r], *const raise =
                                                                    &w->raise[k * w->runs + r];
            const double expected = w->expected[k * w->runs + r];
            const double before = merit_of_run(w->m, w->noise, f, f->joint, run);
            const double after = known ? merit_of_run(w->m, w->noise, trial, f->joint, run) : 0;
            const double unit = fmax(before - expected, 0.1 * w->predicted[k] / (double)w->runs);
            const double gain = 1 - 2 * (after - expected) / unit;

            if (turn || !known || gain <= -1) {
                *lambda *= *raise;
                *raise *= 2;
                shorter = 1;
            } else if (gains) {
                *lambda = fmax(*lambda * fmax(1.0 / 8, 1 - gain * gain * gain), 1e-12);
                *raise = 2;
            }
        }
}

/* States, rows and ends of a run, with their slopes, from one fit to another. */
static void copy_run(const struct contensou__identification_model *m,
                     const struct contensou__identification_normal *run,
                     const struct contensou__identification_fit *from,
                     struct contensou__identification_fit *to)
{
    const struct contensou__identification_piece *const last =
        &m->piece[run->piece + run->pieces - 1];
    const size_t columns = m->data->columns, values = m->data->rows * columns;
    const size_t ends = m->pieces * m->dim, end = run->piece * m->dim;
    const size_t some = run->pieces * m->dim, row = m->piece[run->piece].first * columns;
    const size_t rows = (last->first + last->count) * columns - row;

    memcpy(to->point.state + end, from->point.state + end, some * sizeof(double));
    memcpy(to->motion.found + row, from->motion.found + row, rows * sizeof(double));
    memcpy(to->motion.end + end, from->motion.end + end, some * sizeof(double));
    for (size_t j = 0; j < m->shared + m->dim; ++j) {
        memcpy(to->motion.d_found + j * values + row, from->motion.d_found + j * values + row,
               rows * sizeof(double));
        memcpy(to->motion.d_end + j * ends + end, from->motion.d_end + j * ends + end,
               some * sizeof(double));
    }
}

/* A step of the states of one run, at shared numbers that stay. */
static enum contensou_status
step_states(const struct work *w, const struct contensou__identification_fit *from, size_t run,
            double lambda, struct contensou__identification_fit *to, struct contensou_error *err)
{
    const size_t p = w->m->shared, dim = w->m->dim;
    OWNED(contensou__identification_normal_free)
    struct contensou__identification_normal n = {.pieces = 0};
    double S[most * most] = {0}, h[most] = {0};

    TRY(contensou__identification_normal_make(w->m, w->noise, from, run, &n, err));
    contensou__identification_normal_reduce(w->m, from, &n, lambda, S, h);
    for (size_t i = 0; i < n.pieces * dim; ++i)
        to->point.state[n.piece * dim + i] =
            from->point.state[n.piece * dim + i] + n.D[i * (p + 1) + p];
    return CONTENSOU_OK;
}

/* A step of all that is a loss may be one of few runs, which come upon a kink where the shared numbers go: their states alone are made
 * better there, before the step is judged. */
static enum contensou_status correct(struct work *w, size_t k, struct contensou_error *err)
{
    struct contensou__identification_fit *const f = &w->fit[k], *const trial = &w->trial[k],
                                                *const aside = &w->aside[k];
    const double *const expected = w->expected + k * w->runs;
    const double counts = 0.5 * w->predicted[k] / (double)w->runs;
    const int one = 1;

    trial->joint = aside->joint = f->joint;
    for (int turn = 0;
         turn < corrections && w->runs > 1 && isfinite(trial->cost) && !(merit(trial) < merit(f));
         ++turn) {
        memcpy(aside->point.shared, trial->point.shared, w->m->shared * sizeof(double));
        memcpy(aside->point.state, trial->point.state, w->m->pieces * w->m->dim * sizeof(double));
        for (size_t r = 0; r < w->runs; ++r)
            if (merit_of_run(w->m, w->noise, trial, f->joint, &w->system[k].run[r]) - expected[r] >
                counts)
                TRY(step_states(w, trial, r, pow(10, turn) * w->lambda[k * w->runs + r], aside,
                                err));
        TRY(compute(w->m, w->noise, aside, &one, 1, 1, err));
        if (isinf(aside->cost))
            continue;
        for (size_t r = 0; r < w->runs; ++r) {
            const struct contensou__identification_normal *const run = &w->system[k].run[r];

            if (merit_of_run(w->m, w->noise, aside, f->joint, run) <
                merit_of_run(w->m, w->noise, trial, f->joint, run))
                copy_run(w->m, run, aside, trial);
        }
        sum_up(w->m, w->noise, trial);
    }
    return CONTENSOU_OK;
}

/* Takes the trial of start k where it is better. */
static void judge(struct work *w, size_t k, double values)
{
    struct contensou__identification_fit *const f = &w->fit[k], *const trial = &w->trial[k];
    double before, after, least = INFINITY;

    trial->joint = f->joint;
    before = merit(f);
    after = merit(trial);
    damp(w, k, after < before);
    if (!(after < before)) {
        for (size_t r = 0; r < w->runs; ++r)
            least = fmin(least, w->lambda[k * w->runs + r]);
        if (least > 1e12)
            reach_minimum(w, k);
        return;
    }
    swap(f, trial);
    free_system(&w->system[k]);
    /* at kinks of stick the last hundredths of a sum are crept down: thrice as little as does not count is enough */
    f->slow = before - after < w->slow * f->cost / values ? f->slow + 1 : 0;
    if (f->slow > 2)
        reach_minimum(w, k);
}

static enum contensou_status open_work(struct work *w, struct contensou_error *err)
{
    w->trial = calloc(w->count, sizeof *w->trial);
    w->aside = calloc(w->count, sizeof *w->aside);
    w->system = calloc(w->count, sizeof *w->system);
    w->wanted = calloc(w->count, sizeof *w->wanted);
    w->predicted = calloc(w->count * (1 + 3 * w->runs), sizeof *w->predicted);
    TRY(contensou__try_memory(w->trial && w->aside && w->system && w->wanted ? w->predicted : NULL,
                              err, "%zu starts", w->count));
    w->lambda = w->predicted + w->count;
    w->raise = w->lambda + w->count * w->runs;
    w->expected = w->raise + w->count * w->runs;
    for (size_t i = 0; i < w->count * w->runs; ++i) {
        w->lambda[i] = lambda_first;
        w->raise[i] = 2;
    }
    for (size_t k = 0; k < w->count; ++k) {
        struct contensou__identification_fit *const f = &w->fit[k];

        TRY(contensou__identification_motions_make(w->m, &w->trial[k].point, &w->trial[k].motion,
                                                   err));
        if (w->runs > 1)
            TRY(contensou__identification_motions_make(w->m, &w->aside[k].point,
                                                       &w->aside[k].motion, err));
        w->wanted[k] = 1;
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
        if (w->aside)
            contensou__identification_motions_free(&w->aside[k].point, &w->aside[k].motion);
    }
    free(w->trial);
    free(w->aside);
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
    /* in the end a step below a hundredth of a standard error of each unknown; a tenth where the noise is not known yet */
    double unknowns = (double)m->shared;
    OWNED(close_work)
    struct work w = {.m = m, .noise = noise, .fit = fit, .count = count, .runs = m->data->runs};
    const double values = (double)(m->data->rows * m->data->columns);
    int going = 1;

    for (size_t i = 0; i < m->dim; ++i)
        unknowns += m->free[i] ? (double)w.runs : 0;
    w.least = (rough ? 1e-2 : 1e-5) * unknowns;
    w.slow = (rough ? 0.1 : 3e-3) * unknowns;
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
            if (w.wanted[k]) {
                TRY(correct(&w, k, err));
                judge(&w, k, values);
            }
    }
    return find_best(fit, count, best, err);
}
