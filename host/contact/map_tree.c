/* map_tree.c: the tree of kernels/patches/map.h: what distant cells of a pressure map give to <|x - c|>, as a polynomial
 * in each box of a quadtree.
 *
 * A fast multipole method with Chebyshev polynomials T_a(x) T_b(y), a + b <= map_degree, x and y from the middle of a box
 * in units of half its side: the moments of the pressure in each box of the lowest level, by exact integration; those of
 * larger boxes from their four parts; then downwards the polynomial of each box from that of the box around it and from
 * the moments of the boxes that are near that one, but not near itself. Near: at most two boxes away.
 *
 * For two boxes `off` sides apart, |x - y| = h 2|off + s|, s = (x - y)/2, h half a side. Expanded in T_m(s1) T_n(s2),
 * m + n <= joint, each of which is a sum of products of polynomials in x and in y, that is a matrix from moments to
 * coefficients; mirrored boxes share it but for signs. The limits keep what is left out of the gradient below 1e-13 of
 * the pressure, even if all of it is at the worst place. SPDX-License-Identifier: MIT */
#include "contact/map_tree.h"

#include "base/pool.h"
#include "base/stop.h"
#include "base/threads.h"
#include "base/try.h"
#include "contact/gauss.h"
#include "contact/series.h"
#include "patches/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    side = map_degree + 1, /* polynomials of one variable */
    terms = side * (side + 1) / 2,
    near = 2,
    most_off = 2 * near + 1, /* of the boxes that are near the next larger one */
    most_joint = 28,
    samples = 40,    /* of |off + s| along each axis */
    most_levels = 9, /* 512 boxes along each axis */
    most_lines = 480 /* corners in a neighbourhood that are not too many */
};

/* By the distance in boxes: the degree of the expansion, and of the polynomials on either side. */
static const int joint_degree[most_off + 1] = {0, 0, 0, most_joint, 22, 19};
static const int own_degree[most_off + 1] = {0, 0, 0, map_degree, 17, 15};

typedef double square[side][side];

/* What is the same for all maps. */
struct rules {
    struct {
        int a, b;
    } term[terms];               /* by class, the parities of a and b, then by degree */
    int first[4], upto[4][side]; /* of a class: its first term, how many up to a degree */
    double half[2][side][side];  /* T_m((x -+ 1)/2) = sum_k half[m][k] T_k(x) */
    double power[side][side];    /* T_m(x) = sum_k power[m][k] x^k */
    double *matrix[most_off + 1][most_off + 1]; /* in the order of apply() */
};

/* x p, for p a sum of c[k] T_k: to[k] += by * .. */
static void add_times_x(const long double *c, int n, long double by, long double *to)
{
    for (int k = 0; k < n; ++k) {
        to[k + 1] += k ? by * c[k] / 2 : by * c[k];
        if (k > 0)
            to[k - 1] += by * c[k] / 2;
    }
}

static void make_terms(struct rules *r)
{
    int n = 0;

    for (int c = 0; c < 4; ++c) {
        r->first[c] = n;
        for (int d = 0; d < side; ++d) {
            for (int a = 0; a <= d; ++a)
                if (a % 2 + 2 * ((d - a) % 2) == c) {
                    r->term[n].a = a;
                    r->term[n++].b = d - a;
                }
            r->upto[c][d] = n - r->first[c];
        }
    }
}

/* The polynomials T_m of (x + shift)/by, as sums of T_k; with powers for a basis, of x^k. */
static void make_change(double out[side][side], double shift, double by, int powers)
{
    long double t[side + 1][side + 2] = {{1}};

    for (int m = 0; m < side; ++m) {
        const long double twice = m ? 2 : 1;

        for (int k = 0; k < side; ++k)
            out[m][k] = (double)t[m][k];
        if (powers)
            for (int k = 0; k <= m; ++k)
                t[m + 1][k + 1] += twice * t[m][k];
        else
            add_times_x(t[m], m + 1, twice / by, t[m + 1]);
        for (int k = 0; k <= m; ++k)
            t[m + 1][k] += twice * shift / by * t[m][k] - (m ? t[m - 1][k] : 0);
    }
}

/* product[m][a][b]: T_m((x - y)/2) = sum product[m][a][b] T_a(x) T_b(y). */
typedef long double products[most_joint + 2][most_joint + 3][most_joint + 3];

static void make_products(products p)
{
    memset(p, 0, sizeof(products));
    p[0][0][0] = 1;
    for (int m = 0; m <= most_joint; ++m) {
        const long double by = m ? 1 : 0.5L; /* T_1 = s, then 2 s T_m - T_m-1 */

        for (int a = 0; a <= m; ++a)
            for (int b = 0; a + b <= m; ++b) {
                const long double c = by * p[m][a][b];

                p[m + 1][a + 1][b] += a ? c / 2 : c;
                p[m + 1][a][b + 1] -= b ? c / 2 : c;
                if (a > 0)
                    p[m + 1][a - 1][b] += c / 2;
                if (b > 0)
                    p[m + 1][a][b - 1] -= c / 2;
                if (m > 0)
                    p[m + 1][a][b] -= p[m - 1][a][b];
            }
    }
}

/* g[m][n] of 2|off + s| = sum g[m][n] T_m(s1) T_n(s2). */
static void expand_distance(int x, int y, int joint, long double g[most_joint + 1][most_joint + 1])
{
    static const long double exact_pi = 3.14159265358979323846264338327950288L;
    long double wave[most_joint + 1][samples], part[most_joint + 1][samples] = {{0}};

    for (int m = 0; m <= joint; ++m)
        for (int i = 0; i < samples; ++i)
            wave[m][i] = cosl(m * exact_pi * (i + 0.5L) / samples);
    for (int i = 0; i < samples; ++i)
        for (int k = 0; k < samples; ++k) {
            const long double value = 2 * hypotl(x + wave[1][i], y + wave[1][k]);

            for (int m = 0; m <= joint; ++m)
                part[m][k] += value * wave[m][i] * (m ? 2 : 1) / samples;
        }
    for (int m = 0; m <= joint; ++m)
        for (int n = 0; n <= joint; ++n) {
            g[m][n] = 0;
            for (int k = 0; k < samples && m + n <= joint; ++k)
                g[m][n] += part[m][k] * wave[n][k] * (n ? 2 : 1) / samples;
        }
}

/* How many moments of a class give to a coefficient of some degree. */
static int width(const struct rules *r, int off, int class, int degree)
{
    const int left = joint_degree[off] - degree;

    return degree > own_degree[off]
               ? 0
               : r->upto[class][left < own_degree[off] ? left : own_degree[off]];
}

static enum contensou_status make_matrix(struct rules *r, products p, int x, int y,
                                         struct contensou_error *err)
{
    const int off = x > y ? x : y, joint = joint_degree[off];
    long double g[most_joint + 1][most_joint + 1];
    double *to = r->matrix[x][y] = malloc((size_t)terms * terms * sizeof *to);
    /* first[n][a][b] = sum_m g[m][n] p[m][a][b] */
    OWNED(contensou__try_free)
    long double(*first)[most_joint + 1][most_joint + 1] = calloc(most_joint + 1, sizeof *first);

    TRY(contensou__try_memory(to && first ? to : NULL, err, "the tree of a map"));
    expand_distance(x, y, joint, g);
    for (int n = 0; n <= joint; ++n)
        for (int m = 0; m + n <= joint; ++m)
            for (int a = 0; a <= m; ++a)
                for (int b = (m - a) % 2; a + b <= m; b += 2)
                    first[n][a][b] += g[m][n] * p[m][a][b];
    for (int i = 0; i < terms; ++i)
        for (int class = 0; class < 4; ++class) {
            const int a = r->term[i].a, b = r->term[i].b;

            for (int m = 0; m < width(r, off, class, a + b); ++m) {
                const int mx = r->term[r->first[class] + m].a, my = r->term[r->first[class] + m].b;
                long double sum = 0;

                for (int n = b + my; n <= joint - a - mx; n += 2)
                    sum += first[n][a][mx] * p[n][b][my];
                *to++ = (double)sum;
            }
        }
    return CONTENSOU_OK;
}

static void free_rules(struct rules *r)
{
    for (int i = 0; r && i < (most_off + 1) * (most_off + 1); ++i)
        free(r->matrix[i / (most_off + 1)][i % (most_off + 1)]);
    free(r);
}

static enum contensou_status make_rules(struct rules **out, struct contensou_error *err)
{
    struct rules *r = *out = calloc(1, sizeof *r);
    OWNED(contensou__try_free) products *p = malloc(sizeof *p);

    TRY(contensou__try_memory(r && p ? r : NULL, err, "the tree of a map"));
    make_terms(r);
    make_change(r->half[0], -1, 2, 0);
    make_change(r->half[1], 1, 2, 0);
    make_change(r->power, 0, 1, 1);
    make_products(*p);
    for (int x = 0; x <= most_off; ++x)
        for (int y = 0; y <= most_off; ++y)
            if (x > near || y > near)
                TRY(make_matrix(r, *p, x, y, err));
    return CONTENSOU_OK;
}

/* One level of the tree. */
struct level {
    int *source;    /* of each box: the number of its moments, or -1 where it has no pressure */
    double *moment; /* [sources * terms] */
    size_t sources;
};

/* A box whose polynomial is asked for: its place, and the number of the box around it in the level above. */
struct target {
    int x, y, parent;
};

/* The boxes of one level, in rows of four with the same box around them. */
struct targets {
    struct target *box;
    int *
        next; /* of each: the first of its four parts in the level below, or -1 - the number of the leaf it is */
    double *local; /* [count * terms] */
    size_t count, open;
};

struct tree {
    struct rules *rules;
    const struct contensou__outline *map;
    struct contensou__series series;
    int low[2], cells[2];     /* the part of the map that has pressure: its first cell, how many */
    double start[2], cell[2]; /* its corner and the sides of a cell, in the series' unit */
    int lines[2];             /* of cells through a neighbourhood */
    int levels;
    struct level level[most_levels + 1];
    struct targets targets[most_levels + 1];
    int depth; /* the level at work */
    double *record;
    size_t leaves, inner;
    struct contensou__pool pool; /* of everything above but the rules, and of the slices */
};

static double half_side(const struct tree *t, int level)
{
    return t->series.far / (double)(1 << level);
}

/* The middle of box i of a level along an axis. */
static double middle(const struct tree *t, int level, int i)
{
    return (2 * i + 1) * half_side(t, level) - t->series.far;
}

static int lines_through(double half, double cell)
{
    return (int)ceil(2 * map_reach * half / cell + 1e-5) + 2;
}

static int pays_at(const struct tree *t, int level)
{
    const double half = half_side(t, level);

    return 2 * map_reach * half / t->cell[0] < most_lines &&
           2 * map_reach * half / t->cell[1] < most_lines &&
           lines_through(half, t->cell[0]) * lines_through(half, t->cell[1]) <= most_lines;
}

/* The part of the map with pressure, and how deep its tree is. */
static void measure(struct tree *t)
{
    const struct contensou__outline *o = t->map;
    const int count[2] = {o->nx, o->ny};
    int high[2] = {0, 0};

    t->low[0] = o->nx;
    t->low[1] = o->ny;
    for (int i = 0; i < o->nx * o->ny; ++i)
        if (o->pressure[i] > 0)
            for (int axis = 0; axis < 2; ++axis) {
                const int at = axis ? i / o->nx : i % o->nx;

                t->low[axis] = at < t->low[axis] ? at : t->low[axis];
                high[axis] = at >= high[axis] ? at + 1 : high[axis];
            }
    for (int axis = 0; axis < 2; ++axis) {
        const double *box = o->box + 2 * axis, step = (box[1] - box[0]) / count[axis];

        t->cells[axis] = high[axis] - t->low[axis];
        t->cell[axis] = step / t->series.size;
        t->start[axis] = (box[0] + t->low[axis] * step - t->series.middle[axis]) / t->series.size;
    }
    for (t->levels = 3; t->levels < most_levels && !pays_at(t, t->levels);)
        ++t->levels;
    for (int axis = 0; axis < 2; ++axis)
        t->lines[axis] = lines_through(half_side(t, t->levels), t->cell[axis]);
}

int contensou__map_tree_pays(const struct contensou__outline *o)
{
    struct tree t = {.map = o, .series = contensou__series_of(o, 1, (const double[2]){0, 0}, 0)};

    if (o->nx == 0)
        return 0;
    measure(&t);
    /* a corner takes less time than an edge, the rest about that of a hundred */
    return (double)o->count > 100 + 0.7 * t.lines[0] * t.lines[1];
}

/* int T_k(u) and int x T_k(u) over the cells that box i of the lowest level meets, u from its middle. */
struct slice {
    int from, count;                     /* cells */
    double (*plain)[side], (*arm)[side]; /* [count] */
};

static enum contensou_status make_slice(struct tree *t, int axis, int box, struct slice *s,
                                        struct contensou_error *err)
{
    enum { nodes = side / 2 + 1 };
    const double half = half_side(t, t->levels), mid = middle(t, t->levels, box);
    const double low = (mid - half - t->start[axis]) / t->cell[axis];
    const double high = (mid + half - t->start[axis]) / t->cell[axis];
    long double x[nodes], w[nodes];

    TRY(contensou__gauss_rule(nodes, 0, x, w, err));
    *s = (struct slice){.from = low > 0 ? (int)low : 0};
    for (int i = s->from; i < t->cells[axis] && i < high; ++i)
        ++s->count;
    if (s->count == 0)
        return CONTENSOU_OK;
    s->plain = contensou__pool_take(&t->pool, (size_t)s->count, sizeof *s->plain);
    s->arm = contensou__pool_take(&t->pool, (size_t)s->count, sizeof *s->arm);
    TRY(contensou__try_memory(s->arm, err, "the tree of a map"));
    for (int i = 0; i < s->count; ++i) {
        const double a = fmax(s->from + i, low) * t->cell[axis] + t->start[axis];
        const double b = fmin(s->from + i + 1, high) * t->cell[axis] + t->start[axis];

        for (int k = 0; k < nodes && b > a; ++k) {
            const double at = 0.5 * (a + b) + 0.5 * (b - a) * (double)x[k], u = (at - mid) / half;
            const double weight = 0.5 * (b - a) * (double)w[k];
            double last = u, now = 1;

            for (int m = 0; m < side; ++m) {
                const double next = 2 * u * now - last;

                s->plain[i][m] += weight * now;
                s->arm[i][m] += weight * now * at;
                last = now;
                now = next;
            }
        }
    }
    return CONTENSOU_OK;
}

static void collect(const struct rules *r, square from, double *to)
{
    for (int i = 0; i < terms; ++i)
        to[i] = from[r->term[i].a][r->term[i].b];
}

static void spread(const struct rules *r, const double *from, square to)
{
    memset(to, 0, sizeof(square));
    for (int i = 0; i < terms; ++i)
        to[r->term[i].a][r->term[i].b] = from[i];
}

/* The moments of one box of the lowest level. */
static void integrate(const struct tree *t, const struct slice *column, const struct slice *row,
                      square m)
{
    const double *g = t->series.g;

    memset(m, 0, sizeof(square));
    for (int j = 0; j < row->count; ++j) {
        const double *p = t->map->pressure +
                          (size_t)(t->low[1] + row->from + j) * (size_t)t->map->nx + t->low[0] +
                          column->from;
        double plain[side] = {0}, tilted[side];

        for (int k = 0; k < side; ++k)
            tilted[k] = 0;
        for (int i = 0; i < column->count; ++i)
            for (int k = 0; k < side; ++k) {
                const double base = t->series.base * column->plain[i][k];

                plain[k] += p[i] * column->plain[i][k];
                tilted[k] += p[i] * (base + g[0] * column->arm[i][k]);
            }
        for (int a = 0; a < side; ++a)
            for (int b = 0; a + b < side; ++b)
                m[a][b] += (double)t->series.density *
                           (tilted[a] * row->plain[j][b] + plain[a] * g[1] * row->arm[j][b]);
    }
}

/* Space for one more row of `count` doubles behind the `used` ones, NULL where there is none. */
static double *one_more(struct tree *t, double **rows, size_t used, size_t count)
{
    *rows = contensou__pool_more(&t->pool, *rows, used, count * sizeof **rows);
    return *rows ? *rows + used * count : NULL;
}

static enum contensou_status begin_level(struct tree *t, int depth, struct contensou_error *err)
{
    const size_t boxes = (size_t)1 << (2 * depth);
    int *source = contensou__pool_take(&t->pool, boxes, sizeof *source);

    TRY(contensou__try_memory(source, err, "the tree of a map"));
    for (size_t i = 0; i < boxes; ++i)
        source[i] = -1;
    t->level[depth].source = source;
    return CONTENSOU_OK;
}

static enum contensou_status take_moments(struct tree *t, int depth, int box, square m,
                                          struct contensou_error *err)
{
    struct level *l = &t->level[depth];
    double *to;

    if (!(m[0][0] > 0))
        return CONTENSOU_OK;
    to = one_more(t, &l->moment, l->sources, terms);
    TRY(contensou__try_memory(to, err, "the tree of a map"));
    collect(t->rules, m, to);
    l->source[box] = (int)l->sources++;
    return CONTENSOU_OK;
}

static enum contensou_status lowest_moments(struct tree *t, struct contensou_error *err)
{
    const int boxes = 1 << t->levels;
    struct slice *slice = contensou__pool_take(&t->pool, 2 * (size_t)boxes, sizeof *slice);

    TRY(contensou__try_memory(slice, err, "the tree of a map"));
    TRY(begin_level(t, t->levels, err));
    for (int i = 0; i < 2 * boxes; ++i)
        TRY(make_slice(t, i / boxes, i % boxes, &slice[i], err));
    for (int i = 0; i < boxes * boxes; ++i) {
        const struct slice *column = &slice[i % boxes], *row = &slice[boxes + i / boxes];
        square m;

        if (column->count == 0 || row->count == 0)
            continue;
        integrate(t, column, row, m);
        TRY(take_moments(t, t->levels, i, m, err));
    }
    return CONTENSOU_OK;
}

/* to[i][j] += sum A[i][k] from[k][l] B[j][l], or with both matrices transposed. */
static void change(square to, square from, double A[side][side], double B[side][side],
                   int transposed)
{
    square half = {{0}};

    for (int i = 0; i < side; ++i)
        for (int k = 0; k < side; ++k) {
            const double a = transposed ? A[k][i] : A[i][k];

            if (a != 0)
                for (int l = 0; k + l < side; ++l)
                    half[i][l] += a * from[k][l];
        }
    for (int i = 0; i < side; ++i)
        for (int j = 0; i + j < side; ++j)
            for (int l = 0; l < side; ++l)
                to[i][j] += half[i][l] * (transposed ? B[l][j] : B[j][l]);
}

/* The moments of the boxes of a level from those of their parts. */
static enum contensou_status larger_moments(struct tree *t, int depth, struct contensou_error *err)
{
    const int boxes = 1 << depth;
    const struct level *below = &t->level[depth + 1];

    TRY(begin_level(t, depth, err));
    for (int i = 0; i < boxes * boxes; ++i) {
        square m = {{0}};

        for (int part = 0; part < 4; ++part) {
            const int x = 2 * (i % boxes) + part % 2, y = 2 * (i / boxes) + part / 2;
            const int source = below->source[y * 2 * boxes + x];
            square from;

            if (source < 0)
                continue;
            spread(t->rules, below->moment + (size_t)source * terms, from);
            change(m, from, t->rules->half[part % 2], t->rules->half[part / 2], 0);
        }
        TRY(take_moments(t, depth, i, m, err));
    }
    return CONTENSOU_OK;
}

/* The source at a box of a level, or -1. */
static int source_at(const struct tree *t, int depth, int x, int y)
{
    const int boxes = 1 << depth;

    return x < 0 || y < 0 || x >= boxes || y >= boxes ? -1 : t->level[depth].source[y * boxes + x];
}

/* The moments of the up to four boxes that are x, y away from b, one way or the other; those that are not there, or not
 * near the box around b, point to `none`. 0 where there are no others. */
static int find_mirrored(const struct tree *t, const struct target *b, int x, int y,
                         const double *none, const double *from[4])
{
    int found = 0;

    for (int way = 0; way < 4; ++way) {
        const int left = way & 1, down = way >> 1;
        const int sx = left ? b->x + x : b->x - x, sy = down ? b->y + y : b->y - y;
        const int twice = (left && x == 0) || (down && y == 0);
        const int source =
            twice || abs((sx >> 1) - (b->x >> 1)) > near || abs((sy >> 1) - (b->y >> 1)) > near
                ? -1
                : source_at(t, t->depth, sx, sy);

        from[way] = source < 0 ? none : t->level[t->depth].moment + (size_t)source * terms;
        found |= source >= 0;
    }
    return found;
}

/* Boxes that are worked on together: one factor of a matrix serves all of them. In pairs, since compilers would
 * otherwise rather turn the loop around. */
enum { together = 8 };
typedef double pair __attribute__((vector_size(2 * sizeof(double))));
struct lanes {
    pair a, b, c, d;
};
typedef union {
    double at[together];
    struct lanes all;
} batch[terms];

/* sum[q][][i]: the sum of the four, with the signs that mirrored ones get where q says so. */
static void mirror(const double *const from[4], double scale, int i, batch sum[4])
{
    for (int k = 0; k < terms; ++k) {
        const double a = scale * from[0][k], b = scale * from[1][k], c = scale * from[2][k],
                     d = scale * from[3][k];

        sum[0][k].at[i] = (a + b) + (c + d);
        sum[1][k].at[i] = (a - b) + (c - d);
        sum[2][k].at[i] = (a + b) - (c + d);
        sum[3][k].at[i] = (a - b) - (c - d);
    }
}

static void apply(const struct rules *r, int x, int y, batch sum[4], batch local)
{
    const int off = x > y ? x : y;
    const double *a = r->matrix[x][y];

    for (int class = 0; class < 4; ++class)
        for (int m = 0; m < r->upto[class][map_degree]; ++m) {
            const int at = r->first[class] + m, degree = r->term[at].a + r->term[at].b;
            struct lanes total = local[at].all;

            for (int other = 0; other < 4; ++other) {
                const int count = width(r, off, other, degree), from = r->first[other];

                for (int k = 0; k < count; ++k) {
                    const struct lanes *by = &sum[class ^ other][from + k].all;

                    total.a += a[k] * by->a;
                    total.b += a[k] * by->b;
                    total.c += a[k] * by->c;
                    total.d += a[k] * by->d;
                }
                a += count;
            }
            local[at].all = total;
        }
}

/* What the box around b knows already. */
static void inherit(const struct tree *t, const struct target *b, double *local)
{
    square above, own = {{0}};

    spread(t->rules, t->targets[t->depth - 1].local + (size_t)b->parent * terms, above);
    change(own, above, t->rules->half[b->x & 1], t->rules->half[b->y & 1], 1);
    collect(t->rules, own, local);
}

/* The polynomials of some batches of the level at work. */
static void find_local(void *context, size_t part, size_t from, size_t to)
{
    static const double none[terms] = {0};
    const struct tree *t = context;
    const struct targets *here = &t->targets[t->depth];
    batch sum[4], local;

    (void)part;
    for (size_t first = from * together; first < to * together; first += together) {
        const int count =
            (int)(here->count - first < together ? here->count - first : (size_t)together);

        memset(local, 0, sizeof local);
        for (int off = 0; off < (most_off + 1) * (most_off + 1); ++off) {
            const int x = off % (most_off + 1), y = off / (most_off + 1);
            int found = 0;

            if (x <= near && y <= near)
                continue;
            for (int i = 0; i < together; ++i) {
                const double *source[4] = {none, none, none, none};

                if (i < count)
                    found |= find_mirrored(t, &here->box[first + (size_t)i], x, y, none, source);
                mirror(source, half_side(t, t->depth), i, sum);
            }
            if (found)
                apply(t->rules, x, y, sum, local);
        }
        for (int i = 0; i < count; ++i) {
            double *own = here->local + (first + (size_t)i) * terms;

            inherit(t, &here->box[first + (size_t)i], own);
            for (int k = 0; k < terms; ++k)
                own[k] += local[k].at[i];
        }
    }
}

static int has_near(const struct tree *t, const struct target *b)
{
    for (int y = b->y - near; y <= b->y + near; ++y)
        for (int x = b->x - near; x <= b->x + near; ++x)
            if (source_at(t, t->depth, x, y) >= 0)
                return 1;
    return 0;
}

/* The zeros around the pressures. */
static int margin(const struct tree *t, int axis)
{
    return t->lines[axis] + 1;
}

/* The first cell that the neighbourhood of a box meets, counted with the zeros around. */
static double first_cell(const struct tree *t, int axis, double mid, double half)
{
    const double low = mid - map_reach * half;

    return floor((low - t->start[axis]) / t->cell[axis] - 1e-6) + margin(t, axis);
}

static enum contensou_status put_leaf(struct tree *t, const struct target *b, const double *local,
                                      int cells, struct contensou_error *err)
{
    const double half = half_side(t, t->depth);
    const double x = middle(t, t->depth, b->x), y = middle(t, t->depth, b->y);
    double *to = one_more(t, &t->record, t->leaves, map_leaf);
    square from, power = {{0}};

    TRY(contensou__try_memory(to, err, "the tree of a map"));
    ++t->leaves;
    *to++ = x;
    *to++ = y;
    *to++ = half;
    *to++ = cells ? first_cell(t, 0, x, half) : 0;
    *to++ = cells ? first_cell(t, 1, y, half) : 0;
    spread(t->rules, local, from);
    change(power, from, t->rules->power, t->rules->power, 1);
    for (int j = 0; j <= map_degree; ++j)
        for (int i = 0; i <= j; ++i)
            *to++ = power[j - i][map_degree - j];
    return CONTENSOU_OK;
}

/* Boxes of a level that are not divided become leaves; the others say where their parts will be. */
static enum contensou_status settle(struct tree *t, struct contensou_error *err)
{
    struct targets *here = &t->targets[t->depth];

    for (size_t i = 0; i < here->count; ++i) {
        const int cells = has_near(t, &here->box[i]);

        if (cells && t->depth < t->levels) {
            here->next[i] = (int)(4 * here->open++);
            continue;
        }
        here->next[i] = -1 - (int)t->leaves;
        TRY(put_leaf(t, &here->box[i], here->local + i * terms, cells, err));
    }
    t->inner += here->open;
    return CONTENSOU_OK;
}

static enum contensou_status take_targets(struct tree *t, int depth, size_t count,
                                          struct contensou_error *err)
{
    struct targets *l = &t->targets[depth];

    l->count = count;
    l->box = contensou__pool_take(&t->pool, count, sizeof *l->box);
    l->next = contensou__pool_take(&t->pool, count, sizeof *l->next);
    l->local = contensou__pool_take(&t->pool, count * terms, sizeof *l->local);
    return contensou__try_memory(l->local, err, "the tree of a map");
}

/* The parts of the boxes above, and their polynomials. */
static enum contensou_status divide(struct tree *t, struct contensou_error *err)
{
    const struct targets *around = &t->targets[t->depth - 1];
    struct targets *here = &t->targets[t->depth];

    TRY(take_targets(t, t->depth, 4 * around->open, err));
    for (size_t i = 0; i < around->count; ++i)
        for (int part = 0; part < 4 && around->next[i] >= 0; ++part)
            here->box[around->next[i] + part] = (struct target){
                2 * around->box[i].x + part % 2, 2 * around->box[i].y + part / 2, (int)i};
    contensou__threads_run((here->count + together - 1) / together, 2, find_local, t);
    return CONTENSOU_OK;
}

static enum contensou_status grow(struct tree *t, struct contensou_error *err)
{
    TRY(make_rules(&t->rules, err));
    TRY(lowest_moments(t, err));
    for (int depth = t->levels - 1; depth >= 0; --depth)
        TRY(larger_moments(t, depth, err));
    TRY(take_targets(t, 0, 1, err));
    for (t->depth = 0; t->depth <= t->levels; ++t->depth) {
        if (t->depth > 0)
            TRY(divide(t, err));
        TRY(settle(t, err));
        TRY(contensou__stop_check("the tree of a map", err));
    }
    return CONTENSOU_OK;
}

/* The four children of each box; the boxes that have some come after the leaves, the lowest level first. */
static void put_boxes(const struct tree *t, double *to)
{
    size_t below = 0,
           at = t->leaves; /* numbers of the first inner box of the level below, and of this one */

    for (size_t i = 0; i < t->leaves; ++i)
        for (int part = 0; part < 4; ++part)
            *to++ = (double)i;
    for (int depth = t->levels - 1; depth >= 0; --depth) {
        const struct targets *here = &t->targets[depth], *parts = here + 1;

        for (size_t i = 0; i < here->count; ++i)
            for (int part = 0; part < 4 && here->next[i] >= 0; ++part) {
                const int next = parts->next[here->next[i] + part];

                *to++ = next < 0 ? (double)(-1 - next) : (double)below + next / 4;
            }
        below = at;
        at += here->open;
    }
}

static void put_pressures(const struct tree *t, double *to)
{
    const size_t stride = (size_t)(t->cells[0] + 2 * margin(t, 0));

    memset(to, 0, stride * (size_t)(t->cells[1] + 2 * margin(t, 1)) * sizeof *to);
    for (int j = 0; j < t->cells[1]; ++j)
        for (int i = 0; i < t->cells[0]; ++i)
            to[(size_t)(j + margin(t, 1)) * stride + (size_t)(i + margin(t, 0))] =
                (double)t->series.density *
                t->map->pressure[(size_t)(t->low[1] + j) * (size_t)t->map->nx +
                                 (size_t)(t->low[0] + i)];
}

static enum contensou_status put_table(const struct tree *t, struct contensou__patch_data *out,
                                       struct contensou_error *err)
{
    const size_t boxes = 4 * (t->leaves + t->inner), leaves = map_leaf * t->leaves;
    const size_t series = 2 * contensou__series_terms(&t->series);

    out->count =
        boxes + leaves + series +
        (size_t)(t->cells[0] + 2 * margin(t, 0)) * (size_t)(t->cells[1] + 2 * margin(t, 1));
    out->table = malloc(out->count * sizeof *out->table);
    TRY(contensou__try_memory(out->table, err, "the tree of a map"));
    put_boxes(t, out->table);
    memcpy(out->table + boxes, t->record, leaves * sizeof *t->record);
    put_pressures(t, out->table + boxes + leaves + series);
    return contensou__series_put(&t->series, t->map, out->table + boxes + leaves, err);
}

static void fell(struct tree *t)
{
    contensou__pool_free(&t->pool);
    free_rules(t->rules);
}

enum contensou_status contensou__map_tree_data(const struct contensou__outline *o, double density,
                                               const double g[2], const double center[2],
                                               int single, struct contensou__patch_data *out,
                                               struct contensou_error *err)
{
    OWNED(fell)
    struct tree t = {.map = o, .series = contensou__series_of(o, density, g, single)};
    OWNED(contensou__patch_data_free)
    struct contensou__patch_data own = {.kind = contensou__patch_data_map,
                                        .tilted = g[0] != 0 || g[1] != 0,
                                        .param_count = map_params_count};
    const struct contensou__series *s = &t.series;
    struct map_params p;

    measure(&t);
    TRY(grow(&t, err));
    TRY(put_table(&t, &own, err));
    p = (struct map_params){.dx = s->middle[0] - center[0],
                            .dy = s->middle[1] - center[1],
                            .size = s->size,
                            .g1 = s->g[0],
                            .g2 = s->g[1],
                            .base = s->base,
                            .far = s->far,
                            .order = s->order,
                            .levels = t.levels,
                            .leaves = (double)t.leaves,
                            .boxes = (double)(t.leaves + t.inner),
                            .x = t.start[0] - margin(&t, 0) * t.cell[0],
                            .y = t.start[1] - margin(&t, 1) * t.cell[1],
                            .wide = t.cell[0],
                            .high = t.cell[1],
                            .across = t.lines[0],
                            .up = t.lines[1],
                            .stride = t.cells[0] + 2 * margin(&t, 0)};
    memcpy(own.params, &p, sizeof p);
    *out = own;
    own.table = NULL;
    return CONTENSOU_OK;
}
