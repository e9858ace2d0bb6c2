/* fixed.h: a contact whose axes keep their direction, or that has none: a centred circle. Its slip and its friction are those of
 * the system, as they stand (the roles framed_slip, .. are system_slip, ..). SPDX-License-Identifier: MIT */
#ifndef CONTACT_FIXED_H
#define CONTACT_FIXED_H

#include "contact/form.h"
#include "core/sincos.h"

merged static inline struct sincos fixed_turn(const struct system_params *p, real t,
                                              const real y[system_dim])
{
    struct sincos none;

    none.s = 0.0;
    none.c = 1.0;
    return none;
}

merged static inline void fixed_slopes(const struct system_params *p, real t,
                                       const struct system_states *y, real by[1][system_dim])
{
    form_clear(1, by);
}

#endif
