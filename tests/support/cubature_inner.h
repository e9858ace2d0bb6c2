/* cubature_inner.h: what rings and strips share. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_CUBATURE_INNER_H
#define CONTENSOU_TESTS_CUBATURE_INNER_H

#include "support/cubature_reference.h"

/* What is integrated: the function, then 1 (the mass), each times the pressure. Coordinates here
 * are the shape's own. */
struct cubature_job {
    const struct contensou_patch_spec *spec;
    const struct cubature_function *f;
    double g[2];        /* tilt */
    double singular[2]; /* in the shape's coordinates */
    double mass;        /* about that of the patch, unnormalised */
    double error;       /* sum of the errors admitted by the outer integrals */
};

/* weight * (1 + g.x) times the function and 1, added to sum[count + 1]. */
void cubature_add(const struct cubature_job *job, double x, double y, double weight, double *sum);

/* int over low < s < high of f(s), nodes clustered at both ends; added to sum. f fills count + 1.
 */
typedef void (*cubature_line)(double s, void *data, double *value);
void cubature_outer(struct cubature_job *job, double low, double high, cubature_line f, void *data,
                    double *sum);

/* int over low < s < high, as smooth as it comes; added to sum. */
void cubature_smooth(const struct cubature_job *job, double low, double high, cubature_line f,
                     void *data, double *sum);

/* The two kinds of patches: sums of the function and 1 under the unnormalised pressure. */
void cubature_rings(struct cubature_job *job, double *sum);
void cubature_strips(struct cubature_job *job, double *sum);

#endif
