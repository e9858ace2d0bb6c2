/* flow_slopes.h: variations that are carried over switches, against differences of the flow itself. SPDX-License-Identifier: MIT */
#ifndef SUPPORT_FLOW_SLOPES_H
#define SUPPORT_FLOW_SLOPES_H

#include <contensou/simulation.h>

/* A system under its law by the stepper event: settings and their texts, to a NULL. */
typedef const char *const flow_setting[2];

/* From the initial state over a time, by the stepper event: at least `sticks` sticks begin and end; every element
 * of the derivative of the end by the start is, to the tolerance times the largest, that of central differences of steps
 * d times `size` of each state, extrapolated. Says what differs. Returns the largest difference. */
double flow_slopes_check(flow_setting *settings, const double *size, double d, double span,
                         int sticks, double tolerance);

#endif
