/* patch.c: contact patches: shapes and pressures by name, a patch from its description, its moments, its cells, and what
 * device programs need to know of it. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

#include "base/try.h"
#include "base/versioned.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/pi.h"
#include "base/stop.h"
#include "contact/cell_mass.h"
#include "contact/gauss.h"
#include "contact/map_tree.h"
#include "contact/patch_data.h"
#include "contact/points.h"
#include "patches/disk.h"
#include "patches/edges.h"
#include "patches/ellipse_wrench.h"
#include "patches/map.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which shapes and pressures exist. */

#define SHAPE(name) &contensou__shape_##name,
const struct contensou__patch_shape *const contensou__patch_shapes[] = {ALL_SHAPES(SHAPE)};

#define PRESSURE(name, example, low, high, text) {#name, example, low, high, text},
const struct contensou__patch_pressure contensou__patch_pressures[] = {ALL_PRESSURES(PRESSURE)};

/* Which of the names "name:numbers" begins with; *rest is what stands behind the colon, NULL where there is none. */
static enum contensou_status find_name(const char *text, const char *what, const char *const *names,
                                       size_t count, size_t *at, const char **rest,
                                       struct contensou_error *err)
{
    const size_t length = strcspn(text, ":");
    char name[32];
    int found;

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    *rest = text[length] ? text + length + 1 : NULL;
    found = contensou__names_find(name, names, count);
    *at = found < 0 ? 0 : (size_t)found;
    return found < 0 ? contensou__names_fail(err, what, name, names, count) : CONTENSOU_OK;
}

enum contensou_status contensou__patch_find_shape(const char *text,
                                                  const struct contensou__patch_shape **row,
                                                  const char **rest, struct contensou_error *err)
{
    const char *names[contensou__patch_shape_count];
    size_t at;
    enum contensou_status status;

    for (size_t i = 0; i < contensou__patch_shape_count; ++i)
        names[i] = contensou__patch_shapes[i]->name;
    status = find_name(text, "shape", names, contensou__patch_shape_count, &at, rest, err);
    *row = contensou__patch_shapes[at];
    return status;
}

static enum contensou_status find_pressure(const char *text,
                                           const struct contensou__patch_pressure **row,
                                           const char **rest, struct contensou_error *err)
{
    const char *names[contensou__patch_pressure_count];
    size_t at;
    enum contensou_status status;

    for (size_t i = 0; i < contensou__patch_pressure_count; ++i)
        names[i] = contensou__patch_pressures[i].name;
    status = find_name(text, "pressure", names, contensou__patch_pressure_count, &at, rest, err);
    *row = &contensou__patch_pressures[at];
    return status;
}

int contensou__patch_brings_pressure(const char *shape)
{
    const struct contensou__patch_shape *row;
    struct contensou_error unknown;
    const char *rest;

    return !contensou__patch_find_shape(shape, &row, &rest, &unknown) &&
           row->takes == contensou__patch_own;
}

const char *contensou__patch_pressure_shown(const struct contensou_patch_spec *spec)
{
    return spec->pressure && *spec->pressure               ? spec->pressure
           : contensou__patch_brings_pressure(spec->shape) ? "of the file"
                                                           : "uniform";
}

enum contensou_status contensou__patch_check_sizes(const char *name, const char *rest,
                                                   const double *size, int count,
                                                   struct contensou_error *err)
{
    for (int i = 0; i < count; ++i)
        if (!(size[i] > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT, "%s:%s is not possible; %s positive",
                                  name, rest, count == 2 ? "both sizes must be" : "sizes are");
    for (int i = 0; i < count; ++i)
        if (!(size[i] > 1e-100 && size[i] < 1e100))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "%s:%s is not possible; sizes lie between 1e-100 and 1e100", name,
                                  rest);
    return CONTENSOU_OK;
}

void contensou__patch_syntax(const struct contensou__patch_shape *shape,
                             struct contensou__text *out)
{
    const char *const opening = shape->otherwise ? "[:" : ":";

    contensou__text_printf(out, "%s%s", shape->name,
                           shape->wants == contensou__patch_file ? ":FILE" : "");
    for (int i = 0; shape->needs[i]; ++i)
        contensou__text_printf(out, "%s%s", i ? "," : opening, shape->needs[i]);
    contensou__text_printf(out, "%s", shape->otherwise ? "]" : "");
}

const char *contensou__patch_takes_text(const struct contensou__patch_shape *shape)
{
    return (const char *const[]){"all", "uniform", "its own"}[shape->takes];
}

const char *contensou__patch_methods_text(const struct contensou__patch_shape *shape)
{
    return shape->has_exact ? "exact, cells" : "cells";
}

/* The exponent of the pressure (1 - s)^q. */
static enum contensou_status read_exponent(const char *text, double *q, struct contensou_error *err)
{
    const struct contensou__patch_pressure *row = NULL;
    const char *rest;

    TRY(find_pressure(text, &row, &rest, err));
    *q = row->low;
    if (row->low == row->high)
        return rest ? contensou_fail(err, CONTENSOU_EARGUMENT, "the pressure '%s' takes no number",
                                     row->name)
                    : CONTENSOU_OK;
    if (!rest || !*rest)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure '%s' needs its exponent, as in %s", row->name,
                              row->example);
    TRY(contensou__numbers_parse(rest, "the exponent of the pressure", q, err));
    if (!(*q >= row->low && *q <= row->high))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure %s has its exponent outside %g to %g", text, row->low,
                              row->high);
    return CONTENSOU_OK;
}

/* What is not uniform needs a shape that takes it. */
static enum contensou_status check_pair(const struct contensou__patch_shape *shape,
                                        const char *pressure, double q, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text list = {0};

    if (q == 0 || shape->takes == contensou__patch_all)
        return CONTENSOU_OK;
    for (size_t i = 0; i < contensou__patch_shape_count; ++i)
        if (contensou__patch_shapes[i]->takes == contensou__patch_all)
            contensou__text_printf(&list, "%s%s", list.size ? ", " : "",
                                   contensou__patch_shapes[i]->name);
    return contensou_fail(
        err, CONTENSOU_EARGUMENT,
        "the pressure '%s' needs one of the shapes %s; the shape '%s' takes uniform", pressure,
        list.data ? list.data : "", shape->name);
}

/* Fills the part of the patch that its shape decides. */
static enum contensou_status make_shape(struct contensou_patch *p,
                                        const struct contensou__patch_shape *shape,
                                        const char *rest, double q, struct contensou_error *err)
{
    double size[contensou__patch_most] = {0};
    char what[64];
    size_t count = 0;

    while (shape->needs[count])
        ++count;
    if (count == 0 && (shape->wants == contensou__patch_file ? !rest || !*rest : rest != NULL))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the shape '%s' is written %s", shape->name,
                              shape->example);
    snprintf(what, sizeof what, "the shape %s", shape->name);
    if (shape->otherwise && !rest)
        memcpy(size, shape->otherwise, count * sizeof *size);
    else if (count > 0 && (!rest || !*rest))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the shape '%s' needs %s, as in %s",
                              shape->name, shape->needs_text, shape->example);
    else if (count > 0)
        TRY(contensou__numbers_list(rest, what, size, count, err));
    p->round = (struct contensou__round){.a = 1, .b = 1, .q = q};
    return shape->make(p, size, rest, err);
}

/* The place (x, y) that lies deepest below a tilt, if it is deeper than the one before. */
static void sink(const double g[2], double x, double y, double *depth, double at[2])
{
    if (-g[0] * x - g[1] * y > *depth) {
        *depth = -g[0] * x - g[1] * y;
        at[0] = x;
        at[1] = y;
    }
}

/* The largest -g.x of the patch, and where. Points lie at `moved` from the shape's own origin. */
static double deepest(const struct contensou_patch *p, const double g[2], const double moved[2],
                      double at[2])
{
    const double a = p->round.a, b = p->round.b, r = hypot(a * g[0], b * g[1]);
    double depth = 0;

    at[0] = at[1] = 0;
    if (p->kind == contensou__patch_round)
        sink(g, r > 0 ? -a * a * g[0] / r : 0, r > 0 ? -b * b * g[1] / r : 0, &depth, at);
    else if (p->kind == contensou__patch_outline)
        for (size_t i = 0; i < p->outline.count; ++i)
            sink(g, p->outline.edge[i].ax, p->outline.edge[i].ay, &depth, at);
    else
        for (size_t i = 0; i < p->points; ++i)
            sink(g, p->point[i] + moved[0], p->point[p->points + i] + moved[1], &depth, at);
    return depth;
}

double contensou__patch_tilt_depth(const struct contensou_patch *patch, const double g[2],
                                   double at[2])
{
    return deepest(patch, g, patch->center, at);
}

static enum contensou_status apply_tilt(struct contensou_patch *p, double k, double beta,
                                        struct contensou_error *err)
{
    const double g[2] = {k * cos(beta), -k * sin(beta)}, here[2] = {0, 0};
    double depth, at[2];

    if (!isfinite(k) || !isfinite(beta))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the tilt must be two finite numbers");
    depth = deepest(p, g, here, at);
    if (depth > 1 + 1e-12)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the tilt %g makes the pressure negative on a part of %s; in this "
                              "direction its size is at most %.6g",
                              k, p->shape, fabs(k) / depth);
    memcpy(p->g, g, sizeof p->g);
    p->round.g[0] = p->g[0];
    p->round.g[1] = p->g[1];
    return CONTENSOU_OK;
}

/* An ellipse stays one, with axes elsewhere: F = Q'B turns them back to x and y. B is xx, xy, yy. */
static void stretch_round(struct contensou_patch *p, const double B[3], double F[4])
{
    const double a = p->round.a, b = p->round.b;
    /* S = B^-1 diag(a^2, b^2) B^-1 */
    const double xx = B[2] * B[2] * a * a + B[1] * B[1] * b * b;
    const double yy = B[1] * B[1] * a * a + B[0] * B[0] * b * b;
    const double xy = -B[1] * (B[2] * a * a + B[0] * b * b);
    const double turn = 0.5 * atan2(2 * xy, xx - yy), c = cos(turn), s = sin(turn);

    F[0] = c * B[0] + s * B[1];
    F[1] = c * B[1] + s * B[2];
    F[2] = c * B[1] - s * B[0];
    F[3] = c * B[2] - s * B[1];
    p->round.a = sqrt(0.5 * (xx + yy + hypot(xx - yy, 2 * xy)));
    p->round.b = a * b / p->round.a;
}

enum contensou_status contensou__patch_take_frames(struct contensou_patch *p,
                                                   const struct contensou_patch_spec *spec,
                                                   struct contensou_error *err)
{
    const unsigned most = CONTENSOU_FRAME_GROUND;

    if ((unsigned)spec->frame > most || (unsigned)spec->anisotropy_frame > most)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "the frames of a contact, %d and %d, are none of enum contensou_frame",
            (int)spec->frame, (int)spec->anisotropy_frame);
    p->frame = spec->frame ? spec->frame : CONTENSOU_FRAME_BODY;
    p->stretch_frame = spec->anisotropy_frame ? spec->anisotropy_frame : p->frame;
    return CONTENSOU_OK;
}

/* Into the coordinates in which friction is plain (kernels/core/stretch.h). */
static enum contensou_status apply_anisotropy(struct contensou_patch *p, double ratio, double angle,
                                              struct contensou_error *err)
{
    const double half = ratio > 0 ? 0.5 * log(ratio) : 0, up = cosh(half), by = sinh(half);
    const double sine = fabs(sin(2 * angle)) < 1e-15 ? 0 : sin(2 * angle); /* along x or y */
    const double B[3] = {up + by * cos(2 * angle), by * sine, up - by * cos(2 * angle)};
    double *F = p->stretch.F, gx = p->g[0], gy = p->g[1];

    if (ratio == 0 || ratio == 1)
        return CONTENSOU_OK;
    if (!(ratio >= 0.05 && ratio <= 20) || !isfinite(angle))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the anisotropy %g, %g is not possible; the ratio of the two "
                              "frictions lies between 0.05 and 20, and the angle is finite",
                              ratio, angle);
    if (p->round.hole > 0)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "an annulus takes no anisotropy; a polygon with a hole, or cells, do");
    p->stretch = (struct contensou__stretch){
        .is = 1, .ratio = ratio, .angle = angle, .a = p->round.a, .b = p->round.b};
    memcpy(F, (const double[4]){B[0], B[1], B[1], B[2]}, 4 * sizeof *F);
    if (p->kind == contensou__patch_round)
        stretch_round(p, B, F);
    else if (p->kind == contensou__patch_outline)
        contensou__outline_stretch(&p->outline, F);
    for (size_t i = 0; i < p->points; ++i)
        contensou__stretch_point(F, &p->point[i], &p->point[p->points + i]);
    contensou__stretch_point(F, &p->center[0], &p->center[1]);
    p->g[0] = F[0] * gx + F[1] * gy;
    p->g[1] = F[2] * gx + F[3] * gy;
    memcpy(p->round.g, p->g, sizeof p->g);
    return CONTENSOU_OK;
}

struct contensou_patch contensou__patch_plain(const struct contensou_patch *patch)
{
    struct contensou_patch plain = *patch;

    plain.stretch.is = 0;
    return plain;
}

/* Pressure to total 1, coordinates to the reference point. */
static enum contensou_status settle(struct contensou_patch *p, struct contensou_error *err)
{
    p->round.middle[0] = -p->center[0];
    p->round.middle[1] = -p->center[1];
    if (p->kind == contensou__patch_outline) {
        double mass[3], total;

        contensou__outline_mass(&p->outline, mass);
        total = mass[0] + p->g[0] * mass[1] + p->g[1] * mass[2];
        if (!(total > 0) || !isfinite(total) || !isfinite(1 / total))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the patch %s carries no pressure that can be computed with: its "
                                  "area times the pressure is %g",
                                  p->shape, total);
        p->density = 1 / total;
        p->load = total;
    }
    if (p->kind == contensou__patch_points)
        return contensou__points_settle(p->point, p->points, p->g, p->center, p->shape, &p->load,
                                        err);
    return CONTENSOU_OK;
}

/* What the caller and the file say about units. The load is then in newtons: pressures times areas. */
static enum contensou_status settle_units(struct contensou_patch *p,
                                          const struct contensou_patch_spec *spec,
                                          struct contensou_error *err)
{
    const double filed[2] = {p->units.named[contensou__units_length] ? p->units.length : 0,
                             p->units.named[contensou__units_pressure] ? p->units.pressure : 0};
    const int pressures = contensou__patch_brings_pressure(p->shape);
    double said[2], unit[2];
    TRY(contensou__units_contact(spec->unit, "unit", &said[0], &said[1], err));
    for (int k = 0; k < 2; ++k) {
        static const char *const of[2] = {"length", "pressure"}, *const si[2] = {"m", "Pa"};

        if (said[k] > 0 && filed[k] > 0 && !contensou__units_same(said[k], filed[k]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "the file of %s has the unit of %s %g %s, but %g %s is given: "
                                  "leave one of the two out",
                                  p->shape, of[k], filed[k], si[k], said[k], si[k]);
        unit[k] = said[k] > 0 ? said[k] : filed[k];
    }
    if (said[1] > 0 && !pressures)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a unit of pressure is for a map or cells, whose file has pressures; "
                              "%s has none",
                              p->shape);
    p->unit = unit[0];
    p->load = pressures ? p->load * unit[0] * unit[0] * unit[1] : 0;
    return CONTENSOU_OK;
}

/* Lengths whose squares are numbers: sizes and moments have them. One support at the reference point has no length. */
static enum contensou_status check_lengths(const struct contensou_patch *p,
                                           struct contensou_error *err)
{
    const double radius = contensou_patch_radius(p);

    if (radius == 0 || (radius >= 1e-100 && radius <= 1e100))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "the patch %s reaches %g from its reference point; lengths lie between "
                          "1e-100 and 1e100: choose another unit of length",
                          p->shape, radius);
}

/* By its description. */
static enum contensou_status fill_described(struct contensou_patch *p, struct contensou_error *err)
{
    const struct contensou__patch_shape *shape = NULL;
    const char *rest;
    double q = 0;

    TRY(contensou__patch_find_shape(p->shape, &shape, &rest, err));
    TRY(read_exponent(p->pressure, &q, err));
    TRY(check_pair(shape, p->pressure, q, err));
    return make_shape(p, shape, rest, q, err);
}

/* By arrays of the caller's. */
static enum contensou_status fill_arrays(struct contensou_patch *p,
                                         const struct contensou_patch_arrays *a,
                                         struct contensou_error *err)
{
    p->kind = a->kind == CONTENSOU_PATCH_ARRAYS_CELLS ? contensou__patch_points
                                                      : contensou__patch_outline;
    switch (a->kind) {
    case CONTENSOU_PATCH_ARRAYS_POLYGON:
        return contensou__outline_take_polygon(&p->outline, a->number, a->contour, a->count,
                                               p->shape, err);
    case CONTENSOU_PATCH_ARRAYS_MAP:
        return contensou__outline_take_map(
            &p->outline,
            (const double[4]){a->origin[0], a->origin[0] + (double)a->columns * a->spacing[0],
                              a->origin[1], a->origin[1] + (double)a->rows * a->spacing[1]},
            a->columns, a->rows, a->number, p->shape, err);
    case CONTENSOU_PATCH_ARRAYS_CELLS:
        p->points = a->count;
        return contensou__points_take(&p->point, a->number, a->count, p->shape, err);
    }
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "arrays of a contact are a polygon, a map or cells, not of the kind %d",
                          (int)a->kind);
}

static enum contensou_status check_cell(const struct contensou_patch *p,
                                        struct contensou_error *err)
{
    const double *cell = p->cell;

    if ((cell[0] == 0 && cell[1] == 0) ||
        (cell[0] > 0 && cell[1] > 0 && strncmp(p->shape, "map:", 4) == 0))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "the size of cells, two numbers above 0, is for a map whose file "
                          "has none; it does not go with %s",
                          p->shape);
}

/* The same at every angle, also by its pressure. */
static int is_centred_circle(const struct contensou_patch *p)
{
    return p->kind == contensou__patch_round && p->round.a == p->round.b && p->center[0] == 0 &&
           p->center[1] == 0 && p->g[0] == 0 && p->g[1] == 0;
}

/* Fills a patch from what the spec says, step by step, so that a failure leaves it half done but fit to be freed; `name` takes
 * the place of a shape that is not given. */
static enum contensou_status fill(struct contensou_patch *p,
                                  const struct contensou_patch_spec *spec, const char *name,
                                  struct contensou_error *err)
{
    p->shape = strdup(spec->shape ? spec->shape : name);
    p->pressure = strdup(spec->pressure && *spec->pressure ? spec->pressure : "uniform");
    TRY(contensou__try_memory(p->shape && p->pressure ? p : NULL, err, "a patch"));
    memcpy(p->center, spec->center, sizeof p->center);
    memcpy(p->cell, spec->cell, sizeof p->cell);
    TRY(check_cell(p, err));
    TRY(spec->arrays ? fill_arrays(p, spec->arrays, err) : fill_described(p, err));
    if (!(isfinite(p->center[0]) && isfinite(p->center[1])))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the center must be two finite numbers");
    TRY(apply_tilt(p, spec->tilt_k, spec->tilt_beta, err));
    TRY(contensou__patch_take_frames(p, spec, err));
    p->turns = !is_centred_circle(p);
    TRY(apply_anisotropy(p, spec->anisotropy[0], spec->anisotropy[1], err));
    TRY(settle(p, err));
    TRY(settle_units(p, spec, err));
    TRY(check_lengths(p, err));
    return contensou__patch_make_trees(p, err);
}

static void release(struct contensou_patch **p)
{
    contensou_patch_free(*p);
}

/* By the spec; arrays that are given are taken in place of its own, and the pressure is then theirs. */
static enum contensou_status create(struct contensou_patch **out,
                                    const struct contensou_patch_spec *given,
                                    const struct contensou_patch_arrays *arrays,
                                    struct contensou_error *err)
{
    static const char *const names[] = {"arrays", "polygon", "map", "cells"};
    struct contensou_patch_spec spec;
    unsigned kind;
    OWNED(release) struct contensou_patch *p = NULL;

    *out = NULL;
    TRY(contensou__versioned_take(&spec, sizeof spec, given, "contensou_patch_spec", err));
    if (arrays)
        spec.arrays = arrays;
    if (spec.arrays && spec.pressure && *spec.pressure && strcmp(spec.pressure, "uniform") != 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure '%s' needs a disk or an ellipse; contacts from arrays "
                              "have their own, or uniform",
                              spec.pressure);
    p = calloc(1, sizeof *p);
    TRY(contensou__try_memory(p, err, "a patch"));
    kind = spec.arrays && (unsigned)spec.arrays->kind < 4 ? spec.arrays->kind : 0;
    TRY(fill(p, &spec, spec.arrays ? names[kind] : "", err));
    *out = p;
    p = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou_patch_create(struct contensou_patch **out,
                                             const struct contensou_patch_spec *spec,
                                             struct contensou_error *err)
{
    return create(out, spec, NULL, err);
}

enum contensou_status contensou_patch_create_polygon(struct contensou_patch **out,
                                                     const struct contensou_patch_spec *spec,
                                                     const double *corner, const size_t *contour,
                                                     size_t contours, struct contensou_error *err)
{
    const struct contensou_patch_arrays arrays = {.kind = CONTENSOU_PATCH_ARRAYS_POLYGON,
                                                  .number = corner,
                                                  .contour = contour,
                                                  .count = contours};

    return create(out, spec, &arrays, err);
}

enum contensou_status
contensou_patch_create_map(struct contensou_patch **out, const struct contensou_patch_spec *spec,
                           const double origin[2], const double spacing[2], size_t columns,
                           size_t rows, const double *pressure, struct contensou_error *err)
{
    const struct contensou_patch_arrays arrays = {.kind = CONTENSOU_PATCH_ARRAYS_MAP,
                                                  .number = pressure,
                                                  .columns = columns,
                                                  .rows = rows,
                                                  .origin = {origin[0], origin[1]},
                                                  .spacing = {spacing[0], spacing[1]}};

    return create(out, spec, &arrays, err);
}

enum contensou_status contensou_patch_create_cells(struct contensou_patch **out,
                                                   const struct contensou_patch_spec *spec,
                                                   const double *cell, size_t n,
                                                   struct contensou_error *err)
{
    const struct contensou_patch_arrays arrays = {
        .kind = CONTENSOU_PATCH_ARRAYS_CELLS, .number = cell, .count = n};

    return create(out, spec, &arrays, err);
}

void contensou_patch_free(struct contensou_patch *patch)
{
    if (!patch)
        return;
    free(patch->shape);
    free(patch->pressure);
    free(patch->point);
    contensou__outline_free(&patch->outline);
    contensou__patch_make_free(patch->trees);
    free(patch);
}

int contensou_patch_has_exact(const struct contensou_patch *patch)
{
    return patch->kind != contensou__patch_points;
}

double contensou_patch_unit(const struct contensou_patch *patch)
{
    return patch->unit;
}

double contensou_patch_load(const struct contensou_patch *patch)
{
    return patch->load;
}

double contensou_patch_radius(const struct contensou_patch *patch)
{
    double radius = 0;

    if (patch->kind == contensou__patch_round)
        return hypot(patch->center[0], patch->center[1]) + fmax(patch->round.a, patch->round.b);
    for (size_t i = 0; i < patch->outline.count; ++i)
        radius = fmax(radius, hypot(patch->outline.edge[i].ax - patch->center[0],
                                    patch->outline.edge[i].ay - patch->center[1]));
    for (size_t i = 0; i < patch->points; ++i)
        radius = fmax(radius, hypot(patch->point[i], patch->point[patch->points + i]));
    return radius;
}

enum contensou_status contensou_patch_size(const struct contensou_patch *patch, double *size,
                                           struct contensou_error *err)
{
    const double a = patch->round.a, b = patch->round.b;
    double r2 = 0;

    if (patch->kind == contensou__patch_round)
        *size = a == b ? a : sqrt(0.5 * (a * a + b * b));
    else {
        TRY(contensou_patch_moment(patch, 0, 0, -2, &r2, err));
        *size = r2 > 0 ? sqrt(2 * r2) : 1; /* one support at the reference point has no size */
    }
    return CONTENSOU_OK;
}

int contensou__patch_has_two_frames(const struct contensou_patch *patch)
{
    return patch->turns && patch->stretch.is && patch->frame != patch->stretch_frame;
}
