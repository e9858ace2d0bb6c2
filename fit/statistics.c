/* statistics.c: confidence intervals, unknowns that the data leave open, and residuals that are no noise.
 *
 * With J = dr/dx scaled to columns of length 1, C = J'J = V diag(l) V'. A small l means that a
 * combination of the unknowns hardly changes any row: those with a share in it are not determined.
 * Otherwise the variances are those of the sandwich formula, A^-1 B A^-1 with A = sum psi'(r) j j',
 * B = sum (psi(r)/(1 - h))^2 j j', h = psi' j'A^-1 j the leverage of a value: psi(r) = r for squares, r
 * cut off at the threshold for Huber's loss. It needs no scatter that is the same in all values.
 *
 * mu and a are those of the contact, but a law that is not the exact one shifts them. Fitted to the exact
 * wrench g with the mu and a found, it would move from x by -A^-1 sum psi' j (f - g), f its own wrench in the
 * rows: that is the shift, and the truth lies as much to the other side. Where the exact wrench with mu and a
 * moved back fits the data as well as the law does, the interval holds both; where it does not, the contact
 * is not the one that was given, and nothing is known of a shift.
 * SPDX-License-Identifier: MIT */
#include "fit/statistics.h"

#include "base/pi.h"
#include "base/eigen.h"
#include "base/try.h"
#include "fit/fit_report.h"

#include <contensou/eval.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The smallest share of the largest eigenvalue that counts as determined. */
static const double determined = 1e-10;

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

/* From x - half to x + half, and as far as the law shifts x: then it is one end alone that the truth can lie
 * beyond, and 1.645 standard deviations hold it as often as 1.96 on both sides do. */
static void set_interval(const struct contensou__problem *p, int u, double x, double half,
                         double shift, struct contensou_fit_result *result)
{
    const double one_end = 1.645 / 1.96;
    const double low = x - fmax(half, shift + one_end * half);
    const double high = x + fmax(half, one_end * half - shift);

    for (int i = 0; i < result->count; ++i)
        if (strcmp(result->parameter[i].name, contensou__problem_name(p, u)) == 0) {
            result->parameter[i].low = p->by_log[u] ? exp(low) : low;
            result->parameter[i].high = p->by_log[u] ? exp(high) : high;
        }
}

/* Values that were measured. */
static double count_values(const struct contensou__problem *p)
{
    double count = 0;

    for (size_t i = 0; i < 3 * p->rows; ++i)
        count += p->weight[i] > 0;
    return count;
}

/* Everything in units of the columns' lengths. */
struct sandwich {
    size_t values, n;
    double *J, *r, *length;   /* J unknown by unknown */
    double *C, *V, *B, *work; /* C: J'J, then its eigenvalues on the diagonal, V its vectors */
    double *shift;            /* by how much the law shifts each unknown; 0 except of mu and a */
};

/* sum_i weight_i J_ui J_vi into to[n * n]. */
static void products(const struct sandwich *s, const double *weight, double *to)
{
    for (size_t u = 0; u < s->n; ++u)
        for (size_t v = u; v < s->n; ++v) {
            const double *a = s->J + u * s->values, *b = s->J + v * s->values;
            double sum = 0;

            for (size_t i = 0; i < s->values; ++i)
                sum += weight[i] * a[i] * b[i];
            to[u * s->n + v] = to[v * s->n + u] = sum;
        }
}

static int is_open(const struct sandwich *s, size_t k)
{
    double largest = 0;

    for (size_t i = 0; i < s->n; ++i)
        largest = fmax(largest, s->C[i * s->n + i]);
    return !(s->C[k * s->n + k] > determined * largest);
}

/* The row of the inverse of A that belongs to unknown u, without what is open. */
static void inverse_row(const struct sandwich *s, size_t u, double *row)
{
    const size_t n = s->n;

    for (size_t v = 0; v < n; ++v) {
        row[v] = 0;
        for (size_t k = 0; k < n; ++k)
            if (!is_open(s, k))
                row[v] += s->V[u * n + k] * s->V[v * n + k] / s->C[k * n + k];
    }
}

/* psi, with the leverage of the value, squared: what B is made of. work[i] is psi'. */
static void filling(const struct contensou__problem *p, const struct sandwich *s, double *to)
{
    const size_t n = s->n;
    const double most = contensou__problem_threshold(p);
    double *inverse = s->B; /* not in use yet */

    for (size_t u = 0; u < n; ++u)
        inverse_row(s, u, inverse + u * n);
    for (size_t i = 0; i < s->values; ++i) {
        double h = 0, psi = fmin(fmax(s->r[i], -most), most);

        for (size_t u = 0; u < n; ++u)
            for (size_t v = 0; v < n; ++v)
                h += inverse[u * n + v] * s->J[u * s->values + i] * s->J[v * s->values + i];
        psi /= fmax(1 - to[i] * h, 1e-3);
        to[i] = psi * psi;
    }
}

/* The weighted errors of the exact wrench with this mu and a; slip[3 * rows] is scratch. */
static enum contensou_status exact_errors(const struct contensou__problem *p,
                                          const struct contensou_patch *patch, double mu, double a,
                                          double *slip, double *r, struct contensou_error *err)
{
    const size_t n = p->rows;

    for (size_t i = 0; i < 3 * n; ++i)
        slip[i] = p->slip[i] * (i >= 2 * n ? a : 1);
    TRY(contensou_eval_reference(patch, NULL, n, slip, r, NULL, err));
    for (size_t i = 0; i < 3 * n; ++i)
        r[i] =
            p->weight[i] > 0 ? p->weight[i] * (mu * (i >= 2 * n ? a : 1) * r[i] - p->target[i]) : 0;
    return CONTENSOU_OK;
}

/* Fills s->shift. */
static enum contensou_status find_shift(struct contensou__problem *p,
                                        const struct contensou_patch *patch, const double *x,
                                        const struct sandwich *s, struct contensou_error *err)
{
    const size_t n = s->n, values = s->values;
    const double most = contensou__problem_threshold(p), extra = fmax((double)n - 2, 1);
    const double freedom = fmax(count_values(p) - (double)n, 1);
    double gradient[CONTENSOU_FIT_PARAMETERS], row[CONTENSOU_FIT_PARAMETERS];
    double moved[2] = {p->mu, p->a};
    OWNED(contensou__try_free) double *r = malloc((2 * values + 1) * sizeof *r);

    TRY(contensou__try_memory(r, err, "the statistics of a fit"));
    TRY(exact_errors(p, patch, p->mu, p->a, r + values, r, err));
    for (size_t u = 0; u < n; ++u) {
        gradient[u] = 0;
        for (size_t i = 0; i < values; ++i)
            if (fabs(s->r[i]) <= most)
                gradient[u] += s->J[u * values + i] * (s->r[i] - r[i]);
    }
    for (size_t u = 0; u < n; ++u) {
        if (p->which[u] >= 0 || !(s->length[u] > 0))
            continue;
        inverse_row(s, u, row);
        for (size_t v = 0; v < n; ++v)
            s->shift[u] -= row[v] * gradient[v] / s->length[u];
        moved[p->which[u] == contensou__problem_a] =
            contensou__problem_value(p, (int)u, x[u] - s->shift[u]);
    }
    TRY(exact_errors(p, patch, moved[0], moved[1], r + values, r, err));
    /* as many more squares as the law has numbers more, and what chance adds in 1 of 1000 cases */
    if (!(contensou__problem_losses(p, r) <=
          contensou__problem_losses(p, s->r) * (1 + (extra + 3.1 * sqrt(2 * extra) + 6) / freedom)))
        memset(s->shift, 0, n * sizeof *s->shift);
    return CONTENSOU_OK;
}

static void judge(const struct contensou__problem *p, const double *x, const struct sandwich *s,
                  struct contensou_fit_result *result)
{
    const size_t n = s->n;
    const double freedom = count_values(p) - (double)n;
    const double t = contensou__statistics_student(freedom);
    double row[CONTENSOU_FIT_PARAMETERS];
    char open[256] = "";

    for (size_t u = 0; u < n; ++u) {
        double variance = 0;
        int lost = !(s->length[u] > 0);

        for (size_t k = 0; k < n; ++k)
            lost |= is_open(s, k) && fabs(s->V[u * n + k]) > 0.1;
        inverse_row(s, u, row);
        for (size_t v = 0; v < n; ++v)
            for (size_t k = 0; k < n; ++k)
                variance += row[v] * s->B[v * n + k] * row[k];
        if (lost && strlen(open) + 16 < sizeof open) {
            strcat(open, *open ? ", " : "");
            strcat(open, contensou__problem_name(p, (int)u));
        }
        set_interval(p, (int)u, x[u],
                     lost || freedom < 1 ? HUGE_VAL : t * sqrt(variance) / s->length[u],
                     s->shift[u], result);
    }
    if (freedom < 1)
        contensou__fit_report_warn(
            result, "there are no more measured values than unknowns: nothing is known "
                    "of their scatter, and no interval is finite");
    if (*open)
        contensou__fit_report_warn(
            result,
            "these data do not determine %s: no row changes when %s; measure other directions of "
            "slip, or fix it",
            open, strchr(open, ',') ? "they change together" : "it changes");
}

static void fill(struct contensou__problem *p, struct sandwich *s)
{
    const double most = contensou__problem_threshold(p);

    for (size_t u = 0; u < s->n; ++u) {
        double *column = s->J + u * s->values, sum = 0;

        for (size_t i = 0; i < s->values; ++i)
            sum += column[i] * column[i];
        s->length[u] = sqrt(sum);
        for (size_t i = 0; i < s->values && sum > 0; ++i)
            column[i] /= s->length[u];
    }
    for (size_t i = 0; i < s->values; ++i)
        s->work[i] = fabs(s->r[i]) <= most;
    products(s, s->work, s->C);
    contensou__eigen_symmetric(s->n, s->C, s->V);
    filling(p, s, s->work);
    products(s, s->work, s->B);
}

enum contensou_status contensou__statistics_intervals(struct contensou__problem *p,
                                                      const struct contensou_patch *patch,
                                                      const double *x,
                                                      struct contensou_fit_result *result,
                                                      struct contensou_error *err)
{
    const size_t n = (size_t)p->unknowns, values = 3 * p->rows;
    OWNED(contensou__try_free)
    double *J = malloc((values * n + 2 * values + 3 * n * n + 2 * n + 1) * sizeof *J);
    struct sandwich s = {.values = values, .n = n, .J = J};

    TRY(contensou__try_memory(J, err, "the statistics of a fit"));
    s.r = s.J + values * n;
    s.work = s.r + values;
    s.C = s.work + values;
    s.V = s.C + n * n;
    s.B = s.V + n * n;
    s.length = s.B + n * n;
    s.shift = s.length + n;
    memset(s.shift, 0, n * sizeof *s.shift);
    TRY(contensou__problem_jacobian(p, x, s.J, err));
    contensou__problem_residuals(p, x, s.r);
    fill(p, &s);
    TRY(find_shift(p, patch, x, &s, err));
    judge(p, x, &s, result);
    return CONTENSOU_OK;
}

/* The row whose direction is next to that of row i, among every `each`-th. */
static size_t nearest(const double *unit, size_t n, size_t i, size_t each)
{
    size_t best = i;
    double closest = -2;

    for (size_t j = 0; j < n; j += each) {
        const double dot =
            unit[i] * unit[j] + unit[n + i] * unit[n + j] + unit[2 * n + i] * unit[2 * n + j];

        if (j != i && dot > closest) {
            closest = dot;
            best = j;
        }
    }
    return best;
}

/* Neighbours in direction whose errors have the same sign, less those that have not, over the standard
 * deviation that this number has where signs are those of coins; a pair of mutual neighbours counts
 * twice. */
static double sameness(const double *error, const size_t *next, size_t n, size_t each)
{
    double sum = 0, square = 0;

    for (size_t i = 0; i < n; i += each) {
        const double product = error[i] * error[next[i]];

        if (product != 0) {
            sum += product > 0 ? 1 : -1;
            square += next[next[i]] == i ? 2 : 1;
        }
    }
    return square > 0 ? sum / sqrt(square) : 0;
}

void contensou__statistics_noise(struct contensou__problem *p, const double *x,
                                 struct contensou_fit_result *result)
{
    enum { most = 4000, fewest = 12 };
    static const char *const parts[3] = {"the force along the slip", "the force across the slip",
                                         "the torque"};
    const double size = p->size * p->stretch, limit = 2.94; /* 1 in 200 for three parts */
    const size_t n = p->rows, each = n / most + 1;
    OWNED(contensou__try_free) double *r = malloc((6 * n + 1) * sizeof *r);
    OWNED(contensou__try_free) size_t *next = malloc((n + 1) * sizeof *next);
    double *unit = r + 3 * n, worst = 0;
    int part = 0;

    if (!r || !next || n / each < fewest)
        return;
    contensou__problem_residuals(p, x, r);
    for (size_t i = 0; i < n; ++i) {
        const double v = hypot(p->slip[i], p->slip[n + i]), w = size * p->slip[2 * n + i];
        const double c = v > 0 ? p->slip[i] / v : 1, s = v > 0 ? p->slip[n + i] / v : 0;
        const double along = c * r[i] + s * r[n + i], across = c * r[n + i] - s * r[i];

        r[i] = along;
        r[n + i] = across;
        unit[i] = p->slip[i] / hypot(v, w);
        unit[n + i] = p->slip[n + i] / hypot(v, w);
        unit[2 * n + i] = w / hypot(v, w);
    }
    for (size_t i = 0; i < n; i += each)
        next[i] = nearest(unit, n, i, each);
    for (int k = 0; k < 3; ++k) {
        const double z = sameness(r + (size_t)k * n, next, n, each);

        if (z > worst) {
            worst = z;
            part = k;
        }
    }
    result->sameness = worst;
    if (worst > limit)
        contensou__fit_report_warn(
            result,
            "the errors are not noise: in %s neighbouring directions err to the "
            "same side %.1f standard deviations more often than by chance; the "
            "model, or the contact that was given, is wrong there; intervals of mu and a "
            "allow for that in so far as the contact is right, others do not",
            parts[part], worst);
}
