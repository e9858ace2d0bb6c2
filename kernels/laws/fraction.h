/* fraction.h: one row of a fit of the family I_{n1,n2} (approximant.h): in each direction of slip a law is
 * (N0 + b N1)/D with numbers N0, N1 of the contact, and D = (v^(mn) + b^m |w|^(mn))^(1/m).
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_FRACTION_H
#define LAWS_FRACTION_H

#include "core/real.h"

/* 1/D from log v and log |w|. */
static inline real fraction_inverse(real log_b, real m, number n, number log_v, number log_w)
{
    const real x = exp(m * (n * log_v)), y = exp(m * (log_b + n * log_w));

    return exp(-log(x + y) / m);
}

/* The squared error of one function, weighted. */
static inline real fraction_error(real N0, real N1, real b, real inverse, real exact, number weight)
{
    const real error = (N0 + b * N1) * inverse - exact;

    return weight * error * error;
}

#endif
