/* defaults.h: tolerances, limits of steps and the stepper of a simulation where nobody chose them; the only place
 * that does. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_DEFAULTS_H
#define CONTENSOU_SIMULATE_DEFAULTS_H

#include "engine/ensemble.h"
#include "simulate/lanes.h"

/* What was chosen; 0 or NULL: nothing. */
struct contensou__defaults_choice {
    double rtol, atol, step, h_min, h_max, max_steps, max_events;
    const char *stepper; /* a name, or "auto" */
};

/* What auto chooses from; both NULL where the stepper was given by its name. */
struct contensou__defaults_steppers {
    const struct contensou__stepper *stiff, *plain;
};

/* The rules, for help and documentation. */
#define CONTENSOU__DEFAULTS_RTOL                                                                 \
    "1e-9, for laws along a line, which have kinks, 1e-10, with event 1e-11 and 1e-13; single: " \
    "1e-5"
#define CONTENSOU__DEFAULTS_ATOL \
    "1e-7 law.eps, between 1e-13 and 1e-10, with event 1e-13; single: 1e-7"

/* Fills tolerances, steps and stepper of a setup whose system, law and precision are known. eps: law.eps of the
 * lanes, 0 where the law has none. The stiff stepper is chosen for stiff laws without jumps. */
enum contensou_status contensou__defaults_fill(struct contensou__ensemble_setup *setup, double eps,
                                               const struct contensou__defaults_choice *choice,
                                               struct contensou__defaults_steppers *steppers,
                                               struct contensou_error *err);

/* Where `auto` took the stiff stepper for at least 64 lanes, 16 of them are tried with both, on the device; the setup
 * gets the plain one if that needs less work. Their programs are those of the run, so the better one is built already.
 * CONTENSOU_ETIMEOUT: the device was lost. */
enum contensou_status contensou__defaults_try(struct contensou__ensemble_setup *setup,
                                              const struct contensou__defaults_steppers *steppers,
                                              const struct contensou__lanes *lanes,
                                              struct contensou_device *device,
                                              struct contensou_error *err);

#endif
