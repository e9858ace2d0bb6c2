/* identification_attempt.c: from what is asked for to the best fit: first guesses, searches from short beginnings or in pieces, the
 * noise that a fit leaves, and whether it is noise. SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/random.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The column of a state, or -1. */
static int column_of(const struct contensou__identification_data *d, int state)
{
    for (size_t c = 0; c < d->columns; ++c)
        if (d->state[c] == state)
            return (int)c;
    return -1;
}

/* State i in which a piece begins: as measured, a velocity from positions, or `given`. */
static double guess_state(const struct contensou__identification_model *m, size_t piece, size_t i,
                          double given)
{
    const struct contensou__identification_data *const d = m->data;
    const struct contensou__system *const system = m->plan->system;
    const int half = system->second ? system->dim / 2 : 0;
    const int own = column_of(d, (int)i),
              place = (int)i >= half && half ? column_of(d, (int)i - half) : -1;
    const size_t run = m->piece[piece].run, at = m->piece[piece].first - d->run[run].first;
    double value = 0, rate = 0;

    if (at == 0 && !m->free[i])
        return given;
    if (own >= 0 && contensou__identification_data_rate(d, (size_t)own, run, at, &value, &rate))
        return value;
    if (place >= 0 && contensou__identification_data_rate(d, (size_t)place, run, at, &value, &rate))
        return rate;
    return given;
}

/* How far the values of a column are apart; 0 without a column. */
static double range_of(const struct contensou__identification_data *d, int column)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t row = 0; row < d->rows && column >= 0; ++row) {
        const double v = d->value[row * d->columns + (size_t)column];

        low = isnan(v) ? low : fmin(low, v);
        high = isnan(v) ? high : fmax(high, v);
    }
    return high > low ? high - low : 0;
}

/* The states in which pieces begin, and their sizes. */
static void guess_states(struct contensou__identification_model *m, double *state)
{
    const double *const given = m->plan->lanes.value + m->plan->lanes.contact - m->dim;

    for (size_t i = 0; i < m->dim; ++i) {
        const double range = range_of(m->data, column_of(m->data, (int)i));
        double most = 0;

        for (size_t k = 0; k < m->pieces; ++k) {
            state[k * m->dim + i] = guess_state(m, k, i, given[i]);
            most = fmax(most, fabs(state[k * m->dim + i]));
        }
        m->unit[i] = range > 0 ? range : most > 0 ? most : fmax(fabs(given[i]), 1);
    }
}

/* The shared numbers of start k: those given, or at random in their box. */
static void guess_shared(const struct contensou__identification_model *m, double seed, size_t k,
                         double *shared)
{
    for (size_t j = 0; j < m->shared; ++j) {
        const struct contensou__identification_unknown *const u = &m->unknown[j];
        const double x = contensou__random_unit((uint64_t)seed, (uint64_t)k, u->name);
        double low, high;

        contensou__identification_global_box(u, &low, &high);
        shared[j] = !k ? u->first
                    : low * high > 0 && !(isfinite(u->low) && isfinite(u->high))
                        ? low * pow(high / low, x)
                        : low + (high - low) * x;
        shared[j] = fmin(fmax(shared[j], u->low), u->high);
    }
}

/* Residuals of a column over all runs; the sum of their squares. */
static double squares(const struct contensou__identification_data *d,
                      const struct contensou__identification_fit *f, size_t c)
{
    double sum = 0;

    for (size_t i = 0; i < d->rows; ++i) {
        const double r = f->motion.found[i * d->columns + c] - d->value[i * d->columns + c];

        sum += isnan(r) ? 0 : r * r;
    }
    return sum;
}

/* The noise of columns for which none is given; 1 if it changed. */
static int measure_noise(struct contensou__identification_attempt *a,
                         const struct contensou__identification_fit *f)
{
    const struct contensou__identification_data *const d = a->model.data;
    double values = 0, unknowns = (double)a->model.shared;
    int changed = 0;

    for (size_t c = 0; c < d->columns; ++c)
        values += (double)a->column[c].count;
    for (size_t i = 0; i < a->model.dim; ++i)
        unknowns += a->model.free[i] ? (double)d->runs : 0;
    for (size_t c = 0; c < d->columns; ++c) {
        const double sum = squares(d, f, c) * values / (values - unknowns);
        const double now = fmax(sqrt(sum / (double)a->column[c].count), d->floor[c]);

        if (a->column[c].given)
            continue;
        changed |= fabs(now - a->noise[c]) > 0.02 * a->noise[c];
        a->noise[c] = now;
    }
    return changed;
}

/* Durbin and Watson's statistic and the probability of the Ljung-Box statistic of ten lags, over all runs. */
static void whiten(const struct contensou__identification_data *d,
                   const struct contensou__identification_fit *f, size_t c,
                   struct contensou_identification_column *to)
{
    enum { lags = 10 };
    const double n = (double)to->count, sum = squares(d, f, c);
    double correlation[lags + 1] = {0}, steps = 0, pairs = 0, q = 0, term = 1, tail = 0;

    for (size_t r = 0; r < d->runs; ++r)
        for (size_t i = 0; i < d->run[r].count; ++i)
            for (size_t k = 1; k <= lags && i + k < d->run[r].count; ++k) {
                const size_t a = (d->run[r].first + i) * d->columns + c, b = a + k * d->columns;
                const double x = f->motion.found[a] - d->value[a],
                             y = f->motion.found[b] - d->value[b];

                if (isnan(x) || isnan(y))
                    continue;
                correlation[k] += x * y;
                if (k == 1) {
                    steps += (x - y) * (x - y);
                    pairs += 1;
                }
            }
    to->rms = sqrt(sum / n);
    to->durbin_watson = sum > 0 && pairs > 0 ? steps / sum * n / pairs : NAN;
    for (size_t k = 1; k <= lags && n > lags + 1; ++k)
        q += n * (n + 2) * (correlation[k] / sum) * (correlation[k] / sum) / (n - (double)k);
    for (int k = 0; k < lags / 2; ++k) { /* the tail of chi-square with an even number of degrees */
        tail += term;
        term *= 0.5 * q / (k + 1);
    }
    /* what is left of made data without noise is the error of the computation */
    to->whiteness = n > lags + 1 && to->rms > 10 * d->floor[c] ? exp(-0.5 * q) * tail : NAN;
}

int contensou__identification_attempt_held(const struct contensou__identification_unknown *u,
                                           double value)
{
    return isfinite(u->low) && isfinite(u->high) && value != u->first &&
           (value <= u->low || value >= u->high);
}

int contensou__identification_attempt_coloured(const struct contensou_identification_column *c)
{
    return c->whiteness < 1e-6 && c->durbin_watson < 1.5;
}

/* More than noise is left, or more than the noise that was given. */
static int is_coloured(const struct contensou__identification_attempt *a)
{
    for (size_t c = 0; c < a->model.data->columns; ++c)
        if (contensou__identification_attempt_coloured(&a->column[c]) ||
            (a->column[c].given && a->column[c].rms > 1.5 * a->noise[c]))
            return 1;
    return 0;
}

/* A limit that was given holds the fit: what it leaves is no noise, and no other guess mends that. */
static int is_held(const struct contensou__identification_attempt *a)
{
    for (size_t j = 0; j < a->model.shared; ++j)
        if (contensou__identification_attempt_held(&a->model.unknown[j], a->fit.point.shared[j]))
            return 1;
    return 0;
}

/* The less the better, whatever weighed the columns: the likelihood with noise as it is left. */
static double quality(const struct contensou__identification_attempt *a)
{
    double sum = 0;

    for (size_t c = 0; c < a->model.data->columns; ++c)
        sum += (double)a->column[c].count *
               log(squares(a->model.data, &a->fit, c) / (double)a->column[c].count);
    return sum;
}

/* Places of the global search for each start. */
enum { evaluations = 25 };

/* How an attempt goes about it. */
struct way {
    size_t segments, starts;
    double seed, share; /* of each run, from its beginning on */
};

/* Where start k begins: with `from`, at its numbers and, where a run is a piece, its initial states. */
static enum contensou_status begin(struct contensou__identification_attempt *a, struct way w,
                                   size_t k, const struct contensou__identification_fit *from,
                                   struct contensou__identification_fit *fit,
                                   struct contensou_error *err)
{
    struct contensou__identification_model *const m = &a->model;

    TRY(contensou__identification_motions_make(m, &fit->point, &fit->motion, err));
    guess_states(m, fit->point.state);
    guess_shared(m, w.seed, k, fit->point.shared);
    if (k == 1)
        TRY(contensou__identification_global(m, a->noise, evaluations * (int)w.starts, fit, err));
    if (from) {
        memcpy(fit->point.shared, from->point.shared, m->shared * sizeof(double));
        if (w.segments == 1)
            memcpy(fit->point.state, from->point.state, m->pieces * m->dim * sizeof(double));
    }
    memcpy(fit->first, from ? from->first : fit->point.shared, m->shared * sizeof *fit->first);
    return CONTENSOU_OK;
}

/* The fits of some starts. */
struct fits {
    struct contensou__identification_fit *fit;
    size_t count;
};

static void free_fits(struct fits *f)
{
    for (size_t k = 0; k < f->count && f->fit; ++k)
        contensou__identification_motions_free(&f->fit[k].point, &f->fit[k].motion);
    free(f->fit);
}

/* From one guess or several to a minimum. With `from`, its numbers and initial states are the only guess. */
static enum contensou_status search_share(struct contensou__identification_attempt *a, struct way w,
                                          const struct contensou__identification_fit *from,
                                          struct contensou_error *err)
{
    struct contensou__identification_model *const m = &a->model;
    struct contensou__identification_fit *const fit = calloc(w.starts, sizeof *fit);
    OWNED(free_fits) struct fits fits = {fit, w.starts};
    size_t best = 0;
    int rough = w.share < 1;

    TRY(contensou__try_memory(fit, err, "%zu starts", w.starts));
    TRY(contensou__identification_motions_open(m, w.segments, w.share, err));
    for (size_t c = 0; c < m->data->columns; ++c)
        rough |= !a->column[c].given;
    for (size_t k = 0; k < w.starts; ++k)
        TRY(begin(a, w, k, from, &fit[k], err));
    TRY(contensou__identification_search(m, a->noise, fit, w.starts, rough, &best, err));
    for (int round = 0; round < 5 && w.share >= 1 && rough; ++round) {
        size_t same;

        rough = round < 4 && measure_noise(a, &fit[best]);
        TRY(contensou__identification_search(m, a->noise, &fit[best], 1, rough, &same, err));
    }
    a->fit = fit[best];
    fit[best] = (struct contensou__identification_fit){.cost = 0};
    return CONTENSOU_OK;
}

/* The same from short beginnings to whole runs, each from what the one before it found, the first from `from`, or guesses. */
static enum contensou_status search(struct contensou__identification_attempt *a, struct way w,
                                    const struct contensou__identification_fit *from,
                                    struct contensou_error *err)
{
    enum contensou_status status = search_share(a, w, from, err);

    a->segments = w.segments;
    a->starts = w.starts;
    for (w.starts = 1; !status && w.share < 1;) {
        struct contensou__identification_fit last = a->fit;

        a->fit = (struct contensou__identification_fit){.cost = 0};
        w.share = fmin(1, 1.6 * w.share);
        contensou__identification_motions_close(&a->model);
        status = search_share(a, w, &last, err);
        contensou__identification_motions_free(&last.point, &last.motion);
    }
    for (size_t c = 0; c < a->model.data->columns && !status; ++c)
        whiten(a->model.data, &a->fit, c, &a->column[c]);
    return status;
}

/* Another way, kept where it is better, or, where it goes on from what was found, no worse. That it fails is no failure: something
 * is found already. */
static enum contensou_status search_again(struct contensou__identification_attempt *a, struct way w,
                                          int goes_on, struct contensou_error *err)
{
    struct contensou__identification_attempt next = *a;
    struct contensou_error ignored;
    enum contensou_status status;

    contensou__identification_motions_part(&next.model);
    next.fit = (struct contensou__identification_fit){.cost = 0};
    for (size_t c = 0; c < next.model.data->columns; ++c) /* what a wrong fit left misleads */
        if (!next.column[c].given)
            next.noise[c] = next.model.data->scatter[c];
    status = search(&next, w, goes_on ? &a->fit : NULL, &ignored);
    memcpy(a->model.counted, next.model.counted, sizeof a->model.counted);
    a->model.iterations = next.model.iterations;
    if (!status && quality(&next) < quality(a) + (goes_on ? 1e-3 : -1e-6) * fabs(quality(a))) {
        const struct contensou__identification_attempt worse = *a;

        *a = next;
        next = worse;
    }
    contensou__identification_attempt_free(&next);
    return status == CONTENSOU_ESTOPPED ? contensou_fail(err, status, "%s", ignored.message)
                                        : CONTENSOU_OK;
}

/* 1 where some column moves by more than a thousand times its size with the states in which runs begin. */
static int is_chaotic(const struct contensou__identification_attempt *a)
{
    const struct contensou__identification_model *const m = &a->model;
    const size_t columns = m->data->columns, values = m->data->rows * columns;
    double most = 0;

    for (size_t i = 0; i < m->dim; ++i)
        for (size_t v = 0; v < values; ++v)
            most = fmax(most, fabs(a->fit.motion.d_found[(m->shared + i) * values + v]) *
                                  m->unit[i] / m->unit[m->data->state[v % columns]]);
    return most > 1e3;
}

/* Pieces of 24 frames of the longest run, 4 to 128. */
static size_t shortest_pieces(const struct contensou__identification_data *d)
{
    size_t most = 0;

    for (size_t r = 0; r < d->runs; ++r)
        most = d->run[r].count > most ? d->run[r].count : most;
    most /= 24;
    return most < 4 ? 4 : most > 128 ? 128 : most;
}

/* More than noise is left, and no limit is why. */
static int is_lost(const struct contensou__identification_attempt *a)
{
    return is_coloured(a) && !is_held(a);
}

/* Other ways to a fit that leaves noise alone. */
static enum contensou_status search_elsewhere(struct contensou__identification_attempt *a,
                                              const struct contensou__identification_choice *choice,
                                              struct contensou_error *err)
{
    enum { some = 8, more = 16 };
    struct way w = {1, choice->starts < some ? some : (size_t)choice->starts, choice->seed, 0.1};

    if (is_coloured(a))
        TRY(search_again(a, w, 0, err));
    w.share = 1;
    /* short pieces first: the less a motion can go astray within one, the farther off a guess may be */
    for (w.segments = shortest_pieces(a->model.data); w.segments >= 4 && is_lost(a);
         w.segments /= 4)
        TRY(search_again(a, w, 0, err));
    if (choice->starts < more && is_lost(a))
        TRY(search_again(a, (struct way){1, more, choice->seed, 1}, 0, err));
    return CONTENSOU_OK;
}

enum contensou_status
contensou__identification_attempt_make(struct contensou__identification_attempt *a,
                                       const struct contensou__identification_choice *choice,
                                       struct contensou_error *err)
{
    const size_t asked = (size_t)choice->segments;
    const struct way w = {asked ? asked : 1, (size_t)choice->starts, choice->seed, 1};
    const struct way pieces = {shortest_pieces(a->model.data), 1, choice->seed, 1};

    TRY(search(a, w, NULL, err));
    if (asked)
        return CONTENSOU_OK;
    TRY(search_elsewhere(a, choice, err));
    /* what a chaotic motion tells drowns in rounding behind its beginning; pieces keep it */
    return a->segments == 1 && is_chaotic(a) ? search_again(a, pieces, 1, err) : CONTENSOU_OK;
}

void contensou__identification_attempt_free(struct contensou__identification_attempt *a)
{
    contensou__identification_motions_free(&a->fit.point, &a->fit.motion);
    contensou__identification_motions_close(&a->model);
}
