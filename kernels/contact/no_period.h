/* no_period.h: a system that states no period: nothing drives it from outside.
 * SPDX-License-Identifier: MIT */
#ifndef CONTACT_NO_PERIOD_H
#define CONTACT_NO_PERIOD_H

#include "contact/form.h"

merged static inline real no_period(const struct system_params *p)
{
    return 0.0;
}

#endif
