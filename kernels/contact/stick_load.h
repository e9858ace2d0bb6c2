/* stick_load.h: the load of stick of a contact along a line that its system does not state: A Tx = -a0.
 * Roles: those of local.h. SPDX-License-Identifier: MIT */
#ifndef CONTACT_STICK_LOAD_H
#define CONTACT_STICK_LOAD_H

#include "contact/local.h"

merged static inline real stick_load_of(const struct system_params *p, real t, const real *y)
{
    const struct local_motion c = local_at(p, t, y);
    real f[contact_size];

    local_solve(&c, c.a0, f);
    return f[0];
}

#endif
