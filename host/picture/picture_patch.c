/* picture_patch.c: the picture of a contact patch: outline, pressure, reference point, and the slip that is given there.
 *
 * The slip (vx, vy, omega) at the reference point c gives the velocity (vx - omega (y - c_y), vy + omega (x - c_x)) at
 * (x, y), which is zero at the centre of rotation, c + (-vy, vx)/omega. SPDX-License-Identifier: MIT */
#include <contensou/picture.h>

#include "base/text.h"
#include "base/units.h"
#include "base/versioned.h"
#include "contact/cell_mass.h"
#include "contact/patch.h"
#include "picture/plot_gnuplot.h"
#include "picture/plot_look.h"
#include "picture/picture_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { fine = 160, arrows = 13, corners = 240 };

struct view {
    const struct contensou_patch *patch;
    const double *slip;      /* or NULL */
    double box[4], reach[4]; /* of the patch; of the axes: x_min, x_max, y_min, y_max */
    double turn[2];          /* the centre of rotation */
    int turns;               /* 1 if there is one */
    double size;             /* the larger side of the patch */
    struct contensou__text s, csv;
};

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

    v->turns = v->slip && v->slip[2] != 0;
    if (v->turns) {
        v->turn[0] = c[0] - v->slip[1] / v->slip[2];
        v->turn[1] = c[1] + v->slip[0] / v->slip[2];
    }
    memcpy(v->reach, v->box, sizeof v->reach);
    widen(v->reach, c[0], c[1]);
    if (v->turns && hypot(v->turn[0] - c[0], v->turn[1] - c[1]) < 2 * v->size)
        widen(v->reach, v->turn[0], v->turn[1]);
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
static enum contensou_status put_pressure(struct view *v, struct contensou_error *err)
{
    const struct contensou_patch *const p = v->patch;
    const double step = v->size / fine;
    const int nx = (int)ceil((v->box[1] - v->box[0]) / step - 1e-9),
              ny = (int)ceil((v->box[3] - v->box[2]) / step - 1e-9);
    double *value, load = 0, area = 0;

    contensou__text_printf(&v->csv, "\"x (length)\",\"y (length)\",\"%s\"\n",
                           p->kind == contensou__patch_points ? "share of the load"
                                                              : "pressure / mean pressure");
    contensou__text_printf(&v->s, "$pressure << EOD\n");
    if (p->kind == contensou__patch_points) {
        for (size_t i = 0; i < p->points; ++i) {
            const double x = p->center[0] + p->point[i], y = p->center[1] + p->point[p->points + i];

            contensou__text_printf(&v->s, "%.9g %.9g %.9g\n", x, y, p->point[2 * p->points + i]);
            contensou__text_printf(&v->csv, "%.17g,%.17g,%.17g\n", x, y,
                                   p->point[2 * p->points + i]);
        }
        contensou__text_printf(&v->s, "EOD\n");
        return CONTENSOU_OK;
    }
    value = malloc(2 * (size_t)nx * (size_t)ny * sizeof *value);
    if (!value)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    for (int k = 0; k < nx * ny; ++k) {
        const double x = v->box[0] + k % nx * step, y = v->box[2] + k / nx * step;

        measure(p, (const double[4]){x, x + step, y, y + step}, &value[2 * k], &value[2 * k + 1]);
        load += value[2 * k];
        area += value[2 * k + 1];
    }
    for (int k = 0; k < nx * ny; ++k) {
        const double x = v->box[0] + (k % nx + 0.5) * step, y = v->box[2] + (k / nx + 0.5) * step;
        const double pressure = value[2 * k] / value[2 * k + 1] * area / load;

        if (value[2 * k + 1] > 1e-9 * step * step && isfinite(pressure)) {
            contensou__text_printf(&v->s, "%.9g %.9g %.9g\n", x, y, pressure);
            contensou__text_printf(&v->csv, "%.17g,%.17g,%.17g\n", x, y, pressure);
        } else
            contensou__text_printf(&v->s, "%.9g %.9g NaN\n", x, y);
    }
    contensou__text_printf(&v->s, "EOD\n");
    free(value);
    return CONTENSOU_OK;
}

static void put_ring(struct contensou__text *s, double a, double b)
{
    for (int i = 0; i <= corners; ++i) {
        const double angle = 6.283185307179586 * i / corners;

        contensou__text_printf(s, "%.9g %.9g\n", a * cos(angle), b * sin(angle));
    }
    contensou__text_printf(s, "\n");
}

static int loaded(const struct contensou__outline *o, int column, int row)
{
    return column >= 0 && column < o->nx && row >= 0 && row < o->ny &&
           o->pressure[(size_t)row * (size_t)o->nx + (size_t)column] > 0;
}

/* The sides of the cells of a map that have load on one side only: lines between any two cells would hide them. */
static void put_map_border(struct contensou__text *s, const struct contensou__outline *o)
{
    const double dx = (o->box[1] - o->box[0]) / o->nx, dy = (o->box[3] - o->box[2]) / o->ny;

    for (int j = 0; j <= o->ny; ++j)
        for (int i = 0; i <= o->nx; ++i) {
            const double x = o->box[0] + i * dx, y = o->box[2] + j * dy;

            if (loaded(o, i, j) != loaded(o, i - 1, j))
                contensou__text_printf(s, "%.9g %.9g\n%.9g %.9g\n\n", x, y, x, y + dy);
            if (loaded(o, i, j) != loaded(o, i, j - 1))
                contensou__text_printf(s, "%.9g %.9g\n%.9g %.9g\n\n", x, y, x + dx, y);
        }
}

static void put_outline(struct view *v)
{
    const struct contensou_patch *const p = v->patch;

    contensou__text_printf(&v->s, "$outline << EOD\n");
    if (p->kind == contensou__patch_round) {
        put_ring(&v->s, p->round.a, p->round.b);
        if (p->round.hole > 0)
            put_ring(&v->s, p->round.hole, p->round.hole);
    }
    if (p->kind == contensou__patch_outline && p->outline.nx > 0)
        put_map_border(&v->s, &p->outline);
    else
        for (size_t i = 0; p->kind == contensou__patch_outline && i < p->outline.count; ++i) {
            const struct contensou__edge *const e = &p->outline.edge[i];

            contensou__text_printf(&v->s, "%.9g %.9g\n%.9g %.9g\n\n", e->ax, e->ay, e->bx, e->by);
        }
    contensou__text_printf(&v->s, "NaN NaN\nEOD\n");
}

/* Arrows of the velocity where there is load, the longest as long as their distance. */
static void put_slip(struct view *v)
{
    const struct contensou_patch *const p = v->patch;
    const double step = v->size / arrows;
    double longest = 0;

    contensou__text_printf(&v->s, "$slip << EOD\n");
    for (int pass = 0; pass < 2; ++pass)
        for (int k = 0; k < (p->kind == contensou__patch_points ? (int)p->points : arrows * arrows);
             ++k) {
            double x = v->box[0] + (k % arrows + 0.5) * step,
                   y = v->box[2] + (k / arrows + 0.5) * step, load = 1, area = 1, vx, vy;

            if (p->kind == contensou__patch_points) {
                x = p->center[0] + p->point[k];
                y = p->center[1] + p->point[p->points + (size_t)k];
            } else
                measure(p,
                        (const double[4]){x - 0.01 * step, x + 0.01 * step, y - 0.01 * step,
                                          y + 0.01 * step},
                        &load, &area);
            vx = v->slip[0] - v->slip[2] * (y - p->center[1]);
            vy = v->slip[1] + v->slip[2] * (x - p->center[0]);
            if (!(load > 0))
                continue;
            longest = fmax(longest, hypot(vx, vy));
            if (pass && longest > 0)
                contensou__text_printf(&v->s, "%.9g %.9g %.9g %.9g\n", x, y,
                                       vx / longest * 0.95 * step, vy / longest * 0.95 * step);
        }
    contensou__text_printf(&v->s, "NaN NaN NaN NaN\nEOD\n");
}

static void put_axis(struct view *v, struct contensou_plot_look *look, const char *axis,
                     const char *label, const double *reach)
{
    const struct contensou__plot_trace_range r = contensou__plot_look_range(
        look, label, (struct contensou__plot_trace_range){reach[0], reach[1]});
    char what[8];

    contensou__text_printf(&v->s, "set %srange [%.17g:%.17g]\nset %stics %.6g\n", axis, r.low,
                           r.high, axis, contensou__plot_trace_step(r, 7));
    snprintf(what, sizeof what, "%slabel", axis);
    contensou__plot_trace_label(&v->s, what, label, "");
}

static void put_plot(struct view *v)
{
    const int points = v->patch->kind == contensou__patch_points;

    contensou__text_printf(&v->s, "plot $pressure using 1:2:3 with %s notitle",
                           points ? "points pt 7 ps 2 palette" : "image");
    if (!points)
        contensou__text_printf(&v->s,
                               ", $outline with lines lw 1.6 lc rgb '#202020' title 'outline'");
    if (v->slip)
        contensou__text_printf(&v->s, ", $slip using 1:2:3:4 with vectors head filled size graph "
                                      "0.012,20 lw 1 lc rgb '#d55e00' title 'slip velocity'");
    contensou__text_printf(
        &v->s,
        ", '+' using (%.17g):(%.17g) every ::::0 with points pt 2 ps 1.8 lw 2 lc rgb '#000000' "
        "title 'reference point (%.3g, %.3g)'",
        v->patch->center[0], v->patch->center[1], v->patch->center[0], v->patch->center[1]);
    if (v->turns)
        contensou__text_printf(
            &v->s,
            ", '+' using (%.17g):(%.17g) every ::::0 with points pt 6 ps 2 lw 2 lc rgb "
            "'#d55e00' title 'centre of rotation (%.3g, %.3g)'",
            v->turn[0], v->turn[1], v->turn[0], v->turn[1]);
    contensou__text_printf(&v->s, "\n");
}

static enum contensou_status draw(struct view *v, const struct contensou_patch_spec *spec,
                                  const char *picture, const struct contensou_picture_options *o,
                                  struct contensou_error *err)
{
    struct contensou_plot_look look;
    struct contensou__text title = {0};
    char label[48];
    int width = 960, height;
    enum contensou_status status = contensou__picture_look_read(&look, o, err);

    if (status)
        return status;
    look.about = o->about;
    find_box(v);
    find_reach(v);
    height = 310 + (int)(660 * fmin(2, (v->reach[3] - v->reach[2]) / (v->reach[1] - v->reach[0])));
    contensou__plot_look_canvas(&look, &width, &height);
    if (o->title)
        contensou__text_printf(&title, "%s", o->title);
    else
        contensou__text_printf(&title, "%s%s%s", spec->shape, spec->pressure ? ", pressure " : "",
                               spec->pressure ? spec->pressure : "");
    contensou__plot_trace_style(&v->s);
    contensou__plot_trace_label(&v->s, "title", title.data, "font title_font");
    for (int k = 0; k < 2; ++k) {
        const double unit = v->patch->unit;

        snprintf(label, sizeof label, "%c (%s)", "xy"[k],
                 unit > 0 ? contensou__units_length_text(unit).text : "length");
        put_axis(v, &look, k ? "y" : "x", label, v->reach + 2 * k);
    }
    contensou__text_printf(
        &v->s,
        "set size ratio -1\nset key below vertical maxcols 1 reverse Left samplen 2\n"
        "set palette defined (0 '#f2f6fa', 1 '#a9cce3', 2 '#4a90c2', 3 '#0b4f8a')\n"
        "set cbrange [0:%s*]\nset samples 2\n",
        v->patch->kind == contensou__patch_points ? "" : "1.5<");
    contensou__plot_trace_label(&v->s, "cblabel",
                                v->patch->kind == contensou__patch_points
                                    ? "share of the load"
                                    : "pressure / mean pressure",
                                "");
    status = put_pressure(v, err);
    put_outline(v);
    if (v->slip)
        put_slip(v);
    put_plot(v);
    if (!status && title.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    if (!status)
        status = contensou__plot_gnuplot_run(picture, &look, width, height, &v->s, err);
    if (!status)
        status = contensou__plot_look_save(&look, &v->csv, err);
    contensou__text_free(&title);
    return status;
}

enum contensou_status contensou_picture_patch(const struct contensou_patch_spec *spec,
                                              const double slip[3], const char *picture,
                                              const struct contensou_picture_options *options,
                                              struct contensou_error *err)
{
    struct contensou_patch_spec plain = *spec;
    struct contensou_picture_options asked;
    struct contensou_patch *patch = NULL;
    struct view v = {.slip = slip};
    enum contensou_status status =
        contensou__versioned_take(&asked, sizeof asked, options, "contensou_picture_options", err);

    plain.anisotropy[0] = plain.anisotropy[1] = 0; /* changes none of what is drawn */
    if (!status)
        status = contensou_patch_create(&patch, &plain, err);
    v.patch = patch;
    if (!status)
        status = draw(&v, spec, picture, &asked, err);
    contensou__text_free(&v.s);
    contensou__text_free(&v.csv);
    contensou_patch_free(patch);
    return status;
}
