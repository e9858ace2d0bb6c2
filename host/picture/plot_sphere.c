/* plot_sphere.c: curves, arrows and points on a sphere, in Hammer's projection. SPDX-License-Identifier: MIT */
#include "picture/chart.h"
#include "picture/plot_gnuplot.h"

#include "base/pi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    steps = 60,                                   /* of a half circle */
    net = 5 * (2 * steps + 2) + 13 * (steps + 2), /* points of all parallels and meridians */
    rim = 4 * steps + 1
};

/* Longitude -pi..pi and latitude to the plane: the ellipse |x| <= 2 sqrt 2, |y| <= sqrt 2. */
static void flat(double longitude, double latitude, double *x, double *y)
{
    const double root = sqrt(1 + cos(latitude) * cos(longitude / 2));

    *x = 2 * sqrt(2) * cos(latitude) * sin(longitude / 2) / root;
    *y = sqrt(2) * sin(latitude) / root;
}

static int project(const double n[3], double *x, double *y)
{
    const double longitude = atan2(n[1], n[0]), latitude = atan2(n[2], hypot(n[0], n[1]));

    if (!isfinite(n[0] + n[1] + n[2]))
        return 0;
    flat(longitude, latitude, x, y);
    return 1;
}

/* A line from angle to angle: a parallel at the latitude k pi/6, or a meridian. Gives its number of points, the last of which
 * ends it. */
static size_t put_circle(int meridian, int k, double *x, double *y)
{
    const int n = meridian ? steps : 2 * steps;

    for (int i = 0; i <= n; ++i) {
        const double along = pi * (i - n / 2) / steps;

        flat(meridian ? k * pi / 6 : along, meridian ? along : k * pi / 6, &x[i], &y[i]);
    }
    x[n + 1] = y[n + 1] = NAN;
    return (size_t)n + 2;
}

static void put_net(double *x, double *y)
{
    size_t n = 0;

    for (int k = -2; k <= 2; ++k)
        n += put_circle(0, k, x + n, y + n);
    for (int k = -6; k <= 6; ++k)
        n += put_circle(1, k, x + n, y + n);
    for (int i = 0; i < rim; ++i, ++n) {
        x[n] = 2 * sqrt(2) * cos(pi * i / (2 * steps));
        y[n] = sqrt(2) * sin(pi * i / (2 * steps));
    }
}

/* The points of a layer in the plane, column[4] of `room` numbers each. Lines are cut where they pass behind: two
 * neighbours are never far apart in the plane. */
static size_t put_points(const struct contensou_plot_sphere_layer *l, double *column, size_t room)
{
    double *const x = column, *const y = column + room, *const dx = y + room, *const dy = dx + room;
    double last_x = NAN, last_y = NAN, to_x, to_y;
    size_t n = 0;

    for (size_t i = 0; i < l->count; ++i) {
        const int seen = project(l->n + 3 * i, &x[n], &y[n]);

        if (l->style == CONTENSOU_PLOT_SPHERE_ARROWS) {
            if (!seen || i % 2 || i + 1 >= l->count || !project(l->n + 3 * i + 3, &to_x, &to_y) ||
                !(hypot(to_x - x[n], to_y - y[n]) < 0.5))
                continue;
            dx[n] = to_x - x[n];
            dy[n] = to_y - y[n];
            ++n;
            continue;
        }
        if (l->style <= CONTENSOU_PLOT_SPHERE_THIN && seen &&
            hypot(x[n] - last_x, y[n] - last_y) > 0.7) {
            x[n + 1] = x[n];
            y[n + 1] = y[n];
            x[n] = y[n] = NAN;
            ++n;
        }
        if (!seen)
            x[n] = y[n] = NAN;
        last_x = x[n];
        last_y = y[n++];
    }
    return n;
}

static struct contensou__chart_layer layer_of(const struct contensou_plot_sphere_layer *l,
                                              const double *column, size_t room, size_t count)
{
    static const char *const style[] = {"vectors head filled size 0.045,18,60 lw 0.8",
                                        "lines lw 1.8",
                                        "lines lw 1.8 dt 2",
                                        "lines lw 0.9",
                                        "points pt 7 ps 2.1",
                                        "points pt 6 ps 2.1 lw 2",
                                        "points pt 5 ps 1.9",
                                        "points pt 9 ps 2.2",
                                        "points pt 8 ps 2.2 lw 2",
                                        "points pt 2 ps 2 lw 2"};
    struct contensou__chart_layer layer = {
        .title = l->title,
        .column = {column, column + room, column + 2 * room, column + 3 * room},
        .columns = l->style == CONTENSOU_PLOT_SPHERE_ARROWS ? 4 : 2,
        .count = count,
        .colour = l->colour};

    snprintf(layer.style, sizeof layer.style, "%s", style[l->style]);
    return layer;
}

/* The ends of the axes: the third above and below, the others beside their places on the equator. */
static void put_axes(struct contensou__text *s, const char *const axis[3])
{
    static const double quarter = 1.5707963267948966;
    int label = 0;

    for (int k = 0; k < 3; ++k)
        for (int side = -1; side <= 1; side += 2) {
            double x = 0, y = side * 1.5;
            char text[40];

            snprintf(text, sizeof text, "%s%s", side > 0 ? "+" : "-", axis[k]);
            if (k < 2)
                flat(k == 1 ? side * quarter : side > 0 ? 0 : -2 * quarter, 0, &x, &y);
            contensou__text_printf(s, "set label %d ", ++label);
            contensou__plot_gnuplot_quote(s, text);
            contensou__text_printf(s, " at %.4f,%.4f %s noenhanced tc rgb '#606060' front\n",
                                   k < 2 ? x + (x < -2.5 ? -0.03 : 0.03) : x, k < 2 ? y - 0.09 : y,
                                   k == 2     ? "center"
                                   : x < -2.5 ? "right"
                                              : "left");
        }
}

enum contensou_status contensou_plot_sphere(const char *path, const char *title,
                                            const char *const axis[3],
                                            const struct contensou_plot_sphere_layer *layers,
                                            size_t count, struct contensou_error *err)
{
    struct contensou__text settings = {0};
    struct contensou__chart_panel panel = {
        .title = {.text = title, .width = 100, .lines = 3},
        .axis = {{.range = {-3.1, 3.1}}, {.range = {-1.62, 1.62}}},
        .key = "below horizontal center reverse Left samplen 2 spacing 1.3 width 1 maxrows 4",
        .layers = count + 2};
    struct contensou__chart chart = {.width = 1300, .height = 900, .panel = &panel, .panels = 1};
    double *number, *at;
    size_t room = 0;
    enum contensou_status status;

    for (size_t i = 0; i < count; ++i)
        room += 2 * layers[i].count + 1;
    number = at = malloc((2 * (net + rim) + 4 * room) * sizeof *number);
    panel.layer = calloc(count + 2, sizeof *panel.layer);
    contensou__text_printf(&settings, "unset border\nunset tics\nunset grid\nset size ratio -1\n"
                                      "set lmargin 2\nset rmargin 2\n");
    put_axes(&settings, axis);
    chart.settings = settings.data;
    if (!number || !panel.layer || settings.failed) {
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
        goto done;
    }
    put_net(at, at + net + rim);
    panel.layer[0] = (struct contensou__chart_layer){.column = {at, at + net + rim},
                                                     .columns = 2,
                                                     .count = net,
                                                     .style = "lines lw 0.5",
                                                     .colour = "#dcdcdc"};
    panel.layer[1] = (struct contensou__chart_layer){.column = {at + net, at + 2 * net + rim},
                                                     .columns = 2,
                                                     .count = rim,
                                                     .style = "lines lw 1.2",
                                                     .colour = "#404040"};
    at += 2 * (net + rim);
    for (size_t i = 0; i < count; ++i) {
        const size_t most = 2 * layers[i].count + 1;

        panel.layer[i + 2] = layer_of(&layers[i], at, most, put_points(&layers[i], at, most));
        at += 4 * most;
    }
    status = contensou__chart_draw(path, &chart, err);
done:
    contensou__text_free(&settings);
    free(panel.layer);
    free(number);
    return status;
}
