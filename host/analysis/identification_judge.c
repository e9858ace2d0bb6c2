/* identification_judge.c: what the minimum of a sum of squares says about the numbers that all runs share.
 *
 * Where the states in which its pieces begin move along as they fit best, D by p, a value v has the row j_v = J_p + J_s D, and S = sum j j'. A direction in
 * which S, each number in units of its own influence, is zero to rounding moves no measured value: the numbers with a part in
 * it cannot be told apart. The covariance of the others is the sandwich of clusters, which lets the errors within one be correlated and
 * of any size, in its jackknife form (CR3; J. G. MacKinnon and H. White, J. Econometrics 29, 1985):
 *
 *     V = (G - 1)/G S^-1 (sum_c q_c q_c') S^-1,  q_c = (1 - S_c S^-1)^-1 sum_{v in c} j_v r_v,
 *
 * with S_c the part of cluster c of G. Clusters are the runs, or where these are few, pieces of them. Intervals take Student's t
 * with G - 1 degrees of freedom. SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/eigen.h"
#include "base/linear.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    most = contensou__identification_shared,
    states = contensou__identification_states,
    least_runs = 4,
    least_clusters = 12
};

/* The smallest share of the influence of numbers that is no rounding of their derivatives, and the part of a number in a
 * direction that counts. */
static const double told_least = 1e-9, part_least = 0.1;

/* Clusters: their parts of S and of the score. */
struct cluster {
    double S[most * most], q[most];
};

struct sums {
    struct cluster *cluster;
    size_t count;
    double influence[most]; /* of each number, the initial states kept */
    double values, unknowns;
};

/* The values of a run, into clusters first .. first + count - 1: what is left of J_p where the states move along, J_p + J_s D. */
static void add_run(const struct contensou__identification_model *m, const double *noise,
                    const struct contensou__identification_fit *fit,
                    const struct contensou__identification_normal *n, struct cluster *first,
                    size_t count, struct sums *to)
{
    const struct contensou__identification_run *const run = &m->data->run[m->piece[n->piece].run];
    const size_t p = m->shared, dim = m->dim, columns = m->data->columns;

    for (size_t k = 0; k < n->pieces; ++k) {
        const struct contensou__identification_piece *const piece = &m->piece[n->piece + k];

        for (size_t v = piece->first * columns; v < (piece->first + piece->count) * columns; ++v) {
            struct cluster *const c = &first[(v / columns - run->first) * count / run->count];
            double row[states + most + 1], *const j = row + dim;

            if (!contensou__identification_normal_row(m, noise, fit, n->piece + k, v, row))
                continue;
            to->values += 1;
            for (size_t i = 0; i < p; ++i) {
                to->influence[i] += j[i] * j[i];
                for (size_t s = 0; s < dim; ++s)
                    j[i] += row[s] * n->D[(k * dim + s) * (p + 1) + i];
            }
            for (size_t i = 0; i < p; ++i) {
                c->q[i] += j[i] * j[p];
                for (size_t l = 0; l < p; ++l)
                    c->S[i * p + l] += j[i] * j[l];
            }
        }
    }
}

static enum contensou_status add_all(const struct contensou__identification_model *m,
                                     const double *noise,
                                     const struct contensou__identification_fit *fit,
                                     struct sums *to, struct contensou_error *err)
{
    const size_t runs = m->data->runs;
    const size_t parts =
        runs >= least_runs && runs > m->shared + 1 ? 1 : (least_clusters + runs - 1) / runs;

    *to = (struct sums){.cluster = calloc(runs * parts, sizeof *to->cluster),
                        .count = runs * parts,
                        .unknowns = (double)m->shared};
    TRY(contensou__try_memory(to->cluster, err, "%zu clusters", runs * parts));
    for (size_t r = 0; r < runs; ++r) {
        OWNED(contensou__identification_normal_free)
        struct contensou__identification_normal n = {0};
        double S[most * most], h[most];

        TRY(contensou__identification_normal_make(m, noise, fit, r, &n, err));
        contensou__identification_normal_reduce(m, fit, &n, 0, S, h);
        add_run(m, noise, fit, &n, to->cluster + r * parts, parts, to);
    }
    for (size_t i = 0; i < m->dim; ++i)
        to->unknowns += m->free[i] ? (double)runs : 0;
    return CONTENSOU_OK;
}

static void free_sums(struct sums *s)
{
    free(s->cluster);
}

/* Which numbers the data tell: S in units of their influence has no eigenvalue of zero there. I becomes the inverse of S on
 * what is told. */
static void tell(size_t p, const struct sums *s, const double *S, double *I,
                 struct contensou__identification_verdict *to)
{
    double C[most * most], V[most * most], d[most];

    for (size_t i = 0; i < p; ++i) {
        to->told[i] = s->influence[i] > 0;
        to->group[i] = to->told[i] ? 0 : -1;
        d[i] = to->told[i] ? 1 / sqrt(s->influence[i]) : 0;
    }
    for (size_t i = 0; i < p * p; ++i)
        C[i] = S[i] * d[i / p] * d[i % p];
    contensou__eigen_symmetric(p, C, V);
    for (size_t e = 0; e < p; ++e)
        if (!(C[e * p + e] > told_least)) {
            size_t members = 0;

            for (size_t i = 0; i < p; ++i)
                members += fabs(V[i * p + e]) > part_least && d[i] > 0;
            to->groups += members > 0;
            for (size_t i = 0; i < p; ++i)
                if (fabs(V[i * p + e]) > part_least && d[i] > 0) {
                    to->told[i] = 0;
                    to->group[i] = to->groups;
                }
        }
    for (size_t i = 0; i < p; ++i)
        for (size_t k = 0; k < p; ++k) {
            double sum = 0;

            for (size_t e = 0; e < p; ++e)
                if (C[e * p + e] > told_least)
                    sum += V[i * p + e] * V[k * p + e] / C[e * p + e];
            I[i * p + k] = sum * d[i] * d[k];
        }
}

/* q = (1 - S_c I)^-1 q: the score of a cluster with the others' fit. */
static void leave_out(size_t p, const struct cluster *c, const double *I, double *q)
{
    double a[contensou__linear_most][contensou__linear_most], b[contensou__linear_most];

    for (size_t i = 0; i < p; ++i) {
        b[i] = c->q[i];
        for (size_t k = 0; k < p; ++k) {
            a[i][k] = i == k;
            for (size_t l = 0; l < p; ++l)
                a[i][k] -= c->S[i * p + l] * I[l * p + k];
        }
    }
    contensou__linear_solve(p, a, b, q);
}

enum contensou_status contensou__identification_judge(
    const struct contensou__identification_model *m, const double *noise,
    const struct contensou__identification_fit *fit, struct contensou__identification_verdict *to,
    struct contensou_error *err)
{
    const size_t p = m->shared;
    double S[most * most] = {0}, I[most * most] = {0}, B[most * most] = {0}, factor;
    OWNED(free_sums) struct sums s = {0};

    TRY(add_all(m, noise, fit, &s, err));
    *to = (struct contensou__identification_verdict){.clusters = s.count};
    for (size_t c = 0; c < s.count; ++c)
        for (size_t i = 0; i < p * p; ++i)
            S[i] += s.cluster[c].S[i];
    tell(p, &s, S, I, to);
    for (size_t c = 0; c < s.count; ++c) {
        double q[most] = {0};

        leave_out(p, &s.cluster[c], I, q);
        for (size_t i = 0; i < p * p; ++i)
            B[i] += q[i / p] * q[i % p];
    }
    /* pieces of runs do not have initial states of their own: what those take from the residuals */
    factor = (double)(s.count - 1) / (double)s.count;
    if (s.count > m->data->runs)
        factor *= s.values / fmax(s.values - s.unknowns, 1);
    for (size_t i = 0; i < p; ++i)
        for (size_t k = 0; k < p; ++k) {
            double sum = 0;

            for (size_t a = 0; a < p; ++a)
                for (size_t b = 0; b < p; ++b)
                    sum += I[i * p + a] * B[a * p + b] * I[b * p + k];
            to->covariance[i * p + k] = factor * sum;
        }
    to->freedom = (double)s.count - 1;
    to->clustered = s.count > m->data->runs ? "pieces of runs" : "runs";
    return CONTENSOU_OK;
}
