/* ensemble_lane.h: one lane from the numbers that people set. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_ENSEMBLE_LANE_H
#define CONTENSOU_ENGINE_ENSEMBLE_LANE_H

#include "engine/ensemble.h"

/* How many numbers contensou__ensemble_load takes for each lane. */
size_t contensou__ensemble_lane_width(const struct contensou__ensemble_setup *setup);

/* These numbers, to[width], from all[]: the fields of the system, those of the law as people set them, the
 * initial state. CONTENSOU_EARGUMENT names a number of the law that is not possible. */
enum contensou_status contensou__ensemble_lane_make(const struct contensou__ensemble_setup *setup,
                                                    const double *all, double *to,
                                                    struct contensou_error *err);

#endif
