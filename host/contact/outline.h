/* outline.h: polygons and pressure maps as directed edges, each with the pressure on its left minus
 * that on its right. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_OUTLINE_H
#define CONTENSOU_CONTACT_OUTLINE_H

#include "base/units.h"
#include "contact/patch_data.h"

#include <stddef.h>

struct contensou__edge {
    double ax, ay, bx, by, weight;
};

struct contensou__outline {
    struct contensou__edge *edge;
    size_t count;
    /* of a map: the grid it came from, for its cells; otherwise nx = 0 */
    int nx, ny;
    double box[4];    /* x_min, x_max, y_min, y_max of the patch */
    double *pressure; /* pressure[row * nx + column], lowest y first */
};

void contensou__outline_free(struct contensou__outline *o);

/* An outline without edges that has room for some, and the next edge: from a to b, with the weight on its left minus that
 * on its right. */
enum contensou_status contensou__outline_begin(struct contensou__outline *o, size_t edges,
                                               struct contensou_error *err);
void contensou__outline_add(struct contensou__outline *o, double ax, double ay, double bx,
                            double by, double weight);

/* To the coordinates in which friction is plain (stretch.h). */
void contensou__outline_stretch(struct contensou__outline *o, const double F[4]);

/* The edges of a file: contours, or a grid of pressures (map_file.h), and what it says about its units. */
enum contensou_status contensou__outline_polygon(struct contensou__outline *o, const char *path,
                                                 struct contensou__units *units,
                                                 struct contensou_error *err);
enum contensou_status contensou__outline_map(struct contensou__outline *o, const char *path,
                                             const double cell[2], struct contensou__units *units,
                                             struct contensou_error *err);

/* The same from arrays, which are copied: see contensou_patch_create_polygon and _map. */
enum contensou_status contensou__outline_take_polygon(struct contensou__outline *o,
                                                      const double *corner, const size_t *contour,
                                                      size_t contours, const char *name,
                                                      struct contensou_error *err);
enum contensou_status contensou__outline_take_map(struct contensou__outline *o, const double box[4],
                                                  size_t columns, size_t rows,
                                                  const double *pressure, const char *name,
                                                  struct contensou_error *err);

/* The total weight and its first moments about the origin of the shape's coordinates: int weight
 * dA, int weight x dA, int weight y dA. */
void contensou__outline_mass(const struct contensou__outline *o, double mass[3]);

/* Data for kernels/patches/edges.h: pressure density * (1 + g.x), seen from the reference point
 * center. */
enum contensou_status contensou__outline_data(const struct contensou__outline *o, double density,
                                              const double g[2], const double center[2], int single,
                                              struct contensou__patch_data *t,
                                              struct contensou_error *err);

#endif
