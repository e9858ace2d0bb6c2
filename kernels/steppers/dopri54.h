/* dopri54.h: Dormand and Prince, order 5 with an estimate of order 4; the last stage is the first of
 * the next step. J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19; d: the dense output of
 * order 4, L. F. Shampine, Math. Comp. 46 (1986) 135.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_DOPRI54_H
#define STEPPERS_DOPRI54_H

// clang-format off
#define dopri54_table                                         \
    ABOUT("Dormand-Prince, order 5, dense output of order 4") \
    METHOD(explicit_rk)                                       \
    TRAIT(stable, 3.25)                                       \
    TRAIT(order, 5)                                           \
    TRAIT(dense, 3)                                           \
    TRAIT(auto_rtol, 1e300)
// clang-format on

#include "core/real.h"

enum { dopri54_stages = 7, dopri54_order = 5, dopri54_estimate = 4, dopri54_last = 1 };

// clang-format off
program_constant number dopri54_c[dopri54_stages] = {
    0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0,
};
program_constant number dopri54_a[dopri54_stages * dopri54_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0, 0.0,
    19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0, 0.0,
    9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0, 0.0,
    35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0,
};
program_constant number dopri54_b[dopri54_stages] = {
    35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0,
};
program_constant number dopri54_e[dopri54_stages] = {
    71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0,
    -1.0 / 40.0,
};
program_constant number dopri54_d[dopri54_stages] = {
    -12715105075.0 / 11282082432.0, 0.0, 87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0, 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
};
/* Positions: these rows times a. */
program_constant number dopri54_place[dopri54_stages * dopri54_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.045, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    -0.48, 0.8, 0.0, 0.0, 0.0, 0.0, 0.0,
    -1.8667885992988873, 3.2958390489254685, -1.0339887212315195, 0.0, 0.0, 0.0, 0.0,
    -2.018939393939394, 4.136363636363637, -1.696969696969697, 0.07954545454545454, 0.0, 0.0, 0.0,
    0.09114583333333333, 0.0, 0.31446540880503143, 0.13020833333333334, -0.03581957547169811, 0.0,
    0.0,
};
program_constant number dopri54_e_place[dopri54_stages] = {
    0.002651909722222222, 0.0, -0.006157532195268044, 0.010182291666666666, -0.003402859669811321,
    -0.003273809523809524, 0.0,
};
program_constant number dopri54_d_place[dopri54_stages] = {
    0.22731102129922817, 0.0, -0.2895051064706962, 0.03484859132786028, -0.2846444853178158,
    0.31198997916142357, 0.0,
};
// clang-format on

#define tableau_stages  dopri54_stages
#define tableau_c       dopri54_c
#define tableau_a       dopri54_a
#define tableau_b       dopri54_b
#define tableau_e       dopri54_e
#define tableau_d       dopri54_d
#define tableau_last    dopri54_last
#define tableau_place   dopri54_place
#define tableau_e_place dopri54_e_place
#define tableau_d_place dopri54_d_place

#endif
