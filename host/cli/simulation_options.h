/* simulation_options.h: the options of 'run' and 'sweep' as settings of a simulation. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SIMULATION_OPTIONS_H
#define CONTENSOU_CLI_SIMULATION_OPTIONS_H

#include "cli/options.h"
#include "cli/progress.h"

#include <contensou/simulation.h>

/* Makes a simulation with all that the command line says: every option that is a setting, the system, precision, pack and
 * device. Notes go to standard error, progress to the bar. Free it also after a failure. */
enum contensou_status contensou__simulation_options_read(struct contensou_simulation **s,
                                                         const struct contensou__options *o,
                                                         struct contensou__progress *progress,
                                                         struct contensou_error *err);

/* The text of an attribute of the run, "" where there is none. */
const char *contensou__simulation_options_about(const struct contensou_trajectories *r,
                                                const char *key);

#endif
