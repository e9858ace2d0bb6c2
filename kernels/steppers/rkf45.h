/* rkf45.h: Runge-Kutta-Fehlberg: goes on with order 4, the difference to order 5 is the
 * estimate, as in [2]. E. Fehlberg, NASA TR R-315 (1969).
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_RKF45_H
#define STEPPERS_RKF45_H

// clang-format off
#define rkf45_table                                                \
    ABOUT("Fehlberg, order 4 with an estimate of order 5, as [2]") \
    METHOD(explicit_rk)                                            \
    TRAIT(stable, 3.0)                                             \
    TRAIT(order, 4)                                                \
    TRAIT(dense, 2)                                                \
    TRAIT(h_max, 0.1)                                              \
    TRAIT(takes_h_min, 1)
// clang-format on

#include "core/real.h"

enum { rkf45_stages = 6, rkf45_order = 4, rkf45_estimate = 4, rkf45_last = 0 };

// clang-format off
program_constant number rkf45_c[rkf45_stages] = {
    0.0, 1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0,
};
program_constant number rkf45_a[rkf45_stages * rkf45_stages] = {
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    1.0 / 4.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    3.0 / 32.0, 9.0 / 32.0, 0.0, 0.0, 0.0, 0.0,
    1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0.0, 0.0, 0.0,
    439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0.0, 0.0,
    -8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0, 0.0,
};
program_constant number rkf45_b[rkf45_stages] = {
    25.0 / 216.0, 0.0, 1408.0 / 2565.0, 2197.0 / 4104.0, -1.0 / 5.0, 0.0,
};
program_constant number rkf45_e[rkf45_stages] = {
    -1.0 / 360.0, 0.0, 128.0 / 4275.0, 2197.0 / 75240.0, -1.0 / 50.0, -2.0 / 55.0,
};
// clang-format on

#define tableau_stages rkf45_stages
#define tableau_c      rkf45_c
#define tableau_a      rkf45_a
#define tableau_b      rkf45_b
#define tableau_e      rkf45_e
#define tableau_last   rkf45_last

#endif
