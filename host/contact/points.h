/* points.h: patches given cell by cell (cells:FILE). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_POINTS_H
#define CONTENSOU_CONTACT_POINTS_H

#include "base/units.h"

#include <contensou/status.h>

#include <stddef.h>

/* Reads CSV x,y,area,pressure into x[], y[], mass[] = area * pressure, for free(). */
enum contensou_status contensou__points_read(double **point, size_t *count, const char *path,
                                             struct contensou__units *units,
                                             struct contensou_error *err);

/* The same from cell[4 * n] = x[], y[], area[], pressure[]; `name` for messages. */
enum contensou_status contensou__points_take(double **point, const double *cell, size_t n,
                                             const char *name, struct contensou_error *err);

/* Applies the tilt 1 + g.x, brings the masses to total 1, which was *load, and the coordinates to the center. */
enum contensou_status contensou__points_settle(double *point, size_t count, const double g[2],
                                               const double center[2], const char *shape,
                                               double *load, struct contensou_error *err);

#endif
