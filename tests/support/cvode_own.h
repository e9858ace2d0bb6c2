/* cvode_own.h: integrates a right-hand side of the test's own with CVODE of SUNDIALS (BDF, dense, Jacobian by
 * CVODE's differences). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_CVODE_OWN_H
#define CONTENSOU_TESTS_CVODE_OWN_H

struct cvode_own {
    void (*rhs)(double t, const double *y, double *dy, const double *field);
    const double *field;
    int dim;
};

/* From start[dim] at time 0 to times[count], rising; the states go to out[i * dim + state]. tolerance is
 * relative and absolute. Returns 0, or -1 where CVODE gives up. */
int cvode_own(const struct cvode_own *problem, const double *start, double tolerance,
              const double *times, int count, double *out);

#endif
