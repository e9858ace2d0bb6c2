/* language_fmu.c: a co-simulation unit of FMI 2.0: the functions in C, and those that FMI asks for.
 * SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

const struct contensou__language contensou__language_fmu = {
    .base = &contensou__language_c,
    .scripts = {"fmi2.c.txt"},
    .packed = 1,
    .ending = {".fmu"},
    .words = " unit malloc free memcpy memset strcmp fmi2* unit_* ",
};
