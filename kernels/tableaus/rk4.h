/* rk4.h: the classical method of order 4 with a fixed step. W. Kutta, Z. Math. Phys. 46 (1901) 435.
 * e is zero: there is no estimate.
 * SPDX-License-Identifier: MIT */
#ifndef TABLEAUS_RK4_H
#define TABLEAUS_RK4_H

#include "core/real.h"

enum { rk4_stages = 4, rk4_order = 4, rk4_estimate = 4, rk4_last = 0 };

// clang-format off
program_constant number rk4_c[rk4_stages] = {
    0.0, 1.0 / 2.0, 1.0 / 2.0, 1.0,
};
program_constant number rk4_a[rk4_stages * rk4_stages] = {
    0.0, 0.0, 0.0, 0.0,
    1.0 / 2.0, 0.0, 0.0, 0.0,
    0.0, 1.0 / 2.0, 0.0, 0.0,
    0.0, 0.0, 1.0, 0.0,
};
program_constant number rk4_b[rk4_stages] = {
    1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0,
};
program_constant number rk4_e[rk4_stages] = {
    0.0, 0.0, 0.0, 0.0,
};
// clang-format on

#endif
