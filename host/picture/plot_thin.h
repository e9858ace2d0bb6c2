/* plot_thin.h: fewer points that make the same picture. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PLOT_THIN_H
#define CONTENSOU_PICTURE_PLOT_THIN_H

#include "picture/chart.h"

enum { contensou__plot_thin_shades = 5 };

/* Points of a trace by their places, rising within each shade: where many dots fill an area, shade 0 has those of the
 * densest parts and so on; those of curves are all in it. */
struct contensou__plot_thin {
    size_t *place; /* shade 0, then 1, .. */
    size_t count[contensou__plot_thin_shades];
};

/* 1 if the dots of a trace fill areas so densely that shades tell more than black. Panels of one picture are shaded
 * together, if one of them is crowded. */
int contensou__plot_thin_crowded(const struct contensou_plot_trace *t,
                                 struct contensou__chart_range x, struct contensou__chart_range y,
                                 int width, int height);

/* Chooses points of a trace that is drawn over these ranges on about width x height pixels: of dots
 * one in each quarter of a pixel, of lines the first, lowest, highest and last of those that follow
 * each other within half a pixel's width. shaded: dots of areas have shades. Returns 0 where there is no memory; free() its place. */
int contensou__plot_thin_trace(const struct contensou_plot_trace *t,
                               struct contensou__chart_range x, struct contensou__chart_range y,
                               int width, int height, int shaded,
                               struct contensou__plot_thin *thin);

#endif
