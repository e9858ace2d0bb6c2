/* series.c: the multipole series of polygons and pressure maps. SPDX-License-Identifier: MIT */
#include "contact/series.h"

#include "base/stop.h"
#include "base/try.h"
#include "contact/gauss.h"
#include "contact/patch.h"
#include "patches/multipole.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

/* The series ends where its next term is below rounding at its border: 3^-31 and 2^-23, each with a
 * factor of about 1/100 from the coefficients. Nearer borders would need many more terms, farther
 * ones cost the near formulas digits. */
static const struct {
    double far;
    int order;
} series_for[2] = {{3, 30}, {2, 22}};

struct contensou__series contensou__series_of(const struct contensou__outline *o, double density,
                                              const double g[2], int single)
{
    struct contensou__series s = {
        .middle = {0.5 * (o->box[0] + o->box[1]), 0.5 * (o->box[2] + o->box[3])},
        .far = series_for[single].far,
        .order = series_for[single].order};

    for (size_t i = 0; i < o->count; ++i)
        s.size = fmax(s.size, hypot(o->edge[i].ax - s.middle[0], o->edge[i].ay - s.middle[1]));
    s.base = 1 + g[0] * s.middle[0] + g[1] * s.middle[1];
    s.g[0] = g[0] * s.size;
    s.g[1] = g[1] * s.size;
    s.density = (long double)density * s.size * s.size;
    return s;
}

size_t contensou__series_terms(const struct contensou__series *s)
{
    return (size_t)multipole_terms(s->order);
}

long double contensou__series_gegenbauer(int n, int l)
{
    long double product = l > 0 ? 2 : 1;

    for (int part = 0; part < 2; ++part)
        for (int i = 0, k = part ? (n + l) / 2 : (n - l) / 2; i < k; ++i)
            product *= (i - 0.5L) / (i + 1);
    return product;
}

enum { most_order = 31, most_nodes = 18 };

/* Moments int weight z^j conj(z)^k dA, z = x + iy in units of size about the middle, j >= k, up to
 * the order: moment[j + k][k]. */
struct moments {
    complex long double at[most_order + 1][most_order / 2 + 1];
};

/* Each edge and the middle span a triangle, over which a homogeneous polynomial of degree n integrates to cross/(n + 2)
 * times its mean over the edge; here without that divisor, which is the same for all edges. */
static void add_edge(struct moments *m, int order, const struct contensou__edge *e,
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

static enum contensou_status by_edges(struct moments *m, int order,
                                      const struct contensou__series *s,
                                      const struct contensou__outline *o,
                                      struct contensou_error *err)
{
    const int nodes = order / 2 + 2;
    long double x[most_nodes], w[most_nodes];

    TRY(contensou__gauss_rule(nodes, 0, x, w, err));
    for (size_t i = 0; i < o->count; ++i) {
        add_edge(m, order, &o->edge[i], s->middle, s->size, nodes, x, w);
        if (i % 256 == 255)
            TRY(contensou__stop_check("the moments of a patch", err));
    }
    for (int n = 0; n <= order; ++n)
        for (int k = 0; 2 * k <= n; ++k)
            m->at[n][k] /= n + 2;
    return CONTENSOU_OK;
}

/* Of a map int weight x^a y^b dA: a sum over its columns, then over its rows. */
struct plain_moments {
    long double at[most_order + 1][most_order + 1];
};

/* out[k] = int x^k dx over cell i of n between two ends of the box. */
static void add_powers(long double *out, int order, const double *box, double middle, double size,
                       int i, int n)
{
    const long double step = ((long double)box[1] - box[0]) / n;
    const long double low = (box[0] + i * step - middle) / size;
    const long double high = (box[0] + (i + 1) * step - middle) / size;
    long double a = low, b = high;

    for (int k = 0; k <= order; ++k, a *= low, b *= high)
        out[k] = (b - a) / (k + 1);
}

/* The same as z^(n-k) conj(z)^k: the polynomial (x + iy)^(n-2k) (x^2 + y^2)^k, coefficient by coefficient. */
static complex long double turned(const struct plain_moments *p, int n, int k)
{
    complex long double c[most_order + 1] = {1}, sum = 0;

    for (int d = 0; d < n - 2 * k; ++d)
        for (int b = d + 1; b > 0; --b)
            c[b] += I * c[b - 1];
    for (int d = n - 2 * k; d < n; d += 2)
        for (int b = d + 2; b > 1; --b)
            c[b] += c[b - 2];
    for (int b = 0; b <= n; ++b)
        sum += c[b] * p->at[n - b][b];
    return sum;
}

static enum contensou_status by_cells(struct moments *m, int order,
                                      const struct contensou__series *s,
                                      const struct contensou__outline *o,
                                      struct contensou_error *err)
{
    const size_t nx = (size_t)o->nx, width = (size_t)order + 1;
    struct plain_moments p = {{{0}}};
    OWNED(contensou__try_free) long double *column = malloc(nx * width * sizeof *column);

    TRY(contensou__try_memory(column, err, "the moments of a map"));
    for (int i = 0; i < o->nx; ++i)
        add_powers(column + (size_t)i * width, order, o->box, s->middle[0], s->size, i, o->nx);
    for (int j = 0; j < o->ny; ++j) {
        long double row[most_order + 1] = {0}, y[most_order + 1];

        for (size_t i = 0; i < nx; ++i)
            for (size_t a = 0; a < width; ++a)
                row[a] += o->pressure[(size_t)j * nx + i] * column[i * width + a];
        add_powers(y, order, o->box + 2, s->middle[1], s->size, j, o->ny);
        for (int a = 0; a <= order; ++a)
            for (int b = 0; a + b <= order; ++b)
                p.at[a][b] += row[a] * y[b];
    }
    for (int n = 0; n <= order; ++n)
        for (int k = 0; 2 * k <= n; ++k)
            m->at[n][k] = turned(&p, n, k);
    return CONTENSOU_OK;
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

/* A term is about 1e-2 or zero by symmetry: what rounding left of a zero would, times a power, be below the normal numbers of
 * single precision, with which CPUs compute slowly. */
static double rounded(double x)
{
    return fabs(x) < 1e-17 ? 0 : x;
}

enum contensou_status contensou__series_put(const struct contensou__series *s,
                                            const struct contensou__outline *o, double *t,
                                            struct contensou_error *err)
{
    OWNED(contensou__try_free) struct moments *m = calloc(1, sizeof *m);

    TRY(contensou__try_memory(m, err, "the moments of a patch"));
    TRY((o->nx > 0 ? by_cells : by_edges)(m, s->order + 1, s, o, err));
    for (int l = 0; l <= s->order; ++l)
        for (int n = s->order - ((s->order - l) & 1); n >= l; n -= 2, t += 2) {
            const complex long double value = s->density * contensou__series_gegenbauer(n, l) *
                                              tilted_moment(m, n, l, s->base, s->g);

            t[0] = rounded((double)creall(value));
            t[1] = rounded((double)cimagl(value));
        }
    return CONTENSOU_OK;
}
