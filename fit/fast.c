/* fast.c: approximants and general potentials over many rows. SPDX-License-Identifier: MIT */
#include "fit/fast.h"

#include "base/try.h"
#include "fit/fast_sums.h"
#include "laws/approximant.h"
#include "laws/fraction.h"
#include "laws/potential.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* For an approximant, f = (N0 + b N1)/D(b, m) with N0, N1 fixed in each row: six numbers a row, and
 * log v, log |w|. For a potential, Q and its gradient are linear in the coefficients: four numbers a row
 * for those that are fixed, and four for each unknown, field by field: number k of unknown u in row i is
 * row[(4 (u + 1) + k) rows + i], u = -1 for what is fixed. */
struct contensou__fast {
    size_t width; /* numbers of a row */
    _Alignas(
        64) double row[]; /* where lines of the cache begin: sums over rows are a tenth faster */
};

void contensou__fast_fraction(const double *table, const double slip[3], double N[6],
                              double logs[2])
{
    const double v = hypot(slip[0], slip[1]), size = fmax(v, fabs(slip[2])), w = slip[2] / size;
    const double c = v > 0 ? slip[0] / v : 1, s = v > 0 ? slip[1] / v : 0;
    struct approximant_part zero[3], one[3];

    approximant_numerators(table, 0.0, v / size, w, c, s, zero);
    approximant_numerators(table, 1.0, v / size, w, c, s, one);
    for (int k = 0; k < 2; ++k) { /* N0, then N1 */
        const double T = k ? one[0].N - zero[0].N : zero[0].N;
        const double S = k ? one[1].N - zero[1].N : zero[1].N;

        N[3 * k] = c * T - s * S;
        N[3 * k + 1] = s * T + c * S;
        N[3 * k + 2] = k ? one[2].N - zero[2].N : zero[2].N;
    }
    logs[0] = log(fmax(v / size, 1e-300));
    logs[1] = log(fmax(fabs(w), 1e-300));
}

static void put_approximant(struct contensou__fast *fast, const struct contensou__problem *p)
{
    const size_t n = p->rows;

    for (size_t i = 0; i < n; ++i) {
        const double slip[3] = {p->slip[i], p->slip[n + i], p->slip[2 * n + i]};
        double *to = fast->row + i * fast->width;

        contensou__fast_fraction(p->law.table, slip, to, to + 6);
    }
}

/* The monomial vx^a vy^i w^j and its gradient. */
static void monomial(int a, int i, int j, const double s[3], double out[4])
{
    const double x = pow(s[0], a), y = pow(s[1], i), w = pow(s[2], j);

    out[0] = x * y * w;
    out[1] = a ? a * pow(s[0], a - 1) * y * w : 0;
    out[2] = i ? i * x * pow(s[1], i - 1) * w : 0;
    out[3] = j ? j * x * y * pow(s[2], j - 1) : 0;
}

static void put_potential(struct contensou__fast *fast, const struct contensou__problem *p)
{
    const size_t n = p->rows;
    const int d = (int)p->law.table[0];
    const double size = p->law.value[contensou__law_find(&p->law, "size")];

    for (size_t r = 0; r < n; ++r) {
        const double s[3] = {p->slip[r], p->slip[n + r], p->slip[2 * n + r] * size};
        double *to = fast->row + r;
        size_t at = potential_head;

        for (int j = 0; j <= d; ++j)
            for (int i = 0; i <= d - j; ++i, ++at) {
                int unknown = 0;
                double m[4];

                while (unknown < p->unknowns && !(p->which[unknown] >= p->law.field_count &&
                                                  p->law.place[p->which[unknown]] == at))
                    ++unknown;
                monomial(d - j - i, i, j, s, m);
                for (int k = 0; k < 4; ++k)
                    if (unknown < p->unknowns)
                        to[(size_t)(4 * (unknown + 1) + k) * n] = m[k];
                    else
                        to[(size_t)k * n] += p->law.table[at] * m[k];
            }
    }
}

enum contensou_status contensou__fast_create(struct contensou__fast **out,
                                             const struct contensou__problem *p,
                                             struct contensou_error *err)
{
    const int forms = p->law.about->forms && p->law.table[1] > 0;
    const size_t width = forms ? 4 * ((size_t)p->unknowns + 1) : 8;
    const size_t size = sizeof **out + p->rows * width * sizeof(double);

    *out = NULL;
    for (int u = 0; u < p->unknowns; ++u)
        if (p->which[u] == contensou__problem_a)
            return CONTENSOU_OK;
    if (!p->law.about->taylor && !forms)
        return CONTENSOU_OK;
    *out = aligned_alloc(_Alignof(struct contensou__fast), size + -size % sizeof **out);
    TRY(contensou__try_memory(*out, err, "%zu rows", p->rows));
    memset(*out, 0, size);
    (*out)->width = width;
    (forms ? put_potential : put_approximant)(*out, p);
    return CONTENSOU_OK;
}

void contensou__fast_free(struct contensou__fast *fast)
{
    free(fast);
}

static void approximant_rows(const struct contensou__fast *fast, const struct contensou__problem *p,
                             size_t from, size_t to, double *f, double *slope)
{
    const size_t n = p->rows;
    const double order = p->law.table[0], b = p->law.value[0], m = p->law.value[1];
    double log_v = NAN, log_w = NAN, by_b = NAN;
    struct fraction_divisor d = {0};

    for (size_t i = from; i < to; ++i) {
        const double *row = fast->row + i * fast->width;

        if (row[6] != log_v || row[7] != log_w) { /* the same for all directions phi */
            log_v = row[6];
            log_w = row[7];
            d = fraction_divide(log(b), m, order, log_v, log_w);
            by_b = d.by_log_b / b;
        }
        for (size_t k = 0; k < 3; ++k) {
            const double value = (row[k] + b * row[3 + k]) * d.inverse;

            f[k * n + i] = value;
            for (int u = 0; u < p->unknowns && slope; ++u)
                if (p->which[u] == 0)
                    slope[(size_t)u * 3 * n + k * n + i] = row[3 + k] * d.inverse - value * by_b;
                else if (p->which[u] == 1)
                    slope[(size_t)u * 3 * n + k * n + i] = -value * d.by_m;
        }
    }
}

/* Q and its gradient in the n rows of a block, and what turns that into the wrench. */
static void potential_block(const struct contensou__fast *fast, const struct contensou__problem *p,
                            size_t from, size_t n, double (*q)[contensou__fast_sums_block],
                            double *root)
{
    memset(q, 0, 4 * sizeof *q);
    contensou__fast_sums_add(n, 1, fast->row + from, p->rows, q);
    for (int u = 0; u < p->unknowns; ++u)
        if (p->which[u] >= p->law.field_count)
            contensou__fast_sums_add(n, p->law.value[p->which[u]],
                                     fast->row + (size_t)(4 * (u + 1)) * p->rows + from, p->rows,
                                     q);
    contensou__fast_sums_root(n, (int)p->law.table[0], q, root);
}

static size_t block_at(size_t from, size_t to)
{
    return to - from < contensou__fast_sums_block ? to - from : contensou__fast_sums_block;
}

static void potential_rows(const struct contensou__fast *fast, const struct contensou__problem *p,
                           size_t from, size_t to, double *f, double *slope)
{
    const size_t n = p->rows;
    const double d = p->law.table[0], size = p->law.value[contensou__law_find(&p->law, "size")];

    for (; from < to; from += block_at(from, to)) {
        const size_t rows = block_at(from, to);
        double q[4][contensou__fast_sums_block], root[contensou__fast_sums_block];

        potential_block(fast, p, from, rows, q, root);
        for (size_t k = 0; k < 3; ++k) {
            const double unit = k == 2 ? size : 1;

            for (size_t i = 0; i < rows; ++i)
                f[k * n + from + i] = unit * root[i] * q[1 + k][i];
            for (int u = 0; u < p->unknowns && slope; ++u) {
                const double *m = fast->row + (size_t)(4 * (u + 1)) * n + from,
                             *of = m + (1 + k) * n;
                double *out = slope + ((size_t)u * 3 + k) * n + from;

                for (size_t i = 0; i < rows; ++i)
                    out[i] = unit * root[i] * (of[i] + (1 / d - 1) * q[1 + k][i] * m[i] / q[0][i]);
            }
        }
    }
}

int contensou__fast_has_objective(const struct contensou__fast *fast,
                                  const struct contensou__problem *p)
{
    return fast && !p->law.about->taylor;
}

/* With psi the slope of the loss of an error, the gradient by a coefficient is the sum over rows of what multiplies its
 * four numbers there: psi times weight, mu and root for the three of the wrench, and what Q itself gets by the root. */
double contensou__fast_objective(const struct contensou__fast *fast,
                                 const struct contensou__problem *p, const double *x, size_t from,
                                 size_t to, double *gradient)
{
    const size_t n = p->rows;
    const double d = p->law.table[0], size = p->law.value[contensou__law_find(&p->law, "size")];
    const double most = contensou__problem_threshold(p);
    double value = 0, by_mu = 0;

    for (int u = 0; u < p->unknowns; ++u)
        gradient[u] = 0;
    for (; from < to; from += block_at(from, to)) {
        const size_t rows = block_at(from, to);
        double q[4][contensou__fast_sums_block], by[4][contensou__fast_sums_block] = {{0}},
                                                 root[contensou__fast_sums_block];

        potential_block(fast, p, from, rows, q, root);
        for (size_t k = 0; k < 3; ++k) {
            const double unit = k == 2 ? size : 1;
            const double *weight = p->weight + k * n + from, *target = p->target + k * n + from;

            for (size_t i = 0; i < rows; ++i) {
                const double f = unit * root[i] * q[1 + k][i];
                const double r = weight[i] > 0 ? weight[i] * (p->mu * f - target[i]) : 0;
                const double away = fabs(r), psi = r > most ? most : r < -most ? -most : r;
                const double slope = 2 * psi * weight[i] * p->mu * unit * root[i];

                value += away <= most ? r * r : most * (2 * away - most);
                by_mu += 2 * psi * weight[i] * f;
                by[1 + k][i] = slope;
                by[0][i] += slope * (1 / d - 1) * q[1 + k][i] / q[0][i];
            }
        }
        for (int u = 0; u < p->unknowns; ++u)
            if (p->which[u] >= p->law.field_count)
                gradient[u] += contensou__fast_sums_dot(
                    rows, fast->row + (size_t)(4 * (u + 1)) * n + from, n, by);
    }
    for (int u = 0; u < p->unknowns; ++u) {
        if (p->which[u] == contensou__problem_mu)
            gradient[u] = by_mu;
        if (p->by_log[u])
            gradient[u] *= contensou__problem_value(p, u, x[u]);
    }
    return value;
}

void contensou__fast_wrench(const struct contensou__fast *fast, const struct contensou__problem *p,
                            size_t from, size_t to, double *f, double *slope)
{
    for (size_t k = 0; k < 3 * (size_t)p->unknowns && slope; ++k)
        memset(slope + k * p->rows + from, 0, (to - from) * sizeof *slope);
    if (p->law.about->taylor)
        approximant_rows(fast, p, from, to, f, slope);
    else
        potential_rows(fast, p, from, to, f, slope);
}
