/* outline.c: polygons and pressure maps as directed edges. SPDX-License-Identifier: MIT */
#include "contact/outline.h"

#include "base/try.h"
#include "contact/map_file.h"
#include "contact/polygon.h"
#include "contact/series.h"
#include "patches/edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void contensou__outline_free(struct contensou__outline *o)
{
    free(o->edge);
    free(o->pressure);
    *o = (struct contensou__outline){0};
}

static const double no_box[4] = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};

static void widen(double box[4], const struct contensou__edge *e)
{
    box[0] = fmin(box[0], fmin(e->ax, e->bx));
    box[1] = fmax(box[1], fmax(e->ax, e->bx));
    box[2] = fmin(box[2], fmin(e->ay, e->by));
    box[3] = fmax(box[3], fmax(e->ay, e->by));
}

enum contensou_status contensou__outline_begin(struct contensou__outline *o, size_t edges,
                                               struct contensou_error *err)
{
    *o = (struct contensou__outline){0};
    memcpy(o->box, no_box, sizeof no_box);
    o->edge = malloc((edges ? edges : 1) * sizeof *o->edge);
    return contensou__try_memory(o->edge, err, "%zu edges", edges);
}

void contensou__outline_add(struct contensou__outline *o, double ax, double ay, double bx,
                            double by, double weight)
{
    o->edge[o->count] = (struct contensou__edge){ax, ay, bx, by, weight};
    widen(o->box, &o->edge[o->count++]);
}

/* To the coordinates in which friction is plain (stretch.h). */
void contensou__outline_stretch(struct contensou__outline *o, const double F[4])
{
    double *const box = o->box;

    if (F[1] == 0) { /* the cells of a map stay rectangles */
        contensou__stretch_point(F, &box[0], &box[2]);
        contensou__stretch_point(F, &box[1], &box[3]);
    } else {
        memcpy(box, no_box, sizeof no_box);
        o->nx = o->ny = 0;
    }
    for (size_t i = 0; i < o->count; ++i) {
        struct contensou__edge *e = &o->edge[i];

        contensou__stretch_point(F, &e->ax, &e->ay);
        contensou__stretch_point(F, &e->bx, &e->by);
        if (F[1] != 0)
            widen(box, e);
    }
}

/* Checks the contours and takes their edges. */
static enum contensou_status add_contours(struct contensou__outline *o,
                                          const struct contensou__polygon *p, const char *name,
                                          struct contensou_error *err)
{
    TRY(contensou__polygon_check(p, name, err));
    TRY(contensou__outline_begin(o, p->count, err));
    for (size_t c = 0; c < p->contours; ++c)
        for (size_t i = p->start[c]; i < p->start[c + 1]; ++i) {
            const size_t j = i + 1 < p->start[c + 1] ? i + 1 : p->start[c];

            contensou__outline_add(o, p->x[i], p->y[i], p->x[j], p->y[j], 1);
        }
    return CONTENSOU_OK;
}

enum contensou_status contensou__outline_polygon(struct contensou__outline *o, const char *path,
                                                 struct contensou__units *units,
                                                 struct contensou_error *err)
{
    OWNED(contensou__polygon_free) struct contensou__polygon p = {0};

    TRY(contensou__polygon_read(&p, path, units, err));
    return add_contours(o, &p, path, err);
}

enum contensou_status contensou__outline_take_polygon(struct contensou__outline *o,
                                                      const double *corner, const size_t *contour,
                                                      size_t contours, const char *name,
                                                      struct contensou_error *err)
{
    OWNED(contensou__polygon_free) struct contensou__polygon p = {0};

    TRY(contensou__polygon_take(&p, corner, contour, contours, name, err));
    return add_contours(o, &p, name, err);
}

/* The edges of a grid of cells: vertical ones between columns, horizontal ones between rows, each
 * as long as the jump of pressure across it stays the same. */
static void add_grid(struct contensou__outline *o)
{
    const int nx = o->nx, ny = o->ny;
    const double *box = (const double[4]){o->box[0], o->box[1], o->box[2], o->box[3]};

    for (int vertical = 0; vertical < 2; ++vertical) {
        const int lines = vertical ? nx : ny, cells = vertical ? ny : nx;

        for (int line = 0; line <= lines; ++line) {
            double last = 0;
            int from = 0;

            for (int i = 0; i <= cells; ++i) {
                double jump = 0;

                if (i < cells) { /* the pressure before the line minus that behind it */
                    const int stride = vertical ? 1 : nx, at = vertical ? i * nx : i;

                    jump = (line > 0 ? o->pressure[at + (line - 1) * stride] : 0) -
                           (line < lines ? o->pressure[at + line * stride] : 0);
                    if (i > 0 && jump == last)
                        continue;
                }
                if (i > 0 && last != 0) {
                    const double s = (double)line / lines, a = (double)from / cells,
                                 b = (double)i / cells;
                    const double x0 = box[0], dx = box[1] - box[0], y0 = box[2],
                                 dy = box[3] - box[2];

                    if (vertical)
                        contensou__outline_add(o, x0 + s * dx, y0 + a * dy, x0 + s * dx,
                                               y0 + b * dy, last);
                    else
                        contensou__outline_add(o, x0 + b * dx, y0 + s * dy, x0 + a * dx,
                                               y0 + s * dy, last);
                }
                last = jump;
                from = i;
            }
        }
    }
}

/* The edges of the map that o->pressure, o->nx and o->ny are; the box is that of the whole grid. */
static enum contensou_status add_map(struct contensou__outline *o, const double box[4],
                                     const char *name, struct contensou_error *err)
{
    const int nx = o->nx, ny = o->ny;
    double *pressure = o->pressure, total = 0;
    enum contensou_status status;

    for (size_t i = 0; i < (size_t)nx * (size_t)ny; ++i)
        total += pressure[i];
    if (!(total > 0))
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "%s: all pressures of the map are zero; at least one must be positive", name);
    status = contensou__outline_begin(
        o, (size_t)(nx + 1) * (size_t)ny + (size_t)(ny + 1) * (size_t)nx, err);
    o->nx = nx;
    o->ny = ny;
    o->pressure = pressure; /* freed with the outline, also after a failure */
    TRY(status);
    memcpy(o->box, box, sizeof o->box);
    add_grid(o);
    memcpy(o->box, box, sizeof o->box);
    return CONTENSOU_OK;
}

enum contensou_status contensou__outline_take_map(struct contensou__outline *o, const double box[4],
                                                  size_t columns, size_t rows,
                                                  const double *pressure, const char *name,
                                                  struct contensou_error *err)
{
    const size_t count = columns * rows, most = 1u << 30;

    *o = (struct contensou__outline){0};
    if (!columns || !rows || columns > most / rows || !(box[0] < box[1]) || !(box[2] < box[3]) ||
        !isfinite(box[1] - box[0]) || !isfinite(box[3] - box[2]))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: a map needs columns, rows and a spacing above 0", name);
    for (size_t i = 0; i < count; ++i)
        if (!(pressure[i] >= 0) || !isfinite(pressure[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: the pressure %g of column %zu in row %zu is not possible; a "
                                  "map needs pressures of 0 or more",
                                  name, pressure[i], i % columns + 1, i / columns + 1);
    o->pressure = malloc(count * sizeof *o->pressure);
    TRY(contensou__try_memory(o->pressure, err, "the map '%s'", name));
    memcpy(o->pressure, pressure, count * sizeof *pressure);
    o->nx = (int)columns;
    o->ny = (int)rows;
    return add_map(o, box, name, err);
}

enum contensou_status contensou__outline_map(struct contensou__outline *o, const char *path,
                                             const double cell[2], struct contensou__units *units,
                                             struct contensou_error *err)
{
    struct contensou__map_file map = {0};

    TRY(contensou__map_file_read(&map, path, cell, units, err));
    *o = (struct contensou__outline){.nx = map.nx, .ny = map.ny, .pressure = map.pressure};
    return add_map(o, map.box, path, err);
}

void contensou__outline_mass(const struct contensou__outline *o, double mass[3])
{
    /* about the middle first, so that a patch far from its origin loses nothing */
    const long double mx = 0.5L * (o->box[0] + o->box[1]), my = 0.5L * (o->box[2] + o->box[3]);
    long double sum[3] = {0, 0, 0};

    for (size_t i = 0; i < o->count; ++i) {
        const struct contensou__edge *e = &o->edge[i];
        const long double ax = e->ax - mx, ay = e->ay - my, bx = e->bx - mx, by = e->by - my;
        const long double cross = (ax * by - ay * bx) * e->weight;

        sum[0] += cross / 2;
        sum[1] += cross * (ax + bx) / 6;
        sum[2] += cross * (ay + by) / 6;
    }
    mass[0] = (double)sum[0];
    mass[1] = (double)(sum[1] + sum[0] * mx);
    mass[2] = (double)(sum[2] + sum[0] * my);
}

/* The edges and the multipole series, as kernels/patches/edges.h and multipole.h describe them. */

static void put_edges(const struct contensou__outline *o, const struct contensou__series *s,
                      double *t)
{
    for (size_t i = 0; i < o->count; ++i, t += edges_row) {
        const struct contensou__edge *e = &o->edge[i];
        const double dx = (e->bx - e->ax) / s->size, dy = (e->by - e->ay) / s->size;
        const double length = hypot(dx, dy);

        t[0] = (e->ax - s->middle[0]) / s->size;
        t[1] = (e->ay - s->middle[1]) / s->size;
        t[2] = dx / length;
        t[3] = dy / length;
        t[4] = length;
        t[5] = e->weight * (double)s->density;
        t[6] = i > 0 && e[-1].bx == e->ax && e[-1].by == e->ay;
    }
}

enum contensou_status contensou__outline_data(const struct contensou__outline *o, double density,
                                              const double g[2], const double center[2], int single,
                                              struct contensou__patch_data *t,
                                              struct contensou_error *err)
{
    const struct contensou__series s = contensou__series_of(o, density, g, single);
    const struct edges_params p = {.dx = s.middle[0] - center[0],
                                   .dy = s.middle[1] - center[1],
                                   .size = s.size,
                                   .g1 = s.g[0],
                                   .g2 = s.g[1],
                                   .base = s.base,
                                   .far = s.far,
                                   .order = s.order,
                                   .n = (double)o->count};
    OWNED(contensou__patch_data_free)
    struct contensou__patch_data own = {.kind = contensou__patch_data_edges,
                                        .tilted = g[0] != 0 || g[1] != 0,
                                        .param_count = edges_params_count,
                                        .count =
                                            edges_row * o->count + 2 * contensou__series_terms(&s)};

    own.table = malloc(own.count * sizeof *own.table);
    TRY(contensou__try_memory(own.table, err, "%zu edges", o->count));
    put_edges(o, &s, own.table);
    memcpy(own.params, &p, sizeof p);
    TRY(contensou__series_put(&s, o, own.table + edges_row * o->count, err));
    *t = own;
    own.table = NULL;
    return CONTENSOU_OK;
}
