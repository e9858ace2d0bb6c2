/* plot_grid.c: a chart of panels in columns, each with its own axes. SPDX-License-Identifier: MIT */
#include "picture/chart.h"
#include "picture/plot_gnuplot.h"
#include "picture/plot_thin.h"

#include "base/try.h"

#include <math.h>
#include <stdio.h>

/* All lengths in pixels. */
enum {
    left_margin = 142, /* of a column: its label and its tics' */
    right_margin = 30,
    floor_margin = 92, /* below the lowest panel: tics and label */
    joined_gap = 16,
    label_place = 20, /* from the edge of a column to the middle of its label */
    line_height = 26, /* of the title */
    letter_width = 10,
    tic_width = 88,  /* of a number below an axis; */
    tic_height = 34, /* beside it */
    title_lines = 4,
    least_side = 10 /* of a panel */
};

/* A panel: where it is, and its axes. */
struct box {
    const struct contensou_plot_grid_panel *panel;
    double left, right, bottom, top;
    struct contensou__chart_range x, y;
    int lowest; /* 1: its x axis has numbers */
};

static int rows_of(const struct contensou_plot_grid_column *columns, size_t count)
{
    size_t rows = 1;

    for (size_t c = 0; c < count; ++c)
        rows = columns[c].count > rows ? columns[c].count : rows;
    return (int)rows;
}

static int height_of(int rows)
{
    static const int height[] = {0, 760, 960, 1160, 1200, 1400, 1640};
    const int most = sizeof height / sizeof *height - 1;

    return rows <= most ? height[rows] : height[most] + (rows - most) * 200;
}

static int has_key(const struct contensou_plot_grid_panel *p)
{
    for (size_t t = 0; t < p->count; ++t)
        if (p->traces[t].title && *p->traces[t].title)
            return 1;
    return 0;
}

/* 1 if x never goes back, as time does not. */
static int rises(const struct contensou_plot_trace *t)
{
    for (size_t i = 1; i < t->count; ++i)
        if (t->x[i] < t->x[i - 1])
            return 0;
    return 1;
}

/* The x axis of panels, with room where there are dots or curves that turn. */
static struct contensou__chart_range x_range(const struct contensou_plot_grid_column *column,
                                             const struct contensou_plot_grid_panel *panels,
                                             size_t count)
{
    struct contensou__chart_range r = contensou__chart_nothing;
    int dotted = 0, rising = 1;

    if (column->low < column->high)
        contensou__chart_widen(&r, (const double[]){column->low, column->high}, 2);
    for (size_t k = 0; k < count; ++k)
        for (size_t t = 0; t < panels[k].count; ++t) {
            const struct contensou_plot_trace *trace = &panels[k].traces[t];

            contensou__chart_widen(&r, trace->x, trace->count);
            dotted |=
                (trace->style >= CONTENSOU_PLOT_POINTS && trace->style <= CONTENSOU_PLOT_DOTS) ||
                trace->style == CONTENSOU_PLOT_COLOURED;
            rising = rising && rises(trace);
        }
    return contensou__chart_padded(r, dotted ? 0.012 : rising ? 0 : 0.04);
}

static struct contensou__chart_range y_range(const struct contensou_plot_grid_panel *p)
{
    struct contensou__chart_range r = contensou__chart_nothing;

    for (size_t t = 0; t < p->count; ++t)
        contensou__chart_widen(&r, p->traces[t].y, p->traces[t].count);
    r = contensou__chart_padded(r, 0.06);
    r.high += has_key(p) ? 0.16 * (r.high - r.low) : 0;
    return r;
}

/* Where the panels of a column stand that reaches from `left` to `right`, below `roof`; 0 if they do not fit. */
static int place(const struct contensou_plot_grid_column *c, struct contensou_plot_look *look,
                 double left, double right, double roof, struct box *box)
{
    const double gap = c->joined ? joined_gap : floor_margin + 0.4 * line_height;
    const double n = (double)c->count, height = (roof - floor_margin - gap * (n - 1)) / n;

    for (size_t k = 0; k < c->count; ++k) {
        const struct contensou_plot_grid_panel *const p = &c->panels[k];
        const double top = roof - (double)k * (height + gap);

        box[k] = (struct box){
            .panel = p,
            .left = left + left_margin,
            .right = right - right_margin,
            .bottom = top - height,
            .top = top,
            .x = contensou__chart_asked(
                look, p->x_label, c->joined ? x_range(c, c->panels, c->count) : x_range(c, p, 1)),
            .y = contensou__chart_asked(look, p->y_label, y_range(p)),
            .lowest = !c->joined || k + 1 == c->count};
    }
    return height >= least_side && right - left - left_margin - right_margin >= least_side;
}

/* Layers of the points of a trace that make a difference, one for each shade, the pale ones first. */
static void add_trace(struct contensou__chart *c, struct contensou__chart_panel *p,
                      const struct contensou_plot_trace *t, const struct contensou__plot_thin *thin)
{
    struct contensou_plot_trace piece = *t;
    size_t first = 0;

    for (int shade = 0; shade < contensou__plot_thin_shades; ++shade)
        first += thin->count[shade];
    piece.count = first; /* by which the size of dots is chosen */
    for (int shade = contensou__plot_thin_shades - 1; shade >= 0; --shade) {
        struct contensou__chart_layer *layer;

        first -= thin->count[shade];
        if (shade && !thin->count[shade])
            continue;
        piece.colour = t->colour + shade;
        piece.title = shade ? NULL : t->title; /* once in the legend */
        layer = contensou__chart_layer(c, p, contensou__chart_trace(&piece));
        for (size_t i = first; i < first + thin->count[shade]; ++i)
            contensou__chart_point(layer,
                                   (const double[]){t->x[thin->place[i]], t->y[thin->place[i]]});
    }
}

/* The axes and the place of a panel. */
static struct contensou__chart_panel panel_of(const struct box *box,
                                              const struct contensou__chart *c)
{
    const double w = c->width, h = c->height;

    return (struct contensou__chart_panel){
        .axis = {{.label = box->lowest ? box->panel->x_label : NULL,
                  .place = "offset 0,0.2",
                  .range = box->x,
                  .steps = (box->right - box->left) / tic_width,
                  .unnumbered = !box->lowest},
                 {.label = box->panel->y_label ? box->panel->y_label : "",
                  .range = box->y,
                  .steps = (box->top - box->bottom) / tic_height}},
        .key = has_key(box->panel) ? "inside top right horizontal reverse Left samplen 2 width 1"
                                   : NULL,
        .box = {box->left / w, box->right / w, box->bottom / h, box->top / h},
        .y_label = (box->left - left_margin + label_place) / w};
}

/* Adds the panels, whose dots have shades if those of one trace are dense; thin[] has a place for each trace. */
static void add_panels(struct contensou__chart *c, const struct box *box, size_t panels,
                       struct contensou__plot_thin *thin)
{
    struct contensou__plot_thin *next = thin;
    int shaded = 0;

    for (size_t k = 0; k < panels; ++k)
        for (size_t t = 0; t < box[k].panel->count; ++t, ++next) {
            contensou__plot_thin_trace(&c->pool, &box[k].panel->traces[t], box[k].x, box[k].y,
                                       (int)(box[k].right - box[k].left),
                                       (int)(box[k].top - box[k].bottom), next);
            shaded |= contensou__plot_thin_dense(next);
        }
    for (size_t k = 0; k < panels && !c->pool.failed; ++k) {
        struct contensou__chart_panel *const p = contensou__chart_panel(c, panel_of(&box[k], c));

        for (size_t t = 0; t < box[k].panel->count; ++t, ++thin) {
            if (shaded)
                contensou__plot_thin_shade(thin);
            add_trace(c, p, &box[k].panel->traces[t], thin);
        }
    }
}

static int lines_of(const struct contensou__chart_title *t)
{
    struct contensou__text text = {0};
    const int lines = contensou__plot_gnuplot_wrap(&text, t->text, t->width, t->lines);

    contensou__text_free(&text);
    return *t->text ? lines : 0;
}

/* One line for each point of each curve. */
static void put_csv(struct contensou__text *csv, const struct box *box, size_t count)
{
    contensou__text_printf(csv, "x_axis,y_axis,curve,x,y\n");
    for (size_t k = 0; k < count; ++k)
        for (size_t t = 0; t < box[k].panel->count; ++t)
            for (size_t i = 0; i < box[k].panel->traces[t].count; ++i) {
                const struct contensou_plot_trace *const trace = &box[k].panel->traces[t];

                contensou__chart_cell(csv, box[k].panel->x_label, ",");
                contensou__chart_cell(csv, box[k].panel->y_label, ",");
                contensou__chart_cell(csv, trace->title, ",");
                contensou__text_printf(csv, "%.17g,%.17g\n", trace->x[i], trace->y[i]);
            }
}

enum contensou_status contensou_plot_grid(const char *path, struct contensou_plot_look *look,
                                          const char *title,
                                          const struct contensou_plot_grid_column *columns,
                                          size_t count, struct contensou_error *err)
{
    struct contensou__chart c = {
        .look = look, .width = count > 1 ? 1600 : 1200, .settings = "set grid lc rgb '#e4e4e4'\n"};
    double total = 0, left = 0;
    size_t panels = 0, traces = 0, n = 0;
    struct box *box;
    struct contensou__plot_thin *thin;
    char title_place[64];
    int roof, fits = 1;

    if (count == 0 || columns[0].count == 0)
        return WRONG(err, "no panel to draw in '%s'", path);
    for (size_t i = 0; i < count; ++i) {
        total += columns[i].width;
        panels += columns[i].count;
        for (size_t k = 0; k < columns[i].count; ++k)
            traces += columns[i].panels[k].count;
    }
    box = contensou__pool_take(&c.pool, panels, sizeof *box);
    thin = contensou__pool_take(&c.pool, traces, sizeof *thin);
    c.height = height_of(rows_of(columns, count));
    contensou__chart_canvas(look, &c.width, &c.height);
    c.title = (struct contensou__chart_title){
        title ? title : "", title_place,
        (size_t)fmax(1, (c.width - 2 * right_margin) / letter_width), title_lines};
    snprintf(title_place, sizeof title_place, "at screen 0.5,%.6f center",
             1.0 - (double)line_height / c.height);
    roof = c.height - 34 - lines_of(&c.title) * line_height;
    for (size_t i = 0; i < count && thin; ++i) {
        const double right = left + c.width * columns[i].width / total;

        fits &= place(&columns[i], look, left, right, roof, box + n);
        n += columns[i].count;
        left = right;
    }
    if (!fits) {
        contensou__pool_free(&c.pool);
        return WRONG(err,
                     "cannot draw '%s': its panels have no room; make the picture larger, its "
                     "letters smaller or its title shorter",
                     path);
    }
    if (thin)
        add_panels(&c, box, panels, thin);
    if (thin && look && look->data)
        put_csv(&c.csv, box, panels);
    return contensou__chart_draw(path, &c, err);
}
