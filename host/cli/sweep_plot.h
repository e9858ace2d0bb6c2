/* sweep_plot.h: the picture of a sweep. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SWEEP_PLOT_H
#define CONTENSOU_CLI_SWEEP_PLOT_H

#include "cli/simulation.h"

/* To be asked before the work: whether the picture can be drawn and its file written. */
enum contensou_status contensou__sweep_plot_check(const char *path,
                                                  const struct contensou__simulation *sim,
                                                  struct contensou_error *err);

enum contensou_status contensou__sweep_plot_draw(const char *path,
                                                 const struct contensou__simulation *sim,
                                                 struct contensou__journal *journal,
                                                 struct contensou_error *err);

#endif
