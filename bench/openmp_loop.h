/* openmp_loop.h: the direct sum over cells as one would write it in C for this processor: the loop
 * that the device is measured against. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BENCH_OPENMP_LOOP_H
#define CONTENSOU_BENCH_OPENMP_LOOP_H

#include <stddef.h>

/* cells: x[], y[], mass[] of count members; slip and wrench field-major with n members. */
void openmp_loop_double(size_t count, const double *cells, size_t n, const double *slip,
                        double *wrench);
void openmp_loop_single(size_t count, const float *cells, size_t n, const float *slip,
                        float *wrench);

/* The closed form of the uniform disk without a branch: K and E by the arithmetic-geometric mean, five steps, for centres inside and
 * outside alike. It cancels where the centre is far away: 1e-9 is what it reaches. */
void openmp_loop_disk(size_t n, const double *slip, double *wrench);

#endif
