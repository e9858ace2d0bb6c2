/* plot_grid.c: panels in columns, each with its own axes. SPDX-License-Identifier: MIT */
#include "picture/plot_gnuplot.h"
#include "picture/plot_look.h"
#include "picture/plot_thin.h"
#include "picture/plot_trace.h"

#include <contensou/plot.h>

#include <stdlib.h>

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
    title_lines = 4
};

struct canvas {
    int width, height, roof; /* roof: above it is the title */
    struct contensou_plot_look *look;
};

/* A panel: where it is, and its axes. */
struct box {
    double left, right, bottom, top;
    struct contensou__plot_trace_range x, y;
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
static struct contensou__plot_trace_range x_range(const struct contensou_plot_grid_column *column,
                                                  const struct contensou_plot_grid_panel *panels,
                                                  size_t count)
{
    struct contensou__plot_trace_range r = contensou__plot_trace_nothing;
    int dotted = 0, rising = 1;

    if (column->low < column->high)
        contensou__plot_trace_widen(&r, (const double[]){column->low, column->high}, 2);
    for (size_t k = 0; k < count; ++k)
        for (size_t t = 0; t < panels[k].count; ++t) {
            const struct contensou_plot_trace *trace = &panels[k].traces[t];

            contensou__plot_trace_widen(&r, trace->x, trace->count);
            dotted |=
                (trace->style >= CONTENSOU_PLOT_POINTS && trace->style <= CONTENSOU_PLOT_DOTS) ||
                trace->style == CONTENSOU_PLOT_COLOURED;
            rising = rising && rises(trace);
        }
    return contensou__plot_trace_padded(r, dotted ? 0.012 : rising ? 0 : 0.04);
}

static struct contensou__plot_trace_range y_range(const struct contensou_plot_grid_panel *p)
{
    struct contensou__plot_trace_range r = contensou__plot_trace_nothing;

    for (size_t t = 0; t < p->count; ++t)
        contensou__plot_trace_widen(&r, p->traces[t].y, p->traces[t].count);
    r = contensou__plot_trace_padded(r, 0.06);
    r.high += has_key(p) ? 0.16 * (r.high - r.low) : 0;
    return r;
}

/* Where panel k of a column stands that reaches from `left` to `right`. */
static struct box place(const struct canvas *canvas, const struct contensou_plot_grid_column *c,
                        size_t k, double left, double right)
{
    const double gap = c->joined ? joined_gap : floor_margin + 0.4 * line_height;
    const double n = (double)c->count, room = canvas->height - canvas->roof - floor_margin;
    const double panel = (room - gap * (n - 1)) / n;
    const double top = canvas->height - canvas->roof - (double)k * (panel + gap);

    return (struct box){
        .left = left + left_margin,
        .right = right - right_margin,
        .bottom = top - panel,
        .top = top,
        .x = contensou__plot_look_range(canvas->look, c->panels[k].x_label,
                                        c->joined ? x_range(c, c->panels, c->count)
                                                  : x_range(c, &c->panels[k], 1)),
        .y = contensou__plot_look_range(canvas->look, c->panels[k].y_label, y_range(&c->panels[k])),
        .lowest = !c->joined || k + 1 == c->count};
}

/* What is drawn in a panel: traces, the points that make a difference; one for each shade. */
struct pieces {
    struct contensou_plot_trace *trace;
    size_t count;
};

/* Writes data blocks for a trace, the pale ones first. */
static int put_trace(struct contensou__text *s, const struct contensou__digits *digits,
                     const struct contensou_plot_trace *t, const struct CONTENSOU_PLOT_THIN *thin,
                     size_t panel, struct pieces *pieces)
{
    size_t total = 0, first;
    double *value;

    for (int shade = 0; shade < contensou__plot_thin_shades; ++shade)
        total += thin->count[shade];
    value = malloc((2 * total + 1) * sizeof *value);
    for (size_t i = 0; i < total && value; ++i) {
        value[i] = t->x[thin->place[i]];
        value[total + i] = t->y[thin->place[i]];
    }
    first = total;
    for (int shade = contensou__plot_thin_shades - 1; shade >= 0 && value; --shade) {
        struct contensou_plot_trace *piece = &pieces->trace[pieces->count];

        first -= thin->count[shade];
        if (shade && !thin->count[shade])
            continue;
        *piece = *t;
        piece->x = value + first;
        piece->y = value + total + first;
        piece->count = thin->count[shade];
        piece->colour += shade;
        piece->title = shade ? NULL : t->title; /* once in the key */
        contensou__plot_trace_data(s, digits, piece, panel, pieces->count++, "\n");
        piece->count = total; /* by which its size is chosen */
    }
    free(value);
    return value != NULL;
}

static int put_data(struct contensou__text *s, const struct contensou__digits *digits,
                    const struct contensou_plot_grid_panel *p, size_t panel, const struct box *box,
                    int shaded, struct pieces *pieces)
{
    const int width = (int)(box->right - box->left), height = (int)(box->top - box->bottom);
    int good = 1;

    for (size_t t = 0; t < p->count && good; ++t) {
        struct CONTENSOU_PLOT_THIN thin;

        good = contensou__plot_thin_trace(&p->traces[t], box->x, box->y, width, height, shaded,
                                          &thin) &&
               put_trace(s, digits, &p->traces[t], &thin, panel, pieces);
        free(thin.place);
    }
    return good;
}

static void put_axes(struct contensou__text *s, const struct contensou_plot_grid_panel *p,
                     const struct canvas *canvas, const struct box *box)
{
    const struct contensou__plot_trace_range x = box->x, y = box->y;
    const double w = canvas->width, h = canvas->height;

    contensou__text_printf(s, "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n", x.low, x.high,
                           y.low, y.high);
    contensou__text_printf(s, "set xtics %.6g\nset ytics %.6g\n",
                           contensou__plot_trace_step(x, (box->right - box->left) / tic_width),
                           contensou__plot_trace_step(y, (box->top - box->bottom) / tic_height));
    contensou__text_printf(s, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n",
                           box->left / w, box->right / w);
    contensou__text_printf(s, "set bmargin at screen %.6f\nset tmargin at screen %.6f\n",
                           box->bottom / h, box->top / h);
    contensou__text_printf(s, "set format x '%s'\n%s\n", box->lowest ? "%g" : "",
                           has_key(p)
                               ? "set key inside top right horizontal reverse Left samplen 2 "
                                 "width 1"
                               : "unset key");
    contensou__plot_trace_label(s, "xlabel", box->lowest ? p->x_label : "", "offset 0,0.2");
    contensou__text_printf(s, "set label 2 ");
    contensou__plot_gnuplot_quote(s, p->y_label ? p->y_label : "");
    contensou__text_printf(s, " at screen %.6f, graph 0.5 center rotate by 90 noenhanced\n",
                           (box->left - left_margin + label_place) / w);
}

static enum contensou_status put_panel(struct contensou__text *s,
                                       const struct contensou__digits *digits,
                                       const struct contensou_plot_grid_panel *p, size_t index,
                                       const struct canvas *canvas, const struct box *box,
                                       int shaded)
{
    const size_t most = contensou__plot_thin_shades * p->count + 1;
    struct pieces pieces = {malloc(most * sizeof *pieces.trace), 0};
    const int good = pieces.trace && put_data(s, digits, p, index, box, shaded, &pieces);

    put_axes(s, p, canvas, box);
    contensou__text_printf(s, "plot ");
    for (size_t t = 0; t < pieces.count && good; ++t)
        contensou__plot_trace_draw(s, &pieces.trace[t], index, t, t + 1 == pieces.count);
    contensou__text_printf(s, "%sunset label 1\n", p->count ? "" : "NaN notitle\n");
    free(pieces.trace);
    return good ? CONTENSOU_OK : CONTENSOU_EMEMORY;
}

/* The style of all panels and the title, in as many lines as it takes. */
static void put_head(struct contensou__text *s, const char *title, struct canvas *canvas)
{
    const int letters = (canvas->width - 2 * right_margin) / letter_width;
    int lines;

    contensou__plot_trace_style(s);
    contensou__text_printf(s, "set grid lc rgb '#e4e4e4'\nset multiplot\nset label 1 ");
    lines = contensou__plot_gnuplot_wrap(s, title ? title : "", (size_t)letters, title_lines);
    canvas->roof = 34 + (title && *title ? lines * line_height : 0);
    contensou__text_printf(s, " at screen 0.5,%.6f center noenhanced\n",
                           1.0 - (double)(line_height) / canvas->height);
}

/* 1 if every panel has room beside its labels and below the title. */
static int fits(const struct canvas *canvas, const struct contensou_plot_grid_column *columns,
                size_t count)
{
    static const double least = 10;
    double total = 0;
    int good = 1;

    for (size_t c = 0; c < count; ++c)
        total += columns[c].width;
    for (size_t c = 0; c < count; ++c) {
        const double right = canvas->width * columns[c].width / total;

        for (size_t k = 0; k < columns[c].count; ++k) {
            const struct box box = place(canvas, &columns[c], k, 0, right);

            good &= box.right - box.left >= least && box.top - box.bottom >= least;
        }
    }
    return good;
}

/* 1 if one panel is so crowded that dots have shades; all have them then. */
static int is_crowded(const struct canvas *canvas, const struct contensou_plot_grid_column *columns,
                      size_t count, double total)
{
    double left = 0;

    for (size_t c = 0; c < count; ++c) {
        const double right = left + canvas->width * columns[c].width / total;

        for (size_t k = 0; k < columns[c].count; ++k) {
            const struct contensou_plot_grid_panel *p = &columns[c].panels[k];
            const struct box box = place(canvas, &columns[c], k, left, right);

            for (size_t t = 0; t < p->count; ++t)
                if (contensou__plot_thin_crowded(&p->traces[t], box.x, box.y,
                                                 (int)(box.right - box.left),
                                                 (int)(box.top - box.bottom)))
                    return 1;
        }
        left = right;
    }
    return 0;
}

static enum contensou_status put_columns(struct contensou__text *s, const struct canvas *canvas,
                                         const struct contensou_plot_grid_column *columns,
                                         size_t count)
{
    struct contensou__digits *digits = malloc(sizeof *digits);
    enum contensou_status status = digits ? CONTENSOU_OK : CONTENSOU_EMEMORY;
    double total = 0, left = 0;
    size_t index = 0;
    int shaded;

    if (digits)
        contensou__digits_init(digits);
    for (size_t c = 0; c < count; ++c)
        total += columns[c].width;
    shaded = is_crowded(canvas, columns, count, total);
    for (size_t c = 0; c < count; ++c) {
        const double right = left + canvas->width * columns[c].width / total;

        for (size_t k = 0; k < columns[c].count && !status; ++k) {
            const struct box box = place(canvas, &columns[c], k, left, right);

            status = put_panel(s, digits, &columns[c].panels[k], index++, canvas, &box, shaded);
        }
        left = right;
    }
    free(digits);
    return status;
}

/* One line for each point of each curve. */
static void put_csv(struct contensou__text *csv, const struct contensou_plot_grid_column *columns,
                    size_t count)
{
    contensou__text_printf(csv, "x_axis,y_axis,curve,x,y\n");
    for (size_t c = 0; c < count; ++c)
        for (size_t k = 0; k < columns[c].count; ++k) {
            const struct contensou_plot_grid_panel *const p = &columns[c].panels[k];

            for (size_t t = 0; t < p->count; ++t)
                for (size_t i = 0; i < p->traces[t].count; ++i) {
                    contensou__plot_look_cell(csv, p->x_label, ",");
                    contensou__plot_look_cell(csv, p->y_label, ",");
                    contensou__plot_look_cell(csv, p->traces[t].title, ",");
                    contensou__text_printf(csv, "%.17g,%.17g\n", p->traces[t].x[i],
                                           p->traces[t].y[i]);
                }
        }
}

enum contensou_status contensou_plot_grid(const char *path, struct contensou_plot_look *look,
                                          const char *title,
                                          const struct contensou_plot_grid_column *columns,
                                          size_t count, struct contensou_error *err)
{
    struct canvas canvas = {count > 1 ? 1600 : 1200, 0, 0, look};
    struct contensou__text s = {0}, csv = {0};
    enum contensou_status status;

    if (count == 0 || columns[0].count == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no panel to draw in '%s'", path);
    canvas.height = height_of(rows_of(columns, count));
    contensou__plot_look_canvas(look, &canvas.width, &canvas.height);
    put_head(&s, title, &canvas);
    status = fits(&canvas, columns, count) ? put_columns(&s, &canvas, columns, count)
                                           : CONTENSOU_EARGUMENT;
    contensou__text_printf(&s, "unset multiplot\n");
    if (status == CONTENSOU_EARGUMENT)
        contensou_fail(err, status,
                       "cannot draw '%s': its panels have no room; make the picture larger, its "
                       "letters smaller or its title shorter",
                       path);
    else if (status)
        contensou_fail(err, status, "no memory to draw '%s'", path);
    else
        status = contensou__plot_gnuplot_run(path, look, canvas.width, canvas.height, &s, err);
    if (!status && look && look->data)
        put_csv(&csv, columns, count);
    if (!status)
        status = contensou__plot_look_save(look, &csv, err);
    contensou__text_free(&csv);
    contensou__text_free(&s);
    return status;
}
