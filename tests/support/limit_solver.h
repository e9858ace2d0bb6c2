/* limit_solver.h: the library's solver for the limit surface, as the tests call it.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_LIMIT_SOLVER_H
#define CONTENSOU_TESTS_LIMIT_SOLVER_H

#include <contensou/limit.h>

/* On the device of the tests; pack 0 is the default. Fails the test on any error. */
struct contensou_limit *limit_solver_open(const struct contensou_patch *patch,
                                          enum contensou_precision precision, int pack);

/* xi, theta, phi of n loads, field-major, or of one; fails the test on any error. */
void limit_solver_run(struct contensou_limit *limit, size_t n, const double *load, double *result);
void limit_solver_one(struct contensou_limit *limit, double Tx, double Ty, double M,
                      double result[3]);

/* |a - b| as angles, in [0, pi]. */
double limit_solver_turn(double a, double b);

#endif
