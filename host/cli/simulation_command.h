/* simulation_command.h: what 'run', 'sweep' and 'merge' share: options as settings of a simulation, files of lanes that are computed,
 * and what is told of them. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SIMULATION_COMMAND_H
#define CONTENSOU_CLI_SIMULATION_COMMAND_H

#include "cli/options.h"
#include "cli/progress.h"

#include <contensou/simulation.h>
#include <contensou/trajectories.h>

#include <stdio.h>

/* Makes a simulation with all that the command line says: every option that is a setting, the system, precision, pack and
 * device. Notes go to standard error, progress to the bar. Free it also after a failure. */
enum contensou_status contensou__simulation_command_read(struct contensou_simulation **s,
                                                         const struct contensou__options *o,
                                                         struct contensou__progress *progress,
                                                         struct contensou_error *err);

/* Sets what the command line says about the system, its law, its contact and its numbers, and no more: for commands about one
 * system whose other options have meanings of their own. */
enum contensou_status contensou__simulation_command_choose(struct contensou_simulation *s,
                                                           const struct contensou__options *o,
                                                           struct contensou_error *err);

/* Prints a sentence of the library that is no error: warnings always, others where the command speaks. */
void contensou__simulation_command_note(void *context, const char *sentence);

/* The text of an attribute of the run, "" where there is none. */
const char *contensou__simulation_command_about(const struct contensou_trajectories *r,
                                                const char *key);

/* Writes the file (.csv or .h5; NULL: CSV to standard output), and tells as below. */
enum contensou_status contensou__simulation_command_write(struct contensou_trajectories *r,
                                                          const char *path, int quiet,
                                                          struct contensou_error *err);

/* Tells on standard error of the attractors, of points that are not kept and of series that end early. */
void contensou__simulation_command_tell(struct contensou_trajectories *r);

/* What most likely made lanes of this run end so, and what would help; "" where there is nothing to say. */
const char *contensou__simulation_command_cause(struct contensou_trajectories *r,
                                                enum contensou_outcome outcome);

/* Prints how many lanes had which outcome, and the first that did not finish with their numbers. */
void contensou__simulation_command_tally(struct contensou_trajectories *r, FILE *to);

/* Lanes that failed are data, but a script must not take them for a success. */
enum contensou_status contensou__simulation_command_judge(struct contensou_trajectories *r,
                                                          struct contensou_error *err);

#endif
