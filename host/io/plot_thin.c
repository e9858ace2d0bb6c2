/* plot_thin.c: fewer points that make the same picture. SPDX-License-Identifier: MIT */
#include "io/plot_thin.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    few = 4000, /* so many points stay as they are */
    square = 4, /* cells: the side of what density is counted in */
    crowd = 3   /* dots in such a square that leave no white */
};

/* Cells of half a pixel over a range. */
struct cells {
    double low, scale;
    size_t count;
};

static struct cells cells_of(struct contensou__plot_trace_range r, int pixels)
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

static int drawable(const struct contensou__plot_trace *t, size_t i)
{
    return contensou__plot_trace_drawable(t->x[i]) && contensou__plot_trace_drawable(t->y[i]);
}

/* Density of dots: how many lie in each square of two pixels. */
struct density {
    uint32_t *count;
    size_t columns, squares;
};

static size_t square_of(const struct density *d, size_t column, size_t row)
{
    return row / square * d->columns + column / square;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Half of the dots lie in squares with less than this; 0 where they do not fill an area, as curves
 * do not. */
static double middle_density(const struct density *d, const uint32_t *of_dot, size_t dots)
{
    size_t full = 0;
    uint32_t *sorted = malloc((dots + 1) * sizeof *sorted);
    double middle = 0;

    for (size_t i = 0; i < d->squares; ++i)
        full += d->count[i] > 0;
    if (sorted && dots && (double)full > 0.08 * (double)d->squares) {
        memcpy(sorted, of_dot, dots * sizeof *sorted);
        qsort(sorted, dots, sizeof *sorted, compare);
        middle = sorted[dots / 2];
    }
    free(sorted);
    return middle;
}

static int shade_of(double density, double middle)
{
    static const double least[contensou__plot_thin_shades - 1] = {2.2, 1.3, 0.8, 0.45};
    int shade = 0;

    if (middle < crowd)
        return 0;
    while (shade < contensou__plot_thin_shades - 1 && density < least[shade] * middle)
        ++shade;
    return shade;
}

/* Sorts the places by shade, each with the density where it lies. */
static int sort_by_shade(struct contensou__plot_thin *thin, size_t dots, const uint32_t *of_dot,
                         double middle)
{
    size_t *from = thin->place, *to = malloc((dots + 1) * sizeof *to), n = 0;

    if (!to)
        return 0;
    for (int shade = 0; shade < contensou__plot_thin_shades; ++shade) {
        const size_t before = n;

        for (size_t i = 0; i < dots; ++i)
            if (shade_of(of_dot[i], middle) == shade)
                to[n++] = from[i];
        thin->count[shade] = n - before;
    }
    thin->place = to;
    free(from);
    return 1;
}

static int thin_dots(const struct contensou__plot_trace *t, const struct cells *x,
                     const struct cells *y, struct contensou__plot_thin *thin)
{
    struct density d = {.columns = x->count / square + 1};
    unsigned char *taken = calloc(x->count * y->count, 1);
    uint32_t *of_dot = malloc((t->count + 1) * sizeof *of_dot);
    size_t n = 0;
    int good;

    d.squares = d.columns * (y->count / square + 1);
    d.count = calloc(d.squares, sizeof *d.count);
    good = taken && of_dot && d.count;
    for (size_t i = 0; i < t->count && good; ++i)
        if (drawable(t, i)) {
            const size_t column = cell_of(x, t->x[i]), row = cell_of(y, t->y[i]);
            unsigned char *cell = &taken[row * x->count + column];

            d.count[square_of(&d, column, row)]++;
            if (!*cell)
                thin->place[n++] = i;
            *cell = 1;
        }
    for (size_t k = 0; k < n; ++k) {
        const size_t i = thin->place[k];

        of_dot[k] = d.count[square_of(&d, cell_of(x, t->x[i]), cell_of(y, t->y[i]))];
    }
    good = good && sort_by_shade(thin, n, of_dot, middle_density(&d, of_dot, n));
    free(d.count);
    free(of_dot);
    free(taken);
    return good;
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

static size_t thin_line(const struct contensou__plot_trace *t, const struct cells *x, size_t *kept)
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

int contensou__plot_thin_trace(const struct contensou__plot_trace *t,
                               struct contensou__plot_trace_range x,
                               struct contensou__plot_trace_range y, int width, int height,
                               struct contensou__plot_thin *thin)
{
    const struct cells columns = cells_of(x, width), rows = cells_of(y, height);

    *thin = (struct contensou__plot_thin){.place = malloc((t->count + 1) * sizeof *thin->place)};
    if (!thin->place)
        return 0;
    if (t->style == contensou__plot_dots)
        return thin_dots(t, &columns, &rows, thin);
    if (t->count > few) {
        thin->count[0] = thin_line(t, &columns, thin->place);
        return 1;
    }
    for (size_t i = 0; i < t->count; ++i)
        thin->place[i] = i;
    thin->count[0] = t->count;
    return 1;
}
