/* force.h: the friction of a contact that slips along a line.
 *
 * F(V_r, F_ex) of [2]: the force that the belt gives to the body against its relative velocity V_r, in stick
 * from the load F_ex. SPDX-License-Identifier: MIT */
#ifndef CORE_FORCE_H
#define CORE_FORCE_H

#include "core/real.h"

struct force {
    real F;
    real by_v, by_load; /* dF/dV_r and dF/dF_ex; set only where they are asked for */
};

#endif
