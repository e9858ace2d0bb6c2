/* plot_trace.c: ranges, labels, data and styles of traces.
 *
 * Colours: M. Okabe and K. Ito's set for lines, which people who see colours differently tell
 * apart; viridis (S. van der Walt and N. Smith) for values, which is even to the eye and in grey;
 * RdBu of C. Brewer's ColorBrewer for values of both signs.
 * SPDX-License-Identifier: MIT */
#include "picture/plot_trace.h"
#include "picture/plot_gnuplot.h"
#include "picture/plot_look.h"

#include <math.h>

/* Dark and pale. */
static const char *const dark[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
static const char *const pale[] = {"#8fc4e8", "#f5b98a", "#8fd9c2", "#ecc9dc"};
enum { colours = sizeof dark / sizeof *dark };

/* Of dots: from dense to thin. */
static const char *const shade[] = {"#0c2740", "#2b4c6b", "#557593", "#86a0b8", "#b3c4d3"};
enum { shades = sizeof shade / sizeof *shade };

/* Of maps whose values are words, behind grey for the first (Okabe and Ito, 2008). */
static const char *const category[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                       "#56b4e9", "#d55e00", "#f0e442", "#000000"};
enum { categories = sizeof category / sizeof *category };

const struct contensou__plot_trace_range contensou__plot_trace_nothing = {HUGE_VAL, -HUGE_VAL};

void contensou__plot_trace_style(struct contensou__text *s)
{
    contensou__text_printf(s, "set border lc rgb '#404040' lw 0.8\n"
                              "set tics out nomirror scale 0.6 textcolor rgb '#202020'\n"
                              "set grid lc rgb '#d8d8d8' lw 0.5 lt 1\n"
                              "set format '%%g'\n");
}

static const char viridis[] =
    "0 '#440154', 1 '#482475', 2 '#414487', 3 '#355f8d', 4 '#2a788e', 5 '#21918c', 6 '#22a884', 7 "
    "'#44bf70', 8 '#7ad151', 9 '#bddf26', 10 '#fde725'";

/* Blue below zero, white at zero, red above it. */
static const char diverging[] =
    "-4 '#053061', -3 '#2166ac', -2 '#4393c3', -1 '#92c5de', 0 '#f7f7f7', 1 '#f4a582', 2 "
    "'#d6604d', 3 '#b2182b', 4 '#67001f'";

void contensou__plot_trace_colours(struct contensou__text *s, struct contensou_plot_look *look,
                                   const struct contensou_plot_map *map, size_t values)
{
    struct contensou__plot_trace_range r = contensou__plot_trace_nothing;
    int signs;

    if (!map->word) {
        contensou__plot_trace_widen(&r, map->value, values);
        signs = r.low < 0 && r.high > 0;
        r = contensou__plot_trace_padded(r, 0);
        if (signs)
            r = (struct contensou__plot_trace_range){-fmax(-r.low, r.high), fmax(-r.low, r.high)};
        r = contensou__plot_look_range(look, map->title, r);
        contensou__text_printf(s,
                               "set palette maxcolors 0 defined (%s)\nset cbtics autofreq\n"
                               "set cbrange [%.17g:%.17g]\n",
                               signs ? diverging : viridis, r.low, r.high);
        return;
    }
    /* gnuplot needs two colours of a palette, also where one word is all there is */
    contensou__text_printf(s, "set palette maxcolors %zu defined (", map->words);
    for (size_t k = 0; k < map->words || k < 2; ++k)
        contensou__text_printf(s, "%s%zu '%s'", k ? ", " : "", k,
                               k ? category[(k - 1) % categories] : "#d9d9d9");
    contensou__text_printf(s, ")\nset cbrange [-0.5:%zu.5]\nset cbtics scale 0 (", map->words - 1);
    for (size_t k = 0; k < map->words; ++k) {
        contensou__text_printf(s, k ? ", " : "");
        contensou__plot_gnuplot_quote(s, map->word[k]);
        contensou__text_printf(s, " %zu", k);
    }
    contensou__text_printf(s, ")\n");
}

int contensou__plot_trace_drawable(double value)
{
    return fabs(value) < 1e150; /* NaN is not */
}

void contensou__plot_trace_widen(struct contensou__plot_trace_range *r, const double *value,
                                 size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (contensou__plot_trace_drawable(value[i])) {
            r->low = fmin(r->low, value[i]);
            r->high = fmax(r->high, value[i]);
        }
}

struct contensou__plot_trace_range
contensou__plot_trace_padded(struct contensou__plot_trace_range r, double share)
{
    if (r.low > r.high)
        r = (struct contensou__plot_trace_range){0, 1};
    if (r.low == 0 && r.high == 0)
        r = (struct contensou__plot_trace_range){-1, 1};
    if (!(r.high - r.low > 1e-12 * fmax(fabs(r.low), fabs(r.high))))
        r = (struct contensou__plot_trace_range){r.low - fmax(1e-12, 0.1 * fabs(r.low)),
                                                 r.high + fmax(1e-12, 0.1 * fabs(r.high))};
    return (struct contensou__plot_trace_range){r.low - share * (r.high - r.low),
                                                r.high + share * (r.high - r.low)};
}

double contensou__plot_trace_step(struct contensou__plot_trace_range r, double most)
{
    const double least = (r.high - r.low) / fmax(most, 2.0), unit = pow(10, floor(log10(least)));

    return unit * (least <= unit ? 1 : least <= 2 * unit ? 2 : least <= 5 * unit ? 5 : 10);
}

void contensou__plot_trace_label(struct contensou__text *s, const char *what, const char *text,
                                 const char *more)
{
    contensou__text_printf(s, "set %s ", what);
    contensou__plot_gnuplot_quote(s, text ? text : "");
    contensou__text_printf(s, " noenhanced %s\n", more);
}

void contensou__plot_trace_data(struct contensou__text *s, const struct contensou__digits *digits,
                                const struct contensou_plot_trace *t, size_t panel, size_t index,
                                const char *gap)
{
    const char *between = ""; /* not in front of the first point */
    size_t written = 0;

    contensou__text_printf(s, "$p%zut%zu << EOD\n", panel, index);
    for (size_t i = 0; i < t->count; ++i) {
        char text[80];
        size_t size = 0;

        if (!contensou__plot_trace_drawable(t->x[i]) || !contensou__plot_trace_drawable(t->y[i])) {
            between = written ? gap : "";
            continue;
        }
        contensou__text_printf(s, "%s", between);
        between = "";
        size = contensou__digits_write(digits, t->x[i], text);
        text[size++] = ' ';
        size += contensou__digits_write(digits, t->y[i], text + size);
        text[size++] = '\n';
        contensou__text_append(s, text, size);
        ++written;
    }
    contensou__text_printf(s, "%sEOD\n", written ? "" : "NaN NaN\n");
}

void contensou__plot_trace_draw(struct contensou__text *s, const struct contensou_plot_trace *t,
                                size_t panel, size_t index, int last)
{
    static const char *const style[] = {
        [CONTENSOU_PLOT_LINE] = "lines lw ",
        [CONTENSOU_PLOT_WIDE] = "lines lw 4",
        [CONTENSOU_PLOT_DASHED] = "lines lw 1.6 dt (8,5)",
        [CONTENSOU_PLOT_POINTS] = "points pt 7 ps 0.6",
        [CONTENSOU_PLOT_RINGS] = "points pt 6 ps 1.6 lw 1.8",
        [CONTENSOU_PLOT_DOTS] = "points pt 7 ps ",
        [CONTENSOU_PLOT_THIN] = "lines lw 1.2",
        [CONTENSOU_PLOT_COLOURED] = "points pt 7 ps ",
    };
    const int colour = t->colour % colours;
    const int dots = t->style == CONTENSOU_PLOT_DOTS || t->style == CONTENSOU_PLOT_COLOURED;
    const char *const shown = t->style == CONTENSOU_PLOT_WIDE || t->style == CONTENSOU_PLOT_THIN
                                  ? pale[colour]
                              : t->style == CONTENSOU_PLOT_DOTS ? shade[t->colour % shades]
                                                                : dark[colour];

    contensou__text_printf(s, "$p%zut%zu using 1:2 with %s", panel, index, style[t->style]);
    if (t->style == CONTENSOU_PLOT_DOTS ||
        t->style == CONTENSOU_PLOT_COLOURED) /* the more, the smaller */
        contensou__text_printf(s, "%s",
                               t->count < 300     ? "0.55"
                               : t->count < 3000  ? "0.35"
                               : t->count < 30000 ? "0.22"
                                                  : "0.15");
    if (t->style == CONTENSOU_PLOT_LINE)
        contensou__text_printf(s, "%s", t->count < 1000 ? "1.6" : "1.1");
    contensou__text_printf(s, " lc rgb '%s' ", shown);
    if (t->title && *t->title) {
        if (dots) /* too small to be seen in the key */
            contensou__text_printf(s, "notitle, keyentry with points pt 7 ps 0.7 lc rgb '%s' ",
                                   shown);
        contensou__text_printf(s, "title ");
        contensou__plot_gnuplot_quote(s, t->title);
        contensou__text_printf(s, " noenhanced");
    } else
        contensou__text_printf(s, "notitle");
    contensou__text_printf(s, "%s", last ? "\n" : ", ");
}

void contensou__plot_trace_map_head(struct contensou__text *csv, const char *x_label,
                                    const char *y_label, const struct contensou_plot_map *maps,
                                    size_t count)
{
    contensou__plot_look_cell(csv, x_label, ",");
    contensou__plot_look_cell(csv, y_label, ",");
    for (size_t m = 0; m < count; ++m)
        contensou__plot_look_cell(csv, maps[m].title, m + 1 < count ? "," : "\n");
}

void contensou__plot_trace_map_line(struct contensou__text *csv, double x, double y,
                                    const struct contensou_plot_map *maps, size_t count, size_t i)
{
    contensou__text_printf(csv, "%.17g,%.17g", x, y);
    for (size_t m = 0; m < count; ++m)
        contensou__text_printf(csv, ",%.17g", maps[m].value[i]);
    contensou__text_printf(csv, "\n");
}
