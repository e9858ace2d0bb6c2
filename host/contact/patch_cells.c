/* patch_cells.c: a patch as cells, each with the true mass of its part of the patch at the centre
 * of that mass, so that the rim is as fine as the pressure itself and not a staircase. SPDX-License-Identifier: MIT */
#include "base/stop.h"
#include "base/try.h"
#include "contact/cell_mass.h"
#include "contact/patch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cells {
    double *x, *y, *mass;
    size_t count;
};

static enum contensou_status allocate(struct cells *c, size_t count, struct contensou_error *err)
{
    c->count = 0;
    c->x = malloc(3 * (count ? count : 1) * sizeof *c->x);
    TRY(contensou__try_memory(c->x, err, "%zu cells", count));
    c->y = c->x + count;
    c->mass = c->y + count;
    return CONTENSOU_OK;
}

/* m = mass and its first moments; empty cells are left out. */
static void add(struct cells *c, const double m[3], const double center[2])
{
    if (!(m[0] > 0))
        return;
    c->x[c->count] = m[1] / m[0] - center[0];
    c->y[c->count] = m[2] / m[0] - center[1];
    c->mass[c->count++] = m[0];
}

/* A grid over the bounding box, n cells along its larger side, with the mass of each window found by the shape's own
 * function. */
static enum contensou_status grid(const struct contensou_patch *p, const double box[4], int n,
                                  struct cells *c, struct contensou_error *err)
{
    const double width = box[1] - box[0], height = box[3] - box[2], larger = fmax(width, height);
    const int nx = (int)fmax(1, rint(n * width / larger));
    const int ny = (int)fmax(1, rint(n * height / larger));
    const double dx = width / nx, dy = height / ny;

    TRY(allocate(c, (size_t)nx * (size_t)ny, err));
    for (int j = 0; j < ny; ++j) {
        for (int i = 0; i < nx; ++i) {
            const double window[4] = {box[0] + i * dx, box[0] + (i + 1) * dx, box[2] + j * dy,
                                      box[2] + (j + 1) * dy};
            double m[3];

            if (p->kind == contensou__patch_round)
                contensou__cell_mass_round(&p->round, window, m);
            else
                contensou__cell_mass_outline(&p->outline, p->g, window, m);
            add(c, m, p->center);
        }
        TRY(contensou__stop_check("the cells of a patch", err));
    }
    return CONTENSOU_OK;
}

/* The cells of a map, each divided alike. */
static enum contensou_status divided_map(const struct contensou_patch *p, int n, struct cells *c,
                                         struct contensou_error *err)
{
    const struct contensou__outline *o = &p->outline;
    const int larger = o->nx > o->ny ? o->nx : o->ny, parts = (n + larger - 1) / larger;
    const int nx = o->nx * parts, ny = o->ny * parts;
    const double dx = (o->box[1] - o->box[0]) / nx, dy = (o->box[3] - o->box[2]) / ny;

    TRY(allocate(c, (size_t)nx * (size_t)ny, err));
    for (int j = 0; j < ny; ++j) {
        for (int i = 0; i < nx; ++i) {
            const double x = o->box[0] + (i + 0.5) * dx, y = o->box[2] + (j + 0.5) * dy;
            const double area = o->pressure[j / parts * o->nx + i / parts] * dx * dy;
            const double at = 1 + p->g[0] * x + p->g[1] * y;
            const double m[3] = {area * at, area * (x * at + p->g[0] * dx * dx / 12),
                                 area * (y * at + p->g[1] * dy * dy / 12)};

            add(c, m, p->center);
        }
        TRY(contensou__stop_check("the cells of a patch", err));
    }
    return CONTENSOU_OK;
}

static void free_cells(struct cells *c)
{
    free(c->x);
}

enum contensou_status contensou_patch_cells(const struct contensou_patch *patch, int n,
                                            double **cells, size_t *count,
                                            struct contensou_error *err)
{
    OWNED(free_cells) struct cells c = {0};
    long double total = 0;

    *cells = NULL;
    *count = 0;
    if (n < 1 || n > CONTENSOU_PATCH_CELLS)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%d cells along the larger side are not possible; 1 to %d are", n,
                              CONTENSOU_PATCH_CELLS);
    if (patch->kind == contensou__patch_points) {
        TRY(allocate(&c, patch->points, err));
        memcpy(c.x, patch->point, 3 * patch->points * sizeof *c.x);
        c.count = patch->points;
    } else if (patch->kind == contensou__patch_round) {
        const double a = patch->round.a, b = patch->round.b;

        TRY(grid(patch, (const double[4]){-a, a, -b, b}, n, &c, err));
    } else if (patch->outline.nx > 0)
        TRY(divided_map(patch, n, &c, err));
    else
        TRY(grid(patch, patch->outline.box, n, &c, err));
    for (size_t i = 0; i < c.count; ++i)
        total += c.mass[i];
    for (size_t i = 0; i < c.count; ++i)
        c.mass[i] = (double)(c.mass[i] / total);
    memmove(c.x + c.count, c.y, c.count * sizeof *c.x);
    memmove(c.x + 2 * c.count, c.mass, c.count * sizeof *c.x);
    *cells = c.x;
    *count = c.count;
    c.x = NULL;
    return CONTENSOU_OK;
}
