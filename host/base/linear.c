/* linear.c: small linear systems by elimination with full pivots. SPDX-License-Identifier: MIT */
#include "base/linear.h"

#include <math.h>

static void swap(double *a, double *b)
{
    const double keep = *a;

    *a = *b;
    *b = keep;
}

size_t contensou__linear_solve(size_t n, double a[][contensou__linear_most], double *b, double *x)
{
    size_t column[contensou__linear_most], rank = 0;
    double largest = 0;

    for (size_t i = 0; i < n; ++i) {
        double row = 0;

        column[i] = i;
        x[i] = 0;
        for (size_t j = 0; j < n; ++j)
            row = fmax(row, fabs(a[i][j]));
        for (size_t j = 0; j < n && row > 0; ++j)
            a[i][j] /= row;
        b[i] = row > 0 ? b[i] / row : 0;
    }
    for (size_t k = 0; k < n; ++k) {
        size_t r = k, c = k, unknown;

        for (size_t i = k; i < n; ++i)
            for (size_t j = k; j < n; ++j)
                /* of equals but for rounding the first one: the last unknown is then the free one */
                if (fabs(a[i][j]) > (1 + 1e-9) * fabs(a[r][c])) {
                    r = i;
                    c = j;
                }
        largest = fmax(largest, fabs(a[r][c]));
        if (!(fabs(a[r][c]) > 1e-13 * largest))
            break;
        for (size_t i = 0; i < n; ++i)
            swap(&a[k][i], &a[r][i]);
        swap(&b[k], &b[r]);
        for (size_t i = 0; i < n; ++i)
            swap(&a[i][k], &a[i][c]);
        unknown = column[k];
        column[k] = column[c];
        column[c] = unknown;
        for (size_t i = k + 1; i < n; ++i) {
            const double by = a[i][k] / a[k][k];

            for (size_t j = k; j < n; ++j)
                a[i][j] -= by * a[k][j];
            b[i] -= by * b[k];
        }
        rank = k + 1;
    }
    for (size_t k = rank; k-- > 0;) {
        double sum = b[k];

        for (size_t j = k + 1; j < rank; ++j)
            sum -= a[k][j] * x[column[j]];
        x[column[k]] = sum / a[k][k];
    }
    return rank;
}
