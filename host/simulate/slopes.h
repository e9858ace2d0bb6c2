/* slopes.h: whether the Jacobian of a system is the derivative of its right-hand side.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_SLOPES_H
#define CONTENSOU_SIMULATE_SLOPES_H

#include "engine/ensemble.h"
#include "simulate/lanes.h"

/* The entry that is most wrong; row -1 where all are right. */
struct contensou__slopes_entry {
    int row, column; /* d(state row)'/d(state column) */
    double given, found;
};

/* Compares at the initial state of the first lane and at places around it with central differences of two sizes;
 * where these two disagree, at a corner of a law, nothing is said. */
enum contensou_status contensou__slopes_check(const struct contensou__ensemble_setup *setup,
                                              const struct contensou__lanes *lanes,
                                              struct contensou_device *device,
                                              struct contensou__slopes_entry *worst,
                                              struct contensou_error *err);

#endif
