/* scale.h: states that are too small for the absolute tolerance. A step is accepted when its error is below
 * atol + rtol |y|: a state that stays far below atol has no correct digit, and nothing in its numbers shows it.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_SCALE_H
#define CONTENSOU_SIMULATE_SCALE_H

#include "engine/ensemble.h"
#include "simulate/lanes.h"

/* 1 if a number of this size, not 0, has less than about two digits by the tolerance. */
int contensou__scale_small(const struct contensou__ensemble_settings *set, double size);

/* The first state that starts too small in all lanes: its index, and *value where it starts; -1 if there is none. */
int contensou__scale_start(const struct contensou__ensemble_setup *setup,
                           const struct contensou__lanes *lanes, double *value);

/* The same for states whose largest size, largest[dim], was seen. What is much smaller than the tolerance is taken for
 * the noise of a state that rests. */
int contensou__scale_seen(const struct contensou__ensemble_setup *setup, const double *largest);

/* The absolute tolerance that a state of this size needs. */
double contensou__scale_needs(const struct contensou__ensemble_settings *set, double size);

#endif
