/* fraction.h: one row of a fit of the family I_{n1,n2} (approximant.h): in each direction of slip a law is (N0 + b
 * N1)/D with numbers N0, N1 of the contact, and D of denominator.h, here as the search sees it: by the logarithms of b,
 * v and |w|, with its derivatives by log b and m. SPDX-License-Identifier: MIT */
#ifndef LAWS_FRACTION_H
#define LAWS_FRACTION_H

#include "core/real.h"

/* 1/D, and the derivatives of log D with respect to log b and m. */
struct fraction_divisor {
    real inverse, by_log_b, by_m;
};

/* From log v and log |w|. */
static inline struct fraction_divisor fraction_divide(real log_b, real m, number n, number log_v,
                                                      number log_w)
{
    const real slide = n * log_v, spin = log_b + n * log_w;
    const real x = exp(m * slide), y = exp(m * spin), S = x + y, log_S = log(S);
    struct fraction_divisor d;

    d.inverse = exp(-log_S / m);
    d.by_log_b = y / S;
    d.by_m = (x * slide + y * spin) / (m * S) - log_S / (m * m);
    return d;
}

/* A weighted sum of squared errors, and its derivatives with respect to log b and m. */
struct fraction_sums {
    real value, by_log_b, by_m;
};

/* Adds the error of one function. */
static inline void fraction_add(struct fraction_sums *sum, real N0, real N1, real b,
                                struct fraction_divisor d, real exact, number weight)
{
    const real spin = b * N1 * d.inverse, f = N0 * d.inverse + spin;
    const real error = weight * (f - exact);

    sum->value += error * (f - exact);
    sum->by_log_b += 2.0 * error * (spin - f * d.by_log_b);
    sum->by_m -= 2.0 * error * f * d.by_m;
}

#endif
