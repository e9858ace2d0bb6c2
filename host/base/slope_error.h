/* slope_error.h: the standard error of the slope L(T)/T of a record
 *
 *     L(t) = lambda t + W(t) + b(t),     E W(t)^2 = D t,     E b^2 = B,
 *
 * a straight line, a random walk and a bounded motion about them. Sums of logarithms behind Lyapunov exponents are of this
 * kind: what a motion forgets adds up to W, where the vectors stand at the moment is b. The variance of L(T)/T is
 * (D T + 2 B)/T^2: of the exponent zero, D = 0, the error falls like 1/T, which the scatter of blocks, (D + 2 B/block)/T,
 * does not see.
 *
 * Parts are taken four by four. The means M of L over these blocks differ by walks, of the covariance
 * D block tridiag(1/6, 2/3, 1/6), and by the slow part of b, B_s tridiag(-1, 2, -1); sines are the eigenvectors of both. D and
 * B_s are those of the largest restricted likelihood (the slope is unknown), with D = 0 unless a walk is worth its parameter
 * (Akaike's criterion); the fast part of b is the scatter of L at the ends of parts about the means of their blocks,
 * less 17/96 D block of the walk. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_SLOPE_ERROR_H
#define CONTENSOU_BASE_SLOPE_ERROR_H

#include <stddef.h>

/* A part of the record, L(0) = 0: when it ends, L there, the mean of L over it. */
struct contensou__slope_error_part {
    double t, end, mean;
};

/* Of parts of about the same length, at most 64; NaN for fewer than 16, or where L is not finite. */
double contensou__slope_error(const struct contensou__slope_error_part *part, size_t parts);

#endif
