/* identify.c: the loads of the cells of a contact from measured slips and loads.
 *
 * Lengths are in the unit L of the angles, so that slip and load are plain vectors of three. A cell is a few points
 * that share its load; |V| of a point is sqrt(Vx^2 + Vy^2 + (e w)^2) with e a part of its size, which keeps the
 * dissipation Phi smooth. Friction that depends on the direction of sliding is |B V| instead of |V|, B symmetric
 * with determinant 1: B = exp of (u1 u2; u2 -u1), so that it stays convex whatever u is. The contact may be a times as
 * large as given and its middle elsewhere. Under the load l the slip is where Phi is least on the plane l.s = 1; its derivative
 * by the loads is -T (T'HT)^-1 T' g, with g the wrench of a unit load, H the Hessian of Phi, T a base of the plane.
 * SPDX-License-Identifier: MIT */
#include <contensou/identify.h>

#include "base/random.h"
#include "base/stop.h"
#include "base/versioned.h"
#include "contact/patch.h"
#include "fit/statistics.h"

#include <math.h>
#include <nlopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    most_cells = 64,
    extras = 5,
    most_unknowns = most_cells + extras,
    parts = 3,
    default_map = 5,
    default_folds = 5,
    most_newton = 80
};

struct point {
    double x, y, share, e2;
    int cell;
};

struct model {
    size_t points;
    struct point *point;
    int cells;
    double x[most_cells], y[most_cells], mass[most_cells]; /* as the contact is given */
    double unit;                                           /* L */
    int given;                                             /* 1: cells:FILE */
};

/* One measured row, as unit vectors. */
struct row {
    double slip[3], load[3], weight, size; /* size: of the load as measured */
};

struct work {
    const struct model *m;
    const struct row *row;
    const char *used; /* [rows]: 1 where the row counts */
    size_t rows;
    enum contensou_target target;
    double smoothing;
    int unknowns;      /* the cells and the extras */
    int free[extras];  /* 1: found too */
    double (*last)[3]; /* [rows]: where Newton ended last */
    nlopt_opt opt;
    struct contensou_progress progress;
    int stopped;
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double norm(const double a[3])
{
    return sqrt(dot(a, a));
}

static void scale(double a[3], double by)
{
    for (int i = 0; i < 3; ++i)
        a[i] *= by;
}

/* B of u: xx, xy, yy. */
static void stretch(const double u[2], double B[3])
{
    const double size = hypot(u[0], u[1]), f = size > 1e-8 ? sinh(size) / size : 1;

    B[0] = cosh(size) + f * u[0];
    B[1] = f * u[1];
    B[2] = cosh(size) - f * u[0];
}

/* What stands behind the loads in p. */
enum { at_u1, at_u2, at_log_a, at_cx, at_cy };

/* Phi, its gradient g of all loads, and the Hessian H (xx xy xw yy yw ww) where it is not NULL; of[cell][3] are
 * the wrenches of unit loads where it is not NULL. p: the loads, then the extras. */
static double dissipation(const struct model *m, const double *p, const double s[3], double g[3],
                          double H[6], double (*of)[3])
{
    double phi = 0, B[3];
    const double *extra = p + m->cells, grown = exp(extra[at_log_a]);

    stretch(extra, B);
    memset(g, 0, 3 * sizeof *g);
    if (H)
        memset(H, 0, 6 * sizeof *H);
    if (of)
        memset(of, 0, (size_t)m->cells * sizeof *of);
    for (size_t j = 0; j < m->points; ++j) {
        const struct point *q = &m->point[j];
        const double x = grown * q->x + extra[at_cx], y = grown * q->y + extra[at_cy];
        /* B V = D s; the third row keeps it smooth */
        const double D[2][3] = {{B[0], B[1], B[1] * x - B[0] * y},
                                {B[1], B[2], B[2] * x - B[1] * y}};
        const double a = dot(D[0], s), b = dot(D[1], s), c = q->e2 * s[2];
        const double n = sqrt(a * a + b * b + c * s[2] + 1e-300);
        const double load = p[q->cell] * q->share, f = load / n;
        const double d[3] = {(D[0][0] * a + D[1][0] * b) / n, (D[0][1] * a + D[1][1] * b) / n,
                             (D[0][2] * a + D[1][2] * b + c) / n};

        phi += load * n;
        for (int i = 0; i < 3; ++i) {
            g[i] += load * d[i];
            if (of)
                of[q->cell][i] += q->share * d[i];
        }
        for (int i = 0, k = 0; i < 3 && H; ++i)
            for (int l = i; l < 3; ++l, ++k)
                H[k] += f * (D[0][i] * D[0][l] + D[1][i] * D[1][l] + (k == 5 ? q->e2 : 0) -
                             d[i] * d[l]);
    }
    return phi;
}

/* The derivatives of the wrench by the extras that are free. */
static void by_extras(const struct work *w, const double *p, const double s[3], double (*of)[3])
{
    const struct model *m = w->m;
    const double h = 1e-5;
    double moved[most_unknowns];

    memset(of, 0, extras * sizeof *of);
    memcpy(moved, p, (size_t)(m->cells + extras) * sizeof *moved);
    for (int k = 0; k < extras; ++k) {
        double *u = &moved[m->cells + k], low[3], high[3];
        const double kept = *u;

        if (!w->free[k])
            continue;
        *u = kept + h;
        dissipation(m, moved, s, high, NULL, NULL);
        *u = kept - h;
        dissipation(m, moved, s, low, NULL, NULL);
        *u = kept;
        for (int i = 0; i < 3; ++i)
            of[k][i] = (high[i] - low[i]) / (2 * h);
    }
}

/* Two unit vectors across l. */
static void across(const double l[3], double t[2][3])
{
    const int least = fabs(l[0]) < fabs(l[1]) ? (fabs(l[0]) < fabs(l[2]) ? 0 : 2)
                                              : (fabs(l[1]) < fabs(l[2]) ? 1 : 2);
    double e[3] = {0};
    double size;

    e[least] = 1;
    for (int i = 0; i < 3; ++i)
        t[0][i] = l[(i + 1) % 3] * e[(i + 2) % 3] - l[(i + 2) % 3] * e[(i + 1) % 3];
    size = norm(t[0]);
    scale(t[0], 1 / size);
    for (int i = 0; i < 3; ++i)
        t[1][i] = l[(i + 1) % 3] * t[0][(i + 2) % 3] - l[(i + 2) % 3] * t[0][(i + 1) % 3];
}

/* T'HT (aa ab bb). */
static void project(const double H[6], double t[2][3], double A[3])
{
    static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

    memset(A, 0, 3 * sizeof *A);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            A[0] += t[0][i] * H[at[i][j]] * t[0][j];
            A[1] += t[0][i] * H[at[i][j]] * t[1][j];
            A[2] += t[1][i] * H[at[i][j]] * t[1][j];
        }
}

static void solve2(const double A[3], const double b[2], double z[2])
{
    const double det = A[0] * A[2] - A[1] * A[1];

    z[0] = (A[2] * b[0] - A[1] * b[1]) / det;
    z[1] = (A[0] * b[1] - A[1] * b[0]) / det;
}

/* The least dissipation on l.s = 1, from the direction in s; damped Newton on a convex function. */
static void find_slip(const struct model *m, const double *p, const double l[3], double s[3])
{
    double t[2][3], damping = 1e-6, g[3], H[6], phi;

    across(l, t);
    if (!(dot(l, s) > 1e-6))
        memcpy(s, l, 3 * sizeof *s);
    scale(s, 1 / dot(l, s));
    phi = dissipation(m, p, s, g, H, NULL);
    for (int k = 0; k < most_newton; ++k) {
        const double b[2] = {-dot(t[0], g), -dot(t[1], g)};
        double A[3], z[2], next[3], gn[3], Hn[6], value;

        project(H, t, A);
        A[0] += damping * (A[0] + A[2]) + 1e-12;
        A[2] += damping * (A[0] + A[2]) + 1e-12;
        solve2(A, b, z);
        for (int i = 0; i < 3; ++i)
            next[i] = s[i] + z[0] * t[0][i] + z[1] * t[1][i];
        value = dissipation(m, p, next, gn, Hn, NULL);
        if (value <= phi) {
            const double step = hypot(z[0], z[1]) / norm(next);

            memcpy(s, next, 3 * sizeof *s);
            memcpy(g, gn, sizeof gn);
            memcpy(H, Hn, sizeof Hn);
            phi = value;
            damping = fmax(damping / 10, 1e-12);
            if (step < 1e-9)
                return;
        } else if ((damping *= 10) > 1e6)
            return;
    }
}

/* The unit vector of a, and the derivative of that along d. */
static void unit_along(const double a[3], const double d[3], double out[3])
{
    const double size = norm(a), part = dot(a, d) / (size * size);

    for (int i = 0; i < 3; ++i)
        out[i] = (d[i] - part * a[i]) / size;
}

/* Errors of a row: r[6] (wrench, slip) and J[6][unknowns]; those that the target leaves out are 0. */
static void row_errors(const struct work *w, const double *p, size_t i, double r[6],
                       double (*J)[most_unknowns])
{
    const struct row *row = &w->row[i];
    const struct model *m = w->m;
    double of[most_unknowns][3], g[3], H[6], size;

    memset(r, 0, 6 * sizeof *r);
    if (J)
        memset(J, 0, 6 * sizeof *J);
    if (w->target != CONTENSOU_TARGET_SLIP) {
        dissipation(m, p, row->slip, g, NULL, J ? of : NULL);
        size = norm(g);
        if (J)
            by_extras(w, p, row->slip, of + m->cells);
        for (int k = 0; k < 3; ++k)
            r[k] = g[k] / size - row->load[k];
        for (int c = 0; J && c < w->unknowns; ++c) {
            double d[3];

            unit_along(g, of[c], d);
            for (int k = 0; k < 3; ++k)
                J[k][c] = d[k];
        }
    }
    if (w->target != CONTENSOU_TARGET_WRENCH) {
        double *s = w->last[i], t[2][3], A[3];

        find_slip(m, p, row->load, s);
        size = norm(s);
        for (int k = 0; k < 3; ++k)
            r[3 + k] = s[k] / size - row->slip[k];
        if (!J)
            return;
        dissipation(m, p, s, g, H, of);
        by_extras(w, p, s, of + m->cells);
        across(row->load, t);
        project(H, t, A);
        A[0] += 1e-9 * (A[0] + A[2]) + 1e-12;
        A[2] += 1e-9 * (A[0] + A[2]) + 1e-12;
        for (int c = 0; c < w->unknowns; ++c) {
            const double b[2] = {-dot(t[0], of[c]), -dot(t[1], of[c])};
            double z[2], ds[3], d[3];

            solve2(A, b, z);
            for (int k = 0; k < 3; ++k)
                ds[k] = z[0] * t[0][k] + z[1] * t[1][k];
            unit_along(s, ds, d);
            for (int k = 0; k < 3; ++k)
                J[3 + k][c] = d[k];
        }
    }
}

/* The sum of squares over the rows that count, with the pull and with the sum of the loads at 1. */
static double objective(unsigned n, const double *p, double *gradient, void *context)
{
    struct work *w = context;
    double value = 0, count = 0, sum = 0;
    double r[6], J[6][most_unknowns];

    if (contensou__stop_asked(&w->progress, "evaluations", 0, 0)) {
        w->stopped = 1;
        nlopt_force_stop(w->opt);
    }
    for (unsigned c = 0; c < n && gradient; ++c)
        gradient[c] = 0;
    for (size_t i = 0; i < w->rows && !w->stopped; ++i) {
        if (!w->used[i])
            continue;
        count += w->row[i].weight;
        row_errors(w, p, i, r, gradient ? J : NULL);
        for (int k = 0; k < 6; ++k) {
            value += w->row[i].weight * r[k] * r[k];
            for (unsigned c = 0; c < n && gradient; ++c)
                gradient[c] += 2 * w->row[i].weight * r[k] * J[k][c];
        }
    }
    count = fmax(count, 1e-300);
    value /= count;
    for (int c = 0; c < w->m->cells; ++c)
        sum += p[c];
    value += (sum - 1) * (sum - 1);
    for (unsigned c = 0; c < n; ++c) {
        if ((int)c >= w->m->cells) {
            if (gradient)
                gradient[c] /= count;
            continue;
        }
        const double away = p[c] / w->m->mass[c] - 1;

        value += w->smoothing * w->m->mass[c] * away * away;
        if (gradient)
            gradient[c] = gradient[c] / count + 2 * (sum - 1) + 2 * w->smoothing * away;
    }
    return value;
}

/* Loads from those of the contact on; p[unknowns]. */
static enum contensou_status search(struct work *w, double *p, int most,
                                    struct contensou_error *err)
{
    const int cells = w->m->cells;
    double low[most_unknowns], high[most_unknowns], value, sum = 0;

    w->opt = nlopt_create(NLOPT_LD_SLSQP, (unsigned)w->unknowns);
    if (!w->opt)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the search");
    for (int c = 0; c < cells + extras; ++c) {
        const int k = c - cells;
        const double room = k < 0 || !w->free[k] ? 0 : k == at_log_a ? 0.7 : k < at_log_a ? 1 : 0.5;

        p[c] = k < 0 ? w->m->mass[c] : 0;
        low[c] = k < 0 ? 1e-9 * w->m->mass[c] : -room;
        high[c] = k < 0 ? HUGE_VAL : room;
    }
    nlopt_set_lower_bounds(w->opt, low);
    nlopt_set_upper_bounds(w->opt, high);
    nlopt_set_min_objective(w->opt, objective, w);
    nlopt_set_ftol_rel(w->opt, 1e-9);
    nlopt_set_xtol_rel(w->opt, 1e-7);
    nlopt_set_maxeval(w->opt, most);
    nlopt_optimize(w->opt, p, &value);
    nlopt_destroy(w->opt);
    w->opt = NULL;
    if (w->stopped)
        return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped");
    for (int c = 0; c < cells; ++c)
        sum += p[c];
    for (int c = 0; c < cells; ++c)
        p[c] /= sum;
    return CONTENSOU_OK;
}

static double angle(const double a[3], const double b[3])
{
    const double size = norm(a) * norm(b);
    double d[3];

    for (int i = 0; i < 3; ++i)
        d[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    return atan2(norm(d) / size, dot(a, b) / size);
}

/* The angles of a row under p: slip, wrench. */
static void row_angles(const struct model *m, const struct row *row, const double *p, double out[2])
{
    double s[3], g[3];

    memcpy(s, row->slip, sizeof s);
    find_slip(m, p, row->load, s);
    dissipation(m, p, row->slip, g, NULL, NULL);
    out[0] = angle(s, row->slip);
    out[1] = angle(g, row->load);
}

static void free_model(struct model *m)
{
    free(m->point);
}

static enum contensou_status make_cells(struct model *m, const struct contensou_patch *patch,
                                        int along, struct contensou_error *err)
{
    double *cell = NULL, *fine = NULL, total[most_cells] = {0};
    size_t count = 0, points = 0;
    enum contensou_status status = contensou_patch_cells(patch, along, &cell, &count, err);

    if (!status && (count > most_cells || count < 2))
        status = contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "the pressure of %zu cells cannot be identified; 2 to %d are possible%s", count,
            most_cells, patch->kind == contensou__patch_points ? "" : " (--map N)");
    if (!status)
        status =
            contensou_patch_cells(patch, m->given ? along : parts * along, &fine, &points, err);
    if (!status && !(m->point = calloc(points, sizeof *m->point)))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu points", points);
    if (!status) {
        m->cells = (int)count;
        m->points = points;
    }
    for (size_t c = 0; c < count && !status; ++c) {
        m->x[c] = cell[c];
        m->y[c] = cell[count + c];
        m->mass[c] = cell[2 * count + c];
    }
    for (size_t j = 0; j < points && !status; ++j) {
        struct point *q = &m->point[j];
        double best = INFINITY;

        for (size_t c = 0; c < count; ++c) {
            const double d = hypot(fine[j] - m->x[c], fine[points + j] - m->y[c]);

            if (d < best) {
                best = d;
                q->cell = (int)c;
            }
        }
        q->x = fine[j] / m->unit;
        q->y = fine[points + j] / m->unit;
        q->share = fine[2 * points + j];
        q->e2 = m->given
                    ? 1e-12
                    : 0.1 * pow(2 * contensou_patch_radius(patch) / (parts * along) / m->unit, 2);
        total[q->cell] += q->share;
    }
    for (size_t j = 0; j < points && !status; ++j)
        m->point[j].share /= total[m->point[j].cell];
    free(fine);
    free(cell);
    return status;
}

static enum contensou_status make_model(struct model *m, const struct contensou_patch *patch,
                                        const struct contensou_identify_options *o,
                                        struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    *m = (struct model){.given = patch->kind == contensou__patch_points, .unit = o->length_unit};
    if (!(m->unit > 0))
        status = contensou_patch_size(patch, &m->unit, err);
    return status ? status : make_cells(m, patch, o->cells ? o->cells : default_map, err);
}

static enum contensou_status make_rows(struct row *row, const struct contensou_fit_data *d,
                                       double unit, struct contensou_error *err)
{
    const size_t n = d->n;

    for (size_t i = 0; i < n; ++i) {
        struct row *r = &row[i];

        for (size_t k = 0; k < 3; ++k) {
            if (!(d->weight[k * n + i] > 0) && d->weight[i] > 0)
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "the model exact needs Tx, Ty and M in every row, as the "
                                      "direction of the load has all three");
            r->slip[k] = d->slip[k * n + i] * (k == 2 ? unit : 1);
            r->load[k] = d->wrench[k * n + i] / (k == 2 ? unit : 1);
        }
        r->weight = d->weight[i];
        r->size = norm(r->load);
        if (!(r->size > 0))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "row %zu: the load Tx = Ty = M = 0 has no direction; leave such "
                                  "rows out",
                                  i + 1);
        scale(r->load, 1 / r->size);
        scale(r->slip, 1 / norm(r->slip));
    }
    return CONTENSOU_OK;
}

/* Which fold a row is held out in: the folds are as equal as possible, in an order at random. */
static enum contensou_status deal_folds(int *fold, size_t rows, int folds, unsigned long seed,
                                        struct contensou_error *err)
{
    size_t *order = malloc((rows + 1) * sizeof *order);

    if (!order)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu rows", rows);
    for (size_t i = 0; i < rows; ++i)
        order[i] = i;
    for (size_t i = rows; i-- > 1;) {
        const size_t k = (size_t)(contensou__random_unit(seed, i, "folds") * (double)(i + 1));
        const size_t other = k > i ? i : k, kept = order[i];

        order[i] = order[other];
        order[other] = kept;
    }
    for (size_t i = 0; i < rows; ++i)
        fold[order[i]] = (int)(i % (size_t)folds);
    free(order);
    return CONTENSOU_OK;
}

/* Mean angles of rows that were held out, under this smoothing. */
static enum contensou_status validate(struct work *w, const int *fold, int folds, int fixed,
                                      double out[2], struct contensou_error *err)
{
    char *used = malloc(w->rows + 1);
    const char *all = w->used;
    double weight = 0;
    enum contensou_status status = CONTENSOU_OK;

    if (!used)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu rows", w->rows);
    out[0] = out[1] = 0;
    w->used = used;
    for (int f = 0; f < folds && !status; ++f) {
        double p[most_unknowns] = {0};

        for (size_t i = 0; i < w->rows; ++i)
            used[i] = fold[i] != f;
        memcpy(p, w->m->mass, (size_t)w->m->cells * sizeof *p);
        if (!fixed)
            status = search(w, p, 120, err);
        for (size_t i = 0; i < w->rows && !status; ++i)
            if (!used[i]) {
                double a[2];

                row_angles(w->m, &w->row[i], p, a);
                out[0] += w->row[i].weight * a[0];
                out[1] += w->row[i].weight * a[1];
                weight += w->row[i].weight;
            }
    }
    w->used = all;
    out[0] /= weight;
    out[1] /= weight;
    free(used);
    return status;
}

/* A^-1 in place, A symmetric and positive, n x n; 0 where it is singular. */
static int invert(double *A, int n)
{
    for (int k = 0; k < n; ++k) {
        const double pivot = A[k * n + k];

        if (!(fabs(pivot) > 1e-14))
            return 0;
        for (int j = 0; j < n; ++j)
            A[k * n + j] /= j == k ? 1 : pivot;
        A[k * n + k] = 1 / pivot;
        for (int i = 0; i < n; ++i)
            if (i != k) {
                const double f = A[i * n + k];

                for (int j = 0; j < n; ++j)
                    A[i * n + j] = j == k ? -f / pivot : A[i * n + j] - f * A[k * n + j];
            }
    }
    return 1;
}

/* Sandwich: every row counts with the errors it has. Loads that the data do not tell get 0 to 1. */
static void intervals(struct work *w, const double *p, struct contensou_identify_result *result)
{
    const int n = w->unknowns, cells = w->m->cells;
    const double t = contensou__statistics_student(fmax(1.0, (double)w->rows - n));
    double *A = calloc((size_t)(n * n), sizeof *A), *B = calloc((size_t)(n * n), sizeof *B);
    double count = 0;
    int known = A && B;

    for (size_t i = 0; i < w->rows && known; ++i) {
        double r[6], J[6][most_unknowns], score[most_unknowns] = {0};

        row_errors(w, p, i, r, J);
        count += w->row[i].weight;
        for (int k = 0; k < 6; ++k)
            for (int a = 0; a < n; ++a) {
                score[a] += w->row[i].weight * r[k] * J[k][a];
                for (int b = 0; b < n; ++b)
                    A[a * n + b] += w->row[i].weight * J[k][a] * J[k][b];
            }
        for (int a = 0; a < n; ++a)
            for (int b = 0; b < n; ++b)
                B[a * n + b] += score[a] * score[b];
    }
    for (int a = 0; a < cells && known; ++a) { /* the pull, and the sum of all loads */
        A[a * n + a] += count * w->smoothing / w->m->mass[a];
        for (int b = 0; b < cells; ++b)
            A[a * n + b] += count;
    }
    for (int k = 0; k < extras && known; ++k)
        if (!w->free[k])
            A[(cells + k) * (n + 1)] = 1;
    known = known && invert(A, n);
    for (int a = 0; a < n; ++a) {
        double variance = 0, half;

        for (int i = 0; i < n && known; ++i)
            for (int j = 0; j < n; ++j)
                variance += A[a * n + i] * B[i * n + j] * A[j * n + a];
        half = known ? t * sqrt(variance) : INFINITY;
        if (a < cells) {
            result->cell[a].low = fmax(0, p[a] - half);
            result->cell[a].high = fmin(1, p[a] + half);
        } else {
            result->extra[a - cells].low = p[a] - half;
            result->extra[a - cells].high = p[a] + half;
        }
    }
    free(B);
    free(A);
}

/* mu is the size of the measured loads over that of the law, by least squares, with its scatter. */
static void find_mu(const struct work *w, const double *p, struct contensou_identify_result *result)
{
    double xy = 0, xx = 0, errors = 0;

    for (size_t i = 0; i < w->rows; ++i) {
        double g[3];

        dissipation(w->m, p, w->row[i].slip, g, NULL, NULL);
        xy += w->row[i].weight * dot(g, w->row[i].load) * w->row[i].size;
        xx += w->row[i].weight * dot(g, g);
    }
    result->mu = xy / xx;
    for (size_t i = 0; i < w->rows; ++i) {
        double g[3], e;

        dissipation(w->m, p, w->row[i].slip, g, NULL, NULL);
        e = w->row[i].weight * (dot(g, w->row[i].load) * w->row[i].size - result->mu * dot(g, g));
        errors += e * e;
    }
    errors = contensou__statistics_student(fmax(1.0, (double)w->rows - 1)) * sqrt(errors) / xx;
    result->mu_low = result->mu - errors;
    result->mu_high = result->mu + errors;
}

/* Which smoothing predicts best what it has not seen. */
static enum contensou_status choose_smoothing(struct work *w, const int *fold, int folds,
                                              struct contensou_error *err)
{
    static const double tried[] = {3e-5, 3e-4, 3e-3, 3e-2};
    double best = INFINITY, kept = tried[0];
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < sizeof tried / sizeof *tried && !status; ++k) {
        double held[2] = {0};

        w->smoothing = tried[k];
        status = validate(w, fold, folds, 0, held, err);
        if (!status && held[w->target == CONTENSOU_TARGET_WRENCH] < best) {
            best = held[w->target == CONTENSOU_TARGET_WRENCH];
            kept = tried[k];
        }
    }
    w->smoothing = kept;
    return status;
}

static void warn_open(struct contensou_identify_result *result)
{
    size_t open = 0, used = strlen(result->warning);

    for (size_t c = 0; c < result->count; ++c)
        if (result->cell[c].high - result->cell[c].low > 0.5 ||
            result->cell[c].high - result->cell[c].low > 4 * fmax(result->cell[c].load, 0.02))
            used +=
                (size_t)snprintf(result->warning + used,
                                 used < sizeof result->warning ? sizeof result->warning - used : 0,
                                 "%sp%zu", open++ ? ", " : "not determined by these data: ", c + 1);
}

static enum contensou_status identify(const struct contensou_patch *patch,
                                      const struct contensou_identify_options *o,
                                      struct contensou_identify_result *result,
                                      struct contensou_error *err)
{
    const size_t rows = o->data->n;
    const int validates = o->folds > 0 || (o->smoothing == 0 && !o->fixed);
    const int folds = o->folds > 0 ? o->folds : default_folds;
    struct model m = {0};
    struct work w = {.m = &m, .rows = rows, .target = o->target, .progress = o->progress};
    struct row *row = calloc(rows + 1, sizeof *row);
    int *fold = calloc(rows + 1, sizeof *fold);
    char *used = malloc(rows + 1);
    double p[most_unknowns] = {0};
    enum contensou_status status;

    *result = (struct contensou_identify_result){.rows = rows,
                                                 .mu = NAN,
                                                 .mu_low = NAN,
                                                 .mu_high = NAN,
                                                 .held_twist = NAN,
                                                 .held_wrench = NAN};
    w.last = calloc(rows + 1, sizeof *w.last);
    result->angle = calloc(2 * rows + 1, sizeof *result->angle);
    if (!row || !fold || !used || !w.last || !result->angle) {
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu rows", rows);
        goto done;
    }
    status = make_model(&m, patch, o, err);
    if (!status)
        status = make_rows(row, o->data, m.unit, err);
    if (!status && !o->fixed && rows < (size_t)m.cells)
        status = contensou_fail(err, CONTENSOU_EINPUT,
                                "%zu rows cannot tell the loads of %d cells; give more rows or "
                                "fewer cells (--map N)",
                                rows, m.cells);
    if (!status && folds > 1 && validates && rows < 2 * (size_t)folds)
        status = contensou_fail(err, CONTENSOU_EINPUT,
                                "%zu rows are too few for %d folds; --folds takes at most %zu here",
                                rows, folds, rows / 2);
    if (!status)
        status = deal_folds(fold, rows, folds, o->seed, err);
    if (status)
        goto done;
    memset(used, 1, rows);
    w.unknowns = m.cells + extras;
    w.free[at_u1] = w.free[at_u2] = o->anisotropy;
    w.free[at_log_a] = o->free_a;
    w.free[at_cx] = w.free[at_cy] = o->free_center;
    w.row = row;
    w.used = used;
    for (size_t i = 0; i < rows; ++i)
        memcpy(w.last[i], row[i].slip, sizeof w.last[i]);
    w.smoothing = o->smoothing > 0 ? o->smoothing : 0;
    if (o->smoothing == 0 && !m.given && !o->fixed)
        status = choose_smoothing(&w, fold, folds, err);
    if (!status && o->folds > 0) {
        double held[2] = {0};

        status = validate(&w, fold, folds, o->fixed, held, err);
        result->held_twist = held[0];
        result->held_wrench = held[1];
    }
    memcpy(p, m.mass, (size_t)m.cells * sizeof *p);
    if (!status && !o->fixed)
        status = search(&w, p, 400, err);
    if (!status && !(result->cell = calloc((size_t)m.cells, sizeof *result->cell)))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %d cells", m.cells);
    if (status)
        goto done;
    result->count = (size_t)m.cells;
    for (int c = 0; c < m.cells; ++c)
        result->cell[c] = (struct contensou_identify_cell){m.x[c], m.y[c], p[c], p[c], p[c]};
    for (int k = 0; k < extras; ++k)
        result->extra[k] =
            (struct contensou_identify_extra){p[m.cells + k], p[m.cells + k], p[m.cells + k]};
    if (!o->fixed) {
        intervals(&w, p, result);
        warn_open(result);
    }
    if (!o->normalise)
        find_mu(&w, p, result);
    result->size = m.unit;
    result->smoothing = w.smoothing;
    for (size_t i = 0; i < rows; ++i) {
        double a[2];

        row_angles(&m, &row[i], p, a);
        result->angle[i] = a[0];
        result->angle[rows + i] = a[1];
        result->twist += a[0] / (double)rows;
        result->wrench += a[1] / (double)rows;
    }
done:
    free_model(&m);
    free(w.last);
    free(used);
    free(fold);
    free(row);
    return status;
}

enum contensou_status contensou_identify(const struct contensou_patch *patch,
                                         const struct contensou_identify_options *options,
                                         struct contensou_identify_result *result,
                                         struct contensou_error *err)
{
    struct contensou_identify_options own;
    enum contensou_status status =
        contensou__versioned_take(&own, sizeof own, options, "contensou_identify_options", err);

    *result = (struct contensou_identify_result){0};
    return status ? status : identify(patch, &own, result, err);
}

void contensou_identify_free(struct contensou_identify_result *result)
{
    free(result->cell);
    free(result->angle);
    *result = (struct contensou_identify_result){0};
}

enum contensou_status contensou_identify_slip(const struct contensou_patch *patch,
                                              const struct contensou_identify_options *options,
                                              const struct contensou_identify_result *result,
                                              size_t n, const double *load, double *slip,
                                              struct contensou_error *err)
{
    struct model m = {0};
    double p[most_unknowns];
    struct contensou_identify_options own;
    enum contensou_status status =
        contensou__versioned_take(&own, sizeof own, options, "contensou_identify_options", err);

    if (!status)
        status = make_model(&m, patch, &own, err);

    for (int c = 0; c < m.cells && !status; ++c)
        p[c] = result->cell[c].load;
    for (int k = 0; k < extras; ++k)
        p[m.cells + k] = result->extra[k].value;
    for (size_t i = 0; i < n && !status; ++i) {
        double l[3] = {load[i], load[n + i], load[2 * n + i] / m.unit}, s[3];
        const double size = norm(l);

        scale(l, 1 / size);
        memcpy(s, l, sizeof s);
        find_slip(&m, p, l, s);
        scale(s, 1 / norm(s));
        slip[i] = s[0];
        slip[n + i] = s[1];
        slip[2 * n + i] = s[2] / m.unit;
    }
    free_model(&m);
    return status;
}
