/* identification_normal.c: the linear least squares of a run, whose unknowns are the changes of the shared numbers, p, and of the state
 * s_k in which each piece of it begins.
 *
 * The rows of piece k are J_s s_k + J_p p + r; pieces join where E_s s_k + E_p p + (end_k - s_{k+1} as they are) = s_{k+1}, with E the
 * derivatives of the end (H. G. Bock's multiple shooting). States are eliminated from the first piece to the last by Householder's
 * reflections, each piece joined to the next by rows of the weight that the search gives them, as a square-root information filter does
 * (G. J. Bierman, Factorization Methods for Discrete Sequential Estimation, 1977): chaotic motions forget their beginning as exp(lambda t),
 * and whoever writes all states as functions of the first one (condensing) loses everything else within some Lyapunov times.
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    states = contensou__identification_states,
    most = states + contensou__identification_shared +
           1,             /* columns of a piece: states, shared, residual */
    wide = states + most, /* with the states of the next piece */
    rows_at_once = 64,
    tall = 2 * most + 2 * states > most + rows_at_once ? 2 * most + 2 * states : most + rows_at_once
};

/* What a state counts that nothing tells: it is known to 1e4 of its size. */
static const double prior = 1e-4;

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

/* Turns A[rows * n] into an upper triangle over zeros, by reflections from the left. A column that is zero stays so. */
static void triangulate(size_t rows, size_t n, double *A)
{
    for (size_t k = 0; k < n && k + 1 < rows; ++k) {
        double v[tall], size = 0;

        for (size_t i = k; i < rows; ++i) {
            v[i] = A[i * n + k];
            size += v[i] * v[i];
        }
        if (!(size > 0))
            continue;
        size = sqrt(size);
        v[k] += copysign(size, v[k]);
        for (size_t c = k; c < n; ++c) {
            double along = 0;

            for (size_t i = k; i < rows; ++i)
                along += v[i] * A[i * n + c];
            along /= size * fabs(v[k]);
            for (size_t i = k; i < rows; ++i)
                A[i * n + c] = i > k && c == k ? 0 : A[i * n + c] - along * v[i];
        }
    }
}

void contensou__identification_normal_free(struct contensou__identification_normal *to)
{
    free(to->T);
    *to = (struct contensou__identification_normal){0};
}

/* 1 where a state of a piece is to be found: all but the given ones of the beginning of a run. */
static int is_free(const struct contensou__identification_model *m, size_t piece, size_t state)
{
    return m->free[state] || (piece > 0 && m->piece[piece].run == m->piece[piece - 1].run);
}

int contensou__identification_normal_row(const struct contensou__identification_model *m,
                                         const double *noise,
                                         const struct contensou__identification_fit *f,
                                         size_t piece, size_t value, double *row)
{
    const struct contensou__identification_data *const d = m->data;
    const size_t values = d->rows * d->columns, c = value % d->columns, p = m->shared;
    const double *const by = f->motion.d_found + value,
                        r = f->motion.found[value] - d->value[value];
    const double floor = d->floor[c];

    if (isnan(r))
        return 0;
    for (size_t u = 0; u < m->dim + p; ++u) {
        const int shared = u >= m->dim;
        const double unit = shared ? m->unknown[u - m->dim].unit : m->unit[u];
        const double slope =
            shared || is_free(m, piece, u) ? by[(shared ? u - m->dim : p + u) * values] : 0;

        /* what an unknown's own size changes by less than the error of the computation does not depend on it */
        row[u] = fabs(slope) * unit > floor ? slope / noise[c] : 0;
    }
    row[m->dim + p] = r / noise[c];
    return 1;
}

enum contensou_status contensou__identification_normal_make(
    const struct contensou__identification_model *m, const double *noise,
    const struct contensou__identification_fit *fit, size_t run,
    struct contensou__identification_normal *to, struct contensou_error *err)
{
    const size_t n = m->dim + m->shared + 1, columns = m->data->columns;
    size_t piece = 0, count = 0;

    while (m->piece[piece].run != run)
        ++piece;
    while (piece + count < m->pieces && m->piece[piece + count].run == run)
        ++count;
    *to = (struct contensou__identification_normal){.n = n, .piece = piece, .pieces = count};
    to->T =
        calloc(count * (n * n + m->dim * (m->dim + n) + m->dim * (m->shared + 1)), sizeof *to->T);
    if (!to->T)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu pieces", count);
    to->top = to->T + count * n * n;
    to->D = to->top + count * m->dim * (m->dim + n);
    for (size_t k = 0; k < count; ++k) {
        const struct contensou__identification_piece *const p = &m->piece[piece + k];
        double A[(most + rows_at_once) * most] = {0};
        size_t used = n;

        for (size_t v = p->first * columns; v < (p->first + p->count) * columns; ++v) {
            used += (size_t)contensou__identification_normal_row(m, noise, fit, piece + k, v,
                                                                 A + used * n);
            if (used == n + rows_at_once || v + 1 == (p->first + p->count) * columns) {
                triangulate(used, n, A);
                used = n;
            }
        }
        memcpy(to->T + k * n * n, A, n * n * sizeof *A);
    }
    return CONTENSOU_OK;
}

/* The sum of squares of a column of a triangle. */
static double weight_of(const double *T, size_t n, size_t column)
{
    double sum = 0;

    for (size_t i = 0; i <= column; ++i)
        sum += T[i * n + column] * T[i * n + column];
    return sum;
}

/* The rows that hold the states of piece k near where they are, and those that join it to the next one, into A, whose columns are the
 * states of both, the shared numbers and 1. Gives how many. */
static size_t add_rows(const struct contensou__identification_model *m,
                       const struct contensou__identification_fit *f, size_t piece, int joins,
                       const double *T, double lambda, double *A)
{
    const size_t dim = m->dim, p = m->shared, ends = m->pieces * dim, w = 2 * dim + p + 1;
    const size_t n = dim + p + 1;

    memset(A, 0, 2 * dim * w * sizeof *A);
    for (size_t i = 0; i < dim; ++i)
        A[i * w + i] = hypot(sqrt(lambda * weight_of(T, n, i)), prior / m->unit[i]);
    for (size_t i = 0; i < dim && joins; ++i) {
        const double *const by = f->motion.d_end + piece * dim + i;
        double *const row = A + (dim + i) * w;
        const double weight = f->joint / m->unit[i];

        for (size_t k = 0; k < dim; ++k)
            row[k] = is_free(m, piece, k) ? weight * by[(p + k) * ends] : 0;
        row[dim + i] = -weight;
        for (size_t j = 0; j < p; ++j)
            row[2 * dim + j] = weight * by[j * ends];
        row[2 * dim + p] =
            weight * (f->motion.end[piece * dim + i] - f->point.state[(piece + 1) * dim + i]);
    }
    return joins ? 2 * dim : dim;
}

/* Of the rows of a piece that were kept of the elimination: its states from those of the next piece, the shared numbers and 1. */
static void substitute(size_t dim, size_t p, const double *top, const double *next, double *D)
{
    const size_t w = 2 * dim + p + 1, q = p + 1;

    for (size_t i = dim; i-- > 0;)
        for (size_t j = 0; j < q; ++j) {
            double sum = top[i * w + 2 * dim + j];

            for (size_t k = 0; k < dim && next; ++k)
                sum += top[i * w + dim + k] * next[k * q + j];
            for (size_t k = i + 1; k < dim; ++k)
                sum += top[i * w + k] * D[k * q + j];
            D[i * q + j] = -sum / top[i * w + i];
        }
}

void contensou__identification_normal_reduce(const struct contensou__identification_model *m,
                                             const struct contensou__identification_fit *f,
                                             struct contensou__identification_normal *to,
                                             double lambda, double *S, double *h)
{
    const size_t dim = m->dim, p = m->shared, n = to->n, w = dim + n, q = p + 1;
    double A[tall * wide] = {0};
    size_t carried = 0;

    for (size_t k = 0; k < to->pieces; ++k) {
        const double *const T = to->T + k * n * n;
        size_t rows = carried + n;

        for (size_t i = 0; i < n; ++i) {
            double *const row = A + (carried + i) * w;

            memset(row, 0, w * sizeof *row);
            memcpy(row, T + i * n, dim * sizeof *row);
            memcpy(row + 2 * dim, T + i * n + dim, q * sizeof *row);
        }
        rows += add_rows(m, f, to->piece + k, k + 1 < to->pieces, T, lambda, A + rows * w);
        triangulate(rows, w, A);
        memcpy(to->top + k * dim * w, A, dim * w * sizeof *A);
        carried = (rows < w ? rows : w) - dim;
        for (size_t i = 0; i < carried; ++i) { /* the next piece becomes this one */
            memcpy(A + i * w, A + (dim + i) * w + dim, dim * sizeof *A);
            memset(A + i * w + dim, 0, dim * sizeof *A);
            memcpy(A + i * w + 2 * dim, A + (dim + i) * w + 2 * dim, q * sizeof *A);
        }
    }
    for (size_t i = 0; i < carried; ++i)
        for (size_t j = 0; j < p; ++j) {
            h[j] -= A[i * w + 2 * dim + j] * A[i * w + 2 * dim + p];
            for (size_t l = 0; l < p; ++l)
                S[j * p + l] += A[i * w + 2 * dim + j] * A[i * w + 2 * dim + l];
        }
    for (size_t j = 0; j < p; ++j)
        for (size_t k = 0; k < to->pieces; ++k)
            S[j * p + j] += lambda * weight_of(to->T + k * n * n, n, dim + j);
    for (size_t k = to->pieces; k-- > 0;)
        substitute(dim, p, to->top + k * dim * w,
                   k + 1 < to->pieces ? to->D + (k + 1) * dim * q : NULL, to->D + k * dim * q);
}
