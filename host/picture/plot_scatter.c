/* plot_scatter.c: values at scattered places, as colours. SPDX-License-Identifier: MIT */
#include "picture/plot_gnuplot.h"
#include "picture/plot_look.h"
#include "picture/plot_trace.h"

#include <contensou/plot.h>

#include <stdlib.h>

/* x, y and value of each point that has all three. */
static void put_data(struct contensou__text *s, const struct contensou__digits *digits,
                     const double *const column[3], size_t points)
{
    size_t written = 0;

    contensou__text_printf(s, "$m << EOD\n");
    for (size_t i = 0; i < points; ++i) {
        char text[120];
        size_t size = 0;
        int good = 1;

        for (int k = 0; k < 3; ++k)
            good = good && contensou__plot_trace_drawable(column[k][i]);
        for (int k = 0; k < 3 && good; ++k) {
            size += contensou__digits_write(digits, column[k][i], text + size);
            text[size++] = k < 2 ? ' ' : '\n';
        }
        contensou__text_append(s, text, size);
        written += good != 0;
    }
    contensou__text_printf(s, "%sEOD\n", written ? "" : "NaN NaN NaN\n");
}

static void put_range(struct contensou__text *s, struct contensou_plot_look *look, const char *axis,
                      const char *label, const double *value, size_t points)
{
    struct contensou__plot_trace_range r = contensou__plot_trace_nothing;

    contensou__plot_trace_widen(&r, value, points);
    r = contensou__plot_look_range(look, label, contensou__plot_trace_padded(r, 0.02));
    contensou__text_printf(s, "set %srange [%.17g:%.17g]\n", axis, r.low, r.high);
    if (*axis == 'x')
        contensou__text_printf(s, "set xtics %.6g\n", contensou__plot_trace_step(r, 5));
}

static void put_head(struct contensou__text *s, const char *title, int down, int across, int width)
{
    contensou__text_printf(s,
                           "unset key\nset lmargin 9\nset rmargin 5\nset tmargin 2.6\n"
                           "set bmargin 3.4\nset multiplot layout %d,%d title ",
                           down, across);
    contensou__plot_gnuplot_wrap(s, title ? title : "", (size_t)width / 12, 4);
    contensou__text_printf(s, " noenhanced\n");
}

enum contensou_status contensou_plot_scatter(const char *path, struct contensou_plot_look *look,
                                             const char *title, const char *x_label,
                                             const char *y_label, const double *x, const double *y,
                                             size_t points, const struct contensou_plot_map *maps,
                                             size_t count, struct contensou_error *err)
{
    const int across = count == 4 ? 2 : count < 3 ? (int)count : 3;
    const int down = across ? ((int)count + across - 1) / across : 0;
    const char *size = points < 500 ? "1" : points < 5000 ? "0.6" : points < 50000 ? "0.3" : "0.15";
    int width = across == 1 ? 760 : 560 * across, height = (across == 1 ? 600 : 470) * down + 50;
    struct contensou__digits *digits;
    struct contensou__text s = {0}, csv = {0};
    enum contensou_status status;

    if (count == 0 || points == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "no values to draw in '%s'", path);
    if (!(digits = malloc(sizeof *digits)))
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    contensou__digits_init(digits);
    contensou__plot_trace_style(&s);
    contensou__plot_trace_label(&s, "xlabel", x_label, "");
    contensou__plot_trace_label(&s, "ylabel", y_label, "");
    put_range(&s, look, "x", x_label, x, points);
    put_range(&s, look, "y", y_label, y, points);
    contensou__plot_look_canvas(look, &width, &height);
    put_head(&s, title, down, across, width);
    for (size_t m = 0; m < count; ++m) {
        const double *const column[3] = {x, y, maps[m].value};

        contensou__plot_trace_colours(&s, look, &maps[m], points);
        put_data(&s, digits, column, points);
        contensou__plot_trace_label(&s, "title", maps[m].title, "offset 0,-0.4");
        contensou__text_printf(&s, "plot $m using 1:2:3 with points pt 7 ps %s palette\n", size);
    }
    contensou__text_printf(&s, "unset multiplot\n");
    status = contensou__plot_gnuplot_run(path, look, width, height, &s, err);
    if (!status && look && look->data) {
        contensou__plot_trace_map_head(&csv, x_label, y_label, maps, count);
        for (size_t i = 0; i < points; ++i)
            contensou__plot_trace_map_line(&csv, x[i], y[i], maps, count, i);
    }
    if (!status)
        status = contensou__plot_look_save(look, &csv, err);
    contensou__text_free(&csv);
    contensou__text_free(&s);
    free(digits);
    return status;
}
