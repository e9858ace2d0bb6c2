/* list.h: the friction laws. A row is all that the program needs to know of one beside its own file laws/NAME.h:
 * names, help, lists, parameters with their limits, tables and kernel roles follow from the table in that file
 * (describe.h). Names are listed in this order. Kinds of rows:
 *
 *   EXACT  of a contact, from the contact itself: nothing to fit
 *   MODEL  of a contact, a formula with parameters
 *   LINE   of a contact that slips along a line
 *   NONE   of systems without friction
 *
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_LIST_H
#define LAWS_LIST_H

// clang-format off
#define ALL_LAWS(EXACT, MODEL, LINE, NONE) \
    EXACT(integral)                        \
    EXACT(table)                           \
    MODEL(approximant)                     \
    MODEL(pade)                            \
    MODEL(ellipsoid)                       \
    MODEL(potential)                       \
    LINE(continuous)                       \
    LINE(tanh)                             \
    LINE(signum)                           \
    LINE(switch)                           \
    NONE(frictionless)
// clang-format on

#endif
