/* unrefined.h: for contacts whose steps need no more than the tolerance that people chose (rolling.h has another one).
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_UNREFINED_H
#define CONTACT_UNREFINED_H

#include "contact/form.h"

enum { system_refines = 0 };

static inline void system_refine(const struct system_params *p, const struct friction *law, real t,
                                 const real y[system_dim], real weight[system_dim])
{
}

#endif
