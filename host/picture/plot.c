/* plot.c: charts of curves in one panel, of panels one above the other, of a surface in space. SPDX-License-Identifier: MIT */
#include <contensou/plot.h>

#include "picture/chart.h"
#include "picture/plot_gnuplot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum contensou_status contensou_plot_check(const char *path, struct contensou_error *err)
{
    return contensou__plot_gnuplot_check(path, err);
}

static struct contensou__chart_range both(struct contensou__chart_range a,
                                          struct contensou__chart_range b)
{
    return (struct contensou__chart_range){fmin(a.low, b.low), fmax(a.high, b.high)};
}

/* Fails for a chart without panels or layers to fill, and where there is no memory for them. */
static enum contensou_status check_room(const char *path, const char *what, size_t count,
                                        const void *room, struct contensou_error *err)
{
    if (count == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no %s to draw in '%s'", what, path);
    return room ? CONTENSOU_OK
                : contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
}

static struct contensou__chart_layer layer_of(const struct contensou_plot_curve *curve,
                                              size_t index)
{
    static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                         "#e69f00", "#56b4e9", "#000000"};
    const size_t colours = sizeof colour / sizeof *colour;
    struct contensou__chart_layer layer = {.title = curve->title,
                                           .column = {curve->x, curve->y},
                                           .columns = 2,
                                           .count = curve->count,
                                           .colour = colour[index % colours]};

    snprintf(layer.style, sizeof layer.style, "%s lw 1.6 dt %zu",
             curve->count == 1 ? "points pt 7 ps 1" : "lines", index / colours % 5 + 1);
    return layer;
}

enum contensou_status contensou_plot_curves(const char *path, const char *title,
                                            const char *x_label, const char *y_label,
                                            const struct contensou_plot_curve *curves, size_t count,
                                            struct contensou_error *err)
{
    struct contensou__chart_layer *const layer = calloc(count + 1, sizeof *layer);
    struct contensou__chart_range x = contensou__chart_nothing, y = x;
    struct contensou__chart_panel panel = {
        .title = {.text = title, .place = "font title_font"},
        .key = count == 1 && !(curves->title && *curves->title)
                   ? NULL
                   : "below horizontal center reverse Left samplen 3 spacing 1.3 height 0.6 "
                     "width 2",
        .settings = "set rmargin 4\n",
        .layer = layer,
        .layers = count};
    struct contensou__chart chart = {.width = 1200, .height = 800, .panel = &panel, .panels = 1};
    enum contensou_status status = check_room(path, "curve", count, layer, err);

    for (size_t c = 0; c < count && !status; c++) {
        layer[c] = layer_of(&curves[c], c);
        x = both(x, contensou__chart_of(curves[c].x, curves[c].count, 0));
        y = both(y, contensou__chart_of(curves[c].y, curves[c].count, 0));
    }
    panel.axis[contensou__chart_x] =
        (struct contensou__chart_axis){.label = x_label, .place = "offset 0,0.2", .range = x};
    panel.axis[contensou__chart_y] =
        (struct contensou__chart_axis){.label = y_label, .range = contensou__chart_padded(y, 0.04)};
    if (!status)
        status = contensou__chart_draw(path, &chart, err);
    free(layer);
    return status;
}

/* Panel k of `count`, from above: the first has twice the height of the others. */
static void place(double box[4], size_t k, size_t count)
{
    const double floor = 0.09, roof = 0.88, gap = 0.03,
                 unit = (roof - floor - gap * (double)(count - 1)) / (double)(count + 1);

    box[0] = 0.11;
    box[1] = 0.965;
    box[3] = k == 0 ? roof : roof - (double)(k + 1) * unit - gap * (double)k;
    box[2] = box[3] - (k == 0 ? 2 : 1) * unit;
}

enum contensou_status contensou_plot_panels(const char *path, const char *title,
                                            const char *x_label,
                                            const struct contensou_plot_panel *panels, size_t count,
                                            struct contensou_error *err)
{
    struct contensou__chart chart = {
        .width = 1200, .height = 640 + 240 * ((int)count - 1), .panels = count};
    struct contensou__chart_range x = contensou__chart_nothing;
    struct contensou__chart_layer *layer;
    static const double zero[2] = {0, 0};
    double ends[2];
    size_t layers = count, n = 0;
    int points = 0;
    enum contensou_status status;

    for (size_t p = 0; p < count; ++p)
        for (size_t t = 0; t < panels[p].count; ++t, ++layers) {
            contensou__chart_widen(&x, panels[p].traces[t].x, panels[p].traces[t].count);
            points |= panels[p].traces[t].style >= CONTENSOU_PLOT_POINTS;
        }
    x = contensou__chart_padded(x, points ? 0.02 : 0);
    ends[0] = x.low;
    ends[1] = x.high;
    layer = calloc(layers + 1, sizeof *layer);
    chart.panel = calloc(count + 1, sizeof *chart.panel);
    status = check_room(path, "panel", count, layer && chart.panel ? layer : NULL, err);
    for (size_t p = 0; p < count && !status; ++p) {
        struct contensou__chart_panel *const panel = &chart.panel[p];
        struct contensou__chart_range y = contensou__chart_nothing;
        const int lowest = p + 1 == count;

        *panel = (struct contensou__chart_panel){.layer = layer + n, .layers = panels[p].count + 1};
        layer[n++] = (struct contensou__chart_layer){.column = {ends, zero},
                                                     .columns = 2,
                                                     .count = 2,
                                                     .style = "lines lw 0.8 dt 1",
                                                     .colour = "#808080"};
        for (size_t t = 0; t < panels[p].count; ++t, ++n) {
            contensou__chart_widen(&y, panels[p].traces[t].y, panels[p].traces[t].count);
            layer[n] = contensou__chart_trace(&panels[p].traces[t]);
            layer[n].gap = contensou__chart_join;
        }
        if (p == 0) {
            panel->title = (struct contensou__chart_title){.text = title,
                                                           .place = "font title_font offset 0,1.5"};
            panel->key = "at screen 0.5375,0.912 center center horizontal reverse Left samplen 3 "
                         "width 2";
        }
        panel->axis[contensou__chart_x] = (struct contensou__chart_axis){
            .label = lowest ? x_label : NULL, .place = "offset 0,0.2", .range = x, .bare = !lowest};
        panel->axis[contensou__chart_y] = (struct contensou__chart_axis){
            .label = panels[p].y_label, .range = contensou__chart_padded(y, 0.06)};
        place(panel->box, p, count);
    }
    if (!status)
        status = contensou__chart_draw(path, &chart, err);
    free(chart.panel);
    free(layer);
    return status;
}

/* 1 if axes are of like size, so that they are drawn to one scale and a sphere looks like one. */
static int alike(const struct contensou__chart_axis axis[3])
{
    double least = HUGE_VAL, most = 0;

    for (int k = 0; k < 3; ++k) {
        least = fmin(least, axis[k].range.high - axis[k].range.low);
        most = fmax(most, axis[k].range.high - axis[k].range.low);
    }
    return most < 3.0 * least;
}

enum contensou_status contensou_plot_surface(const char *path, const char *title,
                                             const char *const axis_labels[3], const double *x,
                                             const double *y, const double *z, size_t columns,
                                             size_t rows, struct contensou_error *err)
{
    static const char *const label_place[3] = {"offset 0,-1", "offset 1,-1",
                                               "rotate by 90 offset -2,0"};
    struct contensou__chart_layer layer = {.column = {x, y, z},
                                           .columns = 3,
                                           .count = rows * columns,
                                           .row = columns,
                                           .gap = contensou__chart_keep,
                                           .style = "pm3d"};
    struct contensou__chart_panel panel = {.title = {.text = title, .place = "font title_font"},
                                           .mesh = 1,
                                           .layer = &layer,
                                           .layers = 1};
    struct contensou__chart chart = {.width = 1200,
                                     .height = 960,
                                     .settings =
                                         "set xyplane relative 0\nunset colorbox\n"
                                         "set grid x y z vertical\n"
                                         "set pm3d depthorder border lc rgb '#80202020' lw 0.4\n"
                                         "set pm3d lighting primary 0.35 specular 0.1\n",
                                     .panel = &panel,
                                     .panels = 1};

    if (columns < 2 || rows < 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a surface needs at least 2 by 2 points; '%s' has %zu by %zu", path,
                              columns, rows);
    for (int k = 0; k < 3; ++k)
        panel.axis[k] = (struct contensou__chart_axis){
            .label = axis_labels[k],
            .place = label_place[k],
            .range = contensou__chart_of(layer.column[k], layer.count, 0)};
    panel.axis[contensou__chart_colour].range = panel.axis[contensou__chart_z].range;
    panel.settings =
        alike(panel.axis) ? "set view 62,38,1.35\nset view equal xyz\n" : "set view 62,38,1.05\n";
    return contensou__chart_draw(path, &chart, err);
}

enum contensou_status contensou_plot_script(const char *path, int width, int height,
                                            const char *script, struct contensou_error *err)
{
    struct contensou__text text = {0};
    enum contensou_status status;

    contensou__text_printf(&text, "%s", script);
    status = text.failed
                 ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture '%s'", path)
                 : contensou__plot_gnuplot_run(path, NULL, width, height, &text, err);
    contensou__text_free(&text);
    return status;
}
