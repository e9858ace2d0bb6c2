/* denominator.h: D = (v^(mn) + b^m |w|^(mn))^(1/m) of the family I_{n1,n2}, [1](3.1), by the larger of v^n and b |w|^n
 * and t, the m-th power of the smaller over the larger: D = larger (1 + t)^(1/m), which neither under- nor overflows.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_DENOMINATOR_H
#define LAWS_DENOMINATOR_H

#include "core/power.h"

/* 1 + t, and the shares of sliding and spinning in it: v^(mn)/D^m and b^m |w|^(mn)/D^m, the derivatives of log D by
 * log v^n and by log b |w|^n. */
struct denominator_shares {
    real sum, slide, spin;
};

/* slides: v^n is the larger one. */
static inline struct denominator_shares denominator_share(real t, mask slides)
{
    struct denominator_shares d;
    real inverse;

    d.sum = 1.0 + t;
    inverse = 1.0 / d.sum;
    d.slide = pick(slides, inverse, t * inverse);
    d.spin = pick(slides, t * inverse, inverse);
    return d;
}

/* 1/D and the shares. */
struct denominator {
    real inverse, slide, spin;
};

/* From the logarithms to the base 2 of v^n and of b |w|^n. */
static inline struct denominator denominator_of(real m, real slide, real spin)
{
    const struct denominator_shares d =
        denominator_share(power_exp2(-m * fabs(slide - spin)), slide > spin);
    struct denominator r;

    r.inverse = power_exp2(-fmax(slide, spin) - power_log2_octave(d.sum) / m);
    r.slide = d.slide;
    r.spin = d.spin;
    return r;
}

#endif
