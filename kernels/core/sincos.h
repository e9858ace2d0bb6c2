/* sincos.h: sine and cosine of angles that may have turned many times, by polynomials of our own: the vector
 * functions of a CPU's library take another path, with other last bits, when a lane beside has a large
 * angle, and cost twice as much.
 *
 * Quarter turns are subtracted in three pieces (Cody and Waite): 201/128, 2029/2^22 and the rest. The first
 * two have 8 and 11 bits, so their products with the number of turns are exact in single precision too, up
 * to some thousand turns. Polynomials for [-pi/4, pi/4]: the coefficients of fdlibm, below one unit in the
 * last place. SPDX-License-Identifier: MIT */
#ifndef CORE_SINCOS_H
#define CORE_SINCOS_H

#include "core/power.h"

/* sin and cos of one angle. */
struct sincos {
    real s, c;
};

static inline real sincos_sin_inside(real y, real z)
{
    const real high = 2.75573137070700676789e-06 +
                      z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
    const real low = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * high);

    return y + (z * y) * (-1.66666666666666324348e-01 + z * low);
}

static inline real sincos_cos_inside(real z)
{
    const real high = -2.75573143513906633035e-07 +
                      z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11);
    const real low = -1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 + z * high);

    return 1.0 - (0.5 * z - (z * z) * (4.16666666666666019037e-02 + z * low));
}

/* The nearest whole number: by adding a number without room for digits behind the point, where a CPU's library would
 * convert to integers and back. */
#ifdef __OPENCL_C_VERSION__
#    define sincos_whole(x) (((x) + power_round) - power_round)
#else
#    define sincos_whole(x) rint(x)
#endif

/* Angles without a digit behind the point, infinities and what is no number count as 0. */
merged static inline struct sincos sincos_both(real x)
{
    const real n = sincos_whole(x * 0.63661977236758134308);
    const real y =
        ((x - n * 1.5703125) - n * 0.0004837512969970703125) - n * 7.54978995489188216918e-8;
    const mask known = fabs(y) < 1.0;
    const real inside = pick(known, y, (real)0.0), z = inside * inside;
    const real quarter =
        pick(known, n - 4.0 * sincos_whole(0.25 * n - 0.375), (real)0.0); /* 0, 1, 2, 3 */
    const real s = sincos_sin_inside(inside, z), c = sincos_cos_inside(z);
    const mask odd = (quarter == 1.0) | (quarter == 3.0);
    const real first = pick(odd, c, s), second = pick(odd, s, c);
    struct sincos r;

    r.s = pick(quarter >= 2.0, -first, first);
    r.c = pick((quarter == 1.0) | (quarter == 2.0), -second, second);
    return r;
}

#ifdef __OPENCL_C_VERSION__
/* The sine alone, by one polynomial over half a turn, at half the cost: half turns are subtracted in the same pieces, and
 * each changes the sign. With a shift of 1/2 they are counted from the zeros of the cosine, whose opposite it then
 * is. Coefficients: a fit, right to 4e-17. */
merged static inline real sincos_half(real x, number shift)
{
    const real moved = (x * 0.31830988618379067154 - shift) + power_round;
    const real n = (moved - power_round) + shift;
    const real y =
        ((x - n * 3.140625) - n * 0.000967502593994140625) - n * 1.509957990978376433836e-7;
    const real z = y * y, z2 = z * z, z4 = z2 * z2;
    const real low = (-1.6666666666666666e-01 + 8.3333333333333160e-03 * z) +
                     (-1.9841269841254885e-04 + 2.7557319219139174e-06 * z) * z2;
    const real high = (-2.5052107613933993e-08 + 1.6058977114025027e-10 * z) +
                      (-7.6439639643418690e-13 + 2.7313658477694193e-15 * z) * z2;
    const real s = y + (y * z) * (low + high * z4);
    const power_word sign = power_bits(moved) << power_sign;

    return pick(z < 2.5, power_number(power_bits(s) ^ sign), (real)-2.0 * shift);
}

#    define sincos_sin(x) sincos_half(x, (number)0.0)
#    define sincos_cos(x) (-sincos_half(x, (number)0.5))
#else
#    define sincos_sin(x) sincos_both(x).s
#    define sincos_cos(x) sincos_both(x).c
#endif

#endif
