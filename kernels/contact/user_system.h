/* user_system.h: what a user's own system finds: packs, tables, traits, series, slips and wrenches, sin and cos that
 * are the same whatever the neighbours of a lane are. SPDX-License-Identifier: MIT */
#ifndef CONTACT_USER_SYSTEM_H
#define CONTACT_USER_SYSTEM_H

#include "core/fields.h"
#include "core/jet.h"
#include "core/traits.h"
#include "core/wrench.h"
#include "core/sincos.h"

#undef sin /* some compilers have macros */
#undef cos
#define sin(x) sincos_sin(x)
#define cos(x) sincos_cos(x)

#endif
