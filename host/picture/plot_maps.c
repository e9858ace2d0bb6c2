/* plot_maps.c: values over two numbers, as colours: images over a grid, or points at scattered places.
 * SPDX-License-Identifier: MIT */
#include "picture/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What maps and scattered points share: panels in rows, each with its colours, over one pair of axes. */
struct maps {
    struct contensou__chart chart;
    struct contensou__chart_axis x, y;
    const struct contensou_plot_map *map;
    size_t values; /* of each map */
};

/* Draws a panel for each map, whose layer differs from the given one by its last column: value[m]. */
static enum contensou_status draw(const char *path, struct maps *m, const char *title,
                                  const struct contensou__chart_layer *like,
                                  const double *const *value, struct contensou_error *err)
{
    struct contensou__chart *const c = &m->chart;
    struct contensou__chart_layer *const layer = calloc(c->panels, sizeof *layer);
    const int count = (int)c->panels;
    enum contensou_status status;

    c->panel = calloc(c->panels, sizeof *c->panel);
    if (!layer || !c->panel) {
        free(layer);
        free(c->panel);
        contensou__text_free(&c->csv);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    }
    c->across = count == 4 ? 2 : count < 3 ? count : 3;
    c->down = (count + c->across - 1) / c->across;
    c->width = c->across == 1 ? 760 : 560 * c->across;
    c->height = (c->across == 1 ? 600 : 470) * c->down + 50;
    contensou__chart_canvas(c->look, &c->width, &c->height);
    c->title = (struct contensou__chart_title){title, (size_t)c->width / 12, 4, NULL};
    for (int k = 0; k < count; ++k) {
        layer[k] = *like;
        layer[k].column[2] = value[k];
        c->panel[k] = (struct contensou__chart_panel){
            .title = {.text = m->map[k].title ? m->map[k].title : "", .place = "offset 0,-0.4"},
            .axis = {m->x, m->y},
            .map = &m->map[k],
            .values = m->values,
            /* room for words */
            .settings = like->gap != contensou__chart_keep ? NULL
                        : m->map[k].words                  ? "set rmargin 8\n"
                                                           : "set rmargin 5\n",
            .layer = &layer[k],
            .layers = 1};
    }
    if (like->gap == contensou__chart_keep && title) {
        c->title.text = *title ? title : NULL;
        c->title.place = strlen(title) > c->title.width ? NULL : "font title_font";
    }
    status = contensou__chart_draw(path, c, err);
    free(layer);
    free(c->panel);
    return status;
}

#define MARGINS "set lmargin 9\nset rmargin 5\nset tmargin 2.6\nset bmargin 3.4\n"

static void put_csv_head(struct maps *m)
{
    contensou__chart_cell(&m->chart.csv, m->x.label, ",");
    contensou__chart_cell(&m->chart.csv, m->y.label, ",");
    for (size_t k = 0; k < m->chart.panels; ++k)
        contensou__chart_cell(&m->chart.csv, m->map[k].title, k + 1 < m->chart.panels ? "," : "\n");
}

static void put_csv_line(struct maps *m, double x, double y, size_t i)
{
    contensou__text_printf(&m->chart.csv, "%.17g,%.17g", x, y);
    for (size_t k = 0; k < m->chart.panels; ++k)
        contensou__text_printf(&m->chart.csv, ",%.17g", m->map[k].value[i]);
    contensou__text_printf(&m->chart.csv, "\n");
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
    struct pixels across = {0}, up = {0};
    struct maps m = {.chart = {.look = look, .panels = count, .settings = "unset grid\n" MARGINS},
                     .map = maps,
                     .values = rows * columns};
    struct contensou__chart_layer like = {
        .columns = 3, .gap = contensou__chart_keep, .style = "image"};
    const double **value = NULL;
    double *number = NULL;
    enum contensou_status status;

    if (count == 0 || columns == 0 || rows == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no values to draw in '%s'", path);
    if (make_pixels(&across, x, columns) && make_pixels(&up, y, rows)) {
        like.count = across.count * up.count;
        value = malloc(count * sizeof *value);
        number = malloc((count + 2) * like.count * sizeof *number);
    }
    if (!value || !number) {
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
        goto done;
    }
    like.column[0] = number + count * like.count;
    like.column[1] = number + (count + 1) * like.count;
    for (size_t i = 0; i < like.count; ++i) {
        const size_t c = i % across.count, r = i / across.count;

        number[count * like.count + i] = across.at[c];
        number[(count + 1) * like.count + i] = up.at[r];
        for (size_t k = 0; k < count; ++k)
            number[k * like.count + i] = maps[k].value[up.from[r] * columns + across.from[c]];
    }
    for (size_t k = 0; k < count; ++k)
        value[k] = number + k * like.count;
    m.x = (struct contensou__chart_axis){.label = x_label, .range = across.range, .steps = 5};
    m.y = (struct contensou__chart_axis){.label = y_label, .range = up.range};
    if (look && look->data) {
        put_csv_head(&m);
        for (size_t i = 0; i < rows * columns; ++i)
            put_csv_line(&m, x[i % columns], y[i / columns], i);
    }
    status = draw(path, &m, title, &like, value, err);
done:
    free(number);
    free(value);
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
    struct maps m = {
        .chart = {.look = look, .panels = count, .settings = MARGINS},
        .x = {.label = x_label, .range = contensou__chart_of(x, points, 0.02), .steps = 5},
        .y = {.label = y_label, .range = contensou__chart_of(y, points, 0.02)},
        .map = maps,
        .values = points};
    struct contensou__chart_layer like = {
        .column = {x, y}, .columns = 3, .count = points, .gap = contensou__chart_join};
    const double **const value = malloc((count + 1) * sizeof *value);
    enum contensou_status status;

    if (count == 0 || points == 0 || !value) {
        free(value);
        return value ? contensou_fail(err, CONTENSOU_EARGUMENT, "no values to draw in '%s'", path)
                     : contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    }
    snprintf(like.style, sizeof like.style, "points pt 7 ps %s palette",
             points < 500     ? "1"
             : points < 5000  ? "0.6"
             : points < 50000 ? "0.3"
                              : "0.15");
    for (size_t k = 0; k < count; ++k)
        value[k] = maps[k].value;
    if (look && look->data) {
        put_csv_head(&m);
        for (size_t i = 0; i < points; ++i)
            put_csv_line(&m, x[i], y[i], i);
    }
    status = draw(path, &m, title ? title : "", &like, value, err);
    free(value);
    return status;
}
