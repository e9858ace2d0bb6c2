/* control.h: the size of the next step from the errors of the last two (PI control), per lane; from that of the last one
 * (I control) where a law is stiff or has kinks, because its errors do not follow each other smoothly. A step that
 * follows a rejected one does not grow then.
 * Roles: stepper_estimate, the order of the estimate; control_steep, 1 for such laws. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_CONTROL_H
#define STEPPERS_CONTROL_H

#include "core/power.h"

#define control_safety   0.9
#define control_smallest 0.2
#define control_largest  8.0
#define control_trend \
    -4.0 /* the least error of a step, as a logarithm, that counts for the trend */

/* What a lane keeps of an attempt with this error (a logarithm to the base 2) for the next: below 0 after a step that
 * was taken, above 0 after one that was rejected. */
static inline real control_keep(mask taken, real error)
{
    return pick(taken, smaller_of(error, (real)0.0), (real)1.0);
}

/* Factor for the step behind one with this error, which was taken or is repeated. */
static inline real control_factor(mask taken, real error, real before)
{
    const number order = stepper_estimate + 1;
    /* an error far below 1 says that the step was cut short or is one of the first, nothing about the trend */
    const real kept = larger_of(smaller_of(before, (real)0.0), (real)control_trend);
    const real last = control_steep ? -error : 0.4 * kept - 0.7 * error;
    const real most = control_steep ? pick(before > 0.0, (real)1.0, (real)control_largest)
                                    : (real)control_largest;
    /* a series tells its own length */
    const real factor =
        stepper_series
            ? pick(taken, (real)control_largest, (real)0.5)
            : control_safety * power_exp2_rough(pick(taken, last, -error) * (1.0 / order));

    return smaller_of(larger_of(factor, pick(taken, (real)control_smallest, (real)0.1)),
                      pick(taken, most, (real)0.9));
}

#endif
