/* eigen.h: eigenvalues of a real matrix. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_EIGEN_H
#define CONTENSOU_BASE_EIGEN_H

#include <stddef.h>

enum { contensou__eigen_most = 64 };

/* The eigenvalues of a[n * row + column], n up to contensou__eigen_most, by falling real part, the partner with the
 * positive imaginary part first. 0 where the iteration did not end or a number is not finite. */
int contensou__eigen_values(size_t n, const double *a, double *re, double *im);

/* Of a symmetric C[n * n] of any size: its eigenvalues are left on its diagonal, their vectors are the columns of V. */
void contensou__eigen_symmetric(size_t n, double *C, double *V);

#endif
