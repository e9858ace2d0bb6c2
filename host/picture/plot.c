/* plot.c: the scripts of the pictures: curves, maps and a surface. SPDX-License-Identifier: MIT */
#include <contensou/plot.h>

#include "picture/plot_gnuplot.h"
#include "picture/plot_look.h"
#include "picture/plot_trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The range of the values that can be drawn, never empty. */
static struct contensou__plot_trace_range range_of(const double *value, size_t count)
{
    struct contensou__plot_trace_range r = {INFINITY, -INFINITY};

    for (size_t i = 0; i < count; i++)
        if (contensou__plot_trace_drawable(value[i])) {
            r.low = fmin(r.low, value[i]);
            r.high = fmax(r.high, value[i]);
        }
    if (r.low > r.high)
        r = (struct contensou__plot_trace_range){0.0, 1.0};
    if (r.high - r.low <= 1e-12 * fmax(fabs(r.low), fabs(r.high))) {
        const double pad = r.low == 0.0 ? 1.0 : 0.1 * fabs(r.low);

        r.low -= pad;
        r.high += pad;
    }
    return r;
}

static void put_range(struct contensou__text *s, const char *axis,
                      struct contensou__plot_trace_range r)
{
    contensou__text_printf(s, "set %srange [%.17g:%.17g]\n", axis, r.low, r.high);
}

static void put_number(struct contensou__text *s, const struct contensou__digits *digits,
                       double value, char after)
{
    char text[40] = "NaN";
    size_t size = 3;

    if (contensou__plot_trace_drawable(value))
        size = contensou__digits_write(digits, value, text);
    text[size++] = after;
    contensou__text_append(s, text, size);
}

enum contensou_status contensou_plot_check(const char *path, struct contensou_error *err)
{
    return contensou__plot_gnuplot_check(path, err);
}

/* The numbers of a picture as text need the powers of ten, too large for the stack of a thread. */
static struct contensou__digits *new_digits(const char *path, struct contensou_error *err)
{
    struct contensou__digits *digits = malloc(sizeof *digits);

    if (digits)
        contensou__digits_init(digits);
    else
        contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    return digits;
}

static void put_curve(struct contensou__text *s, const struct contensou_plot_curve *curve,
                      size_t index, int last)
{
    static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                         "#e69f00", "#56b4e9", "#000000"};
    const size_t colours = sizeof colour / sizeof *colour;

    contensou__text_printf(s, "$c%zu using 1:2 with %s lw 1.6 lc rgb '%s' dt %zu title ", index,
                           curve->count == 1 ? "points pt 7 ps 1" : "lines",
                           colour[index % colours], index / colours % 5 + 1);
    contensou__plot_gnuplot_quote(s, curve->title ? curve->title : "");
    contensou__text_printf(s, " noenhanced%s", last ? "\n" : ", ");
}

enum contensou_status contensou_plot_curves(const char *path, const char *title,
                                            const char *x_label, const char *y_label,
                                            const struct contensou_plot_curve *curves, size_t count,
                                            struct contensou_error *err)
{
    struct contensou__text s = {0};
    struct contensou__digits *digits;
    struct contensou__plot_trace_range x = {INFINITY, -INFINITY}, y = x;
    enum contensou_status status;

    if (count == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no curve to draw in '%s'", path);
    if (!(digits = new_digits(path, err)))
        return CONTENSOU_EMEMORY;
    contensou__plot_trace_style(&s);
    contensou__plot_trace_label(&s, "title", title, "font title_font");
    contensou__plot_trace_label(&s, "xlabel", x_label, "offset 0,0.2");
    contensou__plot_trace_label(&s, "ylabel", y_label, "");
    for (size_t c = 0; c < count; c++) {
        const struct contensou__plot_trace_range rx = range_of(curves[c].x, curves[c].count);
        const struct contensou__plot_trace_range ry = range_of(curves[c].y, curves[c].count);

        x = (struct contensou__plot_trace_range){fmin(x.low, rx.low), fmax(x.high, rx.high)};
        y = (struct contensou__plot_trace_range){fmin(y.low, ry.low), fmax(y.high, ry.high)};
        contensou__text_printf(&s, "$c%zu << EOD\n", c);
        for (size_t i = 0; i < curves[c].count; i++) {
            put_number(&s, digits, curves[c].x[i], ' ');
            put_number(&s, digits, curves[c].y[i], '\n');
        }
        contensou__text_printf(&s, "%sEOD\n", curves[c].count ? "" : "NaN NaN\n");
    }
    put_range(&s, "x", x);
    put_range(&s, "y",
              (struct contensou__plot_trace_range){y.low - 0.04 * (y.high - y.low),
                                                   y.high + 0.04 * (y.high - y.low)});
    contensou__text_printf(
        &s, count == 1 && !(curves[0].title && *curves[0].title)
                ? "unset key\n"
                : "set key below horizontal center reverse Left samplen 3 spacing 1.3 "
                  "height 0.6 width 2\n");
    contensou__text_printf(&s, "set rmargin 4\nplot ");
    for (size_t c = 0; c < count; c++)
        put_curve(&s, &curves[c], c, c + 1 == count);
    status = contensou__plot_gnuplot_run(path, NULL, 1200, 800, &s, err);
    contensou__text_free(&s);
    free(digits);
    return status;
}

/* 1 if the steps between the members are all alike and not zero. */
static int even(const double *value, size_t count)
{
    const double step = count > 1 ? (value[count - 1] - value[0]) / (double)(count - 1) : 0.0;

    for (size_t i = 1; i < count; i++)
        if (!(fabs(value[i] - value[i - 1] - step) <= 1e-6 * fabs(step)))
            return 0;
    return step != 0.0 && contensou__plot_trace_drawable(step);
}

/* The pixels of an image along one axis: where they are and which member each shows. */
struct axis {
    double *at;
    size_t *from, count;
    struct contensou__plot_trace_range range;
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
static int make_axis(struct axis *axis, const double *value, size_t count)
{
    enum { FINE = 600 };
    const int alike = even(value, count);
    const struct contensou__plot_trace_range r = range_of(value, count);
    double step;

    axis->count = alike ? count : FINE;
    axis->at = malloc(axis->count * sizeof *axis->at);
    axis->from = malloc(axis->count * sizeof *axis->from);
    if (!axis->at || !axis->from)
        return 0;
    step = (r.high - r.low) / (double)(axis->count - 1);
    axis->range = (struct contensou__plot_trace_range){r.low - 0.5 * step, r.high + 0.5 * step};
    for (size_t i = 0; i < axis->count; i++) {
        axis->at[i] = alike ? value[i] : r.low + step * (double)i;
        axis->from[i] = alike ? i : nearest(value, count, axis->at[i]);
    }
    return 1;
}

static void put_map(struct contensou__text *s, const struct contensou__digits *digits,
                    const struct axis *x, const struct axis *y, size_t columns,
                    const struct contensou_plot_map *map)
{
    contensou__text_printf(s, "$m << EOD\n");
    for (size_t r = 0; r < y->count; r++)
        for (size_t c = 0; c < x->count; c++) {
            put_number(s, digits, x->at[c], ' ');
            put_number(s, digits, y->at[r], ' ');
            put_number(s, digits, map->value[y->from[r] * columns + x->from[c]], '\n');
        }
    contensou__text_printf(s, "EOD\n");
    contensou__plot_trace_label(s, "title", map->title, "offset 0,-0.4");
    contensou__text_printf(s, "plot $m using 1:2:3 with image\n");
}

static void put_maps_head(struct contensou__text *s, const char *title, int down, int across,
                          int width_of_all)
{
    contensou__text_printf(s,
                           "unset key\nunset grid\nset lmargin 9\nset rmargin 5\n"
                           "set tmargin 2.6\nset bmargin 3.4\nset multiplot layout %d,%d ",
                           down, across);
    if (title && *title) {
        const size_t width = (size_t)width_of_all / 12;

        contensou__text_printf(s, "title ");
        contensou__plot_gnuplot_wrap(s, title, width, 4);
        contensou__text_printf(s, " noenhanced%s", strlen(title) > width ? "" : " font title_font");
    }
    contensou__text_printf(s, "\n");
}

enum contensou_status contensou_plot_maps(const char *path, struct contensou_plot_look *look,
                                          const char *title, const char *x_label,
                                          const char *y_label, const double *x, size_t columns,
                                          const double *y, size_t rows,
                                          const struct contensou_plot_map *maps, size_t count,
                                          struct contensou_error *err)
{
    const int across = count == 4 ? 2 : count < 3 ? (int)count : 3;
    const int down = ((int)count + across - 1) / (across ? across : 1);
    int width = across == 1 ? 760 : 560 * across, height = (across == 1 ? 600 : 470) * down + 50;
    struct contensou__text s = {0}, csv = {0};
    struct contensou__digits *digits = NULL;
    struct axis ax = {0}, ay = {0};
    enum contensou_status status;

    if (count == 0 || columns == 0 || rows == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no values to draw in '%s'", path);
    if (!make_axis(&ax, x, columns) || !make_axis(&ay, y, rows)) {
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
        goto done;
    }
    if (!(digits = new_digits(path, err))) {
        status = CONTENSOU_EMEMORY;
        goto done;
    }
    contensou__plot_trace_style(&s);
    contensou__plot_trace_label(&s, "xlabel", x_label, "");
    contensou__plot_trace_label(&s, "ylabel", y_label, "");
    ax.range = contensou__plot_look_range(look, x_label, ax.range);
    put_range(&s, "x", ax.range);
    put_range(&s, "y", contensou__plot_look_range(look, y_label, ay.range));
    contensou__text_printf(&s, "set xtics %.6g\n", contensou__plot_trace_step(ax.range, 5));
    contensou__plot_look_canvas(look, &width, &height);
    put_maps_head(&s, title, down, across, width);
    for (size_t m = 0; m < count; m++) {
        contensou__text_printf(&s, "set rmargin %d\n", maps[m].words ? 8 : 5); /* room for words */
        contensou__plot_trace_colours(&s, look, &maps[m], rows * columns);
        put_map(&s, digits, &ax, &ay, columns, &maps[m]);
    }
    contensou__text_printf(&s, "unset multiplot\n");
    status = contensou__plot_gnuplot_run(path, look, width, height, &s, err);
    if (!status && look && look->data) {
        contensou__plot_trace_map_head(&csv, x_label, y_label, maps, count);
        for (size_t i = 0; i < rows * columns; ++i)
            contensou__plot_trace_map_line(&csv, x[i % columns], y[i / columns], maps, count, i);
    }
    if (!status)
        status = contensou__plot_look_save(look, &csv, err);
done:
    contensou__text_free(&csv);
    contensou__text_free(&s);
    free(digits);
    free(ax.at);
    free(ax.from);
    free(ay.at);
    free(ay.from);
    return status;
}

/* Axes of like size are drawn to one scale, so that a sphere looks like one. */
static void put_view(struct contensou__text *s, struct contensou__plot_trace_range x,
                     struct contensou__plot_trace_range y, struct contensou__plot_trace_range z)
{
    const double a = x.high - x.low, b = y.high - y.low, c = z.high - z.low;
    const int alike = fmax(a, fmax(b, c)) < 3.0 * fmin(a, fmin(b, c));

    contensou__text_printf(s, "set view 62,38,%s\n", alike ? "1.35\nset view equal xyz" : "1.05");
    contensou__text_printf(s, "set xyplane relative 0\n");
}

enum contensou_status contensou_plot_surface(const char *path, const char *title,
                                             const char *const axis_labels[3], const double *x,
                                             const double *y, const double *z, size_t columns,
                                             size_t rows, struct contensou_error *err)
{
    const struct contensou__plot_trace_range rx = range_of(x, rows * columns),
                                             ry = range_of(y, rows * columns),
                                             rz = range_of(z, rows * columns);
    struct contensou__text s = {0};
    struct contensou__digits *digits;
    enum contensou_status status;

    if (columns < 2 || rows < 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a surface needs at least 2 by 2 points; '%s' has %zu by %zu", path,
                              columns, rows);
    if (!(digits = new_digits(path, err)))
        return CONTENSOU_EMEMORY;
    contensou__plot_trace_style(&s);
    contensou__plot_trace_label(&s, "title", title, "font title_font");
    contensou__plot_trace_label(&s, "xlabel", axis_labels[0], "offset 0,-1");
    contensou__plot_trace_label(&s, "ylabel", axis_labels[1], "offset 1,-1");
    contensou__plot_trace_label(&s, "zlabel", axis_labels[2], "rotate by 90 offset -2,0");
    put_range(&s, "x", rx);
    put_range(&s, "y", ry);
    put_range(&s, "z", rz);
    put_range(&s, "cb", rz);
    put_view(&s, rx, ry, rz);
    contensou__text_printf(&s, "unset key\nunset colorbox\nset grid x y z vertical\n"
                               "set pm3d depthorder border lc rgb '#80202020' lw 0.4\n"
                               "set pm3d lighting primary 0.35 specular 0.1\n"
                               "$s << EOD\n");
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < columns; c++) {
            put_number(&s, digits, x[r * columns + c], ' ');
            put_number(&s, digits, y[r * columns + c], ' ');
            put_number(&s, digits, z[r * columns + c], '\n');
        }
        contensou__text_append(&s, "\n", 1);
    }
    contensou__text_printf(&s, "EOD\nsplot $s using 1:2:3 with pm3d\n");
    status = contensou__plot_gnuplot_run(path, NULL, 1200, 960, &s, err);
    contensou__text_free(&s);
    free(digits);
    return status;
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
