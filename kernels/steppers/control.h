/* control.h: the size of the next step from the errors of the last two (PI control), per lane.
 * Role: stepper_estimate, the order of the estimate. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_CONTROL_H
#define STEPPERS_CONTROL_H

#include "core/real.h"

#define control_safety   0.9
#define control_smallest 0.2
#define control_largest  8.0

/* Factor for the step behind one that was taken; error and before are logarithms. */
static inline real control_taken(real error, real before)
{
    const number order = stepper_estimate + 1;

    return fmin(
        fmax(control_safety * exp((0.4 * before - 0.7 * error) / order), (real)control_smallest),
        (real)control_largest);
}

/* Factor for the step that repeats a rejected one. */
static inline real control_rejected(real error)
{
    const number order = stepper_estimate + 1;

    return fmin(fmax(control_safety * exp(-error / order), (real)0.1), (real)0.9);
}

#endif
