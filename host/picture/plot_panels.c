/* plot_panels.c: panels one above the other over one x axis. SPDX-License-Identifier: MIT */
#include "picture/plot_gnuplot.h"
#include "picture/plot_trace.h"

#include <contensou/plot.h>

#include <stdlib.h>

/* One panel between the heights `bottom` and `top` of the picture; the lowest has the x axis. */
static void put_panel(struct contensou__text *s, const struct contensou_plot_panel *p, size_t index,
                      double bottom, double top, int lowest, const char *x_label)
{
    struct contensou__plot_trace_range y = contensou__plot_trace_nothing;

    for (size_t t = 0; t < p->count; ++t)
        contensou__plot_trace_widen(&y, p->traces[t].y, p->traces[t].count);
    y = contensou__plot_trace_padded(y, 0.06);
    contensou__text_printf(s, "set yrange [%.17g:%.17g]\nset tmargin at screen %g\n", y.low, y.high,
                           top);
    contensou__text_printf(s, "set bmargin at screen %g\nset format x '%s'\n", bottom,
                           lowest ? "%g" : "");
    contensou__plot_trace_label(s, "ylabel", p->y_label, "");
    contensou__plot_trace_label(s, "xlabel", lowest ? x_label : "", "offset 0,0.2");
    contensou__text_printf(s, "plot 0 lc rgb '#808080' lw 0.8 dt 1 notitle, ");
    for (size_t t = 0; t < p->count; ++t)
        contensou__plot_trace_draw(s, &p->traces[t], index, t, t + 1 == p->count);
    contensou__text_printf(s, "unset title\nunset key\n");
}

static void put_head(struct contensou__text *s, const char *title,
                     struct contensou__plot_trace_range x)
{
    contensou__plot_trace_style(s);
    contensou__text_printf(s,
                           "set lmargin at screen 0.11\nset rmargin at screen 0.965\n"
                           "set key at screen 0.5375,0.912 center center horizontal reverse "
                           "Left samplen 3 width 2\nset xrange [%.17g:%.17g]\nset multiplot\n",
                           x.low, x.high);
    contensou__plot_trace_label(s, "title", title, "font title_font offset 0,1.5");
}

enum contensou_status contensou_plot_panels(const char *path, const char *title,
                                            const char *x_label,
                                            const struct contensou_plot_panel *panels, size_t count,
                                            struct contensou_error *err)
{
    const double floor = 0.09, roof = 0.88, gap = 0.03,
                 unit = (roof - floor - gap * (double)(count - 1)) / (double)(count + 1);
    struct contensou__text s = {0};
    struct contensou__digits *digits = malloc(sizeof *digits);
    struct contensou__plot_trace_range x = contensou__plot_trace_nothing;
    int points = 0;
    enum contensou_status status;

    if (count == 0 || !digits) {
        free(digits);
        return count ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path)
                     : contensou_fail(err, CONTENSOU_EARGUMENT, "no panel to draw in '%s'", path);
    }
    contensou__digits_init(digits);
    for (size_t p = 0; p < count; ++p)
        for (size_t t = 0; t < panels[p].count; ++t) {
            contensou__plot_trace_widen(&x, panels[p].traces[t].x, panels[p].traces[t].count);
            points |= panels[p].traces[t].style >= CONTENSOU_PLOT_POINTS;
            contensou__plot_trace_data(&s, digits, &panels[p].traces[t], p, t, "");
        }
    put_head(&s, title, contensou__plot_trace_padded(x, points ? 0.02 : 0));
    for (size_t p = 0; p < count; ++p) {
        const double top = p == 0 ? roof : roof - (double)(p + 1) * unit - gap * (double)p;

        put_panel(&s, &panels[p], p, top - (p == 0 ? 2 : 1) * unit, top, p + 1 == count, x_label);
    }
    contensou__text_printf(&s, "unset multiplot\n");
    status = contensou__plot_gnuplot_run(path, NULL, 1200, 640 + 240 * (int)(count - 1), &s, err);
    contensou__text_free(&s);
    free(digits);
    return status;
}
