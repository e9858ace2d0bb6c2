/* plot.c: charts of curves in one panel, of panels one above the other, of a surface in space, and of values as colours.
 * SPDX-License-Identifier: MIT */
#include "base/try.h"

#include <contensou/plot.h>

#include "picture/chart.h"
#include "picture/plot_gnuplot.h"

#include <math.h>
#include <string.h>

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
        return WRONG(err, "no curve to draw in '%s'", path);
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
        return WRONG(err, "no panel to draw in '%s'", path);
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
        return WRONG(err, "a surface needs at least 2 by 2 points; '%s' has %zu by %zu", path,
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

/* Values over two numbers, as colours: images over a grid, or points at scattered places. */
#define MARGINS "set lmargin 9\nset rmargin 5\nset tmargin 2.6\nset bmargin 3.4\n"

/* Panels in rows: as many as there are maps. */
static void lay_out(struct contensou__chart *c, int count)
{
    c->across = count == 4 ? 2 : count < 3 ? count : 3;
    c->down = (count + c->across - 1) / c->across;
    c->width = c->across == 1 ? 760 : 560 * c->across;
    c->height = (c->across == 1 ? 600 : 470) * c->down + 50;
    contensou__chart_canvas(c->look, &c->width, &c->height);
    c->title.width = (size_t)fmax(1, c->width / 12);
    c->title.lines = 4;
}

/* The panel of a map of so many values, with the layer that its points go to. */
static struct contensou__chart_layer *add_map(struct contensou__chart *c,
                                              const struct contensou_plot_map *map, size_t values,
                                              struct contensou__chart_axis x,
                                              struct contensou__chart_axis y, const char *settings,
                                              struct contensou__chart_layer layer)
{
    struct contensou__chart_panel *const p = contensou__chart_panel(
        c, (struct contensou__chart_panel){.title = {.text = map->title, .place = "offset 0,-0.4"},
                                           .axis = {x, y},
                                           .map = map,
                                           .values = values,
                                           .settings = settings});

    return contensou__chart_layer(c, p, layer);
}

/* A line for each place, x[i % columns] and y[i / columns]: columns 0 for as many places as there are values. */
static void put_csv(struct contensou__chart *c, const char *x_label, const char *y_label,
                    const double *x, const double *y, size_t columns,
                    const struct contensou_plot_map *maps, size_t count, size_t values)
{
    if (!c->look || !c->look->data)
        return;
    contensou__chart_cell(&c->csv, x_label, ",");
    contensou__chart_cell(&c->csv, y_label, ",");
    for (size_t k = 0; k < count; ++k)
        contensou__chart_cell(&c->csv, maps[k].title, k + 1 < count ? "," : "\n");
    for (size_t i = 0; i < values; ++i) {
        contensou__text_printf(&c->csv, "%.17g,%.17g", x[columns ? i % columns : i],
                               y[columns ? i / columns : i]);
        for (size_t k = 0; k < count; ++k)
            contensou__text_printf(&c->csv, ",%.17g", maps[k].value[i]);
        contensou__text_printf(&c->csv, "\n");
    }
}

/* 1 if the steps between the members are all alike and not zero. */
static int even(const double *value, size_t count)
{
    const double step = count > 1 ? (value[count - 1] - value[0]) / (double)(count - 1) : 0.0;

    for (size_t i = 1; i < count; i++)
        if (!(fabs(value[i] - value[i - 1] - step) <= 1e-6 * fabs(step)))
            return 0;
    return step != 0.0 && contensou__chart_drawable(step);
}

/* The pixels of an image along one axis: where they are and which member each shows. */
struct pixels {
    double *at;
    size_t *from, count;
    struct contensou__chart_range range;
};

static size_t nearest(const double *value, size_t count, double x)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++)
        if (!(fabs(value[best] - x) <= fabs(value[i] - x)))
            best = i;
    return best;
}

/* Even members are the pixels; others are drawn by the nearest one, on pixels of their own. */
static void make_pixels(struct contensou__pool *pool, struct pixels *p, const double *value,
                        size_t count)
{
    enum { fine = 600 };
    const int regular = even(value, count);
    const struct contensou__chart_range r = contensou__chart_of(value, count, 0);
    double step;

    p->count = regular ? count : fine;
    p->at = contensou__pool_take(pool, p->count, sizeof *p->at);
    p->from = contensou__pool_take(pool, p->count, sizeof *p->from);
    step = (r.high - r.low) / (double)(p->count - 1);
    p->range = (struct contensou__chart_range){r.low - 0.5 * step, r.high + 0.5 * step};
    for (size_t i = 0; i < p->count && p->from; i++) {
        p->at[i] = regular ? value[i] : r.low + step * (double)i;
        p->from[i] = regular ? i : nearest(value, count, p->at[i]);
    }
}

enum contensou_status contensou_plot_maps(const char *path, struct contensou_plot_look *look,
                                          const char *title, const char *x_label,
                                          const char *y_label, const double *x, size_t columns,
                                          const double *y, size_t rows,
                                          const struct contensou_plot_map *maps, size_t count,
                                          struct contensou_error *err)
{
    struct contensou__chart c = {.look = look, .settings = "unset grid\n" MARGINS};
    struct pixels across = {0}, up = {0};

    if (count == 0 || columns == 0 || rows == 0)
        return WRONG(err, "no values to draw in '%s'", path);
    make_pixels(&c.pool, &across, x, columns);
    make_pixels(&c.pool, &up, y, rows);
    lay_out(&c, (int)count);
    if (title && *title) {
        c.title.text = title;
        c.title.place = strlen(title) > c.title.width ? NULL : "font title_font";
    }
    for (size_t k = 0; k < count && !c.pool.failed; ++k) {
        struct contensou__chart_layer *const layer = add_map(
            &c, &maps[k], rows * columns,
            (struct contensou__chart_axis){.label = x_label, .range = across.range, .steps = 5},
            (struct contensou__chart_axis){.label = y_label, .range = up.range},
            maps[k].words ? "set rmargin 8\n" : "set rmargin 5\n", /* room for words */
            (struct contensou__chart_layer){
                .columns = 3, .gap = contensou__chart_keep, .style = "image"});

        for (size_t i = 0; i < across.count * up.count; ++i) {
            const size_t at = i % across.count, row = i / across.count;

            contensou__chart_point(
                layer, (const double[]){across.at[at], up.at[row],
                                        maps[k].value[up.from[row] * columns + across.from[at]]});
        }
    }
    put_csv(&c, x_label, y_label, x, y, columns, maps, count, rows * columns);
    return contensou__chart_draw(path, &c, err);
}

enum contensou_status contensou_plot_scatter(const char *path, struct contensou_plot_look *look,
                                             const char *title, const char *x_label,
                                             const char *y_label, const double *x, const double *y,
                                             size_t points, const struct contensou_plot_map *maps,
                                             size_t count, struct contensou_error *err)
{
    const struct contensou__chart_axis x_axis = {
        .label = x_label, .range = contensou__chart_of(x, points, 0.02), .steps = 5};
    const struct contensou__chart_axis y_axis = {.label = y_label,
                                                 .range = contensou__chart_of(y, points, 0.02)};
    const struct contensou__chart_layer layer = {
        .columns = 3,
        .gap = contensou__chart_join,
        .style = points < 500     ? "points palette pt 7 ps 1"
                 : points < 5000  ? "points palette pt 7 ps 0.6"
                 : points < 50000 ? "points palette pt 7 ps 0.3"
                                  : "points palette pt 7 ps 0.15"};
    struct contensou__chart c = {
        .look = look, .settings = MARGINS, .title.text = title ? title : ""};

    if (count == 0 || points == 0)
        return WRONG(err, "no values to draw in '%s'", path);
    lay_out(&c, (int)count);
    for (size_t k = 0; k < count; ++k)
        contensou__chart_points(add_map(&c, &maps[k], points, x_axis, y_axis, NULL, layer), x, y,
                                maps[k].value, points);
    put_csv(&c, x_label, y_label, x, y, 0, maps, count, points);
    return contensou__chart_draw(path, &c, err);
}

enum contensou_status contensou_plot_script(const char *path, int width, int height,
                                            const char *script, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text text = {0};

    contensou__text_printf(&text, "%s", script);
    TRY(contensou__try_memory(text.failed ? NULL : &text, err, "the picture '%s'", path));
    return contensou__plot_gnuplot_run(path, NULL, width, height, &text, err);
}
