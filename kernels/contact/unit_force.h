/* unit_force.h: the friction of a system that states no force is per unit of mu N. SPDX-License-Identifier: MIT */
#ifndef CONTACT_UNIT_FORCE_H
#define CONTACT_UNIT_FORCE_H

#include "contact/form.h"

merged static inline real unit_force(const struct system_params *p, real t,
                                     const struct system_states *y)
{
    return 1.0;
}

#endif
