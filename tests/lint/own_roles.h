/* own_roles.h: what kernels.sh binds for a user's system, bench/examples/slider.h, or with OWN_PLAIN van_der_pol.h.
 * SPDX-License-Identifier: MIT */
#include "laws/any_friction.h"
#define friction        any_friction
#define friction_wrench any_friction_wrench
#define friction_slide  any_friction_slide
#include "contact/own.h"
#ifdef OWN_PLAIN
#    include "../bench/examples/van_der_pol.h"
#    include "contact/own_end.h"
#    define system_traits 0
#    include "contact/rhs_differences.h"
#else
#    include "../bench/examples/slider.h"
#    include "contact/own_end.h"
#    include "../support/frame_roles.h"
#    include "contact/planar.h"
#endif
