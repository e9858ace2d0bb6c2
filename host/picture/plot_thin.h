/* plot_thin.h: fewer points that make the same picture. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PLOT_THIN_H
#define CONTENSOU_PICTURE_PLOT_THIN_H

#include "picture/chart.h"

enum { contensou__plot_thin_shades = 5 };

/* Points of a trace by their places, rising within each shade. Where many dots fill an area, shade 0 has those of the densest
 * parts and so on; those of curves, and all before contensou__plot_thin_shade, are in it. */
struct contensou__plot_thin {
    struct contensou__pool *pool; /* for these */
    size_t *place;                /* shade 0, then 1, .. */
    size_t count[contensou__plot_thin_shades];
    float *density; /* of dots: at their places, less than 0 where they make curves; NULL: none */
    double middle;  /* half of the dots of areas lie where the density is less; 0: no areas */
};

/* Chooses points of a trace that is drawn over these ranges on about width x height pixels: of dots one in each quarter of a
 * pixel, of lines the first, lowest, highest and last of those that follow each other within half a pixel's width. Without
 * memory the pool says so. */
void contensou__plot_thin_trace(struct contensou__pool *pool, const struct contensou_plot_trace *t,
                                struct contensou__chart_range x, struct contensou__chart_range y,
                                int width, int height, struct contensou__plot_thin *thin);

/* 1 if dots fill areas so densely that shades tell more than black. Panels of one picture are shaded together, if one of them is
 * dense. */
int contensou__plot_thin_dense(const struct contensou__plot_thin *thin);

/* Gives the dots of areas their shades. */
void contensou__plot_thin_shade(struct contensou__plot_thin *thin);

#endif
