/* power.h: logarithm and power to the base 2 of reals, for formulas that take them in every step. On a device they are
 * polynomials without special cases, summed in pairs because every step waits for them: twice as fast as a CPU's
 * library, and right to a few units in the last place. Compiled as C they are the library's.
 *
 * power_log2 is for normal numbers above 0; power_exp2 for exponents above the least of a normal number, which stands
 * for those below. SPDX-License-Identifier: MIT */
#ifndef CORE_POWER_H
#define CORE_POWER_H

#include "core/real.h"

#ifdef __OPENCL_C_VERSION__
#    ifdef REAL_IS_DOUBLE
#        define power_base     ulong
#        define power_fraction 52
#        define power_sign     63
#        define power_one      0x3ff0000000000000UL /* the bits of 1 */
#        define power_half     0x0008000000000000UL /* half an exponent */
#        define power_low      0x3fe6a09e667f3bcdUL /* of sqrt(1/2) */
#        define power_whole    0x4330000000000000UL /* of 2^52, */
#        define power_offset   4503599627371519.0   /* which is taken off again, with the bias */
#        define power_round    6755399441055744.0   /* 1.5 times 2^52 */
#        define power_least    -1022.0
#    else
#        define power_base     uint
#        define power_fraction 23
#        define power_sign     31
#        define power_one      0x3f800000U
#        define power_half     0x00400000U
#        define power_low      0x3f3504f3U
#        define power_whole    0x4b000000U
#        define power_offset   8388735.0
#        define power_round    12582912.0
#        define power_least    -126.0
#    endif
#    if PACK == 1
typedef power_base power_word;
#        define power_bits(x)   pack_name(as_, power_base)(x)
#        define power_number(w) pack_name(as_, pack_base)(w)
#    else
typedef pack_name(power_base, PACK) power_word;
#        define power_bits(x)   pack_name(pack_name(as_, power_base), PACK)(x)
#        define power_number(w) pack_name(pack_name(as_, pack_base), PACK)(w)
#    endif

/* 2 artanh f over f ln 2, a polynomial in s = f^2 up to 0.0404. */
static inline real power_series(real s)
{
    const real s2 = s * s;

#    ifdef REAL_IS_DOUBLE
    const real low = (2.88539008177792677 + 0.961796693926111645 * s) +
                     (0.577078016285121114 + 0.412198597002018066 * s) * s2;
    const real high = (0.320597555372111677 + 0.262378457915833928 * s) +
                      (0.219927320576707273 + 0.222333982874582756 * s) * s2;

    return low + high * (s2 * s2);
#    else
    const real low = (2.8853900817779268 + 0.96179669392597555 * s) +
                     (0.57707801635558531 + 0.41219858311113239 * s) * s2;

    return low + 0.3205988979753252 * (s2 * s2);
#    endif
}

/* 2^d for d from -1/2 to 1/2. */
static inline real power_small(real d)
{
    const real d2 = d * d, d4 = d2 * d2;

#    ifdef REAL_IS_DOUBLE
    const real low =
        (1.0 + 0.69314718055994533 * d) + (0.240226506959101562 + 0.0555041086648199224 * d) * d2;
    const real middle = (0.00961812910758833371 + 0.00133335581467898198 * d) +
                        (0.000154035304625164703 + 1.52527334900531822e-05 * d) * d2;
    const real high = (1.32154330885903641e-06 + 1.01781979997496694e-07 * d) +
                      (7.07410580974814417e-09 + 4.43528585633413552e-10 * d) * d2;

    return (low + middle * d4) + high * (d4 * d4);
#    else
    const real low =
        (1.0 + 0.69314718055994529 * d) + (0.24022650695910072 + 0.055504108664821583 * d) * d2;
    const real middle = (0.0096181291076284769 + 0.0013333558146428443 * d) +
                        (0.00015403530393381609 + 1.5252733804059841e-05 * d) * d2;

    return low + middle * d4;
#    endif
}

/* x = 2^e m with m from sqrt(1/2) to sqrt(2); the parts of what is no normal number mean nothing. */
struct power_parts {
    real e, m;
};

static inline struct power_parts power_parts_of(real x)
{
    const power_word bits = power_bits(x), e = (bits + (power_one - power_low)) >> power_fraction;
    struct power_parts r;

    r.e = power_number(e | power_whole) - power_offset;
    r.m = power_number(bits - (e << power_fraction) + power_one);
    return r;
}

/* log m = 2 artanh f with f = (m - 1)/(m + 1). */
static inline real power_log2(real x)
{
    const struct power_parts p = power_parts_of(x);
    const real f = (p.m - 1.0) / (p.m + 1.0);

    return p.e + f * power_series(f * f);
}

/* log2(a/b) by one division, for a/b that is a normal number: a times a power of 2 that brings it next to b. */
static inline real power_log2_ratio(real a, real b)
{
    const power_word e =
        (power_bits(a) - power_bits(b) + (power_one + power_half)) >> power_fraction;
    const real near = power_number(power_bits(a) - (e << power_fraction) + power_one);
    const real f = (near - b) / (near + b);

    return (power_number(e | power_whole) - power_offset) + f * power_series(f * f);
}

/* log2(x) for x from 1 to 2, to a unit of 1. */
static inline real power_log2_octave(real x)
{
    const real f = (x - 1.4142135623730951) / (x + 1.4142135623730951);

    return 0.5 + f * power_series(f * f);
}

/* 2^n 2^d with n whole and d from -1/2 to 1/2: the sum with power_round has n in its lowest bits. */
#    define power_whole_of(y)   ((y) + power_round)
#    define power_rest_of(y, n) ((y) - ((n)-power_round))
#    define power_raise(p, n)   power_number(power_bits(p) + (power_bits(n) << power_fraction))

static inline real power_exp2(real y)
{
    const real kept = larger_of(y, (real)power_least), n = power_whole_of(kept);

    return power_raise(power_small(power_rest_of(kept, n)), n);
}

/* The same to 2e-5 and 3e-6, for the size of a step, which needs no more; without a division. */
static inline real power_log2_rough(real x)
{
    const struct power_parts p = power_parts_of(x);
    const real d = p.m - 1.0, d2 = d * d;
    const real low = -6.3080528e-06 + 1.44251761 * d, middle = -0.720214134 + 0.488225696 * d;

    return (p.e + low) + (middle + (-0.393689683 + 0.243272778 * d) * d2) * d2;
}

static inline real power_exp2_rough(real y)
{
    const real n = power_whole_of(y), d = power_rest_of(y, n), d2 = d * d;

    return power_raise(
        (1.0 + 0.69312105 * d) + ((0.24022349 + 0.05592198 * d) + 0.00966637 * d2) * d2, n);
}
#else
#    define power_log2(x)          log2(x)
#    define power_log2_ratio(a, b) log2((a) / (b))
#    define power_log2_octave(x)   log2(x)
#    define power_exp2(y)          exp2(y)
#    define power_log2_rough(x)    log2(x)
#    define power_exp2_rough(y)    exp2(y)
#endif

#endif
