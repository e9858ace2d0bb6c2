/* plot_thin.c: fewer points that make the same picture.
 *
 * The panel is divided into cells of half a pixel. Of dots, the first in each cell is kept, and the density of a dot is the
 * number of all dots in the square of two pixels about it; dots of a section often lie on curves, where a density would say
 * nothing, so only columns of squares of which a tenth has dots count as areas. Of lines, each column of cells keeps the
 * points that its outline needs. SPDX-License-Identifier: MIT */
#include "picture/plot_thin.h"

#include "base/try.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    few = 4000, /* so many points stay as they are */
    square = 4, /* cells: the side of what density is counted in */
    dense = 3   /* dots in such a square that leave no white */
};

/* Share of the squares of a column that have dots where these fill an area; curves meet fewer. */
static const double filled = 0.1;

/* Cells of half a pixel over a range. */
struct cells {
    double low, scale;
    size_t count;
};

static struct cells cells_of(struct contensou__chart_range r, int pixels)
{
    const size_t count = 2 * (size_t)pixels;

    return (struct cells){r.low, (double)count / (r.high - r.low), count};
}

/* The cell of a value that can be drawn. */
static size_t cell_of(const struct cells *c, double value)
{
    const double place = (value - c->low) * c->scale;

    return !(place > 0) ? 0 : place >= (double)c->count ? c->count - 1 : (size_t)place;
}

static int inside(const struct cells *c, double value)
{
    const double place = (value - c->low) * c->scale;

    return place >= -1e-6 && place <= (double)c->count + 1e-6;
}

static int drawable(const struct contensou_plot_trace *t, size_t i)
{
    return contensou__chart_drawable(t->x[i]) && contensou__chart_drawable(t->y[i]);
}

/* Density of dots: how many lie in each square of two pixels. They often stand in columns, as the
 * lanes of a sweep do, and a square may have one column or two, by chance: so the number
 * of columns is counted too. */
struct density {
    uint32_t *count; /* [squares] */
    double *last;    /* [columns]: x of the dot before; */
    uint32_t *lanes; /* [columns]: how often it changed */
    uint32_t *full;  /* [columns]: squares that have dots */
    size_t columns, rows, squares;
};

static int make_density(struct contensou__pool *pool, struct density *d, const struct cells *x,
                        const struct cells *y)
{
    d->columns = x->count / square + 1;
    d->rows = y->count / square + 1;
    d->squares = d->columns * d->rows;
    d->count = contensou__pool_take(pool, d->squares, sizeof *d->count);
    d->last = contensou__pool_take(pool, d->columns, sizeof *d->last);
    d->lanes = contensou__pool_take(pool, d->columns, sizeof *d->lanes);
    d->full = contensou__pool_take(pool, d->columns, sizeof *d->full);
    return !pool->failed;
}

static void add_dot(struct density *d, double x, size_t column, size_t row)
{
    const size_t k = column / square;

    if (d->count[row / square * d->columns + k]++ == 0)
        d->full[k]++;
    if (d->lanes[k] == 0 || d->last[k] != x) {
        d->last[k] = x;
        d->lanes[k]++;
    }
}

/* Dots of a square, as if each had the same number of lanes; -1 where they make curves. */
static float density_at(const struct density *d, size_t column, size_t row, double mean_lanes)
{
    const size_t k = column / square;

    if (!(d->full[k] > filled * (double)d->rows))
        return -1;
    return (float)(d->count[row / square * d->columns + k] * mean_lanes / d->lanes[k]);
}

static double mean_lanes(const struct density *d)
{
    double sum = 0, columns = 0;

    for (size_t k = 0; k < d->columns; ++k) {
        sum += d->lanes[k];
        columns += d->lanes[k] > 0;
    }
    return columns > 0 ? sum / columns : 1;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

/* Half of the dots of areas lie where the density is less than this; 0 where there are none. */
static double middle_density(const float *of_dot, size_t dots)
{
    float *sorted = malloc((dots + 1) * sizeof *sorted);
    double middle = 0;
    size_t n = 0;

    for (size_t i = 0; i < dots && sorted; ++i)
        if (of_dot[i] >= 0)
            sorted[n++] = of_dot[i];
    if (n) {
        qsort(sorted, n, sizeof *sorted, compare);
        middle = (double)sorted[n / 2];
    }
    free(sorted);
    return middle;
}

static int shade_of(double density, double middle)
{
    static const double least[contensou__plot_thin_shades - 1] = {2.2, 1.3, 0.8, 0.45};
    int shade = 0;

    if (density < 0 || !(middle > 0))
        return 0;
    while (shade < contensou__plot_thin_shades - 1 && density < least[shade] * middle)
        ++shade;
    return shade;
}

int contensou__plot_thin_dense(const struct contensou__plot_thin *thin)
{
    return thin->middle >= dense;
}

void contensou__plot_thin_shade(struct contensou__plot_thin *thin)
{
    const size_t dots = thin->count[0];
    size_t *const from = thin->place, n = 0,
                  *const to =
                      thin->density ? contensou__pool_take(thin->pool, dots, sizeof *to) : NULL;

    if (!to)
        return;
    for (int shade = 0; shade < contensou__plot_thin_shades; ++shade) {
        const size_t before = n;

        for (size_t i = 0; i < dots; ++i)
            if (shade_of((double)thin->density[i], thin->middle) == shade)
                to[n++] = from[i];
        thin->count[shade] = n - before;
    }
    thin->place = to;
}

/* One dot of each cell. */
static size_t take_dots(const struct contensou_plot_trace *t, const struct cells *x,
                        const struct cells *y, unsigned char *taken, struct density *d,
                        size_t *place)
{
    size_t n = 0;

    for (size_t i = 0; i < t->count; ++i)
        if (drawable(t, i) && inside(x, t->x[i]) && inside(y, t->y[i])) {
            const size_t column = cell_of(x, t->x[i]), row = cell_of(y, t->y[i]);
            unsigned char *cell = &taken[row * x->count + column];

            add_dot(d, t->x[i], column, row);
            if (!*cell)
                place[n++] = i;
            *cell = 1;
        }
    return n;
}

/* One dot of each cell into place[], the density where each lies into of_dot[]; 0 where there is no memory. */
static int spread(const struct contensou_plot_trace *t, const struct cells *x,
                  const struct cells *y, size_t *place, float *of_dot, size_t *dots)
{
    OWNED(contensou__pool_free) struct contensou__pool pool = {0}; /* not longer than the work */
    unsigned char *const taken = contensou__pool_take(&pool, x->count * y->count, 1);
    struct density d = {0};
    double mean;

    if (!make_density(&pool, &d, x, y))
        return 0;
    *dots = take_dots(t, x, y, taken, &d, place);
    mean = mean_lanes(&d);
    for (size_t k = 0; k < *dots; ++k) {
        const size_t i = place[k];

        of_dot[k] = density_at(&d, cell_of(x, t->x[i]), cell_of(y, t->y[i]), mean);
    }
    return 1;
}

/* The points first .. end - 1 lie in one column of cells. */
static size_t keep_column(const double *y, size_t first, size_t end, size_t *kept)
{
    size_t low = first, high = first, n = 0;

    for (size_t i = first; i < end; ++i) {
        low = y[i] < y[low] ? i : low;
        high = y[i] > y[high] ? i : high;
    }
    for (size_t i = first; i < end; ++i)
        if (i == first || i == low || i == high || i + 1 == end)
            kept[n++] = i;
    return n;
}

static size_t thin_line(const struct contensou_plot_trace *t, const struct cells *x, size_t *kept)
{
    size_t n = 0;

    for (size_t i = 0, end; i < t->count; i = end) {
        end = i + 1;
        if (!drawable(t, i)) { /* a gap */
            kept[n++] = i;
            continue;
        }
        while (end < t->count && drawable(t, end) && cell_of(x, t->x[end]) == cell_of(x, t->x[i]))
            ++end;
        n += keep_column(t->y, i, end, kept + n);
    }
    return n;
}

void contensou__plot_thin_trace(struct contensou__pool *pool, const struct contensou_plot_trace *t,
                                struct contensou__chart_range x, struct contensou__chart_range y,
                                int width, int height, struct contensou__plot_thin *thin)
{
    const struct cells columns = cells_of(x, width), rows = cells_of(y, height);
    const int dots = t->style == CONTENSOU_PLOT_DOTS;
    size_t *const n = &thin->count[0];

    *thin = (struct contensou__plot_thin){
        .pool = pool, .place = contensou__pool_take(pool, t->count, sizeof *thin->place)};
    if (!thin->place)
        return;
    if (dots || t->style == CONTENSOU_PLOT_COLOURED) {
        thin->density = contensou__pool_take(pool, t->count, sizeof *thin->density);
        pool->failed |=
            !thin->density || !spread(t, &columns, &rows, thin->place, thin->density, n);
        thin->middle = dots && !pool->failed ? middle_density(thin->density, *n) : 0;
    } else if (t->count > few) {
        *n = thin_line(t, &columns, thin->place);
    } else {
        for (; *n < t->count; ++*n)
            thin->place[*n] = *n;
    }
}
