/* map_file.h: a grid of pressures from a file, as engineers have it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_MAP_FILE_H
#define CONTENSOU_CONTACT_MAP_FILE_H

#include "base/units.h"

#include <stddef.h>

struct contensou__map_file {
    int nx, ny;
    double box[4];    /* x_min, x_max, y_min, y_max of the grid */
    double *pressure; /* pressure[row * nx + column], lowest y first; for free() */
};

/* Reads one of three forms:
 *     x_min,x_max,y_min,y_max, those four numbers, then rows of pressures, lowest y first;
 *     x,y,p (or pressure): the middles of cells in any order, a cell that is not there has the pressure 0; names may have units,
 *         "x [mm]", "p (MPa)";
 *     rows of pressures alone, lowest y first, in cells of the size cell[2], the middle of the grid at 0, 0.
 * cell: 0, 0 where it is not given. units: what the file says about them. */
enum contensou_status contensou__map_file_read(struct contensou__map_file *map, const char *path,
                                               const double cell[2], struct contensou__units *units,
                                               struct contensou_error *err);

#endif
