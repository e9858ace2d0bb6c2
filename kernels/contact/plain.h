/* plain.h: a system without a contact, which states its right-hand side itself: nothing sticks.
 * Roles: those of form.h. SPDX-License-Identifier: MIT */
#ifndef CONTACT_PLAIN_H
#define CONTACT_PLAIN_H

#include "contact/form.h"

merged static inline real plain_slide(const struct system_params *p, const struct friction *law, real t,
                               const real y[system_dim])
{
    return real_large;
}

merged static inline struct contact_state plain_contact(const struct system_params *p,
                                                        const struct friction *law, real t,
                                                        const real y[system_dim])
{
    struct contact_state none;

    none.slip.vx = none.slip.vy = none.slip.w = 0.0;
    none.wrench = wrench_zero();
    return none;
}

#endif
