/* plot_sphere.c: curves, arrows and points on a sphere, in Hammer's projection. SPDX-License-Identifier: MIT */
#include "picture/chart.h"
#include "picture/plot_gnuplot.h"

#include "base/pi.h"

#include <math.h>
#include <stdio.h>

enum { steps = 60 }; /* of a half circle */

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

/* The parallel at the latitude k pi/6, or the meridian at that longitude. */
static void add_circle(struct contensou__chart_layer *to, int meridian, int k)
{
    const int n = meridian ? steps : 2 * steps;

    for (int i = 0; i <= n; ++i) {
        const double along = pi * (i - n / 2) / steps;
        double at[2];

        flat(meridian ? k * pi / 6 : along, meridian ? along : k * pi / 6, &at[0], &at[1]);
        contensou__chart_point(to, at);
    }
    contensou__chart_point(to, (const double[]){NAN, NAN});
}

static void add_net(struct contensou__chart *c, struct contensou__chart_panel *p)
{
    struct contensou__chart_layer *const net =
        contensou__chart_layer(c, p,
                               (struct contensou__chart_layer){
                                   .columns = 2, .style = "lines lw 0.5", .colour = "#dcdcdc"});
    struct contensou__chart_layer *const rim =
        contensou__chart_layer(c, p,
                               (struct contensou__chart_layer){
                                   .columns = 2, .style = "lines lw 1.2", .colour = "#404040"});

    for (int k = -2; k <= 2; ++k)
        add_circle(net, 0, k);
    for (int k = -6; k <= 6; ++k)
        add_circle(net, 1, k);
    for (int i = 0; i <= 4 * steps; ++i)
        contensou__chart_point(rim, (const double[]){2 * sqrt(2) * cos(pi * i / (2 * steps)),
                                                     sqrt(2) * sin(pi * i / (2 * steps))});
}

/* Arrows from point to point, of which none is long: it would pass behind. */
static void add_arrows(struct contensou__chart_layer *to,
                       const struct contensou_plot_sphere_layer *l)
{
    for (size_t i = 0; i + 1 < l->count; i += 2) {
        double a[2], b[2];

        if (project(l->n + 3 * i, &a[0], &a[1]) && project(l->n + 3 * i + 3, &b[0], &b[1]) &&
            hypot(b[0] - a[0], b[1] - a[1]) < 0.5)
            contensou__chart_point(to, (const double[]){a[0], a[1], b[0] - a[0], b[1] - a[1]});
    }
}

/* Lines are cut where they pass behind: two neighbours are never far apart in the plane. */
static void add_points(struct contensou__chart_layer *to,
                       const struct contensou_plot_sphere_layer *l)
{
    const int line = l->style <= CONTENSOU_PLOT_SPHERE_THIN;
    double last[2] = {NAN, NAN};

    for (size_t i = 0; i < l->count; ++i) {
        double at[2] = {NAN, NAN};

        project(l->n + 3 * i, &at[0], &at[1]);
        if (line && hypot(at[0] - last[0], at[1] - last[1]) > 0.7)
            contensou__chart_point(to, (const double[]){NAN, NAN});
        contensou__chart_point(to, at);
        last[0] = at[0];
        last[1] = at[1];
    }
}

static void add_layer(struct contensou__chart *c, struct contensou__chart_panel *p,
                      const struct contensou_plot_sphere_layer *l)
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
    const int arrows = l->style == CONTENSOU_PLOT_SPHERE_ARROWS;

    (arrows ? add_arrows : add_points)(
        contensou__chart_layer(c, p,
                               (struct contensou__chart_layer){.title = l->title,
                                                               .columns = arrows ? 4 : 2,
                                                               .style = style[l->style],
                                                               .colour = l->colour}),
        l);
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
    struct contensou__chart c = {.width = 1300, .height = 900};
    struct contensou__chart_panel *const p = contensou__chart_panel(
        &c, (struct contensou__chart_panel){
                .title = {.text = title, .width = 100, .lines = 3},
                .axis = {{.range = {-3.1, 3.1}}, {.range = {-1.62, 1.62}}},
                .key = "below horizontal center reverse Left samplen 2 spacing 1.3 width 1 "
                       "maxrows 4"});
    enum contensou_status status;

    contensou__text_printf(&settings, "unset border\nunset tics\nunset grid\nset size ratio -1\n"
                                      "set lmargin 2\nset rmargin 2\n");
    put_axes(&settings, axis);
    c.settings = settings.data;
    c.failed |= settings.failed;
    add_net(&c, p);
    for (size_t i = 0; i < count; ++i)
        add_layer(&c, p, &layers[i]);
    status = contensou__chart_draw(path, &c, err);
    contensou__text_free(&settings);
    return status;
}
