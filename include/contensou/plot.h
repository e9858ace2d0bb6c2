/* plot.h: pictures through gnuplot, which is given a script and data and writes PNG, SVG or PDF by the ending of the path.
 *
 * Every picture appears only when it is whole. NaN is a gap or left out; traces of any length make pictures of bounded
 * size. Threads: no state; any number of threads may draw at a time, each its own file. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PLOT_H
#define CONTENSOU_PLOT_H

#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0 if a picture can be made there: the ending is .png, .svg or .pdf, the folder is writable and gnuplot is installed;
 * call it before long work. With the ending .json what would be drawn is written as data (panels, axes, layers of points), which
 * needs no gnuplot. */
enum contensou_status contensou_plot_check(const char *path, struct contensou_error *err);

/* The range of an axis or of a colour box: that whose label starts with this word. */
struct contensou_plot_range {
    char name[48];
    double low, high;
    int used; /* set where it was applied */
};

/* How a picture looks and what goes with it; all zero is the default. A function that is given one writes to it only what
 * says so, so each picture needs its own. */
struct contensou_plot_look {
    double width, height; /* cm; 0: by what is drawn; a width alone keeps the proportions */
    double font;          /* points; 0: 8.5 */
    double weight;        /* of lines and points; 0: 1 */
    double resolution;    /* of PNG, pixels to the inch; 0: 160 */
    const char *
        about; /* goes into the file: PNG as text, SVG as its description, PDF as its subject; NULL: none */
    const char *data; /* FILE.csv of all that is drawn; NULL: none */
    struct contensou_plot_range range[8];
    size_t ranges;
    char axes[512]; /* written: the names of the axes, with commas */
};

struct contensou_plot_curve {
    const char *title;
    const double *x, *y;
    size_t count;
};

/* Curves in one panel. */
enum contensou_status contensou_plot_curves(const char *path, const char *title,
                                            const char *x_label, const char *y_label,
                                            const struct contensou_plot_curve *curves, size_t count,
                                            struct contensou_error *err);

enum contensou_plot_style {
    CONTENSOU_PLOT_LINE,
    CONTENSOU_PLOT_WIDE, /* pale, for another curve to lie on */
    CONTENSOU_PLOT_DASHED,
    CONTENSOU_PLOT_POINTS,
    CONTENSOU_PLOT_RINGS,
    CONTENSOU_PLOT_DOTS,    /* tiny, for thousands of them */
    CONTENSOU_PLOT_THIN,    /* pale, behind dots */
    CONTENSOU_PLOT_COLOURED /* dots in the colours of lines */
};

/* A curve of a panel. */
struct contensou_plot_trace {
    const char *title; /* in the key; NULL or "": none */
    const double *x, *y;
    size_t count;
    enum contensou_plot_style style;
    int colour; /* 0, 1, ..; of dots: from 0, dark, to 4, pale */
};

struct contensou_plot_panel {
    const char *y_label;
    const struct contensou_plot_trace *traces;
    size_t count;
};

/* Panels one above the other over one x axis, the first twice as high as the others; the key is that of the first. */
enum contensou_status contensou_plot_panels(const char *path, const char *title,
                                            const char *x_label,
                                            const struct contensou_plot_panel *panels, size_t count,
                                            struct contensou_error *err);

/* Panels in columns, each with its own axes and key. */
struct contensou_plot_grid_panel {
    const char *x_label, *y_label; /* with units */
    const struct contensou_plot_trace *traces;
    size_t count;
};

struct contensou_plot_grid_column {
    const struct contensou_plot_grid_panel *panels; /* from above */
    size_t count;
    double width;     /* its share of the picture */
    int joined;       /* 1: one x axis for all its panels, at the lowest */
    double low, high; /* what the x axis has at least; equal: as its traces need */
};

/* Draws the columns side by side, the title wrapped above them. */
enum contensou_status contensou_plot_grid(const char *path, struct contensou_plot_look *look,
                                          const char *title,
                                          const struct contensou_plot_grid_column *columns,
                                          size_t count, struct contensou_error *err);

struct contensou_plot_map {
    const char *title;   /* of the panel, with the unit */
    const double *value; /* value[row * columns + column] */
    const char *const
        *word; /* NULL, or [words]: values are 0, 1, .. and stand for these; each has a colour */
    size_t words;
};

/* Heat maps side by side over one grid: x[columns] across, y[rows] upwards. */
enum contensou_status contensou_plot_maps(const char *path, struct contensou_plot_look *look,
                                          const char *title, const char *x_label,
                                          const char *y_label, const double *x, size_t columns,
                                          const double *y, size_t rows,
                                          const struct contensou_plot_map *maps, size_t count,
                                          struct contensou_error *err);

/* The same at scattered places: value[i] of each map stands at x[i], y[i]. */
enum contensou_status contensou_plot_scatter(const char *path, struct contensou_plot_look *look,
                                             const char *title, const char *x_label,
                                             const char *y_label, const double *x, const double *y,
                                             size_t points, const struct contensou_plot_map *maps,
                                             size_t count, struct contensou_error *err);

/* A surface in space: x, y, z[row * columns + column], drawn as a mesh. */
enum contensou_status contensou_plot_surface(const char *path, const char *title,
                                             const char *const axis_labels[3], const double *x,
                                             const double *y, const double *z, size_t columns,
                                             size_t rows, struct contensou_error *err);

/* The fast flow of slip directions (transitions.h) on their sphere, in Hammer's equal-area projection: arrows, nullclines, the
 * fixed points that were found and the ways in and out of the saddles; law NULL: that of [3]. */
struct contensou_transitions_case;
struct contensou_transitions_law;
struct contensou_transitions_result;
enum contensou_status contensou_plot_flow(const char *path, const char *title,
                                          const struct contensou_transitions_case *one,
                                          const struct contensou_transitions_law *law,
                                          const struct contensou_transitions_result *found,
                                          struct contensou_error *err);

/* A fitted law beside what it stands for: the force along the slip and the torque against theta, exact in the direction of the
 * largest error or, with data, as they were measured, and the differences below. The law is times mu, and in lengths of a. */
struct contensou_patch;
struct contensou_fit_result;
struct contensou_fit_data;
enum contensou_status contensou_plot_law(const char *path, const char *title,
                                         const struct contensou_patch *patch,
                                         const struct contensou_fit_result *result, double mu,
                                         double a, const struct contensou_fit_data *data,
                                         struct contensou_error *err);

/* Any other picture: a script of gnuplot without terminal and output, on a canvas of width x height pixels (on paper: 160
 * to the inch). */
enum contensou_status contensou_plot_script(const char *path, int width, int height,
                                            const char *script, struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif
