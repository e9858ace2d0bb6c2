/* picture_patch.c: the picture of a contact patch: outline, pressure, reference point, and the slip that is given there.
 *
 * The slip (vx, vy, omega) at the reference point c gives the velocity (vx - omega (y - c_y), vy + omega (x - c_x)) at
 * (x, y), which is zero at the centre of rotation, c + (-vy, vx)/omega. SPDX-License-Identifier: MIT */
#include "base/try.h"
#include <contensou/picture.h>

#include "base/text.h"
#include "base/units.h"
#include "base/versioned.h"
#include "contact/cell_mass.h"
#include "contact/patch.h"
#include "picture/chart.h"
#include "picture/draft.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { fine = 160, arrows = 13, corners = 240 };

struct view {
    const struct contensou_patch *patch;
    const double *slip;      /* or NULL */
    double box[4], reach[4]; /* of the patch; of the axes: x_min, x_max, y_min, y_max */
    double pole[2];          /* the centre of rotation */
    int has_pole;            /* 1 if there is one */
    double size;             /* the larger side of the patch */
    struct contensou__chart chart;
    struct contensou__chart_panel *panel;
};

static struct contensou__chart_layer *add_layer(struct view *v, int columns, const char *style,
                                                const char *colour, const char *title)
{
    return contensou__chart_layer(
        &v->chart, v->panel,
        (struct contensou__chart_layer){
            .columns = columns, .style = style, .colour = colour, .title = title});
}

static void widen(double box[4], double x, double y)
{
    box[0] = fmin(box[0], x);
    box[1] = fmax(box[1], x);
    box[2] = fmin(box[2], y);
    box[3] = fmax(box[3], y);
}

static void find_box(struct view *v)
{
    const struct contensou_patch *const p = v->patch;

    if (p->kind == contensou__patch_round)
        memcpy(v->box, (const double[4]){-p->round.a, p->round.a, -p->round.b, p->round.b},
               sizeof v->box);
    else if (p->kind == contensou__patch_outline)
        memcpy(v->box, p->outline.box, sizeof v->box);
    else {
        memcpy(v->box, (const double[4]){HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL}, sizeof v->box);
        for (size_t i = 0; i < p->points; ++i)
            widen(v->box, p->center[0] + p->point[i], p->center[1] + p->point[p->points + i]);
    }
    v->size = fmax(fmax(v->box[1] - v->box[0], v->box[3] - v->box[2]), 1e-300);
}

/* The axes show the patch, the reference point, and the centre of rotation unless it is far away. */
static void find_reach(struct view *v)
{
    const double *const c = v->patch->center;
    const double margin = 0.12 * v->size;

    v->has_pole = v->slip && v->slip[2] != 0;
    if (v->has_pole) {
        v->pole[0] = c[0] - v->slip[1] / v->slip[2];
        v->pole[1] = c[1] + v->slip[0] / v->slip[2];
    }
    memcpy(v->reach, v->box, sizeof v->reach);
    widen(v->reach, c[0], c[1]);
    if (v->has_pole && hypot(v->pole[0] - c[0], v->pole[1] - c[1]) < 2 * v->size)
        widen(v->reach, v->pole[0], v->pole[1]);
    for (int i = 0; i < 4; ++i)
        v->reach[i] += i % 2 ? margin : -margin;
}

/* The load and the area of a window of the patch. */
static void measure(const struct contensou_patch *p, const double window[4], double *load,
                    double *area)
{
    static const double level[2] = {0, 0};
    double m[3];

    if (p->kind == contensou__patch_round) {
        struct contensou__round plain = p->round;

        contensou__cell_mass_round(&p->round, window, m);
        *load = m[0];
        plain.q = plain.g[0] = plain.g[1] = 0;
        contensou__cell_mass_round(&plain, window, m);
        *area = m[0];
        return;
    }
    contensou__cell_mass_outline(&p->outline, p->g, window, m);
    *load = m[0];
    contensou__cell_mass_outline(&p->outline, level, window, m);
    *area =
        p->outline.nx > 0 && m[0] > 0 ? (window[1] - window[0]) * (window[3] - window[2]) : m[0];
}

/* Load over area in each window, over that of the whole; points have their share of the load instead. */
static void add_pressure(struct view *v)
{
    const struct contensou_patch *const p = v->patch;
    const int points = p->kind == contensou__patch_points;
    struct contensou__chart_layer *const to =
        add_layer(v, 3, points ? "points pt 7 ps 2 palette" : "image", NULL, NULL);
    const double step = v->size / fine;
    const int nx = (int)ceil((v->box[1] - v->box[0]) / step - 1e-9),
              ny = (int)ceil((v->box[3] - v->box[2]) / step - 1e-9);
    double load = 0, area = 0;

    to->gap = contensou__chart_keep;
    for (size_t i = 0; points && i < p->points; ++i)
        contensou__chart_point(to, (const double[]){p->center[0] + p->point[i],
                                                    p->center[1] + p->point[p->points + i],
                                                    p->point[2 * p->points + i]});
    for (int k = 0; k < nx * ny && !points; ++k) {
        const double x = v->box[0] + k % nx * step, y = v->box[2] + k / nx * step;
        double own, of;

        measure(p, (const double[4]){x, x + step, y, y + step}, &own, &of);
        load += own;
        area += of;
        contensou__chart_point(to,
                               (const double[]){v->box[0] + (k % nx + 0.5) * step,
                                                v->box[2] + (k / nx + 0.5) * step,
                                                of > 1e-9 * step * step ? own / of : (double)NAN});
    }
    for (size_t i = 0; i < to->count && !points; ++i) {
        double *const value = &to->number[3 * i + 2];

        *value = isfinite(*value * area / load) ? *value * area / load : (double)NAN;
    }
}

/* A line of the outline from a to b, apart from the others. */
static void add_edge(struct contensou__chart_layer *to, double ax, double ay, double bx, double by)
{
    contensou__chart_point(to, (const double[]){ax, ay});
    contensou__chart_point(to, (const double[]){bx, by});
    contensou__chart_point(to, (const double[]){NAN, NAN});
}

static void add_ring(struct contensou__chart_layer *to, double a, double b)
{
    for (int i = 0; i <= corners; ++i) {
        const double angle = 6.283185307179586 * i / corners;

        contensou__chart_point(to, (const double[]){a * cos(angle), b * sin(angle)});
    }
    contensou__chart_point(to, (const double[]){NAN, NAN});
}

static int loaded(const struct contensou__outline *o, int column, int row)
{
    return column >= 0 && column < o->nx && row >= 0 && row < o->ny &&
           o->pressure[(size_t)row * (size_t)o->nx + (size_t)column] > 0;
}

/* The sides of the cells of a map that have load on one side only: lines between any two cells would hide them. */
static void add_map_border(struct contensou__chart_layer *to, const struct contensou__outline *o)
{
    const double dx = (o->box[1] - o->box[0]) / o->nx, dy = (o->box[3] - o->box[2]) / o->ny;

    for (int j = 0; j <= o->ny; ++j)
        for (int i = 0; i <= o->nx; ++i) {
            const double x = o->box[0] + i * dx, y = o->box[2] + j * dy;

            if (loaded(o, i, j) != loaded(o, i - 1, j))
                add_edge(to, x, y, x, y + dy);
            if (loaded(o, i, j) != loaded(o, i, j - 1))
                add_edge(to, x, y, x + dx, y);
        }
}

static void add_outline(struct view *v)
{
    const struct contensou_patch *const p = v->patch;
    struct contensou__chart_layer *const to = add_layer(v, 2, "lines lw 1.6", "#202020", "outline");

    if (p->kind == contensou__patch_round) {
        add_ring(to, p->round.a, p->round.b);
        if (p->round.hole > 0)
            add_ring(to, p->round.hole, p->round.hole);
    } else if (p->kind == contensou__patch_outline && p->outline.nx > 0)
        add_map_border(to, &p->outline);
    else if (p->kind == contensou__patch_outline)
        for (size_t i = 0; i < p->outline.count; ++i) {
            const struct contensou__edge *const e = &p->outline.edge[i];

            add_edge(to, e->ax, e->ay, e->bx, e->by);
        }
}

/* Arrows of the velocity where there is load, the longest as long as their distance. */
static void add_arrows(struct view *v)
{
    const struct contensou_patch *const p = v->patch;
    const int points = p->kind == contensou__patch_points;
    const double step = v->size / arrows, near = 0.01 * step;
    struct contensou__chart_layer *const to =
        add_layer(v, 4, "vectors head filled size graph 0.012,20 lw 1", "#d55e00", "slip velocity");
    double longest = 0;

    for (int k = 0; k < (points ? (int)p->points : arrows * arrows); ++k) {
        const double x = points ? p->center[0] + p->point[k]
                                : v->box[0] + (k % arrows + 0.5) * step,
                     y = points ? p->center[1] + p->point[p->points + (size_t)k]
                                : v->box[2] + (k / arrows + 0.5) * step;
        const double vx = v->slip[0] - v->slip[2] * (y - p->center[1]),
                     vy = v->slip[1] + v->slip[2] * (x - p->center[0]);
        double load = 1, area = 1;

        if (!points)
            measure(p, (const double[4]){x - near, x + near, y - near, y + near}, &load, &area);
        if (!(load > 0))
            continue;
        longest = fmax(longest, hypot(vx, vy));
        contensou__chart_point(to, (const double[]){x, y, vx, vy});
    }
    for (size_t i = 0; i < to->count; ++i)
        for (int k = 2; k < 4; ++k) /* without a slip: none is drawn */
            to->number[4 * i + (size_t)k] *= 0.95 * step / longest;
}

/* A point with its coordinates in the legend. */
static void add_mark(struct view *v, const double place[2], const char *style, const char *colour,
                     const char *name, char title[96])
{
    snprintf(title, 96, "%s (%.3g, %.3g)", name, place[0], place[1]);
    contensou__chart_point(add_layer(v, 2, style, colour, title), place);
}

static void put_csv(struct contensou__text *csv, const struct contensou__chart_layer *pressure,
                    const char *label)
{
    contensou__text_printf(csv, "\"x (length)\",\"y (length)\",\"%s\"\n", label);
    for (size_t i = 0; i < pressure->count; ++i) {
        const double *const p = pressure->number + 3 * i;

        if (!isnan(p[2]))
            contensou__text_printf(csv, "%.17g,%.17g,%.17g\n", p[0], p[1], p[2]);
    }
}

static enum contensou_status draw(struct view *v, const char *title, const char *picture,
                                  struct contensou_plot_look *look, struct contensou_error *err)
{
    const int points = v->patch->kind == contensou__patch_points;
    const char *const unit =
        v->patch->unit > 0 ? contensou__units_length_text(v->patch->unit).text : "length";
    const char *const value = points ? "share of the load" : "pressure / mean pressure";
    char label[2][48], marks[2][96];

    find_box(v);
    find_reach(v);
    v->chart = (struct contensou__chart){
        .look = look,
        .width = 960,
        .height =
            310 + (int)(660 * fmin(2, (v->reach[3] - v->reach[2]) / (v->reach[1] - v->reach[0]))),
        .settings = "set size ratio -1\n"
                    "set palette defined (0 '#f2f6fa', 1 '#a9cce3', 2 '#4a90c2', 3 '#0b4f8a')\n"};
    contensou__chart_canvas(look, &v->chart.width, &v->chart.height);
    v->panel = contensou__chart_panel(
        &v->chart, (struct contensou__chart_panel){
                       .title = {.text = title, .place = "font title_font"},
                       .axis[contensou__chart_colour].label = value,
                       .key = "below vertical maxcols 1 reverse Left samplen 2",
                       .settings = points ? "set cbrange [0:*]\n" : "set cbrange [0:1.5<*]\n"});
    for (int k = 0; k < 2; ++k) {
        snprintf(label[k], sizeof label[k], "%c (%s)", "xy"[k], unit);
        v->panel->axis[k] = (struct contensou__chart_axis){
            .label = label[k], .range = {v->reach[2 * k], v->reach[2 * k + 1]}, .steps = 7};
    }
    add_pressure(v);
    if (look->data && v->panel->first)
        put_csv(&v->chart.csv, v->panel->first, value);
    if (!points)
        add_outline(v);
    if (v->slip)
        add_arrows(v);
    add_mark(v, v->patch->center, "points pt 2 ps 1.8 lw 2", "#000000", "reference point",
             marks[0]);
    if (v->has_pole)
        add_mark(v, v->pole, "points pt 6 ps 2 lw 2", "#d55e00", "centre of rotation", marks[1]);
    return contensou__chart_draw(picture, &v->chart, err);
}

static void release_patch(struct contensou_patch **patch)
{
    contensou_patch_free(*patch);
}

enum contensou_status contensou_picture_patch(const struct contensou_patch_spec *spec,
                                              const double slip[3], const char *picture,
                                              const struct contensou_picture_options *options,
                                              struct contensou_error *err)
{
    struct contensou_patch_spec plain = *spec;
    struct contensou_picture_options asked;
    struct contensou_plot_look look;
    OWNED(release_patch) struct contensou_patch *patch = NULL;
    OWNED(contensou__text_free) struct contensou__text title = {0};
    struct view v = {.slip = slip};

    plain.anisotropy[0] = plain.anisotropy[1] = 0; /* changes none of what is drawn */
    TRY(contensou__versioned_take(&asked, sizeof asked, options, "contensou_picture_options", err));
    TRY(contensou_patch_create(&patch, &plain, err));
    v.patch = patch;
    TRY(contensou__picture_look_read(&look, &asked, err));
    look.about = asked.about;
    contensou__text_printf(&title, "%s%s%s",
                           asked.title   ? asked.title
                           : spec->shape ? spec->shape
                                         : "contact",
                           !asked.title && spec->pressure ? ", pressure " : "",
                           !asked.title && spec->pressure ? spec->pressure : "");
    TRY(contensou__try_memory(title.failed ? NULL : patch, err, "the picture"));
    return draw(&v, title.data, picture, &look, err);
}
