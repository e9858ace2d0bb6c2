/* plot_sphere.c: a picture of the sphere in Hammer's projection. SPDX-License-Identifier: MIT */
#include "picture/plot_gnuplot.h"
#include "picture/plot_trace.h"

#include "base/pi.h"

#include <contensou/plot.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static void put_meridians(struct contensou__text *s)
{
    enum { steps = 60 };

    contensou__text_printf(s, "$grid << EOD\n");
    for (int k = -2; k <= 2; ++k) {
        for (int i = 0; i <= 2 * steps; ++i) {
            double x, y;

            flat(pi * (i - steps) / steps, k * pi / 6, &x, &y);
            contensou__text_printf(s, "%.5f %.5f\n", x, y);
        }
        contensou__text_printf(s, "\n");
    }
    for (int k = -6; k <= 6; ++k) {
        for (int i = 0; i <= steps; ++i) {
            double x, y;

            flat(k * pi / 6, pi * (i - steps / 2) / steps, &x, &y);
            contensou__text_printf(s, "%.5f %.5f\n", x, y);
        }
        contensou__text_printf(s, "\n");
    }
    contensou__text_printf(s, "EOD\n$rim << EOD\n");
    for (int i = 0; i <= 4 * steps; ++i)
        contensou__text_printf(s, "%.5f %.5f\n", 2 * sqrt(2) * cos(pi * i / (2 * steps)),
                               sqrt(2) * sin(pi * i / (2 * steps)));
    contensou__text_printf(s, "EOD\n");
}

/* Lines are cut where they pass behind: two neighbours are never far apart in the plane. */
static void put_layer(struct contensou__text *s, const struct contensou_plot_sphere_layer *l,
                      size_t index)
{
    double last_x = NAN, last_y = NAN;

    contensou__text_printf(s, "$l%zu << EOD\n", index);
    for (size_t i = 0; i < l->count; ++i) {
        double x, y, to_x, to_y;
        const int seen = project(l->n + 3 * i, &x, &y);

        if (l->style == CONTENSOU_PLOT_SPHERE_ARROWS) {
            if (seen && i % 2 == 0 && i + 1 < l->count && project(l->n + 3 * i + 3, &to_x, &to_y) &&
                hypot(to_x - x, to_y - y) < 0.5)
                contensou__text_printf(s, "%.5f %.5f %.5f %.5f\n", x, y, to_x - x, to_y - y);
            continue;
        }
        if (l->style <= CONTENSOU_PLOT_SPHERE_THIN &&
            (!seen || hypot(x - last_x, y - last_y) > 0.7))
            contensou__text_printf(s, "\n");
        if (seen)
            contensou__text_printf(s, "%.5f %.5f\n", x, y);
        last_x = seen ? x : NAN;
        last_y = seen ? y : NAN;
    }
    contensou__text_printf(s, "NaN NaN NaN NaN\nEOD\n");
}

static void draw_layer(struct contensou__text *s, const struct contensou_plot_sphere_layer *l,
                       size_t index)
{
    static const char *const how[] = {
        "using 1:2:3:4 with vectors head filled size 0.045,18,60 lw 0.8",
        "using 1:2 with lines lw 1.8",
        "using 1:2 with lines lw 1.8 dt 2",
        "using 1:2 with lines lw 0.9",
        "using 1:2 with points pt 7 ps 2.1",
        "using 1:2 with points pt 6 ps 2.1 lw 2",
        "using 1:2 with points pt 5 ps 1.9",
        "using 1:2 with points pt 9 ps 2.2",
        "using 1:2 with points pt 8 ps 2.2 lw 2",
        "using 1:2 with points pt 2 ps 2 lw 2"};

    contensou__text_printf(s, ", $l%zu %s lc rgb '%s' ", index, how[l->style], l->colour);
    if (l->title) {
        contensou__text_printf(s, "title ");
        contensou__plot_gnuplot_quote(s, l->title);
        contensou__text_printf(s, " noenhanced");
    } else {
        contensou__text_printf(s, "notitle");
    }
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
    struct contensou__text s = {0};
    enum contensou_status status;

    contensou__plot_trace_style(&s);
    contensou__text_printf(&s, "unset border\nunset tics\nunset grid\nset size ratio -1\n"
                               "set xrange [-3.1:3.1]\nset yrange [-1.62:1.62]\n"
                               "set lmargin 2\nset rmargin 2\n"
                               "set key below horizontal center reverse Left samplen 2 spacing 1.3 "
                               "width 1 maxrows 4\n");
    contensou__text_printf(&s, "set title ");
    contensou__plot_gnuplot_wrap(&s, title, 100, 3);
    contensou__text_printf(&s, " noenhanced\n");
    put_axes(&s, axis);
    put_meridians(&s);
    for (size_t i = 0; i < count; ++i)
        put_layer(&s, &layers[i], i);
    contensou__text_printf(&s, "plot $grid using 1:2 with lines lw 0.5 lc rgb '#dcdcdc' notitle, "
                               "$rim using 1:2 with lines lw 1.2 lc rgb '#404040' notitle");
    for (size_t i = 0; i < count; ++i)
        draw_layer(&s, &layers[i], i);
    contensou__text_printf(&s, "\n");
    status = contensou__plot_gnuplot_run(path, NULL, 1300, 900, &s, err);
    contensou__text_free(&s);
    return status;
}
