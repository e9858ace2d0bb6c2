/* identify.c: a contact from measured slips and loads: what was found, and how well it is known.
 *
 * Intervals are those of the sandwich formula, A^-1 B A^-1: every row counts with the errors that it
 * would have were it held out, by its leverage (as in statistics.c, for the values of a row together): where rows are few
 * the law bends towards each of them. What A, scaled to a
 * diagonal of 1, leaves open (eigenvalues of zero to rounding) has no interval and is named.
 * SPDX-License-Identifier: MIT */
#include "fit/identify_search.h"

#include "base/eigen.h"
#include "base/kept.h"
#include "base/setting.h"
#include "base/try.h"
#include "base/versioned.h"
#include "fit/fit_rows.h"
#include "fit/statistics.h"
#include "fit/vector3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { extras = contensou__identify_law_extras, most_unknowns = contensou__identify_law_most };

static const char *const extra_name[extras] = {"u1",       "u2",     "a",      "center_x",
                                               "center_y", "tilt_x", "tilt_y", "q"};

/* The smallest eigenvalue that counts as determined. */
static const double determined = 1e-10;

/* A and B of the free unknowns, n of them; which[] are their places in p. */
struct sandwich {
    int n, which[most_unknowns];
    double *A, *B, *V, *length;
};

/* The slopes of a row by the free unknowns, in units of length[], and its errors. */
static void row_slopes(const struct contensou__identify_search *w, const struct sandwich *s,
                       size_t i, double r[6], double J[6][most_unknowns])
{
    double all[6][most_unknowns];

    contensou__identify_search_errors(w, i, r, all);
    for (int k = 0; k < 6; ++k)
        for (int a = 0; a < s->n; ++a)
            J[k][a] = s->length[a] > 0 ? all[k][s->which[a]] / s->length[a] : 0;
}

/* Scales A to a diagonal of 1 by length[]; 0 where an unknown turns no direction by more than differences err, which leaves it
 * open. count: the sum of the weights. */
static void scale_inner(struct sandwich *s, double count)
{
    const int n = s->n;

    for (int a = 0; a < n; ++a) {
        s->length[a] = sqrt(s->A[a * n + a]);
        if (s->length[a] < 1e-6 * sqrt(count))
            s->length[a] = 0;
    }
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) {
            const double by = s->length[a] * s->length[b];

            s->A[a * n + b] = by > 0 ? s->A[a * n + b] / by : 0;
        }
}

/* A, and its eigenvalues and vectors. */
static void fill_inner(const struct contensou__identify_search *w, struct sandwich *s)
{
    const int n = s->n, cells = w->m->cells;
    double count = 0;

    for (int a = 0; a < n; ++a)
        s->length[a] = 1;
    for (size_t i = 0; i < w->rows; ++i) {
        double r[6], J[6][most_unknowns];

        row_slopes(w, s, i, r, J);
        count += w->row[i].weight;
        for (int k = 0; k < 6; ++k)
            for (int a = 0; a < n; ++a)
                for (int b = 0; b < n; ++b)
                    s->A[a * n + b] += w->row[i].weight * J[k][a] * J[k][b];
    }
    /* what the objective has beside the rows: the regularisation, and the sum of the loads at 1 */
    for (int a = 0; a < n; ++a) {
        if (s->which[a] < cells)
            s->A[a * n + a] += count * w->smoothing / w->m->mass[s->which[a]];
        for (int b = 0; b < n; ++b)
            if (s->which[a] < cells && s->which[b] < cells)
                s->A[a * n + b] += count;
    }
    scale_inner(s, count);
    contensou__eigen_symmetric((size_t)n, s->A, s->V);
}

/* r of a row as it would be were the row held out: (I - H)^-1 r, H = J A^-1 J' its leverage, by elimination. I - H is
 * positive definite, or nearly singular where the row alone tells an unknown. */
static void hold_out(const struct sandwich *s, double weight, double J[6][most_unknowns],
                     double r[6])
{
    const int n = s->n;
    double M[6][6] = {{0}};

    for (int e = 0; e < n; ++e) {
        double along[6] = {0};

        for (int k = 0; k < 6; ++k)
            for (int a = 0; a < n; ++a)
                along[k] += s->V[a * n + e] * J[k][a];
        for (int k = 0; k < 6 && s->A[e * n + e] > determined; ++k)
            for (int l = 0; l < 6; ++l)
                M[k][l] -= weight * along[k] * along[l] / s->A[e * n + e];
    }
    for (int k = 0; k < 6; ++k)
        M[k][k] += 1;
    for (int k = 0; k < 6; ++k) {
        const double pivot = fmax(M[k][k], 1e-3);

        for (int l = k + 1; l < 6; ++l) {
            const double by = M[l][k] / pivot;

            for (int c = k; c < 6; ++c)
                M[l][c] -= by * M[k][c];
            r[l] -= by * r[k];
        }
    }
    for (int k = 5; k >= 0; --k) {
        for (int l = k + 1; l < 6; ++l)
            r[k] -= M[k][l] * r[l];
        r[k] /= fmax(M[k][k], 1e-3);
    }
}

/* B */
static void fill_outer(const struct contensou__identify_search *w, struct sandwich *s)
{
    const int n = s->n;

    for (size_t i = 0; i < w->rows; ++i) {
        double r[6], J[6][most_unknowns], score[most_unknowns] = {0};

        row_slopes(w, s, i, r, J);
        hold_out(s, w->row[i].weight, J, r);
        for (int k = 0; k < 6; ++k)
            for (int a = 0; a < n; ++a)
                score[a] += w->row[i].weight * r[k] * J[k][a];
        for (int a = 0; a < n; ++a)
            for (int b = 0; b < n; ++b)
                s->B[a * n + b] += score[a] * score[b];
    }
}

/* Half the interval of unknown a, infinite where the data leave it open. */
static double half_width(const struct sandwich *s, int a, double t)
{
    const int n = s->n;
    double row[most_unknowns] = {0}, variance = 0;

    if (!(s->length[a] > 0))
        return INFINITY;
    for (int k = 0; k < n; ++k) {
        if (s->A[k * n + k] > determined) {
            for (int b = 0; b < n; ++b)
                row[b] += s->V[a * n + k] * s->V[b * n + k] / s->A[k * n + k];
        } else if (fabs(s->V[a * n + k]) > 0.1)
            return INFINITY;
    }
    for (int b = 0; b < n; ++b)
        for (int c = 0; c < n; ++c)
            variance += row[b] * s->B[b * n + c] * row[c];
    return t * sqrt(variance) / s->length[a];
}

static enum contensou_status intervals(const struct contensou__identify_search *w, const double *p,
                                       struct contensou_identify_result *result,
                                       struct contensou_error *err)
{
    const int cells = w->m->cells;
    struct sandwich s = {0};
    OWNED(contensou__try_free) double *A = NULL;
    double t;

    for (int c = 0; c < w->unknowns; ++c)
        if (c < cells ? !w->fixed : w->free[c - cells])
            s.which[s.n++] = c;
    if (!s.n)
        return CONTENSOU_OK;
    A = s.A = calloc((size_t)(3 * s.n * s.n + s.n), sizeof *s.A);
    TRY(contensou__try_memory(A, err, "the intervals"));
    s.B = s.A + s.n * s.n;
    s.V = s.B + s.n * s.n;
    s.length = s.V + s.n * s.n;
    fill_inner(w, &s);
    fill_outer(w, &s);
    t = contensou__statistics_student(fmax(1.0, (double)w->rows - s.n));
    for (int a = 0; a < s.n; ++a) {
        const int at = s.which[a];
        const double half = half_width(&s, a, t);

        if (at < cells) {
            result->cell[at].low = fmax(0, p[at] - half);
            result->cell[at].high = fmin(1, p[at] + half);
        } else {
            result->extra[at - cells].low = p[at] - half;
            result->extra[at - cells].high = p[at] + half;
        }
    }
    return CONTENSOU_OK;
}

/* mu is the size of the measured loads over that of the law, by least squares, with its scatter. */
static void find_mu(const struct contensou__identify_search *w,
                    struct contensou_identify_result *result)
{
    double xy = 0, xx = 0, errors = 0;

    for (int round = 0; round < 2; ++round) {
        for (size_t i = 0; i < w->rows; ++i) {
            const struct contensou__identify_row *row = &w->row[i];
            double g[3], H[6], e;

            contensou__identify_law_wrench(w->m, row->slip, g, H, NULL);
            e = row->weight * (dot(g, row->load) * row->size - result->mu * dot(g, g));
            if (round)
                errors += e * e;
            else {
                xy += row->weight * dot(g, row->load) * row->size;
                xx += row->weight * dot(g, g);
            }
        }
        if (!round)
            result->mu = xy / xx;
    }
    errors = contensou__statistics_student(fmax(1.0, (double)w->rows - 1)) * sqrt(errors) / xx;
    result->mu_low = result->mu - errors;
    result->mu_high = result->mu + errors;
}

/* What the rows leave open. */
static void warn_open(const struct contensou__identify_search *w,
                      struct contensou_identify_result *result)
{
    char text[600] = "";
    size_t used = 0;

    for (size_t c = 0; c < result->count && !w->fixed; ++c) {
        const struct contensou_identify_cell *cell = &result->cell[c];
        const double width = cell->high - cell->low;

        if ((width > 0.5 || width > 4 * fmax(cell->load, 0.02)) && used < 500)
            used += (size_t)snprintf(text + used, sizeof text - used, "%sp%zu", used ? ", " : "",
                                     c + 1);
    }
    for (int k = 0; k < extras; ++k)
        if (w->free[k] && !isfinite(result->extra[k].high) && used < 500)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                                     extra_name[k]);
    if (used)
        result->warning =
            contensou__kept_line(result->warning, "not determined by these data: %s", text);
}

/* What ended at the border of its search. */
static void warn_border(const struct contensou__identify_search *w, const double *p,
                        struct contensou_identify_result *result)
{
    for (int k = 0; k < extras; ++k) {
        const double value = p[w->m->cells + k], room = w->bound[1][k] - w->bound[0][k];

        if (!w->free[k] || fmin(value - w->bound[0][k], w->bound[1][k] - value) > 1e-6 * room)
            continue;
        result->warning = contensou__kept_line(
            result->warning,
            "%s ended at the border of its search, %.4g; the contact may be another one",
            extra_name[k], k == CONTENSOU_IDENTIFY_LOG_A ? exp(value) : value);
    }
}

static enum contensou_status put_cells(const struct contensou__identify_search *w, const double *p,
                                       struct contensou_identify_result *result,
                                       struct contensou_error *err)
{
    const struct contensou__identify_law *m = w->m;
    const size_t count = w->fixed ? m->points : (size_t)m->cells;

    result->cell = calloc(count + 1, sizeof *result->cell);
    result->point = calloc(3 * m->points + 1, sizeof *result->point);
    TRY(contensou__try_memory(result->cell ? result->point : NULL, err, "%zu cells", count));
    result->count = count;
    result->points = m->points;
    contensou__identify_law_points(m, result->point, result->point + m->points,
                                   result->point + 2 * m->points);
    for (size_t c = 0; c < count; ++c) {
        const double *at = result->point + c, load = w->fixed ? at[2 * count] : p[c];

        result->cell[c] = (struct contensou_identify_cell){
            w->fixed ? at[0] : m->x[c], w->fixed ? at[count] : m->y[c], load, load, load};
    }
    for (int k = 0; k < extras; ++k) {
        const double value = p[m->cells + k];

        result->extra[k] = (struct contensou_identify_extra){value, value, value};
    }
    return CONTENSOU_OK;
}

static enum contensou_status check_family(const struct contensou_patch *patch,
                                          const struct contensou_identify_options *o,
                                          struct contensou_error *err)
{
    if (o->free_q && o->fixed && patch->kind != contensou__patch_round)
        return WRONG(err,
                     "the exponent q of the pressure is that of disks, annuli and ellipses; "
                     "%s has none",
                     patch->shape);
    if (o->free_tilt && o->fixed && (patch->g[0] != 0 || patch->g[1] != 0))
        return WRONG(
            err, "the tilt is given and to be found; leave " SETTING("tilt") " out, or do not free "
                                                                             "it");
    return CONTENSOU_OK;
}

/* Everything behind the search. */
static enum contensou_status report(const struct contensou__identify_search *w, const double *p,
                                    const struct contensou_identify_options *o,
                                    struct contensou_identify_result *result,
                                    struct contensou_error *err)
{
    char sentence[256];

    TRY(put_cells(w, p, result, err));
    TRY(intervals(w, p, result, err));
    contensou__fit_rows_signs(o->data, sentence, sizeof sentence);
    if (*sentence)
        result->warning = contensou__kept_line(result->warning, "%s", sentence);
    if (!o->fixed && (o->free_tilt || o->free_q))
        result->warning = contensou__kept_line(
            result->warning,
            "tilt and q are not searched: the loads of the cells hold every pressure; free "
            "them without pressure");
    warn_open(w, result);
    warn_border(w, p, result);
    if (!o->normalise)
        find_mu(w, result);
    if (!o->normalise && !(result->mu > 0))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "mu would be %.4g, and must be above 0: Tx, Ty, M are the load that "
                              "keeps the body sliding, not friction on the body; turn their signs",
                              result->mu);
    result->size = w->m->unit;
    result->smoothing = w->smoothing;
    contensou__identify_search_angles(w, result->angle);
    for (size_t i = 0; i < w->rows; ++i) {
        result->twist += result->angle[i] / (double)w->rows;
        result->wrench += result->angle[w->rows + i] / (double)w->rows;
    }
    return CONTENSOU_OK;
}

/* The residual, where rows held out are the better for it: their mean angles without and with it go to *result. */
static enum contensou_status add_residual(struct contensou__identify_search *w,
                                          struct contensou_identify_result *result,
                                          struct contensou_error *err)
{
    double held[2], sum[2] = {0};
    enum contensou_status status;
    OWNED(contensou__try_free) double *corrected = calloc(w->rows + 1, sizeof *corrected);

    TRY(contensou__try_memory(corrected, err, "%zu rows", w->rows));
    w->corrected = corrected;
    status = contensou__identify_search_validate(w, held, err);
    w->corrected = NULL;
    TRY(status);
    for (size_t i = 0; i < w->rows; ++i)
        if (isfinite(w->held[i])) {
            sum[0] += w->row[i].weight * corrected[i];
            sum[1] += w->row[i].weight;
        }
    result->held_law = held[0];
    result->held_corrected = sum[0] / sum[1];
    return CONTENSOU_OK;
}

static enum contensou_status identify(const struct contensou_patch *patch,
                                      const struct contensou_identify_options *o,
                                      struct contensou_identify_result *result,
                                      struct contensou_error *err)
{
    const size_t rows = o->data->n;
    OWNED(contensou__identify_law_free) struct contensou__identify_law m = {0};
    OWNED(contensou__identify_search_free) struct contensou__identify_search w = {0};
    double p[most_unknowns], held[2];
    int smoothed;

    *result = (struct contensou_identify_result){.rows = rows,
                                                 .warning = "",
                                                 .mu = NAN,
                                                 .mu_low = NAN,
                                                 .mu_high = NAN,
                                                 .held_twist = NAN,
                                                 .held_wrench = NAN};
    TRY(check_family(patch, o, err));
    result->angle = calloc(2 * rows + 1, sizeof *result->angle);
    TRY(contensou__try_memory(result->angle, err, "%zu rows", rows));
    TRY(contensou__identify_law_create(&m, patch, o, err));
    TRY(contensou__identify_search_create(&w, &m, o, err));
    smoothed = o->smoothing == 0 && !m.given && !o->fixed;
    if (smoothed)
        TRY(contensou__identify_search_smooth(&w, err));
    TRY(contensou__identify_search_begin(&w, smoothed, err));
    if (o->folds > 0) {
        TRY(contensou__identify_search_validate(&w, held, err));
        result->held_twist = held[0];
        result->held_wrench = held[1];
    }
    if (o->residual)
        TRY(add_residual(&w, result, err));
    contensou__identify_search_start(&w, p);
    TRY(contensou__identify_search_run(&w, p, 400, err));
    TRY(report(&w, p, o, result, err));
    if (result->held_law - result->held_corrected > 1e-6) /* more than rounding */
        TRY(contensou__identify_search_residual(&w, &result->residual, err));
    return CONTENSOU_OK;
}

enum contensou_status contensou_identify(const struct contensou_patch *patch,
                                         const struct contensou_identify_options *options,
                                         struct contensou_identify_result *result,
                                         struct contensou_error *err)
{
    struct contensou_identify_options own;

    *result = (struct contensou_identify_result){.warning = ""};
    TRY(contensou__versioned_take(&own, sizeof own, options, "contensou_identify_options", err));
    return identify(patch, &own, result, err);
}

void contensou_identify_free(struct contensou_identify_result *result)
{
    free(result->cell);
    free(result->point);
    free(result->angle);
    contensou_residual_gp_free(result->residual);
    *result = (struct contensou_identify_result){0};
}

enum contensou_status contensou_identify_slip(const struct contensou_patch *patch,
                                              const struct contensou_identify_options *options,
                                              const struct contensou_identify_result *result,
                                              size_t n, const double *load, double *slip,
                                              struct contensou_error *err)
{
    OWNED(contensou__identify_law_free) struct contensou__identify_law m = {0};
    struct contensou_identify_options own;
    double p[most_unknowns];

    TRY(contensou__versioned_take(&own, sizeof own, options, "contensou_identify_options", err));
    TRY(contensou__identify_law_create(&m, patch, &own, err));
    for (int c = 0; c < m.cells; ++c)
        p[c] = own.fixed ? 1 : result->cell[c].load;
    for (int k = 0; k < extras; ++k)
        p[m.cells + k] = result->extra[k].value;
    TRY(contensou__identify_law_at(&m, p, err));
    for (size_t i = 0; i < n; ++i) {
        double l[3] = {load[i], load[n + i], load[2 * n + i] / m.unit}, s[3];
        const double size = sqrt(dot(l, l));

        for (int k = 0; k < 3; ++k)
            s[k] = l[k] /= size;
        contensou__identify_law_slip(&m, l, s);
        scale(s, 1 / norm(s));
        s[2] /= m.unit;
        if (result->residual)
            contensou_residual_gp_slip(result->residual,
                                       (const double[3]){l[0], l[1], l[2] * m.unit}, s);
        for (size_t k = 0; k < 3; ++k)
            slip[k * n + i] = s[k];
    }
    return CONTENSOU_OK;
}
