/* sweep_runs.h: one small sweep, complete or cut short, and what is left of it.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_SWEEP_RUNS_H
#define CONTENSOU_TESTS_SWEEP_RUNS_H

#include "support/run_program.h"

enum { sweep_runs_lanes = 200 };

/* The sweep of 200 pendulums with sections, extrema and series; without -o. About two seconds long. */
extern const char sweep_runs_line[];

/* Runs it to the end with these words behind it. */
void sweep_runs_complete(const char *words);

/* Runs it until `part` has at least `size` bytes and `seconds` more have passed, then sends the signal. The
 * result says whether it came to its end before. */
struct run_result sweep_runs_cut(const char *words, const char *part, long size, double seconds,
                                 int signal);

/* The size of a file, -1 where there is none. */
long sweep_runs_size(const char *path);

/* Lanes that the journal had, by what a resumed run says: "out.h5.part has 12 of 200 lanes; going on". */
int sweep_runs_kept(const struct run_result *result);

#endif
