/* sweep_plot_data.h: the numbers of a sweep that its picture shows. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SWEEP_PLOT_DATA_H
#define CONTENSOU_CLI_SWEEP_PLOT_DATA_H

#include "cli/simulation.h"

enum {
    contensou__sweep_plot_data_columns = 24,
    contensou__sweep_plot_data_states = 3,
    contensou__sweep_plot_data_word = 32
};

/* A column of numbers, one a lane: a scalar of its record, or the difference of two. */
struct contensou__sweep_plot_data_column {
    size_t scalar;
    long minus; /* -1: nothing */
    int counts; /* 1: from 1 on, so that 0 is none, and no value */
};

/* What to read, then what was read. Lanes that failed or are not there have NaN in all columns and no
 * points. */
struct contensou__sweep_plot_data {
    struct contensou__sweep_plot_data_column column[contensou__sweep_plot_data_columns];
    size_t columns;
    int state[contensou__sweep_plot_data_states]; /* of section points */
    size_t states;
    int sorted; /* 1: lanes in the order of the first varied number, and not more than a picture
                   can show; 0: all, as they are numbered */
    int way;    /* of a walk in both directions: 1 the lanes up, -1 those down; otherwise 0 */

    size_t lanes, failed, missing; /* how many were looked at, and of these */
    double *x, *y;                 /* [lanes]: the varied numbers */
    double *value[contensou__sweep_plot_data_columns];
    size_t points;
    double *at, *point[contensou__sweep_plot_data_states]; /* [points]: x and the states */
    char (*label)
        [contensou__sweep_plot_data_word]; /* [labels + 1]: words for the attractors, or NULL */
    size_t labels;
};

/* The axis across the picture, and how many numbers vary that are neither drawn at random for --starts nor
 * there to tell lanes apart. */
size_t contensou__sweep_plot_data_first(const struct contensou__simulation *sim);
size_t contensou__sweep_plot_data_axes(const struct contensou__simulation *sim);

/* Asks for the states that are worth a look: places, or all of a small system, but not what the section
 * holds still. */
void contensou__sweep_plot_data_choose(struct contensou__sweep_plot_data *d,
                                       const struct contensou__simulation *sim);

/* The list whose rows are points with the states, which a picture can show; contensou__observer_count: none. */
size_t contensou__sweep_plot_data_points(const struct contensou__simulation *sim, size_t *list);

/* Asks for a column of the ensemble, less another one (0: nothing); counts: 0 is no value. Its place among the
 * columns, or -1 where there is no room. */
int contensou__sweep_plot_data_want(struct contensou__sweep_plot_data *d,
                                    const struct contensou__simulation *sim, size_t column,
                                    size_t minus, int counts);

/* Reads what is asked; *d is for contensou__sweep_plot_data_free, also after a failure. */
enum contensou_status contensou__sweep_plot_data_read(struct contensou__sweep_plot_data *d,
                                                      const struct contensou__simulation *sim,
                                                      struct contensou__journal *journal,
                                                      struct contensou_error *err);
void contensou__sweep_plot_data_free(struct contensou__sweep_plot_data *d);

#endif
