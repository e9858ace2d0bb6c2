/* fast_sums.c: sums over a block of rows of a general potential. SPDX-License-Identifier: MIT */
#include "fit/fast_sums.h"

#include "fit/wide.h"

WIDE void contensou__fast_sums_add(size_t n, double c, const double *m, size_t stride,
                                   double (*q)[contensou__fast_sums_block])
{
    for (size_t k = 0; k < 4; ++k) {
        const double *from = m + k * stride;
        double *to = q[k];

#pragma omp simd
        for (size_t i = 0; i < n; ++i)
            to[i] += c * from[i];
    }
}

WIDE double contensou__fast_sums_dot(size_t n, const double *m, size_t stride,
                                     double (*by)[contensou__fast_sums_block])
{
    const double *a = m, *b = m + stride, *c = m + 2 * stride, *d = m + 3 * stride;
    double sum = 0;

#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < n; ++i)
        sum += by[0][i] * a[i] + by[1][i] * b[i] + by[2][i] * c[i] + by[3][i] * d[i];
    return sum;
}

/* Square roots are vector instructions, pow is not. */
WIDE static void roots(size_t n, int times, const double *q, double *root)
{
    const double degree = times == 2 ? 4 : 8;

#pragma omp simd
    for (size_t i = 0; i < n; ++i) {
        const double fourth = sqrt(sqrt(q[i]));

        root[i] = (times == 2 ? fourth : sqrt(fourth)) / (degree * q[i]);
    }
}

void contensou__fast_sums_root(size_t n, int degree, double (*q)[contensou__fast_sums_block],
                               double *root)
{
    for (size_t i = 0; i < n; ++i)
        q[0][i] = q[0][i] > 1e-300 ? q[0][i] : 1e-300;
    if (degree == 4 || degree == 8)
        roots(n, degree == 4 ? 2 : 3, q[0], root);
    else
        for (size_t i = 0; i < n; ++i)
            root[i] = pow(q[0][i], 1.0 / degree - 1) / degree;
}
