/* plot.c: charts of curves in one panel, of panels one above the other, of a surface in space. SPDX-License-Identifier: MIT */
#include <contensou/plot.h>

#include "picture/chart.h"
#include "picture/plot_gnuplot.h"

#include <math.h>

enum contensou_status contensou_plot_check(const char *path, struct contensou_error *err)
{
    return contensou__plot_gnuplot_check(path, err);
}

static struct contensou__chart_range both(struct contensou__chart_range a,
                                          struct contensou__chart_range b)
{
    return (struct contensou__chart_range){fmin(a.low, b.low), fmax(a.high, b.high)};
}

enum contensou_status contensou_plot_curves(const char *path, const char *title,
                                            const char *x_label, const char *y_label,
                                            const struct contensou_plot_curve *curves, size_t count,
                                            struct contensou_error *err)
{
    static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                         "#e69f00", "#56b4e9", "#000000"};
    static const char *const dashes[] = {" dt 1", " dt 2", " dt 3", " dt 4", " dt 5"};
    const size_t colours = sizeof colour / sizeof *colour;
    const char *const key = "below horizontal center reverse Left samplen 3 spacing 1.3 height 0.6 "
                            "width 2";
    struct contensou__chart_range x = contensou__chart_nothing, y = x;
    struct contensou__chart c = {.width = 1200, .height = 800};
    struct contensou__chart_panel *p;

    if (count == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no curve to draw in '%s'", path);
    for (size_t i = 0; i < count; i++) {
        x = both(x, contensou__chart_of(curves[i].x, curves[i].count, 0));
        y = both(y, contensou__chart_of(curves[i].y, curves[i].count, 0));
    }
    p = contensou__chart_panel(
        &c, (struct contensou__chart_panel){
                .title = {.text = title, .place = "font title_font"},
                .axis = {{.label = x_label, .place = "offset 0,0.2", .range = x},
                         {.label = y_label, .range = contensou__chart_padded(y, 0.04)}},
                .key = count > 1 || (curves->title && *curves->title) ? key : NULL,
                .settings = "set rmargin 4\n"});
    for (size_t i = 0; i < count; i++)
        contensou__chart_points(
            contensou__chart_layer(
                &c, p,
                (struct contensou__chart_layer){
                    .title = curves[i].title,
                    .columns = 2,
                    .style = curves[i].count == 1 ? "points pt 7 ps 1 lw 1.6" : "lines lw 1.6",
                    .size = dashes[i / colours % 5],
                    .colour = colour[i % colours]}),
            curves[i].x, curves[i].y, NULL, curves[i].count);
    return contensou__chart_draw(path, &c, err);
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
    const struct contensou__chart_layer axis = {
        .columns = 2, .style = "lines lw 0.8 dt 1", .colour = "#808080"};
    struct contensou__chart c = {.width = 1200, .height = 640 + 240 * ((int)count - 1)};
    struct contensou__chart_range x = contensou__chart_nothing;
    int points = 0;

    if (count == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no panel to draw in '%s'", path);
    for (size_t k = 0; k < count; ++k)
        for (size_t t = 0; t < panels[k].count; ++t) {
            contensou__chart_widen(&x, panels[k].traces[t].x, panels[k].traces[t].count);
            points |= panels[k].traces[t].style >= CONTENSOU_PLOT_POINTS;
        }
    x = contensou__chart_padded(x, points ? 0.02 : 0);
    for (size_t k = 0; k < count; ++k) {
        const int lowest = k + 1 == count;
        struct contensou__chart_range y = contensou__chart_nothing;
        struct contensou__chart_panel *const p = contensou__chart_panel(
            &c, (struct contensou__chart_panel){
                    .title = {.text = k ? NULL : title, .place = "font title_font offset 0,1.5"},
                    .key = k ? NULL
                             : "at screen 0.5375,0.912 center center horizontal reverse Left "
                               "samplen 3 width 2"});

        contensou__chart_points(contensou__chart_layer(&c, p, axis), (double[]){x.low, x.high},
                                (double[]){0, 0}, NULL, 2);
        for (size_t t = 0; t < panels[k].count; ++t) {
            const struct contensou_plot_trace *const trace = &panels[k].traces[t];
            struct contensou__chart_layer *const layer =
                contensou__chart_layer(&c, p, contensou__chart_trace(trace));

            layer->gap = contensou__chart_join;
            contensou__chart_points(layer, trace->x, trace->y, NULL, trace->count);
            contensou__chart_widen(&y, trace->y, trace->count);
        }
        p->axis[contensou__chart_x] =
            (struct contensou__chart_axis){.label = lowest ? x_label : NULL,
                                           .place = "offset 0,0.2",
                                           .range = x,
                                           .unnumbered = !lowest};
        p->axis[contensou__chart_y] = (struct contensou__chart_axis){
            .label = panels[k].y_label, .range = contensou__chart_padded(y, 0.06)};
        place(p->box, k, count);
    }
    return contensou__chart_draw(path, &c, err);
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
    const double *const column[3] = {x, y, z};
    const size_t count = rows * columns;
    struct contensou__chart c = {.width = 1200,
                                 .height = 960,
                                 .settings =
                                     "set xyplane relative 0\nunset colorbox\n"
                                     "set grid x y z vertical\n"
                                     "set pm3d depthorder border lc rgb '#80202020' lw 0.4\n"
                                     "set pm3d lighting primary 0.35 specular 0.1\n"};
    struct contensou__chart_panel p = {.title = {.text = title, .place = "font title_font"},
                                       .mesh = 1};

    if (columns < 2 || rows < 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a surface needs at least 2 by 2 points; '%s' has %zu by %zu", path,
                              columns, rows);
    for (int k = 0; k < 3; ++k)
        p.axis[k] =
            (struct contensou__chart_axis){.label = axis_labels[k],
                                           .place = label_place[k],
                                           .range = contensou__chart_of(column[k], count, 0)};
    p.axis[contensou__chart_colour].range = p.axis[contensou__chart_z].range;
    p.settings =
        alike(p.axis) ? "set view 62,38,1.35\nset view equal xyz\n" : "set view 62,38,1.05\n";
    contensou__chart_points(
        contensou__chart_layer(
            &c, contensou__chart_panel(&c, p),
            (struct contensou__chart_layer){
                .columns = 3, .row = columns, .gap = contensou__chart_keep, .style = "pm3d"}),
        x, y, z, count);
    return contensou__chart_draw(path, &c, err);
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
