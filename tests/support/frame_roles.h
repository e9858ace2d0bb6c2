/* frame_roles.h: a contact whose axes keep their direction or, with FRAME_TURNED, turn with system_frame, as a program binds either.
 * SPDX-License-Identifier: MIT */
#define framed_round 0
#ifdef FRAME_TURNED
#    define framed_turns         1
#    define framed_slip          turned_slip
#    define framed_motion        turned_motion
#    define framed_slip_slopes   turned_slip_slopes
#    define framed_motion_slopes turned_motion_slopes
#    define framed_turn          turned_turn
#    include "contact/turned.h"
#else
#    define framed_turns         0
#    define framed_slip          system_slip
#    define framed_motion        system_motion
#    define framed_slip_slopes   system_slip_slopes
#    define framed_motion_slopes system_motion_slopes
#    define framed_turn          fixed_turn
#    include "contact/fixed.h"
#endif
