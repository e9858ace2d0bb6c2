/* identify_law.c: the exact law of a contact with unknown loads.
 *
 * A cell is a few points that share its load; |V| of a point is sqrt(Vx^2 + Vy^2 + (e w)^2) with e a part of its size,
 * which keeps the dissipation Phi smooth. Friction that depends on the direction of sliding is |B V| instead of |V|, B
 * symmetric with determinant 1: B = exp of (u1 u2; u2 -u1), so that it stays convex whatever u is. The contact may be a
 * times as large as given and moved by c; a tilt multiplies its loads by 1 + g.x, x in the shape's own coordinates.
 * Under the load l the slip is where Phi is least on the plane l.s = 1; its derivative is -T (T'HT)^-1 T' g, with g that
 * of the wrench, H the Hessian of Phi, T a base of the plane. SPDX-License-Identifier: MIT */
#include "fit/identify_law.h"

#include "fit/vector3.h"
#include "base/setting.h"

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

/* The points of this exponent. */
static const struct contensou__identify_points *points_of(const struct contensou__identify_law *m,
                                                          double q)
{
    int best = 0;

    for (int k = 1; k < 3 && m->at[k].point; ++k)
        if (fabs(m->at[k].q - q) < fabs(m->at[best].q - q))
            best = k;
    return &m->at[best];
}

/* The factor of a point's load by the tilt, of mean 1 under the given loads. A search may try a tilt that is not
 * admissible on its way, where a part would be negative. */
static double tilted(const struct contensou__identify_law *m,
                     const struct contensou__identify_points *at, size_t j, const double *extra)
{
    const double gx = extra[CONTENSOU_IDENTIFY_TILT_X], gy = extra[CONTENSOU_IDENTIFY_TILT_Y];
    const double x = at->point[j].x - m->origin[0], y = at->point[j].y - m->origin[1];

    if (gx == 0 && gy == 0)
        return 1;
    return fmax(0, 1 + gx * x + gy * y) / (1 + gx * at->middle[0] + gy * at->middle[1]);
}

double contensou__identify_law_wrench(const struct contensou__identify_law *m, const double *p,
                                      const double s[3], double g[3], double H[6], double (*of)[3])
{
    const double *extra = p + m->cells, grown = exp(extra[CONTENSOU_IDENTIFY_LOG_A]);
    const struct contensou__identify_points *at = points_of(m, extra[CONTENSOU_IDENTIFY_Q]);
    double phi = 0, B[3];

    stretch(extra, B);
    memset(g, 0, 3 * sizeof *g);
    if (H)
        memset(H, 0, 6 * sizeof *H);
    if (of)
        memset(of, 0, (size_t)m->cells * sizeof *of);
    for (size_t j = 0; j < m->points; ++j) {
        const struct contensou__identify_point *q = &at->point[j];
        const double x = grown * q->x + extra[CONTENSOU_IDENTIFY_CX],
                     y = grown * q->y + extra[CONTENSOU_IDENTIFY_CY];
        const double share = q->share * tilted(m, at, j, extra);
        /* B V = D s; the third row keeps it smooth */
        const double D[2][3] = {{B[0], B[1], B[1] * x - B[0] * y},
                                {B[1], B[2], B[2] * x - B[1] * y}};
        const double a = dot(D[0], s), b = dot(D[1], s), c = q->e2 * s[2];
        const double n = sqrt(a * a + b * b + c * s[2] + 1e-300);
        const double load = p[q->cell] * share, f = load / n;
        const double d[3] = {(D[0][0] * a + D[1][0] * b) / n, (D[0][1] * a + D[1][1] * b) / n,
                             (D[0][2] * a + D[1][2] * b + c) / n};

        phi += load * n;
        for (int i = 0; i < 3; ++i) {
            g[i] += load * d[i];
            if (of)
                of[q->cell][i] += share * d[i];
        }
        for (int i = 0, k = 0; i < 3 && H; ++i)
            for (int l = i; l < 3; ++l, ++k)
                H[k] += f * (D[0][i] * D[0][l] + D[1][i] * D[1][l] + (k == 5 ? q->e2 : 0) -
                             d[i] * d[l]);
    }
    return phi;
}

void contensou__identify_law_by_extras(const struct contensou__identify_law *m, const int *free,
                                       const double *p, const double s[3], double (*of)[3])
{
    double moved[contensou__identify_law_most];

    memset(of, 0, contensou__identify_law_extras * sizeof *of);
    memcpy(moved, p, (size_t)(m->cells + contensou__identify_law_extras) * sizeof *moved);
    for (int k = 0; k < contensou__identify_law_extras; ++k) {
        double *u = &moved[m->cells + k], low[3], high[3];
        const double kept = *u, h = k == CONTENSOU_IDENTIFY_Q ? step_q : 1e-5;

        if (!free[k])
            continue;
        *u = kept + h;
        contensou__identify_law_wrench(m, moved, s, high, NULL, NULL);
        *u = kept - h;
        contensou__identify_law_wrench(m, moved, s, low, NULL, NULL);
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

/* Damped Newton on a convex function. */
void contensou__identify_law_slip(const struct contensou__identify_law *m, const double *p,
                                  const double l[3], double s[3])
{
    double t[2][3], damping = 1e-6, g[3], H[6], phi;

    across(l, t);
    if (!(dot(l, s) > 1e-6))
        memcpy(s, l, 3 * sizeof *s);
    scale(s, 1 / dot(l, s));
    phi = contensou__identify_law_wrench(m, p, s, g, H, NULL);
    for (int k = 0; k < most_newton; ++k) {
        const double b[2] = {-dot(t[0], g), -dot(t[1], g)};
        double A[3], z[2], next[3], gn[3], Hn[6], value;

        project(H, t, A);
        A[0] += damping * (A[0] + A[2]) + 1e-12;
        A[2] += damping * (A[0] + A[2]) + 1e-12;
        solve2(A, b, z);
        for (int i = 0; i < 3; ++i)
            next[i] = s[i] + z[0] * t[0][i] + z[1] * t[1][i];
        value = contensou__identify_law_wrench(m, p, next, gn, Hn, NULL);
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
        free(m->at[k].point);
    *m = (struct contensou__identify_law){0};
}

/* The points of the contact under the exponent q, each in the cell that is nearest. */
static enum contensou_status fill(struct contensou__identify_law *m, double q,
                                  struct contensou__identify_points *at,
                                  struct contensou_error *err)
{
    struct contensou_patch patch = *m->patch; /* a view, with another exponent */
    double *fine = NULL, total[contensou__identify_law_cells] = {0};
    size_t points = 0;
    enum contensou_status status;

    if (patch.kind == contensou__patch_round)
        patch.round.q = q;
    status = contensou_patch_cells(&patch, m->along, &fine, &points, err);
    if (!status && m->points && points != m->points)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "the exponent %g of the pressure leaves no load on a part of %s", q,
                                patch.shape);
    free(at->point);
    at->point = status ? NULL : calloc(points, sizeof *at->point);
    if (!status && !at->point)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu points", points);
    at->q = q;
    at->middle[0] = at->middle[1] = 0;
    for (size_t j = 0; j < points && !status; ++j) {
        struct contensou__identify_point *to = &at->point[j];
        double best = INFINITY;

        for (int c = 0; c < m->cells && m->cells > 1; ++c) {
            const double d = hypot(fine[j] - m->x[c], fine[points + j] - m->y[c]);

            if (d < best) {
                best = d;
                to->cell = c;
            }
        }
        to->x = fine[j] / m->unit;
        to->y = fine[points + j] / m->unit;
        to->share = fine[2 * points + j];
        to->e2 = m->given ? 1e-12
                          : 0.1 * pow(2 * contensou_patch_radius(&patch) / m->along / m->unit, 2);
        total[to->cell] += to->share;
        at->middle[0] += to->share * (to->x - m->origin[0]);
        at->middle[1] += to->share * (to->y - m->origin[1]);
    }
    m->points = status ? 0 : points;
    for (size_t j = 0; j < m->points; ++j)
        at->point[j].share /= total[at->point[j].cell];
    free(fine);
    return status;
}

enum contensou_status contensou__identify_law_at(struct contensou__identify_law *m, const double *p,
                                                 struct contensou_error *err)
{
    const double q = p[m->cells + CONTENSOU_IDENTIFY_Q];
    enum contensou_status status = CONTENSOU_OK;

    if (m->at[0].q == q && m->at[1].point)
        return CONTENSOU_OK;
    for (int k = 0; k < 3 && !status; ++k)
        status = fill(m, q + (k == 1 ? -step_q : k == 2 ? step_q : 0), &m->at[k], err);
    return status;
}

/* The cells whose loads are unknown. */
static enum contensou_status make_cells(struct contensou__identify_law *m, int along,
                                        struct contensou_error *err)
{
    double *cell = NULL;
    size_t count = 0;
    enum contensou_status status = contensou_patch_cells(m->patch, along, &cell, &count, err);

    if (!status && (count > contensou__identify_law_cells || count < 2))
        status = contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "the pressure of %zu cells cannot be identified; 2 to %d are possible%s", count,
            contensou__identify_law_cells, m->given ? "" : " (" SETTING("map") " N)");
    m->cells = (int)count;
    m->along = m->given ? along : parts * along;
    for (size_t c = 0; c < count && !status; ++c) {
        m->x[c] = cell[c];
        m->y[c] = cell[count + c];
        m->mass[c] = cell[2 * count + c];
    }
    free(cell);
    return status;
}

/* Supports on one line hold no body up, and their loads say nothing of a face. */
static enum contensou_status check_places(const struct contensou__identify_law *m,
                                          struct contensou_error *err)
{
    const struct contensou__identify_point *at = m->at[0].point;
    double xx = 0, xy = 0, yy = 0, mx = 0, my = 0;

    for (size_t j = 0; j < m->points; ++j) {
        mx += at[j].x / (double)m->points;
        my += at[j].y / (double)m->points;
    }
    for (size_t j = 0; j < m->points; ++j) {
        xx += (at[j].x - mx) * (at[j].x - mx);
        xy += (at[j].x - mx) * (at[j].y - my);
        yy += (at[j].y - my) * (at[j].y - my);
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
    enum contensou_status status = CONTENSOU_OK;

    *m = (struct contensou__identify_law){.patch = patch,
                                          .given = patch->kind == contensou__patch_points,
                                          .unit = o->length_unit,
                                          .cells = 1,
                                          .mass = {1}};
    if (patch->stretch.is)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "the anisotropy of a contact is identified, not given: leave " SETTING(
                "anisotropy") " out, and free it (" SETTING("free") " pressure,anisotropy)");
    if (!(m->unit > 0))
        status = contensou_patch_size(patch, &m->unit, err);
    m->origin[0] = -patch->center[0] / m->unit;
    m->origin[1] = -patch->center[1] / m->unit;
    m->along = o->cells ? o->cells : default_points;
    if (!status && !o->fixed)
        status = make_cells(m, o->cells ? o->cells : default_map, err);
    if (!status)
        status = fill(m, patch->round.q, &m->at[0], err);
    if (!status && m->given)
        status = check_places(m, err);
    return status;
}

void contensou__identify_law_points(const struct contensou__identify_law *m, const double *p,
                                    double *x, double *y, double *load)
{
    const double *extra = p + m->cells, grown = exp(extra[CONTENSOU_IDENTIFY_LOG_A]);
    const struct contensou__identify_points *at = points_of(m, extra[CONTENSOU_IDENTIFY_Q]);

    for (size_t j = 0; j < m->points; ++j) {
        x[j] = m->unit * (grown * at->point[j].x + extra[CONTENSOU_IDENTIFY_CX]);
        y[j] = m->unit * (grown * at->point[j].y + extra[CONTENSOU_IDENTIFY_CY]);
        load[j] = p[at->point[j].cell] * at->point[j].share * tilted(m, at, j, extra);
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
