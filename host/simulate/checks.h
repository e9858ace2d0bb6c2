/* checks.h: what is looked at before and after a run, for warnings: whether states are too small for the absolute
 * tolerance, and whether the Jacobian of a system is the derivative of its right-hand side.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_CHECKS_H
#define CONTENSOU_SIMULATE_CHECKS_H

#include "engine/ensemble.h"
#include "simulate/lanes.h"

/* A step is accepted when its error is below atol + rtol |y|: a state that stays far below atol has no correct digit, and
 * nothing in its numbers shows it. */

/* The first state that starts too small in all lanes: its index, and *value where it starts; -1 if there is none. */
int contensou__checks_start(const struct contensou__ensemble_setup *setup,
                            const struct contensou__lanes *lanes, double *value);

/* The same for states whose largest size, largest[dim], was seen. What is much smaller than the tolerance is taken for
 * the noise of a state that rests. */
int contensou__checks_seen(const struct contensou__ensemble_setup *setup, const double *largest);

/* The absolute tolerance that a state of this size needs. */
double contensou__checks_needs(const struct contensou__ensemble_settings *set, double size);

/* The entry that is most wrong; row -1 where all are right. */
struct contensou__checks_slope {
    int row, column; /* d(state row)'/d(state column) */
    double given, found;
};

/* Compares at the initial state of the first lane and at places around it with central differences of two sizes;
 * where these two disagree, at a corner of a law, nothing is said. */
enum contensou_status contensou__checks_slopes(const struct contensou__ensemble_setup *setup,
                                               const struct contensou__lanes *lanes,
                                               struct contensou_device *device,
                                               struct contensou__checks_slope *worst,
                                               struct contensou_error *err);

#endif
