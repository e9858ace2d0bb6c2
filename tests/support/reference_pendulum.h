/* reference_pendulum.h: [4](7)-(8) for reference_systems.c. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_REFERENCE_PENDULUM_H
#define CONTENSOU_TESTS_REFERENCE_PENDULUM_H

#include "support/reference_systems.h"

void reference_pendulum_rhs(const struct reference_problem *problem, const double *y, double *dy);

void reference_pendulum_jacobian(const struct reference_problem *problem, const double *y,
                                 double *J);

#endif
