/* trial.h: the stepper of many lanes, chosen by a trial with some of them. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_TRIAL_H
#define CONTENSOU_SIMULATE_TRIAL_H

#include "simulate/lanes.h"
#include "simulate/defaults.h"

/* Where `auto` took the stiff stepper for at least 64 lanes, 16 of them are tried with both, on the device; the setup
 * gets the plain one if that needs less work. Their programs are those of the run, so the better one is built already.
 * CONTENSOU_ETIMEOUT: the device was lost. */
enum contensou_status contensou__trial_choose(struct contensou__ensemble_setup *setup,
                                              const struct contensou__defaults_steppers *steppers,
                                              const struct contensou__lanes *lanes,
                                              struct contensou_device *device,
                                              struct contensou_error *err);

#endif
