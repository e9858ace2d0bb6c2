/* cubature_strips.c: rectangles, polygons and maps as strips along x; cubature_reference.h.
 * SPDX-License-Identifier: MIT */
#include "support/cubature_inner.h"

#include "problems/patches.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { most_edges = 64, most_side = 64 };

struct strips {
    struct cubature_job *job;
    int n, from[most_edges], to[most_edges]; /* edges as pairs of corners */
    double x[most_edges], y[most_edges];
    int nx, ny; /* of a map: cells along each side, and their pressures */
    double box[4], pressure[most_side * most_side];
    double radius;      /* of the patch about the singular point, at most */
    double line, delta; /* the y of the strip, and its distance from the singular point */
};

static void contour(struct strips *s, int first)
{
    for (int i = first; i < s->n; ++i) {
        s->from[i] = i;
        s->to[i] = i + 1 < s->n ? i + 1 : first;
    }
}

static void read_polygon(struct strips *s, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[256];
    int first = 0;

    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%lf,%lf", &s->x[s->n], &s->y[s->n]) == 2)
            assert_true(++s->n < most_edges);
        else if (s->n > first) {
            contour(s, first);
            first = s->n;
        }
    }
    contour(s, first);
    fclose(file);
}

static void read_map(struct strips *s, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[4096];

    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(
        sscanf(line, "%lf,%lf,%lf,%lf", &s->box[0], &s->box[1], &s->box[2], &s->box[3]), 4);
    for (; fgets(line, sizeof line, file); ++s->ny) {
        char *at = line;

        for (s->nx = 0; *at && *at != '\n'; at += *at == ',')
            s->pressure[s->ny * most_side + s->nx++] = strtod(at, &at);
    }
    fclose(file);
}

/* One point of a strip. */
static void on_strip(double t, void *data, double *value)
{
    const struct strips *s = data;
    const double x = s->delta > 0 ? s->job->singular[0] + s->delta * sinh(t) : t;

    for (unsigned k = 0; k <= s->job->f->count; ++k)
        value[k] = 0;
    cubature_add(s->job, x, s->line, s->delta > 0 ? s->delta * cosh(t) : 1, value);
}

/* The piece low < x < high of a strip under a pressure, split where it passes the singular point.
 */
static void piece(struct strips *s, double low, double high, double pressure, double *sum)
{
    const double c = s->job->singular[0];
    double part[cubature_most + 1] = {0};

    if (s->delta > 0 && low < c && high > c) {
        piece(s, low, c, pressure, sum);
        piece(s, c, high, pressure, sum);
        return;
    }
    if (s->delta > 0)
        cubature_smooth(s->job, asinh((low - c) / s->delta), asinh((high - c) / s->delta), on_strip,
                        s, part);
    else
        cubature_smooth(s->job, low, high, on_strip, s, part);
    for (unsigned k = 0; k <= s->job->f->count; ++k)
        sum[k] += pressure * part[k];
}

static void polygon_strip(struct strips *s, double *sum)
{
    double at[most_edges];
    int n = 0;

    for (int i = 0; i < s->n; ++i) {
        const double ya = s->y[s->from[i]], yb = s->y[s->to[i]];
        const double xa = s->x[s->from[i]], xb = s->x[s->to[i]];

        if ((ya <= s->line) != (yb <= s->line)) {
            double x = xa + (xb - xa) * (s->line - ya) / (yb - ya);

            for (int j = 0; j < n; ++j) /* keep them sorted */
                if (x < at[j]) {
                    const double t = at[j];

                    at[j] = x;
                    x = t;
                }
            at[n++] = x;
        }
    }
    for (int i = 0; i + 1 < n; i += 2)
        piece(s, at[i], at[i + 1], 1, sum);
}

static void map_strip(struct strips *s, double *sum)
{
    const double dx = (s->box[1] - s->box[0]) / s->nx, dy = (s->box[3] - s->box[2]) / s->ny;
    const double at = floor((s->line - s->box[2]) / dy);
    const int row = (int)fmin(fmax(at, 0), s->ny - 1);

    for (int i = 0; i < s->nx; ++i)
        if (s->pressure[row * most_side + i] > 0)
            piece(s, s->box[0] + i * dx, s->box[0] + (i + 1) * dx, s->pressure[row * most_side + i],
                  sum);
}

static void strip(double y, void *data, double *value)
{
    struct strips *s = data;

    for (unsigned k = 0; k <= s->job->f->count; ++k)
        value[k] = 0;
    s->line = y;
    s->delta = fmax(fabs(y - s->job->singular[1]), 1e-18);
    if (s->radius > 4) /* far away nothing is singular, and sinh would cost digits */
        s->delta = 0;
    if (s->ny > 0)
        map_strip(s, value);
    else
        polygon_strip(s, value);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Where the integral over y is split; returns how many, sorted. */
static int splits(const struct strips *s, double *cut)
{
    const double *c = s->job->singular;
    int n = 0;

    for (int j = 0; j <= s->ny && s->ny > 0; ++j)
        cut[n++] = s->box[2] + (s->box[3] - s->box[2]) * j / s->ny;
    for (int i = 0; i < s->n; ++i) { /* corners and feet of perpendiculars */
        const double ax = s->x[s->from[i]], ay = s->y[s->from[i]];
        const double dx = s->x[s->to[i]] - ax, dy = s->y[s->to[i]] - ay;
        const double t = ((c[0] - ax) * dx + (c[1] - ay) * dy) / (dx * dx + dy * dy);

        cut[n++] = ay;
        if (t > 0 && t < 1)
            cut[n++] = ay + t * dy;
    }
    qsort(cut, (size_t)n, sizeof *cut, by_size);
    if (c[1] > cut[0] && c[1] < cut[n - 1]) {
        cut[n++] = c[1];
        qsort(cut, (size_t)n, sizeof *cut, by_size);
    }
    return n;
}

void cubature_strips(struct cubature_job *job, double *sum)
{
    struct strips s = {.job = job};
    double cut[3 * most_edges], size[2];
    char path[1024];
    int n;

    patches_path(job->spec, path);
    if (patches_is(job->spec, "map"))
        read_map(&s, path);
    else if (patches_is(job->spec, "polygon"))
        read_polygon(&s, path);
    else {
        static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

        patches_sizes(job->spec, size);
        for (s.n = 0; s.n < 4; ++s.n) {
            s.x[s.n] = corner[s.n][0] * size[0];
            s.y[s.n] = corner[s.n][1] * size[1];
        }
        contour(&s, 0);
    }
    s.radius = hypot(job->singular[0], job->singular[1]);
    n = splits(&s, cut);
    job->mass = 0.3 * (cut[n - 1] - cut[0]) * (cut[n - 1] - cut[0]);
    for (int i = 0; i + 1 < n; ++i)
        cubature_outer(job, cut[i], cut[i + 1], strip, &s, sum);
}
