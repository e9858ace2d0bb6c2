/* identification_data.h: measured trajectories: rows of t and states, run by run. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_IDENTIFICATION_DATA_H
#define CONTENSOU_ANALYSIS_IDENTIFICATION_DATA_H

#include "base/text.h"
#include "parts/system.h"

#include <contensou/status.h>

#include <stddef.h>

enum { contensou__identification_states = 16 }; /* of a system, at most */

struct contensou__identification_run {
    double label;        /* as the data have it */
    size_t first, count; /* rows */
};

/* All zero is nothing. Rows of a run stand together, by rising t. */
struct contensou__identification_data {
    size_t rows, columns, runs;
    double *t;     /* [rows] */
    double *value; /* [rows * columns], in the units of the states; NaN: a gap */
    int *state;    /* [columns]: which state it is */
    /* of each column: its noise, where frames are dense, by its scatter from frame to frame; and the least that it is taken to
     * have, 1e-9 of its values: what is computed errs about as much */
    double scatter[contensou__identification_states], floor[contensou__identification_states];
    struct contensou__identification_run *run;
    /* while it is read: */
    struct contensou__identification_rough *rough;
    size_t rough_count, rough_room;
    int sources;
};

void contensou__identification_data_free(struct contensou__identification_data *d);

/* Adds the rows of a file: columns t, run (or lane; neither: all rows are one run) and states of the system, in any order;
 * others are passed over. A line '# units mm,deg,ms' is heeded: lengths, angles and times go to the units of the states; states without
 * a unit stay as they stand. Missing values and nan are gaps. */
enum contensou_status contensou__identification_data_read(struct contensou__identification_data *d,
                                                          const char *path,
                                                          const struct contensou__system *system,
                                                          const char *time_unit,
                                                          struct contensou_error *err);

/* Adds rows that a program has: value[k * rows + row] of name[k]. */
enum contensou_status contensou__identification_data_take(struct contensou__identification_data *d,
                                                          const char *const *name, size_t names,
                                                          size_t rows, const double *value,
                                                          const struct contensou__system *system,
                                                          struct contensou_error *err);

/* Behind the last rows: sorts them into runs, joins angles that jump by whole turns, and checks them. */
enum contensou_status contensou__identification_data_end(struct contensou__identification_data *d,
                                                         const struct contensou__system *system,
                                                         struct contensou_error *err);

/* Values of a column. */
size_t contensou__identification_data_count(const struct contensou__identification_data *d,
                                            size_t column);

/* Value and rate of a column about row `at` of a run, by a parabola through as many of 5 to 15 frames around it as it passes
 * through. 0 where fewer than two values are there. */
int contensou__identification_data_rate(const struct contensou__identification_data *d,
                                        size_t column, size_t run, size_t at, double *value,
                                        double *rate);

#endif
