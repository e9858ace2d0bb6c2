/* plot_flow.c: the fast flow of slip directions on the sphere, as [3]'s figure 1: arrows, nullclines of latitude and longitude,
 * fixed points, and the ways in and out of the saddles. SPDX-License-Identifier: MIT */
#include "picture/plot_sphere.h"

#include "base/pi.h"

#include <contensou/plot.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { arrows = 700, columns = 360, rows = 180, path_steps = 3000 };

struct flow {
    const struct contensou_transitions_case *one;
    const struct contensou_transitions_law *law;
    const struct contensou_transitions_result *found;
    struct contensou__plot_sphere sphere;
};

static const double gap[3] = {NAN, NAN, NAN};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* a + s b. */
static void add(const double a[3], double s, const double b[3], double to[3])
{
    for (int k = 0; k < 3; ++k)
        to[k] = a[k] + s * b[k];
}

/* n + s x, on the sphere. */
static void moved(const double n[3], double s, const double x[3], double to[3])
{
    double size;

    add(n, s, x, to);
    size = sqrt(dot(to, to));
    for (int k = 0; k < 3; ++k)
        to[k] /= size;
}

/* The velocity of the direction n, and its size. */
static double velocity(const struct flow *f, const double n[3], double x[3])
{
    struct contensou_error ignored;
    double v[3] = {NAN, NAN, NAN};

    contensou_transitions_pull(f->one, f->law, n, v, &ignored);
    add(v, -dot(n, v), n, x);
    return sqrt(dot(x, x));
}

/* Arrows of one length at places that are spread evenly: a spiral with the golden angle. */
static void add_arrows(struct flow *f)
{
    struct contensou__chart_layer *const to = contensou__plot_sphere_arrows(&f->sphere, "#a0a0a0");

    for (int i = 0; i < arrows; ++i) {
        const double z = 1 - (2 * i + 1.0) / arrows, turn = 2.39996322972865332 * i;
        const double n[3] = {sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn), z};
        double x[3], from[3], end[3];
        const double half = 0.04 / velocity(f, n, x);

        moved(n, -half, x, from);
        moved(n, half, x, end);
        contensou__plot_sphere_arrow(to, from, end);
    }
}

static void place(int column, int row, double n[3])
{
    const double longitude = 2 * pi * column / columns - pi, latitude = pi * row / rows - pi / 2;

    n[0] = cos(latitude) * cos(longitude);
    n[1] = cos(latitude) * sin(longitude);
    n[2] = sin(latitude);
}

/* The direction in which the flow (way 1), or the flow backwards (-1), leaves a saddle: follow it near the
 * saddle and shrink. */
static void leave(const struct flow *f, const struct contensou_transitions_point *saddle, int way,
                  double turn[3])
{
    static const double any[3] = {0.3, 0.5, 0.8};
    const double h = 1e-4,
                 rate = fmax(fabs(saddle->eigenvalue[0][0]), fabs(saddle->eigenvalue[1][0]));

    memcpy(turn, any, sizeof any);
    for (int k = 0; k < 200; ++k) {
        double at[3], x[3];

        moved(saddle->n, h, turn, at);
        velocity(f, at, x);
        for (int j = 0; j < 3; ++j)
            turn[j] += way * x[j] / (h * rate) * 0.5;
        moved(turn, -dot(turn, saddle->n), saddle->n, turn);
    }
}

/* 1 next to a fixed point other than number `but`. */
static int arrives(const struct contensou_transitions_result *r, int but, const double n[3])
{
    for (int j = 0; j < r->count; ++j) {
        const double *m = r->point[j].n;

        if (j != but && hypot(hypot(n[0] - m[0], n[1] - m[1]), n[2] - m[2]) < 0.012)
            return 1;
    }
    return 0;
}

/* The path from n along the flow, or against it, in steps of 0.01 by the middle of each, until it arrives. */
static void add_path(const struct flow *f, int from, int way, double n[3],
                     struct contensou__chart_layer *to)
{
    for (int k = 0, there = 0; k < path_steps && !there; ++k) {
        double middle[3], x[3], size;

        contensou__plot_sphere_line(to, n);
        size = velocity(f, n, x);
        if (size < 1e-6)
            break;
        moved(n, way * 0.005 / size, x, middle);
        size = velocity(f, middle, x);
        if (size < 1e-6)
            break;
        moved(n, way * 0.01 / size, x, n);
        there = arrives(f->found, from, n);
    }
    contensou__plot_sphere_line(to, gap);
}

/* From each saddle to both sides, with the flow (way 1) or against it (-1). */
static void add_ways(struct flow *f, int way, const char *title, const char *colour)
{
    struct contensou__chart_layer *const to =
        contensou__plot_sphere_layer(&f->sphere, title, "lines lw 0.9", colour);

    for (int i = 0; i < 2 * f->found->count; ++i) {
        const struct contensou_transitions_point *saddle = &f->found->point[i / 2];
        double n[3], turn[3];

        if (saddle->type != CONTENSOU_TRANSITIONS_SADDLE)
            continue;
        leave(f, saddle, way, turn);
        moved(saddle->n, i % 2 ? 0.01 : -0.01, turn, n);
        add_path(f, i / 2, way, n, to);
    }
    if (!to->count)
        to->title = NULL;
}

/* Where the lines value = 0 cross the edges of the cell at this place: pieces of two points. */
static void add_cell(struct contensou__chart_layer *to, const double *value, int column, int row)
{
    static const int corner[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    int found = 0;

    for (int e = 0; e < 4; ++e) {
        double end[2], n[2][3], middle[3], t;

        for (int k = 0; k < 2; ++k) {
            const int c = column + corner[e + k][0], r = row + corner[e + k][1];

            end[k] = value[r * (columns + 1) + c];
            place(c, r, n[k]);
        }
        if ((end[0] < 0) == (end[1] < 0) || !isfinite(end[0] - end[1]))
            continue;
        t = end[0] / (end[0] - end[1]);
        for (int k = 0; k < 3; ++k)
            middle[k] = (1 - t) * n[0][k] + t * n[1][k];
        contensou__plot_sphere_line(to, middle);
        if (++found % 2 == 0)
            contensou__plot_sphere_line(to, gap);
    }
}

static void add_zero_lines(struct flow *f, const double *value, const char *title,
                           const char *colour)
{
    struct contensou__chart_layer *const to =
        contensou__plot_sphere_layer(&f->sphere, title, "lines lw 1.8", colour);

    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            add_cell(to, value, column, row);
}

/* Where the latitude, or the longitude, of the direction stands still. */
static void add_nullclines(struct flow *f)
{
    const size_t nodes = (columns + 1) * (rows + 1);
    double *const latitude = malloc(2 * nodes * sizeof *latitude), *const longitude =
                                                                       latitude + nodes;

    f->sphere.chart.pool.failed |= !latitude;
    for (int at = 0; latitude && at < (int)nodes; ++at) {
        double n[3], x[3];

        place(at % (columns + 1), at / (columns + 1), n);
        velocity(f, n, x);
        latitude[at] = x[2];
        longitude[at] = n[0] * x[1] - n[1] * x[0];
    }
    if (latitude) {
        add_zero_lines(f, latitude, "share of spin stays", "#0072b2");
        add_zero_lines(f, longitude, "direction of sliding stays", "#d55e00");
    }
    free(latitude);
}

static void add_fixed_points(struct flow *f)
{
    for (int type = 0; type <= CONTENSOU_TRANSITIONS_DEGENERATE; ++type) {
        struct contensou__chart_layer *to = NULL;

        for (int i = 0; i < f->found->count; ++i)
            if ((int)f->found->point[i].type == type) {
                if (!to)
                    to = contensou__plot_sphere_type(&f->sphere,
                                                     (enum contensou_transitions_type)type);
                contensou__plot_sphere_point(to, f->found->point[i].n);
            }
    }
}

enum contensou_status contensou_plot_flow(const char *path, const char *title,
                                          const struct contensou_transitions_case *one,
                                          const struct contensou_transitions_law *law,
                                          const struct contensou_transitions_result *found,
                                          struct contensou_error *err)
{
    struct flow f = {one, law, found, {.panel = NULL}};

    contensou__plot_sphere_open(&f.sphere, title);
    add_arrows(&f);
    add_ways(&f, 1, "out of a saddle", "#009e73");
    add_ways(&f, -1, "into a saddle", "#cc79a7");
    add_nullclines(&f);
    add_fixed_points(&f);
    return contensou__plot_sphere_draw(&f.sphere, path, err);
}
