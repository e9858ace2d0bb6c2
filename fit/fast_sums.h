/* fast_sums.h: sums over a block of rows of a general potential, which is where its fits spend their time.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_FAST_SUMS_H
#define CONTENSOU_FIT_FAST_SUMS_H

#include <stddef.h>

/* Rows of a block; four numbers of a row are Q and its gradient, field by field with this stride. */
enum { contensou__fast_sums_block = 64 };

/* q += c m */
void contensou__fast_sums_add(size_t n, double c, const double *m, size_t stride,
                              double (*q)[contensou__fast_sums_block]);

/* The sum of by . m */
double contensou__fast_sums_dot(size_t n, const double *m, size_t stride,
                                double (*by)[contensou__fast_sums_block]);

/* root = q[0]^(1/d - 1)/d, with q[0] kept above 0 */
void contensou__fast_sums_root(size_t n, int degree, double (*q)[contensou__fast_sums_block],
                               double *root);

#endif
