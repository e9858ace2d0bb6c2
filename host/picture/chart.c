/* chart.c: ranges and styles of a picture, and its script of gnuplot.
 *
 * Colours: M. Okabe and K. Ito's set for lines and words, which people who see colours differently tell apart; viridis (S. van
 * der Walt and N. Smith) for values, which is even to the eye and in grey; RdBu of C. Brewer's ColorBrewer for values of
 * both signs. SPDX-License-Identifier: MIT */
#include "picture/chart.h"

#include "base/beside.h"
#include "picture/plot_gnuplot.h"

#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of curves: dark and pale. */
static const char *const dark[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
static const char *const pale[] = {"#8fc4e8", "#f5b98a", "#8fd9c2", "#ecc9dc"};
enum { colours = sizeof dark / sizeof *dark };

/* Of dots: from dense to thin. */
static const char *const shade[] = {"#0c2740", "#2b4c6b", "#557593", "#86a0b8", "#b3c4d3"};
enum { shades = sizeof shade / sizeof *shade };

/* Of maps whose values are words, behind grey for the first. */
static const char *const category[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                       "#56b4e9", "#d55e00", "#f0e442", "#000000"};
enum { categories = sizeof category / sizeof *category };

static const char viridis[] =
    "0 '#440154', 1 '#482475', 2 '#414487', 3 '#355f8d', 4 '#2a788e', 5 '#21918c', 6 '#22a884', 7 "
    "'#44bf70', 8 '#7ad151', 9 '#bddf26', 10 '#fde725'";

/* Blue below zero, white at zero, red above it. */
static const char diverging[] =
    "-4 '#053061', -3 '#2166ac', -2 '#4393c3', -1 '#92c5de', 0 '#f7f7f7', 1 '#f4a582', 2 "
    "'#d6604d', 3 '#b2182b', 4 '#67001f'";

static const char style_of_all[] = "set border lc rgb '#404040' lw 0.8\n"
                                   "set tics out nomirror scale 0.6 textcolor rgb '#202020'\n"
                                   "set grid lc rgb '#d8d8d8' lw 0.5 lt 1\n"
                                   "set format '%g'\n";

static const double inch = 2.54;  /* cm */
static const double pixels = 160; /* to the inch, at the default font */
static const double points = 8.5; /* the default font */

const struct contensou__chart_range contensou__chart_nothing = {HUGE_VAL, -HUGE_VAL};

int contensou__chart_drawable(double value)
{
    return fabs(value) < 1e150; /* NaN is not */
}

void contensou__chart_widen(struct contensou__chart_range *r, const double *value, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (contensou__chart_drawable(value[i])) {
            r->low = fmin(r->low, value[i]);
            r->high = fmax(r->high, value[i]);
        }
}

struct contensou__chart_range contensou__chart_padded(struct contensou__chart_range r, double share)
{
    if (r.low > r.high)
        r = (struct contensou__chart_range){0, 1};
    if (r.low == 0 && r.high == 0)
        r = (struct contensou__chart_range){-1, 1};
    if (!(r.high - r.low > 1e-12 * fmax(fabs(r.low), fabs(r.high))))
        r = (struct contensou__chart_range){r.low - fmax(1e-12, 0.1 * fabs(r.low)),
                                            r.high + fmax(1e-12, 0.1 * fabs(r.high))};
    return (struct contensou__chart_range){r.low - share * (r.high - r.low),
                                           r.high + share * (r.high - r.low)};
}

struct contensou__chart_range contensou__chart_of(const double *value, size_t count, double share)
{
    struct contensou__chart_range r = contensou__chart_nothing;

    contensou__chart_widen(&r, value, count);
    return contensou__chart_padded(r, share);
}

/* 1, 2 or 5 times a power of ten, so that the range has at most so many steps. */
static double step_of(struct contensou__chart_range r, double most)
{
    const double least = (r.high - r.low) / fmax(most, 2.0), unit = pow(10, floor(log10(least)));

    return unit * (least <= unit ? 1 : least <= 2 * unit ? 2 : least <= 5 * unit ? 5 : 10);
}

double contensou__chart_scale(const struct contensou_plot_look *look)
{
    return look && look->font > 0 ? look->font / points : 1;
}

void contensou__chart_canvas(const struct contensou_plot_look *look, int *width, int *height)
{
    const double proportion = (double)*height / *width;
    double w = *width, h = *height;

    if (look && look->width > 0) {
        w = look->width / inch * pixels;
        h = look->height > 0 ? look->height / inch * pixels : w * proportion;
    }
    *width = (int)lround(w / contensou__chart_scale(look));
    *height = (int)lround(h / contensou__chart_scale(look));
}

static void note_axis(struct contensou_plot_look *look, const char *label, size_t size)
{
    const size_t end = strlen(look->axes);

    for (const char *at = look->axes; *at; at += strspn(at, ", ")) {
        if (strcspn(at, ",") == size && strncmp(at, label, size) == 0)
            return;
        at += strcspn(at, ",");
    }
    if (size + end + 3 < sizeof look->axes)
        snprintf(look->axes + end, sizeof look->axes - end, "%s%.*s", end ? ", " : "", (int)size,
                 label);
}

struct contensou__chart_range contensou__chart_asked(struct contensou_plot_look *look,
                                                     const char *label,
                                                     struct contensou__chart_range otherwise)
{
    /* the name at the start of a label: "phi" of "phi mod 2 pi (rad)" */
    const size_t size = label ? strcspn(label, " ,") : 0;

    if (!look || !size)
        return otherwise;
    note_axis(look, label, size);
    for (size_t i = 0; i < look->ranges; ++i) {
        struct contensou_plot_range *const r = &look->range[i];

        if (strlen(r->name) == size && strncmp(r->name, label, size) == 0) {
            r->used = 1;
            return (struct contensou__chart_range){r->low, r->high};
        }
    }
    return otherwise;
}

struct contensou__chart_layer contensou__chart_trace(const struct contensou_plot_trace *t)
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
    const int dots = t->style == CONTENSOU_PLOT_DOTS || t->style == CONTENSOU_PLOT_COLOURED;
    const int faint = t->style == CONTENSOU_PLOT_WIDE || t->style == CONTENSOU_PLOT_THIN;
    const size_t n = t->count;

    return (struct contensou__chart_layer){
        .title = t->title,
        .columns = 2,
        .style = style[t->style],
        .size = dots                              ? n < 300     ? "0.55" /* the more, the smaller */
                                                    : n < 3000  ? "0.35"
                                                    : n < 30000 ? "0.22"
                                                                : "0.15"
                : t->style == CONTENSOU_PLOT_LINE ? n < 1000 ? "1.6" : "1.1"
                                                  : NULL,
        .colour = t->style == CONTENSOU_PLOT_DOTS ? shade[t->colour % shades]
                  : faint                         ? pale[t->colour % colours]
                                                  : dark[t->colour % colours],
        .legend = dots ? "points pt 7 ps 0.7" : NULL}; /* dots are too small to be seen there */
}

struct contensou__chart_panel *contensou__chart_panel(struct contensou__chart *c,
                                                      struct contensou__chart_panel p)
{
    struct contensou__chart_panel *const made = contensou__pool_take(&c->pool, 1, sizeof *made);

    if (!made)
        return &c->spare_panel;
    *made = p;
    *(c->last ? &c->last->next : &c->first) = made;
    c->last = made;
    return made;
}

struct contensou__chart_layer *contensou__chart_layer(struct contensou__chart *c,
                                                      struct contensou__chart_panel *p,
                                                      struct contensou__chart_layer layer)
{
    struct contensou__chart_layer *const made = contensou__pool_take(&c->pool, 1, sizeof *made);

    c->spare_layer.pool = layer.pool = &c->pool;
    if (!made)
        return &c->spare_layer;
    *made = layer;
    *(p->last ? &p->last->next : &p->first) = made;
    p->last = made;
    return made;
}

void contensou__chart_point(struct contensou__chart_layer *layer, const double *number)
{
    const size_t columns = (size_t)layer->columns;

    layer->number =
        contensou__pool_more(layer->pool, layer->number, layer->count, columns * sizeof *number);
    if (layer->number)
        memcpy(layer->number + layer->count * columns, number, columns * sizeof *number);
    layer->count = layer->number ? layer->count + 1 : 0;
}

void contensou__chart_points(struct contensou__chart_layer *layer, const double *x, const double *y,
                             const double *z, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        contensou__chart_point(layer, (const double[3]){x[i], y[i], z ? z[i] : 0});
}

static size_t put_number(const struct contensou__digits *digits, double value, char *to)
{
    if (contensou__chart_drawable(value))
        return contensou__digits_write(digits, value, to);
    memcpy(to, "NaN", 3);
    return 3;
}

void contensou__chart_data(struct contensou__text *s, const struct contensou__digits *digits,
                           const struct contensou__chart_layer *layer, const char *name)
{
    int broken = 0; /* a line ends before the next point */
    size_t written = 0;

    contensou__text_printf(s, "$%s << EOD\n", name);
    for (size_t i = 0; i < layer->count; ++i) {
        const double *const number = layer->number + i * (size_t)layer->columns;
        char text[160];
        size_t size = 0;
        int good = 1;

        for (int k = 0; k < layer->columns; ++k)
            good = good && contensou__chart_drawable(number[k]);
        if (!good && layer->gap != contensou__chart_keep) {
            broken = written && layer->gap == contensou__chart_break;
            continue;
        }
        if (broken)
            text[size++] = '\n';
        broken = 0;
        for (int k = 0; k < layer->columns; ++k) {
            size += put_number(digits, number[k], text + size);
            text[size++] = k + 1 < layer->columns ? ' ' : '\n';
        }
        if (layer->row && (i + 1) % layer->row == 0)
            text[size++] = '\n';
        contensou__text_append(s, text, size);
        ++written;
    }
    contensou__text_printf(s, "%sEOD\n", written ? "" : "NaN NaN NaN NaN\n");
}

/* The element of a plot command that draws the layer. */
static void put_layer(struct contensou__text *s, const struct contensou__chart_layer *layer,
                      const char *name)
{
    static const char *const using[] = {"1:2", "1:2", "1:2", "1:2:3", "1:2:3:4"};
    const int titled = layer->title && *layer->title;
    char colour[32] = "";

    if (layer->colour)
        snprintf(colour, sizeof colour, " lc rgb '%s'", layer->colour);
    contensou__text_printf(s, "$%s using %s with %s%s%s", name, using[layer->columns],
                           layer -> style, layer -> size ? layer -> size : "", colour);
    if (titled && layer->legend)
        contensou__text_printf(s, " notitle, keyentry with %s%s", layer->legend, colour);
    contensou__text_printf(s, titled ? " title " : " notitle");
    if (titled) {
        contensou__plot_gnuplot_quote(s, layer->title);
        contensou__text_printf(s, " noenhanced");
    }
}

/* <command> 'line'."\n".'line' noenhanced <place> */
static void put_title(struct contensou__text *s, const char *command,
                      const struct contensou__chart_title *t)
{
    contensou__text_printf(s, "%s ", command);
    contensou__plot_gnuplot_wrap(s, t->text, t->width ? t->width : strlen(t->text),
                                 t->lines ? t->lines : 1);
    contensou__text_printf(s, " noenhanced %s\n", t->place ? t->place : "");
}

/* The colours of a map and their box: of its range, blue and red about zero where it has both signs, or of its words. */
static void put_colours(struct contensou__text *s, const struct contensou_plot_map *map,
                        size_t values, struct contensou__chart_axis *axis)
{
    struct contensou__chart_range r = contensou__chart_nothing;

    if (!map->word) {
        contensou__chart_widen(&r, map->value, values);
        contensou__text_printf(s, "set palette maxcolors 0 defined (%s)\nset cbtics autofreq\n",
                               r.low < 0 && r.high > 0 ? diverging : viridis);
        axis->range = contensou__chart_padded(r, 0);
        if (r.low < 0 && r.high > 0)
            axis->range =
                (struct contensou__chart_range){-fmax(-r.low, r.high), fmax(-r.low, r.high)};
        return;
    }
    /* gnuplot needs two colours of a palette, also where one word is all there is */
    contensou__text_printf(s, "set palette maxcolors %zu defined (", map->words);
    for (size_t k = 0; k < map->words || k < 2; ++k)
        contensou__text_printf(s, "%s%zu '%s'", k ? ", " : "", k,
                               k ? category[(k - 1) % categories] : "#d9d9d9");
    contensou__text_printf(s, ")\nset cbtics scale 0 (");
    for (size_t k = 0; k < map->words; ++k) {
        contensou__text_printf(s, k ? ", " : "");
        contensou__plot_gnuplot_quote(s, map->word[k]);
        contensou__text_printf(s, " %zu", k);
    }
    contensou__text_printf(s, ")\n");
    axis->range = (struct contensou__chart_range){-0.5, (double)map->words - 0.5};
}

static void put_axis(struct contensou__text *s, const char *name,
                     const struct contensou__chart_axis *axis, int labelled)
{
    if (axis->range.low != axis->range.high)
        contensou__text_printf(s, "set %srange [%.17g:%.17g]\n", name, axis->range.low,
                               axis->range.high);
    if (axis->steps > 0)
        contensou__text_printf(s, "set %stics %.6g\n", name, step_of(axis->range, axis->steps));
    if (*name != 'c')
        contensou__text_printf(s, "set format %s '%s'\n", name, axis->unnumbered ? "" : "%g");
    if (!labelled || !axis->label || !*axis->label) {
        contensou__text_printf(s, "unset %slabel\n", name);
        return;
    }
    contensou__text_printf(s, "set %slabel ", name);
    contensou__plot_gnuplot_quote(s, axis->label);
    contensou__text_printf(s, " noenhanced %s\n", axis->place ? axis->place : "");
}

/* The y axis' label at a place of its own, so that the labels of panels one above the other stand in line. */
static void put_y_label(struct contensou__text *s, const struct contensou__chart_panel *p)
{
    contensou__text_printf(s, "set label 2 ");
    contensou__plot_gnuplot_quote(s, p->axis[contensou__chart_y].label);
    contensou__text_printf(s, " at screen %.6f, graph 0.5 center rotate by 90 noenhanced\n",
                           p->y_label);
}

/* The command that draws the layers of a panel. */
static void put_plot(struct contensou__text *s, const struct contensou__chart_panel *p)
{
    char block[32];
    int index = 0;

    contensou__text_printf(s, p->mesh ? "splot " : "plot ");
    for (const struct contensou__chart_layer *l = p->first; l; l = l->next) {
        snprintf(block, sizeof block, "layer%d", index++);
        put_layer(s, l, block);
        contensou__text_printf(s, l->next ? ", " : "");
    }
    contensou__text_printf(s, "%s\nunset label 1\nunset title\n", p->first ? "" : "NaN notitle");
}

/* Ranges that were asked for, in the place of those that the panel has. */
static void settle_ranges(struct contensou_plot_look *look, struct contensou__chart_panel *p)
{
    for (int k = 0; k < contensou__chart_colour; ++k)
        p->axis[k].range = contensou__chart_asked(look, p->axis[k].label, p->axis[k].range);
    if (p->map && !p->map->word)
        p->axis[contensou__chart_colour].range =
            contensou__chart_asked(look, p->map->title, p->axis[contensou__chart_colour].range);
}

static void put_panel(struct contensou__text *s, const struct contensou__digits *digits,
                      struct contensou_plot_look *look, struct contensou__chart_panel *p)
{
    static const char *const name[contensou__chart_axes] = {"x", "y", "z", "cb"};
    static const char *const side[] = {"l", "r", "b", "t"};
    char block[32];
    int index = 0;

    for (const struct contensou__chart_layer *l = p->first; l; l = l->next) {
        snprintf(block, sizeof block, "layer%d", index++);
        contensou__chart_data(s, digits, l, block);
    }
    if (p->map)
        put_colours(s, p->map, p->values, &p->axis[contensou__chart_colour]);
    settle_ranges(look, p);
    if (p->y_label > 0)
        put_y_label(s, p);
    for (int k = 0; k < contensou__chart_axes; ++k)
        put_axis(s, name[k], &p->axis[k], !(k == contensou__chart_y && p->y_label > 0));
    for (int k = 0; k < 4 && p->box[1] > 0; ++k)
        contensou__text_printf(s, "set %smargin at screen %.6f\n", side[k], p->box[k]);
    if (p->title.text)
        put_title(s, "set title", &p->title);
    contensou__text_printf(s, "%s%s\n%s", p->key ? "set key " : "unset key", p->key ? p->key : "",
                           p->settings ? p->settings : "");
    put_plot(s, p);
}

static void put_chart(struct contensou__text *s, const struct contensou__digits *digits,
                      struct contensou__chart *c)
{
    const int several = c->across || (c->first && c->first->box[1] > 0);

    contensou__text_printf(s, "%s%s", style_of_all, c->settings ? c->settings : "");
    if (c->across)
        contensou__text_printf(s, "set multiplot layout %d,%d%s", c->down, c->across,
                               c->title.text ? "" : "\n");
    else if (several)
        contensou__text_printf(s, "set multiplot\n");
    if (c->title.text)
        put_title(s, c->across ? " title" : "set label 1", &c->title);
    for (struct contensou__chart_panel *p = c->first; p; p = p->next)
        put_panel(s, digits, c->look, p);
    contensou__text_printf(s, several ? "unset multiplot\n" : "");
}

/* Fails if a range that was asked for names no axis of the picture. */
static enum contensou_status check_ranges(const struct contensou_plot_look *look,
                                          struct contensou_error *err)
{
    for (size_t i = 0; look && i < look->ranges; ++i)
        if (!look->range[i].used)
            return WRONG(err, "no axis of the picture is named '%s'; available: %s",
                         look->range[i].name, look->axes);
    return CONTENSOU_OK;
}

/* Draws it, and then writes its data, if they were asked for. */
static enum contensou_status draw(const char *path, struct contensou__chart *chart,
                                  struct contensou_error *err)
{
    /* the powers of ten that numbers as text need are too large for the stack of a thread */
    OWNED(contensou__try_free) struct contensou__digits *digits = calloc(1, sizeof *digits);
    OWNED(contensou__text_free) struct contensou__text s = {0};

    if (digits) {
        contensou__digits_init(digits);
        put_chart(&s, digits, chart);
    }
    if (!digits || chart->pool.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    TRY(check_ranges(chart->look, err));
    TRY(contensou__plot_gnuplot_is_data(path)
            ? contensou__chart_json_write(path, chart, err)
            : contensou__plot_gnuplot_run(path, chart->look, chart->width, chart->height, &s, err));
    return chart->look && chart->look->data
               ? contensou__beside_text(chart->look->data, &chart->csv, err)
               : CONTENSOU_OK;
}

enum contensou_status contensou__chart_draw(const char *path, struct contensou__chart *chart,
                                            struct contensou_error *err)
{
    const enum contensou_status status = draw(path, chart, err);

    contensou__text_free(&chart->csv);
    contensou__pool_free(&chart->pool);
    return status;
}

void contensou__chart_cell(struct contensou__text *csv, const char *text, const char *after)
{
    contensou__text_append(csv, "\"", 1);
    for (; text && *text; ++text)
        contensou__text_append(csv, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    contensou__text_printf(csv, "\"%s", after);
}
