/* flow_slopes.h: variations that are carried over switches, against differences of the flow itself. SPDX-License-Identifier: MIT */
#ifndef SUPPORT_FLOW_SLOPES_H
#define SUPPORT_FLOW_SLOPES_H

#include <contensou/branch.h>

/* From the state of the options over a time, by the stepper event: at least `sticks` sticks begin and end; every element
 * of the derivative of the end by the start is, to the tolerance times the largest, that of central differences of steps
 * d times `size` of each state, extrapolated. Says what differs. Returns the largest difference. */
double flow_slopes_check(const struct contensou_branch_options *options, const double *size,
                         double d, double span, int sticks, double tolerance);

#endif
