/* control.h: the size of the next step from the errors of the last two (PI control), per lane; from that of the last one
 * (I control) where a law is stiff or has kinks, because its errors do not follow each other smoothly. A step that
 * follows a rejected one does not grow then.
 *
 * Stiff methods may ask for predictive control instead: with an error of C h^p, C changes from step to step by a factor that the
 * last two have shown, and is taken to change so once more (K. Gustafsson, ACM Trans. Math. Softw. 20 (1994) 496). A lane that
 * nears the end of a stick then shortens its steps in time, where I control tries each of them twice. The end of a slip, where C
 * jumps, shows in the slip itself: a step is at most control_approach of the time in which it would reach zero.
 * Roles: stepper_estimate, the order of the estimate p - 1; control_irregular, 1 for such laws; control_predicts, 1 for such methods.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_CONTROL_H
#define STEPPERS_CONTROL_H

#include "core/power.h"

#ifndef control_predicts
#    define control_predicts 0
#endif
#define control_safety   0.9
#define control_smallest 0.2
#define control_approach 0.6
#define control_largest  (control_predicts ? 4.0 : 8.0)
#define control_trend \
    -4.0 /* the least error of a step, as a logarithm, that counts for the trend */
#define control_seen  -13.0   /* the least error that tells C */
#define control_known 16384.0 /* what is kept of C is above this by its logarithm: far from 0, which is not known */

/* C of a step h with this error (a logarithm to the base 2). */
static inline real control_scale(real error, real h)
{
    return control_known + (error - (number)(stepper_estimate + 1) * power_log2_rough(h));
}

/* What a lane keeps of an attempt with this error for the next: below 0 after a step that was taken, above 0 after one that was
 * rejected. Predictive control keeps C of the last step that was taken, and it is above 0 only behind that one. */
static inline real control_keep(mask taken, real error, real h, real before)
{
    return control_predicts
               ? pick(taken, control_scale(larger_of(error, (real)control_seen), h),
                      smaller_of(-fabs(before), (real)-1.0))
               : pick(taken, smaller_of(error, (real)0.0), (real)1.0);
}

/* Factor for the step behind one with this error, which was taken or is repeated. */
static inline real control_factor(mask taken, real error, real h, real before)
{
    const number order = stepper_estimate + 1;
    /* an error far below 1 says that the step was cut short or is one of the first, nothing about the trend */
    const real kept = larger_of(smaller_of(before, (real)0.0), (real)control_trend);
    const mask behind = control_predicts ? before < 0.0 : before > 0.0; /* a rejected one */
    const real most = control_irregular ? pick(behind, (real)1.0, (real)control_largest)
                                    : (real)control_largest;
    real last = control_irregular ? -error : 0.4 * kept - 0.7 * error, factor;

    if (control_predicts)
        last -= pick(fabs(before) > 0.5 * control_known, control_scale(error, h) - fabs(before),
                     (real)0.0);
    /* a series tells its own length */
    factor = stepper_series
                 ? pick(taken, (real)control_largest, (real)0.5)
                 : control_safety * power_exp2_rough(pick(taken, last, -error) * (1.0 / order));
    return smaller_of(larger_of(factor, pick(taken, (real)control_smallest, (real)0.1)),
                      pick(taken, most, (real)0.9));
}

#endif
