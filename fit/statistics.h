/* statistics.h: what measured data say about the unknowns of a fit. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_STATISTICS_H
#define CONTENSOU_FIT_STATISTICS_H

#include "fit/problem.h"

/* 95 % confidence intervals from the Jacobian at x, into the parameters of the result; unknowns that
 * the data do not determine get an infinite interval and are named in the warning. Where there are no
 * more measured values than unknowns all intervals are infinite. Those of mu and a hold what the law's own
 * error does to them, too, if the exact wrench of the patch agrees with the data. */
enum contensou_status contensou__statistics_intervals(struct contensou__problem *p,
                                                      const struct contensou_patch *patch,
                                                      const double *x,
                                                      struct contensou_fit_result *result,
                                                      struct contensou_error *err);

/* Errors of neighbouring directions that have the same sign too often are those of the model: says so in
 * the warnings, and leaves the number of standard deviations in result->sameness. */
void contensou__statistics_noise(struct contensou__problem *p, const double *x,
                                 struct contensou_fit_result *result);

/* The two-sided 95 % point of Student's t; infinite below one degree of freedom. */
double contensou__statistics_student(double freedom);

#endif
