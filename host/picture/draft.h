/* draft.h: a picture while it is made from a file of results, and what the kinds of pictures share.
 *
 * A draft knows what the file has: its tables, the numbers that vary, the states of the system, how lanes ended. A kind of
 * picture (picture_*.c) reads columns and adds panels with curves; picture.c then draws them through plot_grid.c, which
 * chooses ranges and thins points, and chart.c, which writes gnuplot's script. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_DRAFT_H
#define CONTENSOU_PICTURE_DRAFT_H

#include "base/numbers.h"
#include "base/pool.h"
#include "base/text.h"
#include "io/result.h"
#include "parts/observer.h"

#include <contensou/picture.h>
#include <contensou/plot.h>

enum {
    contensou__draft_columns = 8, /* chosen ones */
    contensou__draft_panels = 4,
    contensou__draft_traces = 6,  /* columns in a panel, beside points */
    contensou__draft_curves = 16, /* all that is drawn in a panel */
    contensou__draft_axes = 8,
    contensou__draft_states = 32,
    contensou__draft_right = 3, /* states that are worth a panel */
    contensou__draft_overlays = 8,
    contensou__draft_label_size = 128,
    contensou__draft_colours = 4
};

/* A curve or points of a panel, which are added one by one. Its title and the labels of a panel are there as long as the draft. */
struct contensou__draft_curve {
    struct contensou_plot_trace trace; /* its x and y are those below */
    double *x, *y;
    int x_turns, y_turns; /* 1: an angle modulo 2 pi, whose line ends where it leaves at one side */
};

struct contensou__draft_panel {
    const char *x_label, *y_label;
    struct contensou__draft_curve curve[contensou__draft_curves];
    size_t curves;
};

/* The first failure stays in `status`, and what comes after it does nothing; so a kind of picture looks at it where it must not
 * go on, and at its end. */
struct contensou__draft {
    struct contensou_result *file;
    struct contensou__pool pool; /* copies of what is drawn, points of curves */
    const struct contensou_result_table *root, *points; /* what is shown is in points */
    int kind;                                           /* of picture.c */
    /* columns of the root that vary */
    const char *axis[contensou__draft_axes];
    size_t axes;
    int directions; /* 2: continued up and down, distinguished by the column `continue` */
    const char *state[contensou__draft_states];
    int states, positions;
    const double *lane, *outcome, *direction; /* of points; of the root */
    size_t failed;
    long only; /* this lane; -1: all */
    int x;     /* columns of points */
    int y[contensou__draft_columns];
    size_t ys;
    struct contensou__text title, about;
    struct contensou_plot_look look;
    struct contensou__numbers_section cut; /* asked for; state "": none */
    struct contensou_result_table *own;    /* its points, where the file does not have them */
    struct contensou__draft
        *overlay[contensou__draft_overlays]; /* of other files: the same columns */
    size_t overlays;
    char name[contensou__draft_label_size]; /* in the key, where there are others */
    struct contensou__draft_panel panel[2][contensou__draft_columns]; /* left; right */
    size_t panels[2];
    double low, high; /* what the x axis on the left has at least; equal: as its curves need */
    enum contensou_status status;
    struct contensou_error *err;
};

/* The panel below the others of the left (0) or right (1) side; a curve upon the others of a panel. */
struct contensou__draft_panel *contensou__draft_panel(struct contensou__draft *w, int side,
                                                      const char *x_label, const char *y_label);
struct contensou__draft_curve *contensou__draft_curve(struct contensou__draft_panel *p,
                                                      const char *title,
                                                      enum contensou_plot_style style, int colour);
void contensou__draft_add(struct contensou__draft *w, struct contensou__draft_curve *c, double x,
                          double y);

/* Removes the last panel of a side. */
void contensou__draft_drop(struct contensou__draft *w, int side);

/* Numbers that are freed with the picture; NULL after a failure. */
double *contensou__draft_numbers(struct contensou__draft *w, size_t count);

/* The numbers of a column, by its place or its name; NULL for one that is not there, and after a failure. */
const double *contensou__draft_read(struct contensou__draft *w,
                                    const struct contensou_result_table *t, int column);
const double *contensou__draft_column(struct contensou__draft *w,
                                      const struct contensou_result_table *t, const char *name);

/* Fails: the table has no column, "state" or what else it is called, of this name; tells which it has. */
void contensou__draft_no_column(struct contensou__draft *w, const struct contensou_result_table *t,
                                const char *what, const char *name);

int contensou__draft_is_varied(const struct contensou__draft *w, const char *name);

/* What varies: sweeps keep it with their settings, others beside what they are. */
const char *contensou__draft_vary_of(const struct contensou_result *file);

/* "omega_0=30:65:512 init.x=-1:1 start=1:9:9", or "a,b" for lanes of a file. Initial values that are drawn for each start
 * are no axes, and neither is what only tells lanes apart. */
void contensou__draft_find_varied(struct contensou__draft *w);

void contensou__draft_find_states(struct contensou__draft *w);

/* The place of the state of this name, or -1. */
int contensou__draft_state_of(const struct contensou__draft *w, const char *name);

/* 1 if the file has this list, and anything in it. */
int contensou__draft_filled(const struct contensou__draft *w, const char *list);

/* The place of a column of what is shown; -1 after a failure. */
int contensou__draft_find_column(struct contensou__draft *w, const char *name);

/* 1 if the lane of row i of a table did not finish: a row of the root, or a point of it. */
int contensou__draft_has_failed(const struct contensou__draft *w,
                                const struct contensou_result_table *t, size_t i);

/* The numbers of a column, without rows that are not shown. *wrapped: angles that turn round are wrapped, and whether
 * this one was. */
const double *contensou__draft_take(struct contensou__draft *w, int column, int *wrapped,
                                    size_t *rows);

/* "name (unit)" of a column, or of an angle modulo 2 pi. */
const char *contensou__draft_label(struct contensou__draft *w,
                                   const struct contensou_result_column *c, int wrapped);

int contensou__draft_all_equal(const double *value, size_t count);

/* 1 if there are two different values. */
int contensou__draft_changes(const double *value, size_t count);

/* A column of the root that an observer made; what the observer says of it decides how a sweep is drawn. */
struct contensou__picture_column {
    size_t at;
    const struct contensou__observer_column *about;
    int item; /* which of the states, or which number, from 0 */
};

/* The first column of an observer from c->at on; 0 behind the last. */
int contensou__picture_columns_next(const struct contensou__draft *w,
                                    struct contensou__picture_column *c);

/* What follows is done with each of them, struct contensou__picture_column c. */
#define each_picture_column(w, c)                                                              \
    for (struct contensou__picture_column c = {0}; contensou__picture_columns_next((w), &(c)); \
         ++(c).at)

/* The column of a state that is drawn in this way, or -1; of any state: -1. */
int contensou__picture_columns_draw(const struct contensou__draft *w, int state,
                                    enum contensou__observer_draw draw, const char **words);

/* The list whose rows are points with the states, or NULL. */
const struct contensou_result_table *
contensou__picture_columns_points(const struct contensou__draft *w);

/* The states that are drawn where none were chosen: positions, or all of a small system, but not the one that is constant on the section. */
size_t contensou__picture_columns_states(const struct contensou__draft *w,
                                         int chosen[contensou__draft_right]);

/* The values of a column of the root, with gaps for lanes that failed. */
double *contensou__picture_columns_values(struct contensou__draft *w, int column, int counts);

/* The kinds, each in its own file: they add panels. */
void contensou__picture_trajectory(struct contensou__draft *w);
/* A sweep over one number. */
void contensou__picture_diagram(struct contensou__draft *w);
void contensou__picture_branches(struct contensou__draft *w);
/* The share of lanes that are not on an attractor yet, over time: with its standard error, or, where parameters vary, a
 * curve for each set of them, which begins at the time 0. */
void contensou__picture_survival(struct contensou__draft *w);
/* Maps of the columns that were chosen, and of a sweep over two numbers, which are drawn at once. */
enum contensou_status contensou__picture_maps_chosen(struct contensou__draft *w, const char *path);
enum contensou_status contensou__picture_maps(struct contensou__draft *w, const char *path);

/* Makes d->own, the points of the section d->cut as a table of the same columns, by cubics through the neighbouring times of
 * the series. */
void contensou__picture_section_cut(struct contensou__draft *d,
                                    const struct contensou_result_table *series);

/* Reads style, canvas, font, ranges and data of the options. */
enum contensou_status contensou__picture_look_read(struct contensou_plot_look *look,
                                                   const struct contensou_picture_options *o,
                                                   struct contensou_error *err);

/* System and law, or the contact, and what varies; nothing where the file has none of them. */
void contensou__picture_title(const struct contensou_result *file, struct contensou__text *to);

/* Fails: the file has nothing that this kind shows. */
enum contensou_status contensou__draft_nothing(struct contensou__draft *w, const char *kind);

/* 1 if the file is a trajectory that names its states and has them all. */
int contensou__picture_trajectory_complete(const struct contensou__draft *w);

/* 1 for the code of an outcome that reached its end; a file may have any number there. */
int contensou__draft_reached(double code);

#endif
