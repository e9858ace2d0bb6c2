/* heun21.h: Heun's method of order 2 with an estimate of order 1: an example of a stepper that is one file and one row
 * of a list. K. Heun, Z. Math. Phys. 45 (1900) 23. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_HEUN21_H
#define STEPPERS_HEUN21_H

// clang-format off
#define heun21_table                       \
    ABOUT("Heun, order 2")                 \
    METHOD(explicit_rk)                    \
    TRAIT(order, 2)                        \
    TRAIT(dense, 2)
// clang-format on

#include "core/real.h"

enum { heun21_stages = 2, heun21_estimate = 1, heun21_last = 0 };

// clang-format off
program_constant number heun21_c[heun21_stages] = {0.0, 1.0};
program_constant number heun21_a[heun21_stages * heun21_stages] = {
    0.0, 0.0,
    1.0, 0.0,
};
program_constant number heun21_b[heun21_stages] = {0.5, 0.5};
program_constant number heun21_e[heun21_stages] = {-0.5, 0.5}; /* against Euler's step */
// clang-format on

#define tableau_stages heun21_stages
#define tableau_c      heun21_c
#define tableau_a      heun21_a
#define tableau_b      heun21_b
#define tableau_e      heun21_e
#define tableau_last   heun21_last

#endif
