/* plot_sphere.h: curves, arrows and points on a sphere, drawn in Hammer's equal-area projection: the
 * third axis points up, the first to the reader. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_PLOT_SPHERE_H
#define CONTENSOU_IO_PLOT_SPHERE_H

#include <contensou/status.h>

#include <stddef.h>

enum contensou__plot_sphere_style {
    contensou__plot_sphere_arrows, /* from point 2 i to point 2 i + 1 */
    contensou__plot_sphere_line,
    contensou__plot_sphere_dashed,
    contensou__plot_sphere_thin,
    contensou__plot_sphere_filled, /* points: filled disk, ring, filled square, .. */
    contensou__plot_sphere_ring,
    contensou__plot_sphere_square,
    contensou__plot_sphere_triangle,
    contensou__plot_sphere_open_triangle,
    contensou__plot_sphere_cross
};

/* n[3 * i]: directions of any length; NaN interrupts a line. */
struct contensou__plot_sphere_layer {
    const char *title; /* in the key; NULL: none */
    const double *n;
    size_t count;
    enum contensou__plot_sphere_style style;
    const char *colour; /* "#rrggbb" */
};

/* Layers one upon the other; axis[3]: the names of the axes. */
enum contensou_status contensou__plot_sphere(const char *path, const char *title,
                                             const char *const axis[3],
                                             const struct contensou__plot_sphere_layer *layers,
                                             size_t count, struct contensou_error *err);

#endif
