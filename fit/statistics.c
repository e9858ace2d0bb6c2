/* statistics.c: confidence intervals, and unknowns that the data leave open.
 *
 * With J = dr/dx scaled to columns of length 1, C = J'J = V diag(l) V'. A small l means that a
 * combination of the unknowns hardly changes any row: those with a share in it are not determined.
 * Otherwise the variance of unknown u is s^2 (C^-1)_uu/|J_u|^2, s^2 = sum r^2/(rows - unknowns).
 * SPDX-License-Identifier: MIT */
#include "fit/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* The smallest share of the largest eigenvalue that counts as determined. */
static const double determined = 1e-10;

/* Eigenvalues (left on the diagonal of C) and vectors (columns of V) by Jacobi's rotations. */
static void eigen(int n, double *C, double *V)
{
    for (int i = 0; i < n * n; ++i)
        V[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0;

        for (int p = 0; p < n; ++p)
            for (int q = p + 1; q < n; ++q) {
                const double apq = C[p * n + q], tau = (C[q * n + q] - C[p * n + p]) / (2 * apq);
                const double t = copysign(1, tau) / (fabs(tau) + sqrt(1 + tau * tau));
                const double c = 1 / sqrt(1 + t * t), s = t * c;

                off += apq * apq;
                if (fabs(apq) < 1e-300)
                    continue;
                for (int k = 0; k < n; ++k) {
                    const double kp = C[k * n + p], kq = C[k * n + q];

                    C[k * n + p] = c * kp - s * kq;
                    C[k * n + q] = s * kp + c * kq;
                }
                for (int k = 0; k < n; ++k) {
                    const double pk = C[p * n + k], qk = C[q * n + k], vp = V[k * n + p],
                                 vq = V[k * n + q];

                    C[p * n + k] = c * pk - s * qk;
                    C[q * n + k] = s * pk + c * qk;
                    V[k * n + p] = c * vp - s * vq;
                    V[k * n + q] = s * vp + c * vq;
                }
            }
        if (off < 1e-32)
            break;
    }
}

/* The share of Student's t with a whole number of degrees of freedom that lies between -tan and tan
 * times its root: a finite sum in the angle. */
static double student_share(int freedom, double angle)
{
    const double c = cos(angle), s = sin(angle), c2 = c * c;
    const int odd = freedom & 1;
    double term = odd ? c : 1, sum = 0;

    for (int k = odd ? 3 : 2; k <= freedom; k += 2) {
        sum += term;
        term *= c2 * (k - 1) / k;
    }
    return odd ? 2 / pi * (angle + s * sum) : s * sum;
}

double contensou__statistics_student(double freedom)
{
    const double z = 1.959963984540054, z2 = z * z;
    double low = 0, high = pi / 2;

    if (!(freedom >= 1))
        return HUGE_VAL;
    if (freedom > 1000) /* Cornish-Fisher: the next term is below 1e-8 */
        return z * (1 + (z2 + 1) / (4 * freedom) +
                    (5 * z2 * z2 + 16 * z2 + 3) / (96 * freedom * freedom));
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);

        *(student_share((int)freedom, middle) < 0.95 ? &low : &high) = middle;
    }
    return sqrt((double)(int)freedom) * tan(low);
}

static const char *name_of(const struct contensou__problem *p, int u)
{
    return p->which[u] == contensou__problem_mu  ? "mu"
           : p->which[u] == contensou__problem_a ? "a"
                                                 : p->law.names[p->which[u]];
}

static void set_interval(const struct contensou__problem *p, int u, double x, double half,
                         struct contensou_fit_result *result)
{
    for (int i = 0; i < result->count; ++i)
        if (strcmp(result->parameter[i].name, name_of(p, u)) == 0) {
            result->parameter[i].low = p->by_log[u] ? exp(x - half) : x - half;
            result->parameter[i].high = p->by_log[u] ? exp(x + half) : x + half;
        }
}

/* Rows that were measured. */
static double count_rows(const struct contensou__problem *p)
{
    double count = 0;

    for (size_t i = 0; i < 3 * p->rows; ++i)
        count += p->weight[i] > 0;
    return count;
}

static void judge(const struct contensou__problem *p, const double *x, double sum, const double *C,
                  const double *V, const double *length, struct contensou_fit_result *result)
{
    const int n = p->unknowns;
    const double freedom = count_rows(p) - n, s2 = sum / fmax(freedom, 1);
    const double t = contensou__statistics_student(freedom);
    double largest = 0;
    char open[256] = "";

    for (int k = 0; k < n; ++k)
        largest = fmax(largest, C[k * n + k]);
    for (int u = 0; u < n; ++u) {
        double variance = 0;
        int lost = !(length[u] > 0);

        for (int k = 0; k < n; ++k) {
            const double v = V[u * n + k];

            if (C[k * n + k] > determined * largest)
                variance += v * v / C[k * n + k];
            else if (fabs(v) > 0.1)
                lost = 1;
        }
        if (lost && strlen(open) + 16 < sizeof open) {
            strcat(open, *open ? ", " : "");
            strcat(open, name_of(p, u));
        }
        set_interval(p, u, x[u],
                     lost || freedom < 1 ? HUGE_VAL : t * sqrt(s2 * variance) / length[u], result);
    }
    if (freedom < 1)
        snprintf(result->warning, sizeof result->warning,
                 "there are no more measured values than unknowns: nothing is known of their "
                 "scatter, and no interval is finite");
    if (*open)
        snprintf(result->warning, sizeof result->warning,
                 "these data do not determine %s: no row changes when %s; measure other directions "
                 "of slip, or fix it",
                 open, strchr(open, ',') ? "they change together" : "it changes");
}

enum contensou_status contensou__statistics_intervals(struct contensou__problem *p, const double *x,
                                                      struct contensou_fit_result *result,
                                                      struct contensou_error *err)
{
    const size_t n = (size_t)p->unknowns, rows = 3 * p->rows;
    double *J = malloc((rows * n + rows + 2 * n * n + n + 1) * sizeof *J), *r, *C, *V, *length;
    double sum = 0;
    enum contensou_status status;

    if (!J)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the statistics of a fit");
    r = J + rows * n;
    C = r + rows;
    V = C + n * n;
    length = V + n * n;
    status = contensou__problem_jacobian(p, x, J, err);
    contensou__problem_residuals(p, x, r);
    for (size_t i = 0; i < rows; ++i)
        sum += r[i] * r[i];
    for (size_t u = 0; u < n; ++u) {
        length[u] = 0;
        for (size_t i = 0; i < rows; ++i)
            length[u] += J[u * rows + i] * J[u * rows + i];
        length[u] = sqrt(length[u]);
    }
    for (size_t u = 0; u < n; ++u)
        for (size_t v = 0; v < n; ++v) {
            double dot = 0;

            for (size_t i = 0; i < rows; ++i)
                dot += J[u * rows + i] * J[v * rows + i];
            C[u * n + v] = length[u] > 0 && length[v] > 0 ? dot / (length[u] * length[v]) : 0;
        }
    eigen((int)n, C, V);
    if (!status)
        judge(p, x, sum, C, V, length, result);
    free(J);
    return status;
}
