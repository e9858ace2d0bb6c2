/* cmd_transitions_plot.c: the fast flow of directions on the sphere, as [3]'s figure 1: arrows,
 * nullclines of latitude and longitude, fixed points and the ways in and out of the saddles.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_transitions.h"

#include "base/pi.h"

#include <contensou/plot.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    arrows = 700,
    columns = 360,
    rows = 180,
    path_steps = 3000,
    types = CONTENSOU_TRANSITIONS_DEGENERATE + 1
};

struct flow {
    const struct contensou_transitions_case *one;
    const struct contensou_transitions_law *law;
};

static void velocity(const struct flow *f, const double n[3], double x[3])
{
    struct contensou_error ignored;
    double v[3] = {NAN, NAN, NAN}, along = 0;

    contensou_transitions_pull(f->one, f->law, n, v, &ignored);
    for (int k = 0; k < 3; ++k)
        along += n[k] * v[k];
    for (int k = 0; k < 3; ++k)
        x[k] = v[k] - along * n[k];
}

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* n + s x, on the sphere. */
static void moved(const double n[3], double s, const double x[3], double to[3])
{
    double size;

    for (int k = 0; k < 3; ++k)
        to[k] = n[k] + s * x[k];
    size = length(to);
    for (int k = 0; k < 3; ++k)
        to[k] /= size;
}

/* Arrows of one length at places that are spread evenly: a spiral with the golden angle. */
static void put_arrows(const struct flow *f, double *to)
{
    for (int i = 0; i < arrows; ++i) {
        const double z = 1 - (2 * i + 1.0) / arrows, turn = 2.39996322972865332 * i;
        const double n[3] = {sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn), z};
        double x[3], size;

        velocity(f, n, x);
        size = length(x);
        moved(n, -0.04 / size, x, to + 6 * i);
        moved(n, 0.04 / size, x, to + 6 * i + 3);
    }
}

static void place(int column, int row, double n[3])
{
    const double longitude = 2 * pi * column / columns - pi, latitude = pi * row / rows - pi / 2;

    n[0] = cos(latitude) * cos(longitude);
    n[1] = cos(latitude) * sin(longitude);
    n[2] = sin(latitude);
}

/* The lines value = 0 as pieces of two points and a gap; returns the number of points. */
static size_t put_zero_lines(const double *value, double *to)
{
    size_t count = 0;

    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            static const int edge[4][4] = {{0, 0, 1, 0}, {1, 0, 1, 1}, {1, 1, 0, 1}, {0, 1, 0, 0}};
            int found = 0;

            for (int e = 0; e < 4; ++e) {
                const int ca = c + edge[e][0], ra = r + edge[e][1];
                const int cb = c + edge[e][2], rb = r + edge[e][3];
                const double a = value[ra * (columns + 1) + ca], b = value[rb * (columns + 1) + cb];
                double na[3], nb[3], t;

                if ((a < 0) == (b < 0) || !isfinite(a - b))
                    continue;
                place(ca, ra, na);
                place(cb, rb, nb);
                t = a / (a - b);
                for (int k = 0; k < 3; ++k)
                    to[3 * count + k] = (1 - t) * na[k] + t * nb[k];
                ++count;
                if (++found % 2 == 0) {
                    to[3 * count] = to[3 * count + 1] = to[3 * count + 2] = NAN;
                    ++count;
                }
            }
        }
    return count;
}

/* From a saddle along its own directions, with the flow (way 1) or against it (-1). */
static size_t put_ways(const struct flow *f, const struct contensou_transitions_result *r, int way,
                       double *to)
{
    size_t count = 0;

    for (int i = 0; i < r->count; ++i) {
        if (r->point[i].type != CONTENSOU_TRANSITIONS_SADDLE)
            continue;
        for (int side = 0; side < 2; ++side) {
            double n[3], x[3], turn[3] = {0.3, 0.5, 0.8};

            /* the direction that grows: follow the flow near the saddle and shrink */
            for (int k = 0; k < 200; ++k) {
                const double h = 1e-4, rate = fmax(fabs(r->point[i].eigenvalue[0][0]),
                                                   fabs(r->point[i].eigenvalue[1][0]));
                double at[3], along = 0, size;

                moved(r->point[i].n, h, turn, at);
                velocity(f, at, x);
                for (int j = 0; j < 3; ++j)
                    turn[j] += way * x[j] / (h * rate) * 0.5;
                for (int j = 0; j < 3; ++j)
                    along += turn[j] * r->point[i].n[j];
                for (int j = 0; j < 3; ++j)
                    turn[j] -= along * r->point[i].n[j];
                size = length(turn);
                for (int j = 0; j < 3; ++j)
                    turn[j] /= size;
            }
            moved(r->point[i].n, side ? 0.01 : -0.01, turn, n);
            for (int k = 0; k < path_steps; ++k) {
                double middle[3], size;

                memcpy(to + 3 * count++, n, sizeof n);
                velocity(f, n, x);
                size = length(x);
                if (size < 1e-6)
                    break;
                moved(n, way * 0.005 / size, x, middle);
                velocity(f, middle, x);
                size = length(x);
                if (size < 1e-6)
                    break;
                moved(n, way * 0.01 / size, x, n);
                for (int j = 0; j < r->count; ++j) {
                    const double *m = r->point[j].n;

                    if (j != i && hypot(hypot(n[0] - m[0], n[1] - m[1]), n[2] - m[2]) < 0.012)
                        k = path_steps;
                }
            }
            to[3 * count] = to[3 * count + 1] = to[3 * count + 2] = NAN;
            ++count;
        }
    }
    return count;
}

struct memory {
    double arrow[6 * arrows];
    double latitude[(columns + 1) * (rows + 1)], longitude[(columns + 1) * (rows + 1)];
    double line[2][3 * 6 * columns * rows];
    double way[2][3 * 2 * CONTENSOU_TRANSITIONS_MOST * (path_steps + 1)];
    double point[types][3 * CONTENSOU_TRANSITIONS_MOST];
};

static size_t add_points(struct memory *m, const struct contensou_transitions_result *r,
                         struct contensou_plot_sphere_layer *layer)
{
    static const enum contensou_plot_sphere_style style[types] = {
        CONTENSOU_PLOT_SPHERE_FILLED,        CONTENSOU_PLOT_SPHERE_TRIANGLE,
        CONTENSOU_PLOT_SPHERE_SQUARE,        CONTENSOU_PLOT_SPHERE_RING,
        CONTENSOU_PLOT_SPHERE_OPEN_TRIANGLE, CONTENSOU_PLOT_SPHERE_CROSS,
        CONTENSOU_PLOT_SPHERE_CROSS};
    static const char *const colour[types] = {"#000000", "#000000", "#e69f00", "#000000",
                                              "#000000", "#808080", "#cc79a7"};
    size_t layers = 0;

    for (int t = 0; t < types; ++t) {
        size_t count = 0;

        for (int i = 0; i < r->count; ++i)
            if ((int)r->point[i].type == t)
                memcpy(m->point[t] + 3 * count++, r->point[i].n, sizeof r->point[i].n);
        if (count)
            layer[layers++] = (struct contensou_plot_sphere_layer){
                contensou_transitions_type_name((enum contensou_transitions_type)t), m->point[t],
                count, style[t], colour[t]};
    }
    return layers;
}

enum contensou_status contensou__cmd_transitions_plot_draw(
    const char *path, const char *title, const struct contensou_transitions_case *one,
    const struct contensou_transitions_law *law, const struct contensou_transitions_result *r,
    struct contensou_error *err)
{
    static const char *const axis[3] = {"x", "y", "spin"};
    const struct flow f = {one, law};
    struct contensou_plot_sphere_layer layer[5 + types];
    struct memory *m = calloc(1, sizeof *m);
    size_t layers = 5, count;
    enum contensou_status status;

    if (!m)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    put_arrows(&f, m->arrow);
    for (int row = 0; row <= rows; ++row)
        for (int column = 0; column <= columns; ++column) {
            const int at = row * (columns + 1) + column;
            double n[3], x[3];

            place(column, row, n);
            velocity(&f, n, x);
            m->latitude[at] = x[2];
            m->longitude[at] = n[0] * x[1] - n[1] * x[0];
        }
    layer[0] = (struct contensou_plot_sphere_layer){NULL, m->arrow, 2 * arrows,
                                                    CONTENSOU_PLOT_SPHERE_ARROWS, "#a0a0a0"};
    count = put_ways(&f, r, 1, m->way[0]);
    layer[1] = (struct contensou_plot_sphere_layer){count ? "out of a saddle" : NULL, m->way[0],
                                                    count, CONTENSOU_PLOT_SPHERE_THIN, "#009e73"};
    count = put_ways(&f, r, -1, m->way[1]);
    layer[2] = (struct contensou_plot_sphere_layer){count ? "into a saddle" : NULL, m->way[1],
                                                    count, CONTENSOU_PLOT_SPHERE_THIN, "#cc79a7"};
    count = put_zero_lines(m->latitude, m->line[0]);
    layer[3] = (struct contensou_plot_sphere_layer){"share of spin stays", m->line[0], count,
                                                    CONTENSOU_PLOT_SPHERE_LINE, "#0072b2"};
    count = put_zero_lines(m->longitude, m->line[1]);
    layer[4] = (struct contensou_plot_sphere_layer){"direction of sliding stays", m->line[1], count,
                                                    CONTENSOU_PLOT_SPHERE_LINE, "#d55e00"};
    layers += add_points(m, r, layer + layers);
    status = contensou_plot_sphere(path, title, axis, layer, layers, err);
    free(m);
    return status;
}
