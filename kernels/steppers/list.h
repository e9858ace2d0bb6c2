/* list.h: the steppers. A row is all that the program needs to know of one beside its own file
 * steppers/NAME.h, which begins with a table
 *
 *     #define NAME_table
 *
 * of rows ABOUT(text), METHOD(prefix) and TRAIT(field, value), which the host reads (cmake/lists.cmake). The prefix is
 * that of the functions step, dense, linearise, carry, of struct slopes and of the number kept: NAME itself where they
 * stand in the file, otherwise explicit_rk or rosenbrock for a method that is data, whose coefficients the file gives
 * as tableau_*. The fields are those of struct contensou__stepper in host/parts/stepper.h. Behind the table the
 * constant NAME_estimate is the order of the estimate of the error. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_LIST_H
#define STEPPERS_LIST_H

// clang-format off
#define ALL_STEPPERS(STEPPER) \
    STEPPER(rk4)              \
    STEPPER(rkf45)            \
    STEPPER(dopri54)          \
    STEPPER(dop853)           \
    STEPPER(taylor)           \
    STEPPER(rodas43)          \
    STEPPER(rodas54)          \
    STEPPER(dimarzo54)        \
    STEPPER(event)
// clang-format on

#endif
