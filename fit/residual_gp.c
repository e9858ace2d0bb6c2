/* residual_gp.c: what an exact law leaves of measured slips, as a Gaussian process over the direction of the load.
 *
 * Of rows i with the load l_i, a unit vector, the law predicts the slip s_i, and d_i is what is measured less that. As slips turn round
 * with their loads, so does the residual: its covariance is odd,
 *
 *     k(l, m) = v (g(l - m) - g(l + m)),  g(x) = exp(-(x_1^2 + x_2^2)/(2 a^2) - x_3^2/(2 b^2)),
 *
 * with the noise v c over the weight of a row. The slip under l is the unit vector of s + sum_i (g(l - l_i) - g(l + l_i)) alpha_i with
 * (K + c W^-1) alpha = d (C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning, 2006, algorithm 2.1).
 * The scales a and b and the noise c are those of the largest likelihood, v the best one for them; d has two components across s.
 * SPDX-License-Identifier: MIT */
#include "fit/residual_gp.h"

#include "base/random.h"
#include "base/try.h"
#include "fit/vector3.h"

#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

/* Rows of the process, and those by which its scales are found: others are left out at random, as the work is the cube of their number. */
enum { most_rows = 1000, most_searched = 250, evaluations = 60 };

struct contensou_residual_gp {
    size_t n;
    double unit, scale[2]; /* of length; a and b */
    double row[];          /* [6 * n]: the load and alpha of each */
};

static struct contensou_residual_gp *make(size_t n)
{
    struct contensou_residual_gp *const r = calloc(1, sizeof *r + 6 * n * sizeof *r->row);

    if (r)
        r->n = n;
    return r;
}

void contensou_residual_gp_free(struct contensou_residual_gp *r)
{
    free(r);
}

static double covariance(const double scale[2], const double l[3], const double m[3])
{
    double exponent[2] = {0};

    for (int k = 0; k < 3; ++k)
        for (int side = 0; side < 2; ++side) {
            const double x = (side ? l[k] + m[k] : l[k] - m[k]) / scale[k == 2];

            exponent[side] -= 0.5 * x * x;
        }
    return exp(exponent[0]) - exp(exponent[1]);
}

/* A = L L' in the lower triangle of A[n * n]; 0 where A is not positive. */
static int factor(size_t n, double *A)
{
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k <= i; ++k) {
            double sum = A[i * n + k];

            for (size_t l = 0; l < k; ++l)
                sum -= A[i * n + l] * A[k * n + l];
            if (i == k && !(sum > 0))
                return 0;
            A[i * n + k] = i == k ? sqrt(sum) : sum / A[k * n + k];
        }
    return 1;
}

/* The rows of a process while it is found. */
struct rows {
    size_t n;
    const double (*load)[3], (*off)[3];
    const double *weight;
    double *A, *alpha; /* [n * n], [3 * n] */
};

/* Solves (K + c W^-1) alpha = d; twice minus the logarithm of the likelihood but for constants. */
static double solve(const struct rows *r, const double scale[2], double noise)
{
    const size_t n = r->n;
    double square = 0, logarithm = 0;

    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k <= i; ++k)
            r->A[i * n + k] = covariance(scale, r->load[i], r->load[k]) +
                              (i == k ? noise / fmax(r->weight[i], 1e-9) : 0);
    if (!factor(n, r->A))
        return HUGE_VAL;
    for (size_t i = 0; i < n; ++i) {
        logarithm += log(r->A[i * n + i]);
        for (size_t c = 0; c < 3; ++c) {
            double sum = r->off[i][c];

            for (size_t k = 0; k < i; ++k)
                sum -= r->A[i * n + k] * r->alpha[3 * k + c];
            r->alpha[3 * i + c] = sum / r->A[i * n + i];
            square += r->alpha[3 * i + c] * r->alpha[3 * i + c];
        }
    }
    for (size_t i = n; i-- > 0;)
        for (size_t c = 0; c < 3; ++c) {
            for (size_t k = i + 1; k < n; ++k)
                r->alpha[3 * i + c] -= r->A[k * n + i] * r->alpha[3 * k + c];
            r->alpha[3 * i + c] /= r->A[i * n + i];
        }
    return 2 * (double)n * log(square + 1e-300) + 4 * logarithm;
}

/* Of the logarithms of a, b and c. */
static double objective(unsigned n, const double *x, double *gradient, void *rows)
{
    const double scale[2] = {exp(x[0]), exp(x[1])}, value = solve(rows, scale, exp(x[2]));

    (void)n;
    (void)gradient;
    return isfinite(value) ? value : 1e300;
}

static void find_scales(struct rows *r, double scale[2], double *noise)
{
    static const double low[3] = {-2.3, -2.3, -4}, high[3] = {2.3, 2.3, 9};
    double x[3] = {-0.7, -0.7, 1}, value;
    const size_t all = r->n;
    nlopt_opt opt = nlopt_create(NLOPT_LN_BOBYQA, 3);

    r->n = all < most_searched ? all : most_searched; /* rows stand in random order */
    if (opt) {
        nlopt_set_lower_bounds(opt, low);
        nlopt_set_upper_bounds(opt, high);
        nlopt_set_min_objective(opt, objective, r);
        nlopt_set_xtol_abs1(opt, 0.02);
        nlopt_set_maxeval(opt, evaluations);
        nlopt_optimize(opt, x, &value);
        nlopt_destroy(opt);
    }
    r->n = all;
    scale[0] = exp(x[0]);
    scale[1] = exp(x[1]);
    *noise = exp(x[2]);
}

/* A random order of those rows that count, of which the first are taken. */
static size_t choose(size_t n, const double *weight, size_t *order)
{
    size_t count = 0;

    for (size_t i = 0; i < n; ++i)
        if (weight[i] > 0)
            order[count++] = i;
    for (size_t i = count; i-- > 1;) {
        const size_t k =
            (size_t)(contensou__random_unit(2, i, "residual") * (double)(i + 1)) % (i + 1);
        const size_t kept = order[i];

        order[i] = order[k];
        order[k] = kept;
    }
    return count < most_rows ? count : most_rows;
}

enum contensou_status contensou__residual_gp_fit(struct contensou_residual_gp **out, size_t n,
                                                 const double (*load)[3], const double (*off)[3],
                                                 const double *weight, double unit,
                                                 struct contensou_error *err)
{
    OWNED(contensou__try_free) size_t *order = malloc((n + 1) * sizeof *order);
    const size_t count = order ? choose(n, weight, order) : 0;
    OWNED(contensou__try_free)
    double *memory = malloc((count * count + 10 * count + 1) * sizeof *memory);
    struct contensou_residual_gp *const to = make(count);
    double(*const l)[3] = (double(*)[3])memory, (*const d)[3] = l + count;
    struct rows r = {.n = count, .load = (const double(*)[3])l, .off = (const double(*)[3])d};
    double noise, *w;

    *out = to;
    TRY(contensou__try_memory(order && memory ? to : NULL, err, "a residual of %zu rows", n));
    w = memory + 6 * count;
    r.weight = w;
    r.alpha = w + count;
    r.A = r.alpha + 3 * count;
    for (size_t i = 0; i < count; ++i) {
        memcpy(l[i], load[order[i]], sizeof l[i]);
        memcpy(d[i], off[order[i]], sizeof d[i]);
        w[i] = weight[order[i]];
    }
    to->unit = unit;
    find_scales(&r, to->scale, &noise);
    if (!isfinite(solve(&r, to->scale, noise)))
        to->n = 0; /* nothing is left to be told */
    for (size_t i = 0; i < to->n; ++i) {
        memcpy(to->row + 6 * i, l[i], sizeof l[i]);
        memcpy(to->row + 6 * i + 3, r.alpha + 3 * i, 3 * sizeof *r.alpha);
    }
    return CONTENSOU_OK;
}

void contensou_residual_gp_slip(const struct contensou_residual_gp *r, const double load[3],
                                double slip[3])
{
    double l[3] = {load[0], load[1], load[2] / r->unit},
           s[3] = {slip[0], slip[1], slip[2] * r->unit};

    if (!(norm(l) > 0)) /* nothing pushes */
        return;
    scale(l, 1 / norm(l));
    scale(s, 1 / norm(s));
    for (size_t i = 0; i < r->n; ++i) {
        const double k = covariance(r->scale, l, r->row + 6 * i);

        for (size_t c = 0; c < 3; ++c)
            s[c] += k * r->row[6 * i + 3 + c];
    }
    scale(s, 1 / norm(s));
    memcpy(slip, s, sizeof s);
    slip[2] /= r->unit;
}

void contensou__residual_gp_put(struct contensou__json *j, const struct contensou_residual_gp *r)
{
    contensou__json_object(j, "residual");
    contensou__json_string(j, "kind", "gp");
    contensou__json_number(j, "unit", r->unit);
    contensou__json_pair(j, "scales", r->scale[0], r->scale[1]);
    contensou__json_array(j, "rows");
    for (size_t i = 0; i < 6 * r->n; ++i)
        contensou__json_number(j, NULL, r->row[i]);
    contensou__json_end(j);
    contensou__json_end(j);
}

static double number(const cJSON *json)
{
    return cJSON_IsNumber(json) ? json->valuedouble : NAN;
}

enum contensou_status contensou__residual_gp_read(struct contensou_residual_gp **out,
                                                  const cJSON *json, const char *path,
                                                  struct contensou_error *err)
{
    const cJSON *const rows = cJSON_GetObjectItemCaseSensitive(json, "rows"), *one;
    const cJSON *const scales = cJSON_GetObjectItemCaseSensitive(json, "scales");
    const size_t count = (size_t)cJSON_GetArraySize(rows);
    struct contensou_residual_gp *const r = make(count / 6 + 1);
    size_t i = 0;
    int good = count % 6 == 0;

    *out = r;
    TRY(contensou__try_memory(r, err, "the residual of %s", path));
    r->n = count / 6;
    r->unit = number(cJSON_GetObjectItemCaseSensitive(json, "unit"));
    for (int k = 0; k < 2; ++k)
        r->scale[k] = number(cJSON_GetArrayItem(scales, k));
    cJSON_ArrayForEach(one, rows) good &= isfinite(r->row[i++] = number(one)) != 0;
    if (!good || !(r->unit > 0 && r->scale[0] > 0 && r->scale[1] > 0))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: 'residual' needs a unit and two scales above 0, and six numbers "
                              "for each of its rows",
                              path);
    return CONTENSOU_OK;
}
