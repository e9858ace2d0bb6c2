/* plot_sphere.c: curves, arrows and points on a sphere, in Hammer's projection. SPDX-License-Identifier: MIT */
#include "picture/plot_sphere.h"

#include "base/pi.h"
#include "picture/plot_gnuplot.h"

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

static void add_net(struct contensou__plot_sphere *s)
{
    struct contensou__chart_layer *const net =
        contensou__plot_sphere_layer(s, NULL, "lines lw 0.5", "#dcdcdc");
    struct contensou__chart_layer *const rim =
        contensou__plot_sphere_layer(s, NULL, "lines lw 1.2", "#404040");

    for (int k = -2; k <= 2; ++k)
        add_circle(net, 0, k);
    for (int k = -6; k <= 6; ++k)
        add_circle(net, 1, k);
    for (int i = 0; i <= 4 * steps; ++i)
        contensou__chart_point(rim, (const double[]){2 * sqrt(2) * cos(pi * i / (2 * steps)),
                                                     sqrt(2) * sin(pi * i / (2 * steps))});
}

struct contensou__chart_layer *contensou__plot_sphere_layer(struct contensou__plot_sphere *s,
                                                            const char *title, const char *style,
                                                            const char *colour)
{
    return contensou__chart_layer(
        &s->chart, s->panel,
        (struct contensou__chart_layer){
            .title = title, .columns = 2, .style = style, .colour = colour});
}

struct contensou__chart_layer *contensou__plot_sphere_type(struct contensou__plot_sphere *s,
                                                           enum contensou_transitions_type type)
{
    static const struct {
        const char *style, *colour;
    } looks[] = {
        [CONTENSOU_TRANSITIONS_STABLE_NODE] = {"points pt 7 ps 2.1", "#000000"},
        [CONTENSOU_TRANSITIONS_STABLE_FOCUS] = {"points pt 9 ps 2.2", "#000000"},
        [CONTENSOU_TRANSITIONS_SADDLE] = {"points pt 5 ps 1.9", "#e69f00"},
        [CONTENSOU_TRANSITIONS_UNSTABLE_NODE] = {"points pt 6 ps 2.1 lw 2", "#000000"},
        [CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS] = {"points pt 8 ps 2.2 lw 2", "#000000"},
        [CONTENSOU_TRANSITIONS_CENTRE] = {"points pt 2 ps 2 lw 2", "#808080"},
        [CONTENSOU_TRANSITIONS_DEGENERATE] = {"points pt 2 ps 2 lw 2", "#cc79a7"},
    };

    return contensou__plot_sphere_layer(s, contensou_transitions_type_name(type), looks[type].style,
                                        looks[type].colour);
}

void contensou__plot_sphere_point(struct contensou__chart_layer *to, const double n[3])
{
    double at[2] = {NAN, NAN};

    project(n, &at[0], &at[1]);
    contensou__chart_point(to, at);
}

void contensou__plot_sphere_line(struct contensou__chart_layer *to, const double n[3])
{
    const double *const last = to->count ? to->number + 2 * (to->count - 1) : NULL;
    double at[2] = {NAN, NAN};

    project(n, &at[0], &at[1]);
    /* two neighbours are never far apart in the plane */
    if (last && hypot(at[0] - last[0], at[1] - last[1]) > 0.7)
        contensou__chart_point(to, (const double[]){NAN, NAN});
    contensou__chart_point(to, at);
}

struct contensou__chart_layer *contensou__plot_sphere_arrows(struct contensou__plot_sphere *s,
                                                             const char *colour)
{
    return contensou__chart_layer(
        &s->chart, s->panel,
        (struct contensou__chart_layer){.columns = 4,
                                        .style = "vectors head filled size 0.045,18,60 lw 0.8",
                                        .colour = colour});
}

void contensou__plot_sphere_arrow(struct contensou__chart_layer *to, const double from[3],
                                  const double end[3])
{
    double a[2], b[2];

    if (project(from, &a[0], &a[1]) && project(end, &b[0], &b[1]) &&
        hypot(b[0] - a[0], b[1] - a[1]) < 0.5)
        contensou__chart_point(to, (const double[]){a[0], a[1], b[0] - a[0], b[1] - a[1]});
}

/* The ends of the axes: the third above and below, the others beside their places on the equator. */
static void put_axes(struct contensou__text *s)
{
    static const char *const axis[3] = {"x", "y", "spin"};
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

void contensou__plot_sphere_open(struct contensou__plot_sphere *s, const char *title)
{
    *s = (struct contensou__plot_sphere){.chart = {.width = 1300, .height = 900}};
    s->panel = contensou__chart_panel(
        &s->chart, (struct contensou__chart_panel){
                       .title = {.text = title, .width = 100, .lines = 3},
                       .axis = {{.range = {-3.1, 3.1}}, {.range = {-1.62, 1.62}}},
                       .key = "below horizontal center reverse Left samplen 2 spacing 1.3 width 1 "
                              "maxrows 4"});
    contensou__text_printf(&s->settings, "unset border\nunset tics\nunset grid\nset size ratio -1\n"
                                         "set lmargin 2\nset rmargin 2\n");
    put_axes(&s->settings);
    add_net(s);
}

enum contensou_status contensou__plot_sphere_draw(struct contensou__plot_sphere *s,
                                                  const char *path, struct contensou_error *err)
{
    enum contensou_status status;

    s->chart.settings = s->settings.data;
    s->chart.pool.failed |= s->settings.failed;
    status = contensou__chart_draw(path, &s->chart, err);
    contensou__text_free(&s->settings);
    return status;
}
