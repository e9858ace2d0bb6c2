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
#    define system_rhs    system_rhs
#    define system_series system_series
#    define system_period system_period
#    include "contact/plain.h"
#else
#    include "../bench/examples/slider.h"
#    include "contact/own_end.h"
#    define system_slip          system_slip
#    define system_slip_slopes   system_slip_slopes
#    define system_motion        system_motion
#    define system_motion_slopes system_motion_slopes
#    define system_frame         system_frame
#    define system_frame_slopes  system_frame_slopes
#    define system_traits        system_traits
#    include "../support/frame_roles.h"
#    include "contact/planar.h"
#endif
