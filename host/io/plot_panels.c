/* plot_panels.c: panels one above the other over one x axis. SPDX-License-Identifier: MIT */
#include "io/plot.h"
#include "io/digits.h"
#include "io/plot_gnuplot.h"

#include <math.h>
#include <stdlib.h>

/* Dark and pale shades of M. Okabe and K. Ito's colours. */
static const char *const dark[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
static const char *const pale[] = {"#8fc4e8", "#f5b98a", "#8fd9c2", "#ecc9dc"};
enum { colours = sizeof dark / sizeof *dark };

struct range {
    double low, high;
};

static void widen(struct range *r, const double *value, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (fabs(value[i]) < 1e150) { /* what gnuplot can draw; NaN is not */
            r->low = fmin(r->low, value[i]);
            r->high = fmax(r->high, value[i]);
        }
}

/* Room at both ends, and never an empty range. */
static struct range padded(struct range r, double share)
{
    if (r.low > r.high)
        r = (struct range){0, 1};
    if (!(r.high - r.low > 1e-12 * fmax(fabs(r.low), fabs(r.high))))
        r = (struct range){r.low - fmax(1e-12, 0.1 * fabs(r.low)),
                           r.high + fmax(1e-12, 0.1 * fabs(r.high))};
    return (struct range){r.low - share * (r.high - r.low), r.high + share * (r.high - r.low)};
}

static void put_label(struct contensou__text *s, const char *what, const char *text,
                      const char *more)
{
    contensou__text_printf(s, "set %s ", what);
    contensou__plot_gnuplot_quote(s, text ? text : "");
    contensou__text_printf(s, " noenhanced %s\n", more);
}

static void put_data(struct contensou__text *s, const struct contensou__digits *digits,
                     const struct contensou__plot_trace *t, size_t panel, size_t index)
{
    contensou__text_printf(s, "$p%zut%zu << EOD\n", panel, index);
    for (size_t i = 0; i < t->count; ++i) {
        char text[80];
        size_t size = 0;

        if (!(fabs(t->x[i]) < 1e150) || !(fabs(t->y[i]) < 1e150))
            continue;
        size = contensou__digits_write(digits, t->x[i], text);
        text[size++] = ' ';
        size += contensou__digits_write(digits, t->y[i], text + size);
        text[size++] = '\n';
        contensou__text_append(s, text, size);
    }
    contensou__text_printf(s, "%sEOD\n", t->count ? "" : "NaN NaN\n");
}

static void put_trace(struct contensou__text *s, const struct contensou__plot_trace *t,
                      size_t panel, size_t index, int last)
{
    static const char *const style[] = {
        [contensou__plot_line] = "lines lw 1.6",
        [contensou__plot_wide] = "lines lw 4",
        [contensou__plot_dashed] = "lines lw 1.6 dt (8,5)",
        [contensou__plot_points] = "points pt 7 ps 0.6",
        [contensou__plot_rings] = "points pt 6 ps 1.1 lw 1.2",
    };
    const int colour = t->colour % colours;

    contensou__text_printf(s, "$p%zut%zu using 1:2 with ", panel, index);
    contensou__text_printf(s, "%s lc rgb '%s' ", style[t->style],
                           t->style == contensou__plot_wide ? pale[colour] : dark[colour]);
    if (t->title && *t->title) {
        contensou__text_printf(s, "title ");
        contensou__plot_gnuplot_quote(s, t->title);
        contensou__text_printf(s, " noenhanced");
    } else
        contensou__text_printf(s, "notitle");
    contensou__text_printf(s, "%s", last ? "\n" : ", ");
}

/* One panel between the heights `bottom` and `top` of the picture; the lowest has the x axis. */
static void put_panel(struct contensou__text *s, const struct contensou__plot_panel *p,
                      size_t index, double bottom, double top, int lowest, const char *x_label)
{
    struct range y = {HUGE_VAL, -HUGE_VAL};

    for (size_t t = 0; t < p->count; ++t)
        widen(&y, p->traces[t].y, p->traces[t].count);
    y = padded(y, 0.06);
    contensou__text_printf(s, "set yrange [%.17g:%.17g]\nset tmargin at screen %g\n", y.low, y.high,
                           top);
    contensou__text_printf(s, "set bmargin at screen %g\nset format x '%s'\n", bottom,
                           lowest ? "%g" : "");
    put_label(s, "ylabel", p->y_label, "");
    put_label(s, "xlabel", lowest ? x_label : "", "offset 0,0.2");
    contensou__text_printf(s, "plot 0 lc rgb '#808080' lw 0.8 dt 1 notitle, ");
    for (size_t t = 0; t < p->count; ++t)
        put_trace(s, &p->traces[t], index, t, t + 1 == p->count);
    contensou__text_printf(s, "unset title\nunset key\n");
}

static void put_head(struct contensou__text *s, const char *title, struct range x)
{
    contensou__text_printf(s,
                           "set border lc rgb '#404040' lw 0.8\n"
                           "set tics out nomirror scale 0.6 textcolor rgb '#202020'\n"
                           "set grid lc rgb '#d8d8d8' lw 0.5 lt 1\nset format y '%%g'\n"
                           "set lmargin at screen 0.11\nset rmargin at screen 0.965\n"
                           "set key at screen 0.5375,0.912 center center horizontal reverse "
                           "Left samplen 3 width 2\nset xrange [%.17g:%.17g]\nset multiplot\n",
                           x.low, x.high);
    put_label(s, "title", title, "font title_font offset 0,1.5");
}

enum contensou_status contensou__plot_panels(const char *path, const char *title,
                                             const char *x_label,
                                             const struct contensou__plot_panel *panels,
                                             size_t count, struct contensou_error *err)
{
    const double floor = 0.09, roof = 0.88, gap = 0.03,
                 unit = (roof - floor - gap * (double)(count - 1)) / (double)(count + 1);
    struct contensou__text s = {0};
    struct contensou__digits *digits = malloc(sizeof *digits);
    struct range x = {HUGE_VAL, -HUGE_VAL};
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
            widen(&x, panels[p].traces[t].x, panels[p].traces[t].count);
            points |= panels[p].traces[t].style >= contensou__plot_points;
            put_data(&s, digits, &panels[p].traces[t], p, t);
        }
    put_head(&s, title, padded(x, points ? 0.02 : 0));
    for (size_t p = 0; p < count; ++p) {
        const double top = p == 0 ? roof : roof - (double)(p + 1) * unit - gap * (double)p;

        put_panel(&s, &panels[p], p, top - (p == 0 ? 2 : 1) * unit, top, p + 1 == count, x_label);
    }
    contensou__text_printf(&s, "unset multiplot\n");
    status = contensou__plot_gnuplot_run(path, 1200, 640 + 240 * (int)(count - 1), &s, err);
    contensou__text_free(&s);
    free(digits);
    return status;
}
