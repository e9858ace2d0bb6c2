/* polygon.h: contours from a file or an array, and what is wrong with them. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_POLYGON_H
#define CONTENSOU_CONTACT_POLYGON_H

#include "base/units.h"

#include <contensou/status.h>

#include <stddef.h>

struct contensou__polygon {
    double *x, *y;
    long *line; /* of the file, for messages; of an array: the number of the corner */
    int is_array;
    size_t count, *start, contours; /* contour c is start[c] .. start[c+1]-1 */
};

void contensou__polygon_free(struct contensou__polygon *p);

/* Reads CSV x,y; a blank line starts the next contour. Repeated points are dropped. */
enum contensou_status contensou__polygon_read(struct contensou__polygon *p, const char *path,
                                              struct contensou__units *units,
                                              struct contensou_error *err);

/* Takes corner[2 * n] = x[], y[] of contours with contour[] corners each, repeated points dropped; `name` for messages. */
enum contensou_status contensou__polygon_take(struct contensou__polygon *p, const double *corner,
                                              const size_t *contour, size_t contours,
                                              const char *name, struct contensou_error *err);

/* Fails on contours with fewer than three corners or no area, edges that cross or touch, outlines
 * inside outlines, and holes (clockwise) that are not inside an outline. A contour that touches itself
 * would be no closed curve around one area: lobes may run either way round. */
enum contensou_status contensou__polygon_check(const struct contensou__polygon *p, const char *path,
                                               struct contensou_error *err);

#endif
