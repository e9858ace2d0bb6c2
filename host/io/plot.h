/* plot.h: pictures through gnuplot, which is given a script and data and writes PNG, SVG or PDF.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_PLOT_H
#define CONTENSOU_IO_PLOT_H

#include <contensou/status.h>

#include <stddef.h>

/* 0 if a picture can be made there: the ending is .png, .svg or .pdf, the folder is writable and
 * gnuplot is installed; call it before long work. */
enum contensou_status contensou__plot_check(const char *path, struct contensou_error *err);

struct contensou__plot_curve {
    const char *title;
    const double *x, *y;
    size_t count;
};

/* Curves in one panel. The file appears only when it is whole. */
enum contensou_status contensou__plot_curves(const char *path, const char *title,
                                             const char *x_label, const char *y_label,
                                             const struct contensou__plot_curve *curves,
                                             size_t count, struct contensou_error *err);

enum contensou__plot_style {
    contensou__plot_line,
    contensou__plot_wide, /* pale, for another curve to lie on */
    contensou__plot_dashed,
    contensou__plot_points,
    contensou__plot_rings,
    contensou__plot_dots, /* tiny, for thousands of them */
    contensou__plot_thin  /* pale, behind dots */
};

/* A curve of a panel. */
struct contensou__plot_trace {
    const char *title; /* in the key, which is that of the first panel; NULL or "": none */
    const double *x, *y;
    size_t count;
    enum contensou__plot_style style;
    int colour; /* 0, 1, ..; of dots: from 0, dark, to 4, pale */
};

struct contensou__plot_panel {
    const char *y_label;
    const struct contensou__plot_trace *traces;
    size_t count;
};

/* Panels one above the other over one x axis, the first twice as high as the others. */
enum contensou_status contensou__plot_panels(const char *path, const char *title,
                                             const char *x_label,
                                             const struct contensou__plot_panel *panels,
                                             size_t count, struct contensou_error *err);

struct contensou__plot_map {
    const char *title;   /* of the panel, with the unit */
    const double *value; /* value[row * columns + column] */
};

/* Heat maps side by side over one grid: x[columns] across, y[rows] upwards. */
enum contensou_status contensou__plot_maps(const char *path, const char *title, const char *x_label,
                                           const char *y_label, const double *x, size_t columns,
                                           const double *y, size_t rows,
                                           const struct contensou__plot_map *maps, size_t count,
                                           struct contensou_error *err);

/* A surface in space: x, y, z[row * columns + column], drawn as a mesh. */
enum contensou_status contensou__plot_surface(const char *path, const char *title,
                                              const char *const axis_labels[3], const double *x,
                                              const double *y, const double *z, size_t columns,
                                              size_t rows, struct contensou_error *err);

#endif
