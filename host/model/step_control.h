/* step_control.h: the stepper of a run, its tolerances and limits, and what they are where nobody chose them.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_STEP_CONTROL_H
#define CONTENSOU_MODEL_STEP_CONTROL_H

#include "device/ensemble.h"
#include "model/lanes.h"
#include "model/setting_rows.h"

/* Numbers that are not chosen are 0. */
struct contensou__step_control {
    const char *stepper; /* "auto": the choice is ours */
    double rtol, atol, step, h_min, h_max, max_steps, max_events;
    double slice_limit; /* seconds */
    int check_jacobian;
};

extern const struct contensou__settings_row contensou__step_control_rows[];

/* The absolute tolerance in single precision. */
extern const double contensou__step_control_single_atol;

/* 1 if exact stick-slip is what a setup with its law and observers is about, though no stepper is named: its events are observed,
 * or its law jumps from one side to the other. */
int contensou__step_control_is_exact(const struct contensou__step_control *c,
                                     const struct contensou__ensemble_setup *setup);

/* 1 if the stepper, by its name or because the work is exact, switches between stick and slip. */
int contensou__step_control_switches(const struct contensou__step_control *c, int exact);

/* Fills tolerances, steps and stepper of a setup whose system, law, observers and precision are known. */
enum contensou_status contensou__step_control_plan(const struct contensou__step_control *c,
                                                   int exact, const struct contensou__lanes *lanes,
                                                   struct contensou__ensemble_setup *setup,
                                                   struct contensou_error *err);

/* A state that is too small for the absolute tolerance: by where it starts in all lanes, and by the largest size that was seen,
 * largest[dim]. Its index and *size, or -1. */
int contensou__step_control_small_start(const struct contensou__ensemble_setup *setup,
                                        const struct contensou__lanes *lanes, double *size);
int contensou__step_control_small_seen(const struct contensou__ensemble_setup *setup,
                                       const double *largest, double *size);

/* The absolute tolerance that a state of this size needs. */
double contensou__step_control_atol_for(const struct contensou__ensemble_settings *set,
                                        double size);

#endif
