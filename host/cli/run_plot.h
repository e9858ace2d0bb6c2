/* run_plot.h: the picture of a trajectory. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_RUN_PLOT_H
#define CONTENSOU_CLI_RUN_PLOT_H

#include "catalogue/system.h"

#include <contensou/status.h>

/* value[0] is t, value[1 + i] the state i, `rows` of each. Positions that have their velocities are also
 * drawn against them. */
enum contensou_status contensou__run_plot_draw(const char *path,
                                               const struct contensou__system *system,
                                               const char *title, const double *const *value,
                                               size_t rows, struct contensou_error *err);

#endif
