/* pressures.h: the pressures (1 - s)^q with s = x^2/a^2 + y^2/b^2, normalised to total 1. A row is all that the program
 * needs to know of one: its name, an example of how it is written, the least and the largest exponent q (equal where the
 * name decides it, otherwise q stands behind the colon), what it means. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_PRESSURES_H
#define CONTENSOU_CONTACT_PRESSURES_H

// clang-format off
#define ALL_PRESSURES(PRESSURE)                                                                   \
    PRESSURE(uniform,    "uniform",    0,    0,    "constant")                                    \
    PRESSURE(hertz,      "hertz",      0.5,  0.5,  "(1 - s)^(1/2): elastic contact of curved bodies") \
    PRESSURE(parabolic,  "parabolic",  1,    1,    "1 - s")                                       \
    PRESSURE(power,      "power:0.5",  -0.9, 20,   "(1 - s)^q")                                   \
    PRESSURE(boussinesq, "boussinesq", -0.5, -0.5, "(1 - s)^(-1/2): a rigid flat punch")
// clang-format on

#endif
