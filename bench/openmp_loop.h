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

#endif
