/* describe.h: how a law describes itself. Its file begins with one table, LAW_table, of rows of these kinds, each as
 * often as needed; LAW is the name of the file and of its row in list.h. Rows PARAM, which the kernel needs too, have a
 * table of their own, LAW_param_table(PARAM). cmake/lists.cmake reads the tables for the host; a row begins four
 * columns from the left.
 *
 *   NAME(name, text)        a name that people give, and what lists say of it
 *   ARGUMENT(name)          a digit at the end of the names; expressions know it by this name
 *   FAMILY(begin, condition, why)
 *                           what the names with arguments begin with. Beyond those with a row there are the ones that
 *                           fulfil the condition, which is what `why` says; why "": there are no others
 *   SUITS(contacts)         any, half_turn (the pressure is the same after half a turn about the reference point) or
 *                           circular (disk and annulus about their middle, tilted or not)
 *   LET(name, value)        a number that the rows behind it use
 *   PARAM(name, unit, limit, text, start, low, high)
 *                           a field of struct LAW_params, in this order. limit: above(x), from(x) or unlimited; start:
 *                           its value before a fit; low, high: the bounds of its search; equal: a fit leaves it alone
 *   NUMBER(value)           a number at the head of the table that the kernel gets
 *   ON_DISK(name, param, value)
 *                           our fit of a parameter of this name for uniform disks
 *   SHOWN(param, condition) a report leaves the parameter out where this does not hold and it was not fitted
 *   CONSTANT(name, value)   a whole number that is part of the program
 *   FORM(where, how, file)  the kernel file behind the law in simulations. where: circular (contacts without tilt) or
 *                           general; how: bare, LAW_wrench and so on, to which regularised_law.h adds eps, or fused, a
 *                           faster form that has eps itself. Without a row: the law's own file, bare
 *   ORDER(n)                below eps friction goes as slip^n; 1 without a row
 *   IS(trait)               one of
 *       gradient            the wrench is the gradient of a dissipation
 *       polar               a formula in polar coordinates, whose slopes are taken beside pure spin
 *       tilts               linear in its parameters gx, gy, which a contact that rolls sets
 *       jumps, corners      discontinuous; continuous, with slopes that jump
 *       holds               in stick any load up to F_s, as if it were not there
 *       taylor, forms       the table goes on with the Taylor coefficients of approximant.h or, where the contact is not
 *                           circular, with the forms of potential.h
 *       integrated, tabulated
 *                           exact laws, by the formulas of the contact or from their table
 *
 * Expressions are computed by the host. All know the arguments. CONSTANT knows single (1: the kernel computes in single
 * precision); LET, PARAM, NUMBER and ON_DISK know what LET gave before, radius (the largest distance from the reference
 * point), gx, gy (the tilt of the pressure), is_circular, moment(i, j, k) = <x^i y^j/r^k>, eps (of a line), and in low
 * and high start. SHOWN knows value, tilted (gx or gy is not zero) and general (the parameters are coefficients of
 * forms).
 *
 * A model has in its file, behind the table and define_law(LAW),
 *
 *   LAW_wrench(p, table, slip, jacobian)    the wrench without eps, of degree 0 in the slip
 *   LAW_measure(p, table, slip, f)          unless it is a gradient: its measure of slip (struct regularised_length)
 *
 * a law along a line LAW_force(law, v, load, jacobian) with the fields of line_friction.h; one that IS(corners) the
 * number of its corners LAW_corners and LAW_corner(law, v, load, g), how far each is away (drivers/corners.h).
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_DESCRIBE_H
#define LAWS_DESCRIBE_H

#include "core/real.h"

#define LAW_MEMBER(name, unit, limit, text, start, low, high) real name;
#define LAW_COUNT(name, unit, limit, text, start, low, high)  +1
#define LAW_TAKE(name, unit, limit, text, start, low, high)   p.name = field[k++];

/* struct LAW_params, the number of its fields, and LAW_make, which takes them from the numbers of a lane. */
#define define_law(law)                                                                            \
    struct law##_params {                                                                          \
        law##_param_table(LAW_MEMBER)                                                              \
    };                                                                                             \
    enum { law##_params_count = 0 law##_param_table(LAW_COUNT) };                                  \
    static inline struct law##_params law##_make(const real *field, number_table shared)           \
    {                                                                                              \
        struct law##_params p;                                                                     \
        int k = 0;                                                                                 \
                                                                                                   \
        (void)shared;                                                                              \
        law##_param_table(LAW_TAKE)(void) k;                                                       \
        return p;                                                                                  \
    }                                                                                              \
    static_check(law##_params, sizeof(struct law##_params) == law##_params_count * sizeof(real))

#endif
