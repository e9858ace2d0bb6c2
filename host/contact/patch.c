/* patch.c: makes a contact patch from its description. SPDX-License-Identifier: MIT */
#include "contact/patch.h"

#include "base/numbers.h"
#include "contact/contacts.h"
#include "contact/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The exponent of the pressure (1 - s)^q. */
static enum contensou_status read_exponent(const char *text, double *q, struct contensou_error *err)
{
    const struct contensou__contacts_pressure *row;
    const char *rest;
    enum contensou_status status = contensou__contacts_find_pressure(text, &row, &rest, err);

    if (status)
        return status;
    *q = row->low;
    if (row->low == row->high)
        return rest ? contensou_fail(err, CONTENSOU_EARGUMENT, "the pressure '%s' takes no number",
                                     row->name)
                    : CONTENSOU_OK;
    if (!rest || !*rest)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure '%s' needs its exponent, as in %s", row->name,
                              row->example);
    status = contensou__numbers_parse(rest, "the exponent of the pressure", q, err);
    if (!status && !(*q >= row->low && *q <= row->high))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure %s has its exponent outside %g to %g", text, row->low,
                              row->high);
    return status;
}

/* What is not uniform needs a shape that takes it. */
static enum contensou_status check_pair(const struct contensou__contacts_shape *shape,
                                        const char *pressure, double q, struct contensou_error *err)
{
    struct contensou__text list = {0};

    if (q == 0 || shape->takes == contensou__contacts_all)
        return CONTENSOU_OK;
    for (size_t i = 0; i < contensou__contacts_shape_count; ++i)
        if (contensou__contacts_shapes[i]->takes == contensou__contacts_all)
            contensou__text_printf(&list, "%s%s", list.size ? ", " : "",
                                   contensou__contacts_shapes[i]->name);
    contensou_fail(err, CONTENSOU_EARGUMENT,
                   "the pressure '%s' needs one of the shapes %s; the shape '%s' takes uniform",
                   pressure, list.data ? list.data : "", shape->name);
    contensou__text_free(&list);
    return CONTENSOU_EARGUMENT;
}

/* Fills the part of the patch that its shape decides. */
static enum contensou_status make_shape(struct contensou_patch *p,
                                        const struct contensou__contacts_shape *shape,
                                        const char *rest, double q, struct contensou_error *err)
{
    double number[contensou__contacts_most] = {0};
    char what[64];
    size_t count = 0;
    enum contensou_status status = CONTENSOU_OK;

    while (shape->needs[count])
        ++count;
    if (count == 0 && (shape->wants == contensou__contacts_file ? !rest || !*rest : rest != NULL))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the shape '%s' is written %s", shape->name,
                              shape->example);
    if (count > 0 && (!rest || !*rest))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the shape '%s' needs %s, as in %s",
                              shape->name, shape->needs_text, shape->example);
    snprintf(what, sizeof what, "the shape %s", shape->name);
    if (count > 0)
        status = contensou__numbers_list(rest, what, number, count, err);
    p->round = (struct contensou__round){.a = 1, .b = 1, .q = q};
    return status ? status : shape->make(p, number, rest, err);
}

/* The most negative g.x of the patch, over |g|; the pressure stays positive while |k| times it is
 * below 1. */
static double deepest(const struct contensou_patch *p, double ex, double ey)
{
    double least = 0;

    if (p->kind == contensou__patch_round)
        return hypot(p->round.a * ex, p->round.b * ey);
    if (p->kind == contensou__patch_outline)
        for (size_t i = 0; i < p->outline.count; ++i)
            least = fmin(least, ex * p->outline.edge[i].ax + ey * p->outline.edge[i].ay);
    else
        for (size_t i = 0; i < p->points; ++i)
            least = fmin(least, ex * p->point[i] + ey * p->point[p->points + i]);
    return -least;
}

static enum contensou_status apply_tilt(struct contensou_patch *p, double k, double beta,
                                        struct contensou_error *err)
{
    const double sign = k < 0 ? -1 : 1, depth = deepest(p, sign * cos(beta), -sign * sin(beta));

    if (!isfinite(k) || !isfinite(beta))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the tilt must be two finite numbers");
    if (fabs(k) * depth > 1 + 1e-12)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the tilt %g makes the pressure negative on a part of %s; in this "
                              "direction its size is at most %.6g",
                              k, p->shape, 1 / depth);
    p->g[0] = k * cos(beta);
    p->g[1] = -k * sin(beta);
    p->round.g[0] = p->g[0];
    p->round.g[1] = p->g[1];
    return CONTENSOU_OK;
}

/* x, y of a point in the coordinates in which friction is plain: F^-T. */
static void move(const double F[4], double *x, double *y)
{
    const double px = F[3] * *x - F[2] * *y, py = F[0] * *y - F[1] * *x;

    *x = px;
    *y = py;
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

static void stretch_outline(struct contensou__outline *o, const double F[4])
{
    double box[4] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};

    for (size_t i = 0; i < o->count; ++i) {
        struct contensou__edge *e = &o->edge[i];

        move(F, &e->ax, &e->ay);
        move(F, &e->bx, &e->by);
        box[0] = fmin(box[0], fmin(e->ax, e->bx));
        box[1] = fmax(box[1], fmax(e->ax, e->bx));
        box[2] = fmin(box[2], fmin(e->ay, e->by));
        box[3] = fmax(box[3], fmax(e->ay, e->by));
    }
    memcpy(o->box, box, sizeof box);
    o->nx = o->ny = 0; /* the cells of a map are no rectangles any more */
}

/* Into the coordinates in which friction is plain (kernels/core/stretch.h). */
static enum contensou_status apply_anisotropy(struct contensou_patch *p, double ratio, double angle,
                                              struct contensou_error *err)
{
    const double half = ratio > 0 ? 0.5 * log(ratio) : 0, up = cosh(half), by = sinh(half);
    const double B[3] = {up + by * cos(2 * angle), by * sin(2 * angle), up - by * cos(2 * angle)};
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
    p->stretch.is = 1;
    memcpy(F, (const double[4]){B[0], B[1], B[1], B[2]}, 4 * sizeof *F);
    if (p->kind == contensou__patch_round)
        stretch_round(p, B, F);
    else if (p->kind == contensou__patch_outline)
        stretch_outline(&p->outline, F);
    for (size_t i = 0; i < p->points; ++i)
        move(F, &p->point[i], &p->point[p->points + i]);
    move(F, &p->center[0], &p->center[1]);
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
        if (!(total > 0) || !isfinite(total))
            return contensou_fail(err, CONTENSOU_EARGUMENT, "the patch %s carries no pressure",
                                  p->shape);
        p->density = 1 / total;
    }
    if (p->kind == contensou__patch_points)
        return contensou__points_settle(p->point, p->points, p->g, p->center, p->shape, err);
    return CONTENSOU_OK;
}

/* Fills kind and shape of a patch. */
typedef enum contensou_status fill(struct contensou_patch *p, const void *from,
                                   struct contensou_error *err);

/* What all patches have in common; `name` takes the place of a shape that is not given. */
static enum contensou_status make(struct contensou_patch **out,
                                  const struct contensou_patch_spec *spec, const char *name,
                                  fill *fill_shape, const void *from, struct contensou_error *err)
{
    struct contensou_patch *p = calloc(1, sizeof *p);
    enum contensou_status status = CONTENSOU_OK;

    *out = NULL;
    if (!p || !(p->shape = strdup(spec->shape ? spec->shape : name)) ||
        !(p->pressure = strdup(spec->pressure && *spec->pressure ? spec->pressure : "uniform"))) {
        contensou_patch_free(p);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a patch");
    }
    memcpy(p->center, spec->center, sizeof p->center);
    for (size_t i = 0; i < sizeof spec->reserved / sizeof *spec->reserved && !status; ++i)
        if (spec->reserved[i] != 0)
            status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                    "struct contensou_patch_spec has a member that this version of "
                                    "contensou does not know, or its rest is not 0");
    if (!status)
        status = fill_shape(p, from, err);
    if (!status && !(isfinite(p->center[0]) && isfinite(p->center[1])))
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "the center must be two finite numbers");
    if (!status)
        status = apply_tilt(p, spec->tilt_k, spec->tilt_beta, err);
    if (!status)
        status = apply_anisotropy(p, spec->anisotropy[0], spec->anisotropy[1], err);
    if (!status)
        status = settle(p, err);
    if (status)
        contensou_patch_free(p);
    else
        *out = p;
    return status;
}

/* By its description. */
static enum contensou_status fill_described(struct contensou_patch *p, const void *from,
                                            struct contensou_error *err)
{
    const struct contensou__contacts_shape *shape = NULL;
    const char *rest;
    double q = 0;
    enum contensou_status status = contensou__contacts_find_shape(p->shape, &shape, &rest, err);

    (void)from;
    if (!status)
        status = read_exponent(p->pressure, &q, err);
    if (!status)
        status = check_pair(shape, p->pressure, q, err);
    return status ? status : make_shape(p, shape, rest, q, err);
}

enum contensou_status contensou_patch_create(struct contensou_patch **out,
                                             const struct contensou_patch_spec *spec,
                                             struct contensou_error *err)
{
    return make(out, spec, "", fill_described, NULL, err);
}

/* Arrays of the caller; those that a kind does not have are 0. */
struct arrays {
    const double *number;
    const size_t *contour;
    size_t count, columns, rows;
    double box[4];
};

static enum contensou_status fill_polygon(struct contensou_patch *p, const void *from,
                                          struct contensou_error *err)
{
    const struct arrays *a = from;

    p->kind = contensou__patch_outline;
    return contensou__outline_take_polygon(&p->outline, a->number, a->contour, a->count, p->shape,
                                           err);
}

static enum contensou_status fill_map(struct contensou_patch *p, const void *from,
                                      struct contensou_error *err)
{
    const struct arrays *a = from;

    p->kind = contensou__patch_outline;
    return contensou__outline_take_map(&p->outline, a->box, a->columns, a->rows, a->number,
                                       p->shape, err);
}

static enum contensou_status fill_cells(struct contensou_patch *p, const void *from,
                                        struct contensou_error *err)
{
    const struct arrays *a = from;

    p->kind = contensou__patch_points;
    p->points = a->count;
    return contensou__points_take(&p->point, a->number, a->count, p->shape, err);
}

/* The pressure is that of the arrays. */
static enum contensou_status make_from(struct contensou_patch **out,
                                       const struct contensou_patch_spec *spec, const char *name,
                                       fill *fill_shape, const struct arrays *from,
                                       struct contensou_error *err)
{
    const struct contensou_patch_spec none = {0};

    *out = NULL;
    if (spec && spec->pressure && *spec->pressure && strcmp(spec->pressure, "uniform") != 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the pressure '%s' needs a disk or an ellipse; contacts from arrays "
                              "have their own, or uniform",
                              spec->pressure);
    return make(out, spec ? spec : &none, name, fill_shape, from, err);
}

enum contensou_status contensou_patch_create_polygon(struct contensou_patch **out,
                                                     const struct contensou_patch_spec *spec,
                                                     const double *corner, const size_t *contour,
                                                     size_t contours, struct contensou_error *err)
{
    const struct arrays from = {.number = corner, .contour = contour, .count = contours};

    return make_from(out, spec, "polygon", fill_polygon, &from, err);
}

enum contensou_status
contensou_patch_create_map(struct contensou_patch **out, const struct contensou_patch_spec *spec,
                           const double origin[2], const double spacing[2], size_t columns,
                           size_t rows, const double *pressure, struct contensou_error *err)
{
    const struct arrays from = {.number = pressure,
                                .columns = columns,
                                .rows = rows,
                                .box = {origin[0], origin[0] + (double)columns * spacing[0],
                                        origin[1], origin[1] + (double)rows * spacing[1]}};

    return make_from(out, spec, "map", fill_map, &from, err);
}

enum contensou_status contensou_patch_create_cells(struct contensou_patch **out,
                                                   const struct contensou_patch_spec *spec,
                                                   const double *cell, size_t n,
                                                   struct contensou_error *err)
{
    const struct arrays from = {.number = cell, .count = n};

    return make_from(out, spec, "cells", fill_cells, &from, err);
}

void contensou_patch_free(struct contensou_patch *patch)
{
    if (!patch)
        return;
    free(patch->shape);
    free(patch->pressure);
    free(patch->point);
    contensou__outline_free(&patch->outline);
    free(patch);
}

int contensou_patch_has_exact(const struct contensou_patch *patch)
{
    return patch->kind != contensou__patch_points;
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
    enum contensou_status status = CONTENSOU_OK;

    if (patch->kind == contensou__patch_round)
        *size = a == b ? a : sqrt(0.5 * (a * a + b * b));
    else {
        status = contensou_patch_moment(patch, 0, 0, -2, &r2, err);
        *size = r2 > 0 ? sqrt(2 * r2) : 1; /* one support at the reference point has no size */
    }
    return status;
}

/* About the error of the exact method in single precision: what is summed is larger than the sum. A thin
 * annulus is the difference of two disks; the edges of a slender outline cancel, each with an error of its
 * own, so that their squares add up. The factors were measured on annuli to 0.999 and rectangles to 1:1e-6. */
static double single_error(const struct contensou_patch *patch)
{
    const double *box = patch->outline.box;
    const double reach = 0.5 * hypot(box[1] - box[0], box[3] - box[2]);
    double sum = 0;

    if (patch->kind == contensou__patch_round)
        return 3.4e-7 / (1 - patch->round.hole * patch->round.hole);
    for (size_t i = 0; i < patch->outline.count; ++i) {
        const struct contensou__edge *e = &patch->outline.edge[i];
        const double one = e->weight * hypot(e->bx - e->ax, e->by - e->ay) * reach;

        sum += one * one;
    }
    return 2.5e-7 * patch->density * sqrt(sum);
}

enum contensou_status contensou__patch_make_data(const struct contensou_patch *patch, int single,
                                                 struct contensou__patch_data *t,
                                                 struct contensou_error *err)
{
    /* What each rule may err: far below what is promised, 1e-12 and 3e-6. The two disks of an annulus
     * leave only its own share of the pressure, and so magnify what they err. */
    const double share = 1 - patch->round.hole * patch->round.hole;
    const double tolerance = single ? 1e-8 : fmax(8e-16, 1e-14 * share);
    enum contensou_status status;

    if (single && patch->kind != contensou__patch_points && single_error(patch) > 3e-6)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s is too thin for single precision, which would err by about %.0e "
                              "there instead of 3e-6; use double",
                              patch->shape, single_error(patch));
    if (patch->kind == contensou__patch_points)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the method exact does not exist for %s; use the method cells",
                              patch->shape);
    status = patch->kind == contensou__patch_round
                 ? contensou__round_data(&patch->round, tolerance, t, err)
                 : contensou__outline_data(&patch->outline, patch->density, patch->g, patch->center,
                                           single, t, err);
    t->stretch = patch->stretch;
    return status;
}
