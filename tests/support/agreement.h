/* agreement.h: runs the library for lists of slips, and compares wrenches with a bound. What
 * differs is printed with its patch and slip; the test fails at the end of a list.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_AGREEMENT_H
#define CONTENSOU_TESTS_AGREEMENT_H

#include <contensou/eval.h>

#include "problems/slips.h"

/* Wrenches and, where asked for, Jacobians of n slips; field-major. */
struct agreement_result {
    size_t n;
    double *wrench, *jacobian; /* jacobian may be NULL */
};
void agreement_free(struct agreement_result *r);

/* By the host reference, or by the device; options may be NULL. Fail the test on any error. */
struct agreement_result agreement_host(const struct contensou_patch *patch, const struct slips *s,
                                       const struct contensou_eval_options *options, int jacobian);
struct agreement_result agreement_device(const struct contensou_patch *patch, const struct slips *s,
                                         const struct contensou_eval_options *options);

/* The device of these tests, opened once. Skips the test where there is none that fits. */
struct contensou_device *agreement_open(enum contensou_precision precision);

/* Counts what was compared and keeps the worst. */
struct agreement {
    const char *what; /* printed with the worst error */
    double bound;     /* what is allowed, absolute */
    double worst;     /* error seen, over its unit */
    size_t count, wrong;
};

/* One number: |got - expected| <= bound * unit; NaN never agrees. */
void agreement_number(struct agreement *a, const char *patch, const char *name,
                      const double slip[3], double got, double expected, double unit);

/* Three numbers of slip i, M in units of min(1, radius of the patch about the reference point). */
void agreement_wrench(struct agreement *a, const char *patch, double radius, const struct slips *s,
                      size_t i, const struct agreement_result *got, const double expected[3]);

/* All of them against another result. */
void agreement_results(struct agreement *a, const char *patch, double radius, const struct slips *s,
                       const struct agreement_result *got, const struct agreement_result *expected);

/* The nine numbers of the Jacobian of slip i against expected[9], in units of its own size
 * |J_vv| + |J_vw|/radius + |J_ww|/radius^2 of the expected one. */
void agreement_jacobian(struct agreement *a, const char *patch, double radius,
                        const struct slips *s, size_t i, const struct agreement_result *got,
                        const double expected[9]);

/* Prints the worst error; fails the test if any was above the bound, or none was compared. */
void agreement_finish(const struct agreement *a);

#endif
