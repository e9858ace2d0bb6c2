/* plot_maps.c: values over two numbers, as colours: images over a grid, or points at scattered places.
 * SPDX-License-Identifier: MIT */
#include "picture/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MARGINS "set lmargin 9\nset rmargin 5\nset tmargin 2.6\nset bmargin 3.4\n"

/* Panels in rows: as many as there are maps. */
static void lay_out(struct contensou__chart *c, int count)
{
    c->across = count == 4 ? 2 : count < 3 ? count : 3;
    c->down = (count + c->across - 1) / c->across;
    c->width = c->across == 1 ? 760 : 560 * c->across;
    c->height = (c->across == 1 ? 600 : 470) * c->down + 50;
    contensou__chart_canvas(c->look, &c->width, &c->height);
    c->title.width = (size_t)c->width / 12;
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
static int make_pixels(struct pixels *p, const double *value, size_t count)
{
    enum { fine = 600 };
    const int alike = even(value, count);
    const struct contensou__chart_range r = contensou__chart_of(value, count, 0);
    double step;

    p->count = alike ? count : fine;
    p->at = malloc(p->count * sizeof *p->at);
    p->from = malloc(p->count * sizeof *p->from);
    if (!p->at || !p->from)
        return 0;
    step = (r.high - r.low) / (double)(p->count - 1);
    p->range = (struct contensou__chart_range){r.low - 0.5 * step, r.high + 0.5 * step};
    for (size_t i = 0; i < p->count; i++) {
        p->at[i] = alike ? value[i] : r.low + step * (double)i;
        p->from[i] = alike ? i : nearest(value, count, p->at[i]);
    }
    return 1;
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
    enum contensou_status status;

    if (count == 0 || columns == 0 || rows == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no values to draw in '%s'", path);
    c.failed = !make_pixels(&across, x, columns) || !make_pixels(&up, y, rows);
    lay_out(&c, (int)count);
    if (title && *title) {
        c.title.text = title;
        c.title.place = strlen(title) > c.title.width ? NULL : "font title_font";
    }
    for (size_t k = 0; k < count && !c.failed; ++k) {
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
    status = contensou__chart_draw(path, &c, err);
    free(across.at);
    free(across.from);
    free(up.at);
    free(up.from);
    return status;
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
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no values to draw in '%s'", path);
    lay_out(&c, (int)count);
    for (size_t k = 0; k < count; ++k)
        contensou__chart_points(add_map(&c, &maps[k], points, x_axis, y_axis, NULL, layer), x, y,
                                maps[k].value, points);
    put_csv(&c, x_label, y_label, x, y, 0, maps, count, points);
    return contensou__chart_draw(path, &c, err);
}
