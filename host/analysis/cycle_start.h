/* cycle_start.h: the first periodic orbit. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_CYCLE_START_H
#define CONTENSOU_ANALYSIS_CYCLE_START_H

#include "analysis/shooting.h"

#include <contensou/cycle.h>

enum { contensou__cycle_start_periods = 16 /* of the forcing, at most, where nobody says */ };

/* At the first value of the grid, reduced to its smallest period: the end of a trajectory from the state of the branch, or near that state. The
 * curve is set up, its equations and units are filled. */
enum contensou_status contensou__cycle_start_find(struct contensou__shooting *w,
                                                  const struct contensou_cycle_options *o,
                                                  struct contensou__arclength_spot *first);

#endif
