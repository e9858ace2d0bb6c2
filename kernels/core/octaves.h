/* octaves.h: functions of d in [0, 1) that have their only singularity at d = 0, by polynomials.
 *
 * The octaves [2^-(j+1), 2^-j), j < levels, are divided into 2^bits equal parts each, and what is below the last octave
 * is one more part, number 0. So the number of a part is the exponent of d with the first bits of its mantissa, and the
 * place u in it, -1/2 <= u < 1/2, the rest of the mantissa: no search, no branch. On each part a polynomial in u of
 * octaves_terms coefficients, lowest first: since parts shrink with their distance from the singularity, its error is
 * the same on all of them. SPDX-License-Identifier: MIT */
#ifndef CORE_OCTAVES_H
#define CORE_OCTAVES_H

#include "core/gather.h"

enum { octaves_terms = 8 };

struct octaves_place {
    whole part;
    real u;
};

/* Where d is, which counts as the largest number below 1 if it is not below 1 or no number; end = 2^-levels. */

#ifdef __OPENCL_C_VERSION__
#    ifdef REAL_IS_DOUBLE
#        define octaves_mantissa 52
#        define octaves_excess   1023
#        define octaves_last     0x1.fffffffffffffp-1
#    else
#        define octaves_mantissa 23
#        define octaves_excess   127
#        define octaves_last     0x1.fffffep-1
#    endif
#    if PACK == 1
typedef pack_word octaves_bits;
#        define octaves_whole(x) ((int)(x))
#    else
typedef mask octaves_bits;
#        define octaves_whole(x) pack_name(convert_int, PACK)(x)
#    endif
#    define octaves_as_bits(x) pack_name(pack_name(as_, pack_word), octaves_width)(x)
#    define octaves_as_real(x) pack_name(pack_name(as_, pack_base), octaves_width)(x)
#    if PACK == 1
#        define octaves_width
#    else
#        define octaves_width PACK
#    endif

static inline struct octaves_place octaves_find(real d, number end, int levels, int bits)
{
    const pack_word one = (pack_word)octaves_excess << octaves_mantissa;
    const real x = smaller_of(d, (real)octaves_last);
    const octaves_bits word = octaves_as_bits(x);
    const octaves_bits inner = (word << bits) & (((pack_word)1 << octaves_mantissa) - 1);
    const int first = ((octaves_excess - levels) << bits) - 1;
    struct octaves_place at;

    at.part = max(octaves_whole(word >> (octaves_mantissa - bits)) - first, 0);
    at.u = pick(x < end, x * (1.0 / end), octaves_as_real(inner | one) - 1.0) - 0.5;
    return at;
}
#else
static inline struct octaves_place octaves_find(real d, number end, int levels, int bits)
{
    int exponent;
    const real x = smaller_of(d, nextafter((real)1, (real)0));
    const real mantissa = frexp(x, &exponent); /* between 1/2 and 1 */
    const real inner = ldexp(2 * mantissa - 1, bits);
    struct octaves_place at;

    if (x < end) {
        at.part = 0;
        at.u = x / end - (real)0.5;
    } else {
        at.part = 1 + ((exponent + levels - 1) << bits) + (int)inner;
        at.u = inner - floor(inner) - (real)0.5;
    }
    return at;
}
#endif

/* The polynomial whose coefficients begin at from[at], by pairs: lanes that wait for each other's sums are what it costs. */
static inline merged real octaves_value(number_table from, whole at, real u)
{
    const real u2 = u * u;
    real c[octaves_terms];

    gather_row(from, at, c);
    return (c[0] + u * c[1]) +
           u2 * ((c[2] + u * c[3]) + u2 * ((c[4] + u * c[5]) + u2 * (c[6] + u * c[7])));
}

#endif
