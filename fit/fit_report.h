/* fit_report.h: how good a fitted law is, and whether it may be trusted. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_FIT_REPORT_H
#define CONTENSOU_FIT_FIT_REPORT_H

#include "fit/problem.h"

/* Root mean squares over the rows and the largest errors: over the continuum of directions against the
 * exact wrench, over the rows with data. */
enum contensou_status contensou__fit_report_errors(struct contensou__problem *p, const double *x,
                                                   struct contensou_fit_result *result,
                                                   struct contensou_error *err);

/* Keeps the errors of force and torque where they are the largest so far, with the direction of the slip: v over the size, w. */
void contensou__fit_report_largest(struct contensou_fit_result *r, double force, double torque,
                                   const double slip[3]);

/* Appends a sentence, as from printf, to the warnings, a line of its own. */
void contensou__fit_report_warn(struct contensou_fit_result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Power and slope on a fine grid of directions. */
void contensou__fit_report_passivity(const struct contensou__problem *p,
                                     struct contensou_fit_result *result);

/* How far the law's wrenches are from the exact limit surface: the largest |xi - 1| over a grid of directions, xi the gauge of
 * that surface. */
enum contensou_status contensou__fit_report_gap(const struct contensou__problem *p,
                                                const struct contensou_patch *patch,
                                                struct contensou_device *device, double *gap,
                                                struct contensou_error *err);

/* 1 if the parameter says something about this law: a potential has fewer than three c, and none of
 * them off the circle, where k10, k11, .. take their place; a level Pade law has no tilt; a length
 * of 1 is no news. */
int contensou__fit_report_shown(const struct contensou_fit_result *r, int i);

/* Whether it has a part in the law at all: a potential has some that are only where its search began. */
int contensou__fit_report_used(const struct contensou_fit_result *r, int i);

#endif
