/* bullet_feet.h: what is said of feet in Bullet, in C++ and in Python. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_ENGINES_BULLET_FEET_H
#define CONTENSOU_FIT_EXPORT_ENGINES_BULLET_FEET_H

#include "fit/export/export_engine.h"

#define bullet_feet_advice                                                                     \
    "Bullet has one friction coefficient for a body, so that all feet carry the same, and "    \
    "keeps four\n"                                                                             \
    "points of a pair of bodies: more than 4 feet do not help (measured: 8 err more than 4). " \
    "For a\n"

#endif
