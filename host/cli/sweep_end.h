/* sweep_end.h: what 'sweep' and 'merge' do with lanes that are computed: their file, and what is told of them.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SWEEP_END_H
#define CONTENSOU_CLI_SWEEP_END_H

#include <contensou/trajectories.h>

#include <stdio.h>

/* Writes the file (.csv or .h5; NULL: CSV to standard output), and tells as below. */
enum contensou_status contensou__sweep_end_write(struct contensou_trajectories *r, const char *path,
                                                 int quiet, struct contensou_error *err);

/* Tells on standard error of the attractors, of points that are not kept and of series that end early; quiet: only
 * warnings. */
void contensou__sweep_end_tell(struct contensou_trajectories *r, int quiet);

/* Prints how many lanes had which outcome, and the first that did not finish with their numbers. */
void contensou__sweep_end_tally(struct contensou_trajectories *r, FILE *to);

/* Lanes that failed are data, but a script must not take them for a success. */
enum contensou_status contensou__sweep_end_judge(struct contensou_trajectories *r,
                                                 struct contensou_error *err);

#endif
