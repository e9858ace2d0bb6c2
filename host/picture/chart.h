/* chart.h: a picture as data, and the one writer that makes a script of gnuplot of it.
 *
 * A chart has panels; a panel has axes and layers, drawn one upon the other: lines, points, arrows, images, meshes. Each kind of
 * picture adds its panels, layers and points, so that styles, ranges, labels, gaps and the order of commands are decided
 * here once. Strings stay the caller's until the chart is drawn; points are copied. Without memory nothing is added, and
 * contensou__chart_draw fails, so that nobody else need look. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_CHART_H
#define CONTENSOU_PICTURE_CHART_H

#include "base/pool.h"
#include "base/text.h"
#include "io/digits.h"

#include <contensou/plot.h>

struct contensou__chart_range {
    double low, high;
};

enum contensou__chart_axis_name {
    contensou__chart_x,
    contensou__chart_y,
    contensou__chart_z,
    contensou__chart_colour,
    contensou__chart_axes
};

struct contensou__chart_axis {
    const char *label; /* "name (unit)"; the name is what a range is asked for by */
    const char *place; /* words of gnuplot behind the label, such as "offset 0,0.2"; NULL: none */
    struct contensou__chart_range range; /* low = high: gnuplot's choice */
    double steps;   /* the tic marks make at most so many steps; 0: gnuplot's choice */
    int unnumbered; /* 1: without numbers, as upper panels over one x axis are */
};

/* What becomes of points with a number that cannot be drawn. */
enum contensou__chart_gap {
    contensou__chart_break, /* a line ends there */
    contensou__chart_join,  /* they are left out */
    contensou__chart_keep   /* they stay: cells of images and meshes have their places */
};

struct contensou__chart_layer {
    const char *title;  /* in the legend; NULL or "": none */
    const char *style;  /* gnuplot's words behind "with" */
    const char *colour; /* "#rrggbb"; NULL: by the palette */
    const char *legend; /* the style in the legend; NULL: as drawn */
    const char *size;   /* appended to the style; NULL: nothing */
    int columns;        /* x, y and what the style needs: value, z, or dx and dy of arrows */
    size_t row;         /* of a mesh: points in each row; 0: no mesh */
    enum contensou__chart_gap gap;
    double *number; /* [count * columns] */
    size_t count;
    struct contensou__pool *pool; /* of the chart */
    struct contensou__chart_layer *next;
};

/* A text in lines of at most `width` bytes, and at most `lines` of them; width 0: one line. */
struct contensou__chart_title {
    const char *text;  /* NULL: none */
    const char *place; /* words of gnuplot behind it; NULL: none */
    size_t width;
    int lines;
};

struct contensou__chart_panel {
    struct contensou__chart_title title;
    struct contensou__chart_axis axis[contensou__chart_axes];
    const struct contensou_plot_map *map; /* the colours of these values; NULL: by the settings */
    size_t values;                        /* of the map */
    const char *key;      /* where the legend is, in words of gnuplot; NULL: there is none */
    const char *settings; /* further commands of gnuplot; NULL: none */
    double box[4];        /* left, right, bottom, top as shares of the canvas; all 0: by gnuplot */
    double y_label;       /* where the middle of the y axis' label is; 0: by gnuplot */
    int mesh;             /* 1: a picture of space, with the z axis */
    struct contensou__chart_layer *first, *last;
    struct contensou__chart_panel *next;
};

struct contensou__chart {
    struct contensou_plot_look *look;    /* NULL: the default */
    int width, height;                   /* of the canvas: see contensou__chart_canvas */
    struct contensou__chart_title title; /* above all panels */
    const char *settings;                /* commands of gnuplot for all panels; NULL: none */
    int across, down;                    /* panels in rows, placed by gnuplot; 0: each in its box */
    struct contensou__text csv;          /* what look->data asks for */
    struct contensou__chart_panel *first, *last, spare_panel;
    struct contensou__chart_layer spare_layer; /* what is added without memory goes here */
    struct contensou__pool
        pool; /* until it is drawn: of panels, layers and points, and of who adds them */
};

/* Adds a panel, or a layer, as described; it is there until the chart was drawn. */
struct contensou__chart_panel *contensou__chart_panel(struct contensou__chart *c,
                                                      struct contensou__chart_panel p);
struct contensou__chart_layer *contensou__chart_layer(struct contensou__chart *c,
                                                      struct contensou__chart_panel *p,
                                                      struct contensou__chart_layer layer);

/* Adds a point of as many numbers as the layer has columns, or points of two or three columns. */
void contensou__chart_point(struct contensou__chart_layer *layer, const double *number);
void contensou__chart_points(struct contensou__chart_layer *layer, const double *x, const double *y,
                             const double *z, size_t count);

/* Draws the picture, then writes its data, if they were asked for, and frees what the chart has. A range that was asked for
 * and names no axis is an error that names the axes. */
enum contensou_status contensou__chart_draw(const char *path, struct contensou__chart *chart,
                                            struct contensou_error *err);

/* The canvas on which a picture of so many pixels by default is laid out: larger letters have a smaller one, which is then
 * magnified by contensou__chart_scale. */
void contensou__chart_canvas(const struct contensou_plot_look *look, int *width, int *height);
double contensou__chart_scale(const struct contensou_plot_look *look);

/* The range that was asked for the axis of this label; otherwise that one. */
struct contensou__chart_range contensou__chart_asked(struct contensou_plot_look *look,
                                                     const char *label,
                                                     struct contensou__chart_range otherwise);

/* 1 if gnuplot can draw the value: finite, and small enough for its own arithmetic. */
int contensou__chart_drawable(double value);

/* A range of nothing, for widen; widen lets it hold the values that can be drawn; padded gives room at both ends, a share
 * of the whole, and is never empty; of is the padded range of some values. */
extern const struct contensou__chart_range contensou__chart_nothing;
void contensou__chart_widen(struct contensou__chart_range *r, const double *value, size_t count);
struct contensou__chart_range contensou__chart_padded(struct contensou__chart_range r,
                                                      double share);
struct contensou__chart_range contensou__chart_of(const double *value, size_t count, double share);

/* A layer for a curve, without its points yet: the style and the colour of its kind and its number of points. */
struct contensou__chart_layer contensou__chart_trace(const struct contensou_plot_trace *t);

/* The points of a layer as the block of data $<name>. */
void contensou__chart_data(struct contensou__text *s, const struct contensou__digits *digits,
                           const struct contensou__chart_layer *layer, const char *name);

/* Appends a cell of a CSV file, quoted, and what follows it. */
void contensou__chart_cell(struct contensou__text *csv, const char *text, const char *after);

/* Writes what would be drawn, of a chart whose ranges are settled, to FILE.json. */
enum contensou_status contensou__chart_json_write(const char *path,
                                                  const struct contensou__chart *chart,
                                                  struct contensou_error *err);

#endif
