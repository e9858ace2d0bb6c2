/* outline_data.c: the edges and the multipole series of a polygon or map, as
 * kernels/patches/edges.h and multipole.h describe them. SPDX-License-Identifier: MIT */
#include "contact/outline.h"

#include "base/stop.h"
#include "contact/gauss.h"
#include "contact/gegenbauer.h"

#include "patches/edges.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

/* The series ends where its next term is below rounding at its border: 3^-31 and 2^-23, each with a
 * factor of about 1/100 from the coefficients. Nearer borders would need many more terms, farther
 * ones cost the edges digits. */
static const struct {
    double far;
    int order;
} series_for[2] = {{3, 30}, {2, 22}};

enum { most_order = 31, most_nodes = 18 };

/* Moments int weight z^j conj(z)^k dA, z = x + iy in units of size about the middle, j >= k, up to
 * the order: moment[j + k][k]. Each edge and the middle span a triangle, over which a homogeneous
 * polynomial of degree n integrates to cross/(n + 2) times its mean over the edge; here without that
 * divisor, which is the same for all edges. */
struct moments {
    complex long double at[most_order + 1][most_order / 2 + 1];
};

static void add_moments(struct moments *m, int order, const struct contensou__edge *e,
                        const double middle[2], double size, int nodes, const long double *x,
                        const long double *w)
{
    const long double ax = (e->ax - middle[0]) / size, ay = (e->ay - middle[1]) / size;
    const long double bx = (e->bx - middle[0]) / size, by = (e->by - middle[1]) / size;
    const long double cross = (ax * by - ay * bx) * e->weight;

    for (int i = 0; i < nodes; ++i) {
        const long double s = (1 + x[i]) / 2;
        const complex long double z = ax + s * (bx - ax) + I * (ay + s * (by - ay));
        const long double square = creall(z) * creall(z) + cimagl(z) * cimagl(z);
        complex long double row = 1;

        for (int n = 0; n <= order; ++n, row *= z) { /* row = z^n */
            complex long double term = row * (w[i] / 2) * cross;

            /* z^n with k factors |z|^2: order n + 2k, l = n */
            for (int k = 0; n + 2 * k <= order; ++k, term *= square)
                m->at[n + 2 * k][k] += term;
        }
    }
}

/* <r^n e^(il psi)> under density (base + g.X), from the moments of the weight alone. */
static complex long double tilted_moment(const struct moments *m, int n, int l, long double base,
                                         const double g[2])
{
    const int k = (n - l) / 2;
    complex long double sum = base * m->at[n][k];

    if (g[0] != 0 || g[1] != 0) {
        const complex long double up = m->at[n + 1][k]; /* l + 1 */
        const complex long double down =
            l > 0 ? m->at[n + 1][k + 1] : conjl(m->at[n + 1][k]); /* l - 1 */

        sum += 0.5L * ((g[0] - I * g[1]) * up + (g[0] + I * g[1]) * down);
    }
    return sum;
}

static enum contensou_status put_series(const struct contensou__outline *o,
                                        const struct edges_params *p, long double density,
                                        const double middle[2], double *t,
                                        struct contensou_error *err)
{
    const int order = (int)p->order, nodes = order / 2 + 2;
    const double g[2] = {p->g1, p->g2};
    long double x[most_nodes], w[most_nodes];
    struct moments *m = calloc(1, sizeof *m);
    enum contensou_status status;

    if (!m)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the moments of a patch");
    status = contensou__gauss_rule(nodes, 0, x, w, err);
    for (size_t i = 0; i < o->count && !status; ++i) {
        add_moments(m, order + 1, &o->edge[i], middle, p->size, nodes, x, w);
        if (i % 256 == 255)
            status = contensou__stop_check("the moments of a patch", err);
    }
    for (int n = 0; n <= order + 1; ++n)
        for (int k = 0; 2 * k <= n; ++k)
            m->at[n][k] /= n + 2;
    for (int l = 0; l <= order && !status; ++l)
        for (int n = order - ((order - l) & 1); n >= l; n -= 2, t += 2) {
            const complex long double value =
                density * contensou__gegenbauer(n, l) * tilted_moment(m, n, l, p->base, g);

            t[0] = (double)creall(value);
            t[1] = (double)cimagl(value);
        }
    free(m);
    return status;
}

/* density: pressure per unit of weight and of the scaled area. */
static void put_edges(const struct contensou__outline *o, const double middle[2], double size,
                      double density, double *t)
{
    for (size_t i = 0; i < o->count; ++i, t += edges_row) {
        const struct contensou__edge *e = &o->edge[i];
        const double dx = (e->bx - e->ax) / size, dy = (e->by - e->ay) / size;
        const double length = hypot(dx, dy);

        t[0] = (e->ax - middle[0]) / size;
        t[1] = (e->ay - middle[1]) / size;
        t[2] = dx / length;
        t[3] = dy / length;
        t[4] = length;
        t[5] = e->weight * density;
        t[6] = i > 0 && e[-1].bx == e->ax && e[-1].by == e->ay;
    }
}

enum contensou_status contensou__outline_data(const struct contensou__outline *o, double density,
                                              const double g[2], const double center[2], int single,
                                              struct contensou__patch_data *t,
                                              struct contensou_error *err)
{
    const double middle[2] = {0.5 * (o->box[0] + o->box[1]), 0.5 * (o->box[2] + o->box[3])};
    const int order = series_for[single].order;
    const size_t terms = (size_t)(order + 2) * (size_t)(order + 2) / 4;
    struct edges_params p = {.dx = middle[0] - center[0],
                             .dy = middle[1] - center[1],
                             .base = 1 + g[0] * middle[0] + g[1] * middle[1],
                             .far = series_for[single].far,
                             .order = order,
                             .n = (double)o->count};
    enum contensou_status status;

    *t = (struct contensou__patch_data){.kind = contensou__patch_data_edges,
                                        .tilted = g[0] != 0 || g[1] != 0,
                                        .param_count = edges_params_count};
    for (size_t i = 0; i < o->count; ++i)
        p.size = fmax(p.size, hypot(o->edge[i].ax - middle[0], o->edge[i].ay - middle[1]));
    p.g1 = g[0] * p.size;
    p.g2 = g[1] * p.size;
    t->count = edges_row * o->count + 2 * terms;
    t->table = malloc(t->count * sizeof *t->table);
    if (!t->table)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu edges", o->count);
    put_edges(o, middle, p.size, density * p.size * p.size, t->table);
    status = put_series(o, &p, (long double)density * p.size * p.size, middle,
                        t->table + edges_row * o->count, err);
    memcpy(t->params, &p, sizeof p);
    if (status)
        contensou__patch_data_free(t);
    return status;
}
