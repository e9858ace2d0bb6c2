/* identify_law.c: the exact law of a contact with unknown loads.
 *
 * A cell is a few points that share its load; |V| of a point is sqrt(Vx^2 + Vy^2 + (e w)^2) with e a part of its size,
 * which keeps the dissipation Phi smooth. Friction that depends on the direction of sliding is |B V| instead of |V|, B
 * symmetric with determinant 1: B = exp of (u1 u2; u2 -u1), so that it stays convex whatever u is. The contact may be a
 * times as large as given and moved by c; a tilt multiplies its loads by 1 + g.x, x in the shape's own coordinates.
 * Under the load l the slip is where Phi is least on the plane l.s = 1; its derivative is -T (T'HT)^-1 T' g, with g that
 * of the wrench, H the Hessian of Phi, T a base of the plane. SPDX-License-Identifier: MIT */
#include "fit/identify_law.h"

#include "fit/identify_sums.h"
#include "fit/vector3.h"
#include "base/setting.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { parts = 3, default_map = 5, default_points = 24, most_newton = 80 };

static const double step_q = 1e-3;

/* B of u: xx, xy, yy. */
static void stretch(const double u[2], double B[3])
{
    const double size = hypot(u[0], u[1]), f = size > 1e-8 ? sinh(size) / size : 1;

    B[0] = cosh(size) + f * u[0];
    B[1] = f * u[1];
    B[2] = cosh(size) - f * u[0];
}

/* dB/du of unknown k, by differences: B is smooth and of size 1. */
static void stretch_by(const double u[2], int k, double dB[3])
{
    const double h = 1e-5;
    double low[2] = {u[0], u[1]}, high[2] = {u[0], u[1]}, below[3];

    low[k] -= h;
    high[k] += h;
    stretch(low, below);
    stretch(high, dB);
    for (int i = 0; i < 3; ++i)
        dB[i] = (dB[i] - below[i]) / (2 * h);
}

/* The loads of points under a tilt, whose factor has the mean 1 under the given loads. A search may try a tilt that is
 * not admissible on its way, where a part would be negative. */
static void tilt(const struct contensou__identify_law *m, struct contensou__identify_points *at,
                 const double *p)
{
    const double *extra = p + m->cells;
    const double gx = extra[CONTENSOU_IDENTIFY_TILT_X], gy = extra[CONTENSOU_IDENTIFY_TILT_Y];
    const double mean = 1 + gx * at->middle[0] + gy * at->middle[1];

    for (size_t j = 0; j < m->points; ++j) {
        const double x[2] = {at->x[j] - m->origin[0], at->y[j] - m->origin[1]};
        const double all = p[at->cell[j]] * at->share[j] / mean;
        const double factor = fmax(0, 1 + gx * x[0] + gy * x[1]);

        at->part[j] = at->share[j] * factor / mean;
        at->load[j] = p[at->cell[j]] * at->part[j];
        for (int k = 0; k < 2; ++k)
            at->by_tilt[k][j] = all * ((factor > 0 ? x[k] : 0) - factor * at->middle[k] / mean);
    }
}

/* B g of the plane, and the third as it is. */
static void stretched(const double B[3], const double from[3], double to[3])
{
    const double x = from[0], y = from[1];

    to[0] = B[0] * x + B[1] * y;
    to[1] = B[1] * x + B[2] * y;
    to[2] = from[2];
}

double contensou__identify_law_wrench(const struct contensou__identify_law *m, const double s[3],
                                      double g[3], double H[6], double (*of)[3])
{
    const struct contensou__identify_points *at = &m->at[0];
    const double *B = m->B;
    double v[3], h[6], phi;

    stretched(B, s, v);
    phi = contensou__identify_sums_wrench(&at->sums, at->load, v, g, h);
    stretched(B, g, g);
    H[0] = B[0] * (B[0] * h[0] + 2 * B[1] * h[1]) + B[1] * B[1] * h[3];
    H[1] = B[1] * (B[0] * h[0] + B[1] * h[1]) + B[2] * (B[0] * h[1] + B[1] * h[3]);
    H[3] = B[1] * (B[1] * h[0] + 2 * B[2] * h[1]) + B[2] * B[2] * h[3];
    H[2] = B[0] * h[2] + B[1] * h[4];
    H[4] = B[1] * h[2] + B[2] * h[4];
    H[5] = h[5];
    if (!of)
        return phi;
    memset(of, 0, (size_t)m->cells * sizeof *of);
    for (size_t from = 0; from < m->points; from += contensou__identify_sums_block) {
        double unit[3][contensou__identify_sums_block];
        const size_t left = m->points - from, n = left < contensou__identify_sums_block
                                                      ? left
                                                      : contensou__identify_sums_block;

        contensou__identify_sums_units(&at->sums, from, from + n, v, unit);
        for (size_t j = 0; j < n; ++j)
            for (int i = 0; i < 3; ++i)
                of[at->cell[from + j]][i] += at->part[from + j] * unit[i][j];
    }
    for (int c = 0; c < m->cells; ++c)
        stretched(B, of[c], of[c]);
    return phi;
}

/* By u: B turns the slip into v and the places into t, and the wrench back. */
static void by_stretch(const struct contensou__identify_law *m, int k, const double u[2],
                       const double s[3], double out[3])
{
    const struct contensou__identify_points *at = &m->at[0];
    const double *B = m->B; /* of determinant 1 */
    struct contensou__identify_sums_motion by = {0};
    double dB[3], v[3], dv[3], g[3], H[6], back[3];

    stretch_by(u, k, dB);
    by.K[0] = dB[0] * B[2] - dB[1] * B[1];
    by.K[1] = dB[1] * B[0] - dB[0] * B[1];
    by.K[2] = dB[1] * B[2] - dB[2] * B[1];
    by.K[3] = dB[2] * B[0] - dB[1] * B[1];
    stretched(B, s, v);
    stretched(dB, s, dv);
    memcpy(by.dv, dv, sizeof by.dv);
    contensou__identify_sums_moved(&at->sums, at->load, v, &by, out);
    contensou__identify_sums_wrench(&at->sums, at->load, v, g, H);
    stretched(dB, g, back);
    stretched(B, out, out);
    out[0] += back[0];
    out[1] += back[1];
}

/* By the exponent, from the points of a little less and more of it. */
static void by_exponent(const struct contensou__identify_law *m, const double v[3], double out[3])
{
    double H[6], low[3], high[3];

    for (int k = 1; k < 3; ++k)
        contensou__identify_sums_wrench(&m->at[k].sums, m->at[k].load, v, k == 1 ? low : high, H);
    for (int i = 0; i < 3; ++i)
        out[i] = (high[i] - low[i]) / (2 * step_q);
    stretched(m->B, out, out);
}

void contensou__identify_law_by_extras(const struct contensou__identify_law *m, const int *free,
                                       const double s[3], const double g[3], const double H[6],
                                       double (*of)[3])
{
    const struct contensou__identify_points *at = &m->at[0];
    double v[3], unused[6];

    memset(of, 0, contensou__identify_law_extras * sizeof *of);
    stretched(m->B, s, v);
    for (int k = 0; k < 2; ++k) {
        if (free[CONTENSOU_IDENTIFY_U1 + k])
            by_stretch(m, k, m->u, s, of[CONTENSOU_IDENTIFY_U1 + k]);
        if (free[CONTENSOU_IDENTIFY_TILT_X + k]) {
            contensou__identify_sums_wrench(&at->sums, at->by_tilt[k], v,
                                            of[CONTENSOU_IDENTIFY_TILT_X + k], unused);
            stretched(m->B, of[CONTENSOU_IDENTIFY_TILT_X + k], of[CONTENSOU_IDENTIFY_TILT_X + k]);
        }
    }
    if (free[CONTENSOU_IDENTIFY_LOG_A]) { /* t - B (-cy, cx) grows */
        const double *B = m->B, *c = m->moved;
        const struct contensou__identify_sums_motion by = {
            .K = {1, 0, 0, 1}, .k = {B[0] * c[1] - B[1] * c[0], B[1] * c[1] - B[2] * c[0]}};

        contensou__identify_sums_moved(&at->sums, at->load, v, &by, of[CONTENSOU_IDENTIFY_LOG_A]);
        stretched(B, of[CONTENSOU_IDENTIFY_LOG_A], of[CONTENSOU_IDENTIFY_LOG_A]);
    }
    if (free[CONTENSOU_IDENTIFY_CX]) { /* to move the contact is to slip otherwise: (vx - w cy, vy + w cx, w) */
        const double x[3] = {s[2] * H[1], s[2] * H[3], s[2] * H[4] + g[1]};
        const double y[3] = {-s[2] * H[0], -s[2] * H[1], -s[2] * H[2] - g[0]};

        memcpy(of[CONTENSOU_IDENTIFY_CX], x, sizeof x);
        memcpy(of[CONTENSOU_IDENTIFY_CY], y, sizeof y);
    }
    if (free[CONTENSOU_IDENTIFY_Q])
        by_exponent(m, v, of[CONTENSOU_IDENTIFY_Q]);
}

/* Two unit vectors across l. */
static void across(const double l[3], double t[2][3])
{
    const int least = fabs(l[0]) < fabs(l[1]) ? (fabs(l[0]) < fabs(l[2]) ? 0 : 2)
                                              : (fabs(l[1]) < fabs(l[2]) ? 1 : 2);
    double e[3] = {0};

    e[least] = 1;
    cross(l, e, t[0]);
    scale(t[0], 1 / norm(t[0]));
    cross(l, t[0], t[1]);
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

/* Damped Newton on a convex function. */
void contensou__identify_law_slip(const struct contensou__identify_law *m, const double l[3],
                                  double s[3])
{
    double t[2][3], damping = 1e-6, g[3], H[6], phi;

    across(l, t);
    if (!(dot(l, s) > 1e-6))
        memcpy(s, l, 3 * sizeof *s);
    scale(s, 1 / dot(l, s));
    phi = contensou__identify_law_wrench(m, s, g, H, NULL);
    for (int k = 0; k < most_newton; ++k) {
        const double b[2] = {-dot(t[0], g), -dot(t[1], g)};
        double A[3], z[2], next[3], gn[3], Hn[6], value;

        project(H, t, A);
        A[0] += damping * (A[0] + A[2]) + 1e-12;
        A[2] += damping * (A[0] + A[2]) + 1e-12;
        solve2(A, b, z);
        for (int i = 0; i < 3; ++i)
            next[i] = s[i] + z[0] * t[0][i] + z[1] * t[1][i];
        value = contensou__identify_law_wrench(m, next, gn, Hn, NULL);
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

void contensou__identify_law_slip_by(const double l[3], const double H[6], int unknowns,
                                     double (*of)[3])
{
    double t[2][3], A[3];

    across(l, t);
    project(H, t, A);
    A[0] += 1e-9 * (A[0] + A[2]) + 1e-12;
    A[2] += 1e-9 * (A[0] + A[2]) + 1e-12;
    for (int c = 0; c < unknowns; ++c) {
        const double b[2] = {-dot(t[0], of[c]), -dot(t[1], of[c])};
        double z[2];

        solve2(A, b, z);
        for (int k = 0; k < 3; ++k)
            of[c][k] = z[0] * t[0][k] + z[1] * t[1][k];
    }
}

void contensou__identify_law_free(struct contensou__identify_law *m)
{
    for (int k = 0; k < 3; ++k)
        free(m->at[k].x);
    *m = (struct contensou__identify_law){0};
}

static int nearest_cell(const struct contensou__identify_law *m, double x, double y)
{
    double best = INFINITY;
    int cell = 0;

    for (int c = 0; c < m->cells && m->cells > 1; ++c) {
        const double d = hypot(x - m->x[c], y - m->y[c]);

        if (d < best) {
            best = d;
            cell = c;
        }
    }
    return cell;
}

/* The points of the contact under the exponent q, each in the cell that is nearest. */
static enum contensou_status fill(struct contensou__identify_law *m, double q,
                                  struct contensou__identify_points *at,
                                  struct contensou_error *err)
{
    struct contensou_patch patch = *m->patch; /* a view, with another exponent */
    OWNED(contensou__try_free) double *fine = NULL;
    double **const field[] = {&at->y,    &at->share, &at->sums.tx,    &at->sums.ty,
                              &at->load, &at->part,  &at->by_tilt[0], &at->by_tilt[1]};
    double total[contensou__identify_law_cells] = {0};
    const size_t before = m->points;
    size_t points = 0;

    m->points = 0; /* where this fails */
    free(at->x);
    at->x = NULL;
    if (patch.kind == contensou__patch_round)
        patch.round.q = q;
    TRY(contensou_patch_cells(&patch, m->along, &fine, &points, err));
    if (before && points != before)
        return WRONG(err, "the exponent %g of the pressure leaves no load on a part of %s", q,
                     patch.shape);
    at->x = calloc(points + 1, 9 * sizeof *at->x + sizeof *at->cell);
    TRY(contensou__try_memory(at->x, err, "%zu points", points));
    for (size_t k = 0; k < 8; ++k)
        *field[k] = at->x + (k + 1) * points;
    at->cell = (int *)(at->x + 9 * points);
    at->q = q;
    at->middle[0] = at->middle[1] = 0;
    for (size_t j = 0; j < points; ++j) {
        at->cell[j] = nearest_cell(m, fine[j], fine[points + j]);
        at->x[j] = fine[j] / m->unit;
        at->y[j] = fine[points + j] / m->unit;
        at->share[j] = fine[2 * points + j];
        total[at->cell[j]] += at->share[j];
        at->middle[0] += at->share[j] * (at->x[j] - m->origin[0]);
        at->middle[1] += at->share[j] * (at->y[j] - m->origin[1]);
    }
    m->points = at->sums.n = points;
    at->sums.e2 =
        m->given ? 1e-12 : 0.1 * pow(2 * contensou_patch_radius(&patch) / m->along / m->unit, 2);
    for (size_t j = 0; j < points; ++j)
        at->share[j] /= total[at->cell[j]];
    return CONTENSOU_OK;
}

/* The points as stretched, moved, grown and loaded. */
static void place(const struct contensou__identify_law *m, struct contensou__identify_points *at,
                  const double *p)
{
    for (size_t j = 0; j < m->points; ++j) {
        const double x = m->grown * at->x[j] + m->moved[0], y = m->grown * at->y[j] + m->moved[1];

        at->sums.tx[j] = m->B[1] * x - m->B[0] * y;
        at->sums.ty[j] = m->B[2] * x - m->B[1] * y;
    }
    tilt(m, at, p);
}

enum contensou_status contensou__identify_law_at(struct contensou__identify_law *m, const double *p,
                                                 struct contensou_error *err)
{
    const double *extra = p + m->cells, q = extra[CONTENSOU_IDENTIFY_Q];
    const int sets = m->free_q ? 3 : 1;

    if (m->free_q && !(m->at[0].q == q && m->at[2].x))
        for (int k = 0; k < sets; ++k)
            TRY(fill(m, q + (k == 1 ? -step_q : k == 2 ? step_q : 0), &m->at[k], err));
    memcpy(m->u, extra + CONTENSOU_IDENTIFY_U1, sizeof m->u);
    stretch(m->u, m->B);
    memcpy(m->moved, extra + CONTENSOU_IDENTIFY_CX, sizeof m->moved);
    m->grown = exp(extra[CONTENSOU_IDENTIFY_LOG_A]);
    for (int k = 0; k < sets; ++k)
        place(m, &m->at[k], p);
    return CONTENSOU_OK;
}

/* The cells whose loads are unknown. */
static enum contensou_status make_cells(struct contensou__identify_law *m, int along,
                                        struct contensou_error *err)
{
    OWNED(contensou__try_free) double *cell = NULL;
    size_t count = 0;

    TRY(contensou_patch_cells(m->patch, along, &cell, &count, err));
    if (count > contensou__identify_law_cells || count < 2)
        return WRONG(err, "the pressure of %zu cells cannot be identified; 2 to %d are possible%s",
                     count, contensou__identify_law_cells,
                     m->given ? "" : " (" SETTING("map") " N)");
    m->cells = (int)count;
    m->along = m->given ? along : parts * along;
    memcpy(m->x, cell, count * sizeof *cell);
    memcpy(m->y, cell + count, count * sizeof *cell);
    memcpy(m->mass, cell + 2 * count, count * sizeof *cell);
    return CONTENSOU_OK;
}

/* Supports on one line hold no body up, and their loads say nothing of a face. */
static enum contensou_status check_places(const struct contensou__identify_law *m,
                                          struct contensou_error *err)
{
    const double *x = m->at[0].x, *y = m->at[0].y;
    double xx = 0, xy = 0, yy = 0, mx = 0, my = 0;

    for (size_t j = 0; j < m->points; ++j) {
        mx += x[j] / (double)m->points;
        my += y[j] / (double)m->points;
    }
    for (size_t j = 0; j < m->points; ++j) {
        xx += (x[j] - mx) * (x[j] - mx);
        xy += (x[j] - mx) * (y[j] - my);
        yy += (y[j] - my) * (y[j] - my);
    }
    if (!(xx * yy - xy * xy > 1e-12 * (xx + yy) * (xx + yy)))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "the supports of %s lie on one line; three that do not are needed to "
                              "hold a body and to tell their loads",
                              m->patch->shape);
    return CONTENSOU_OK;
}

enum contensou_status contensou__identify_law_create(struct contensou__identify_law *m,
                                                     const struct contensou_patch *patch,
                                                     const struct contensou_identify_options *o,
                                                     struct contensou_error *err)
{
    *m = (struct contensou__identify_law){.patch = patch,
                                          .given = patch->kind == contensou__patch_points,
                                          .free_q = o->free_q && o->fixed,
                                          .unit = o->length_unit,
                                          .cells = 1,
                                          .mass = {1}};
    if (patch->stretch.is)
        return WRONG(
            err, "the anisotropy of a contact is identified, not given: leave " SETTING(
                     "anisotropy") " out, and free it (" SETTING("free") " pressure,anisotropy)");
    if (!(m->unit > 0))
        TRY(contensou_patch_size(patch, &m->unit, err));
    m->origin[0] = -patch->center[0] / m->unit;
    m->origin[1] = -patch->center[1] / m->unit;
    m->along = o->cells ? o->cells : default_points;
    if (!o->fixed)
        TRY(make_cells(m, o->cells ? o->cells : default_map, err));
    TRY(fill(m, patch->round.q, &m->at[0], err));
    return m->given ? check_places(m, err) : CONTENSOU_OK;
}

void contensou__identify_law_points(const struct contensou__identify_law *m, double *x, double *y,
                                    double *load)
{
    const struct contensou__identify_points *at = &m->at[0];

    for (size_t j = 0; j < m->points; ++j) {
        x[j] = m->unit * (m->grown * at->x[j] + m->moved[0]);
        y[j] = m->unit * (m->grown * at->y[j] + m->moved[1]);
        load[j] = at->load[j];
    }
}

double contensou__identify_law_tilt_depth(const struct contensou__identify_law *m,
                                          const double tilt[2], double at[2])
{
    const double g[2] = {tilt[0] / m->unit, tilt[1] / m->unit};
    const double depth = contensou__patch_tilt_depth(m->patch, g, at);

    at[0] /= m->unit;
    at[1] /= m->unit;
    return depth;
}
