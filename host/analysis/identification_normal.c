/* identification_normal.c: the normal equations of a run, condensed to its shared unknowns and its initial state.
 *
 * Of a run in pieces 0, 1, .. the state s_k in which piece k begins is where piece k-1 ends, so that to first order
 *
 *     ds_0 = (free part of u),  ds_{k+1} = E_p du + E_s ds_k + (end_k - s_{k+1}),
 *
 * with E the derivatives of the end of a piece: ds_k = A_k u + b_k, and the rows of piece k have the Jacobian J_p + J_s A_k and
 * the residual r + J_s b_k in the unknowns u = (shared, free initial states). (H. G. Bock's multiple shooting, condensed.)
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_states = 16 };

int contensou__identification_normal_solve(size_t n, double *A, double *b)
{
    for (size_t k = 0; k < n; ++k) { /* Cholesky: A = L L', in the lower triangle */
        for (size_t l = 0; l < k; ++l)
            A[k * n + k] -= A[k * n + l] * A[k * n + l];
        if (!(A[k * n + k] > 0) || !isfinite(A[k * n + k]))
            return 0;
        A[k * n + k] = sqrt(A[k * n + k]);
        for (size_t i = k + 1; i < n; ++i) {
            for (size_t l = 0; l < k; ++l)
                A[i * n + k] -= A[i * n + l] * A[k * n + l];
            A[i * n + k] /= A[k * n + k];
        }
    }
    for (size_t k = 0; k < n; ++k) {
        for (size_t l = 0; l < k; ++l)
            b[k] -= A[k * n + l] * b[l];
        b[k] /= A[k * n + k];
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t l = k + 1; l < n; ++l)
            b[k] -= A[l * n + k] * b[l];
        b[k] /= A[k * n + k];
    }
    return 1;
}

void contensou__identification_normal_free(struct contensou__identification_normal *to)
{
    free(to->N);
    free(to->A);
    *to = (struct contensou__identification_normal){0};
}

/* How many unknowns a run has, and the first row of A, which picks its free states. */
static size_t begin(const struct contensou__identification_model *m, double *A)
{
    size_t n = m->shared;

    for (size_t i = 0; i < m->dim; ++i)
        n += m->free[i] != 0;
    if (A) {
        size_t at = m->shared;

        memset(A, 0, m->dim * n * sizeof *A);
        for (size_t i = 0; i < m->dim; ++i)
            if (m->free[i])
                A[i * n + at++] = 1;
    }
    return n;
}

/* A and b of the next piece from those of this one. */
static void pass_on(const struct contensou__identification_model *m,
                    const struct contensou__identification_fit *f, size_t piece, size_t n,
                    const double *A, const double *b, double *to, double *to_b)
{
    const size_t dim = m->dim, ends = m->pieces * dim;

    for (size_t i = 0; i < dim; ++i) {
        const double *const by = f->motion.d_end + piece * dim + i;

        to_b[i] = f->motion.end[piece * dim + i] - f->point.state[(piece + 1) * dim + i];
        for (size_t u = 0; u < n; ++u)
            to[i * n + u] = u < m->shared ? by[u * ends] : 0;
        for (size_t k = 0; k < dim; ++k) {
            to_b[i] += by[(m->shared + k) * ends] * b[k];
            for (size_t u = 0; u < n; ++u)
                to[i * n + u] += by[(m->shared + k) * ends] * A[k * n + u];
        }
    }
}

/* What an unknown's own size changes by less than the error of the computation does not depend on it. */
static double told(const struct contensou__identification_model *m, size_t u, double slope,
                   double floor)
{
    size_t state = 0;

    if (u < m->shared)
        return fabs(slope) * m->unknown[u].unit > floor ? slope : 0;
    for (u -= m->shared; u || !m->free[state]; ++state)
        u -= m->free[state] != 0;
    return fabs(slope) * m->unit[state] > floor ? slope : 0;
}

/* The rows of a piece: their Jacobian, their residuals, and their part of N and g. */
static void add_piece(const struct contensou__identification_model *m, const double *noise,
                      const struct contensou__identification_fit *f, size_t piece, const double *A,
                      const double *b, struct contensou__identification_normal *to)
{
    const struct contensou__identification_data *const d = m->data;
    const struct contensou__identification_piece *const p = &m->piece[piece];
    const size_t values = d->rows * d->columns, n = to->n;
    double floor[most_states];

    for (size_t c = 0; c < d->columns; ++c)
        floor[c] = contensou__identification_data_floor(d, c);
    for (size_t row = p->first; row < p->first + p->count; ++row)
        for (size_t c = 0; c < d->columns; ++c) {
            const size_t at = row * d->columns + c, own = at - to->first * d->columns;
            const double *const by = f->motion.d_found + at;
            double *const J = to->jacobian + own * n, r = f->motion.found[at] - d->value[at];

            if (isnan(r))
                continue;
            to->residual[own] = r;
            for (size_t u = 0; u < n; ++u)
                J[u] = u < m->shared ? by[u * values] : 0;
            for (size_t k = 0; k < m->dim; ++k) {
                to->residual[own] += by[(m->shared + k) * values] * b[k];
                for (size_t u = 0; u < n; ++u)
                    J[u] += by[(m->shared + k) * values] * A[k * n + u];
            }
            to->residual[own] /= noise[c];
            for (size_t u = 0; u < n; ++u)
                J[u] = told(m, u, J[u], floor[c]) / noise[c];
            for (size_t u = 0; u < n; ++u) {
                to->g[u] += J[u] * to->residual[own];
                for (size_t v = 0; v <= u; ++v)
                    to->N[u * n + v] += J[u] * J[v];
            }
        }
}

enum contensou_status contensou__identification_normal_make(
    const struct contensou__identification_model *m, const double *noise,
    const struct contensou__identification_fit *f, size_t run,
    struct contensou__identification_normal *to, struct contensou_error *err)
{
    const struct contensou__identification_run *const r = &m->data->run[run];
    const size_t n = begin(m, NULL), values = r->count * m->data->columns, dim = m->dim;
    size_t piece = 0, count = 0;

    while (m->piece[piece].run != run)
        ++piece;
    while (piece + count < m->pieces && m->piece[piece + count].run == run)
        ++count;
    *to = (struct contensou__identification_normal){
        .n = n, .first = r->first, .rows = r->count, .piece = piece, .pieces = count};
    to->N = calloc(n * n + n + values * (n + 1) + 1, sizeof *to->N);
    to->A = calloc(count * dim * (n + 1) + 1, sizeof *to->A);
    if (!to->N || !to->A)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu values", values);
    to->g = to->N + n * n;
    to->residual = to->g + n;
    to->jacobian = to->residual + values;
    to->b = to->A + count * dim * n;
    for (size_t v = 0; v < values; ++v) /* rows that are in no piece are gaps */
        to->residual[v] = NAN;
    begin(m, to->A);
    for (size_t k = 0; k < count; ++k) {
        add_piece(m, noise, f, piece + k, to->A + k * dim * n, to->b + k * dim, to);
        if (k + 1 < count)
            pass_on(m, f, piece + k, n, to->A + k * dim * n, to->b + k * dim,
                    to->A + (k + 1) * dim * n, to->b + (k + 1) * dim);
    }
    for (size_t u = 0; u < n; ++u)
        for (size_t v = 0; v < u; ++v)
            to->N[v * n + u] = to->N[u * n + v];
    return CONTENSOU_OK;
}
