/* cvode_reference.h: integrates the systems of reference_systems.h with CVODE of SUNDIALS (BDF, dense,
 * the reference's own Jacobian). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_CVODE_REFERENCE_H
#define CONTENSOU_TESTS_CVODE_REFERENCE_H

#include "support/reference_systems.h"

/* From start[dim] at time 0 to times[count], rising; the states go to out[i * dim + state]. tolerance is
 * relative and absolute. Returns the number of steps, or -1 where CVODE gives up. */
long cvode_reference(const struct reference_problem *problem, const double *start, double tolerance,
                     const double *times, int count, double *out);

/* Where a state passes a value, until time end or until most crossings are found. */
struct cvode_crossing {
    double t, y[reference_most_states];
};

/* direction -1: falling, +1: rising. Returns how many were found, or -1 where CVODE gives up. */
int cvode_reference_crossings(const struct reference_problem *problem, const double *start,
                              double tolerance, double end, int state, double value, int direction,
                              struct cvode_crossing *crossing, int most);

#endif
