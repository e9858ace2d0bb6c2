/* plot_sphere.h: curves, arrows and points on the sphere of slip directions, in Hammer's equal-area projection: the third axis,
 * spin, points up, the first to the reader. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PLOT_SPHERE_H
#define CONTENSOU_PICTURE_PLOT_SPHERE_H

#include "picture/chart.h"

#include <contensou/transitions.h>

struct contensou__plot_sphere {
    struct contensou__chart chart;
    struct contensou__chart_panel *panel;
    struct contensou__text settings;
};

/* An empty sphere, on which layers are drawn one upon the other; contensou__plot_sphere_draw frees what it has. */
void contensou__plot_sphere_open(struct contensou__plot_sphere *s, const char *title);
enum contensou_status contensou__plot_sphere_draw(struct contensou__plot_sphere *s,
                                                  const char *path, struct contensou_error *err);

/* A layer of lines or points by gnuplot's words, or one of fixed points of a type. Its title may be taken away later. */
struct contensou__chart_layer *contensou__plot_sphere_layer(struct contensou__plot_sphere *s,
                                                            const char *title, const char *style,
                                                            const char *colour);
struct contensou__chart_layer *contensou__plot_sphere_type(struct contensou__plot_sphere *s,
                                                           enum contensou_transitions_type type);

/* One more point, a direction of any length. Lines are interrupted by NaN, and where they pass behind. */
void contensou__plot_sphere_line(struct contensou__chart_layer *to, const double n[3]);
void contensou__plot_sphere_point(struct contensou__chart_layer *to, const double n[3]);

/* Arrows have a layer of their own, of which none is long: it would pass behind. */
struct contensou__chart_layer *contensou__plot_sphere_arrows(struct contensou__plot_sphere *s,
                                                             const char *colour);
void contensou__plot_sphere_arrow(struct contensou__chart_layer *to, const double from[3],
                                  const double end[3]);

#endif
