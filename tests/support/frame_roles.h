/* frame_roles.h: a contact whose axes keep their direction or, with FRAME_TURNED, turn with system_frame, and with
 * FRAME_TWO against an anisotropy, as a program binds them.
 * SPDX-License-Identifier: MIT */
#define framed_round 0
#ifdef FRAME_TURNED
#    define framed_turns         1
#    define framed_slip          turned_slip
#    define framed_motion        turned_motion
#    define framed_slip_slopes   turned_slip_slopes
#    define framed_motion_slopes turned_motion_slopes
#    define framed_turn          turned_turn
#    define framed_turn_slopes   turned_slopes
#    include "contact/turned.h"
#else
#    define framed_turns         0
#    define framed_slip          system_slip
#    define framed_motion        system_motion
#    define framed_slip_slopes   system_slip_slopes
#    define framed_motion_slopes system_motion_slopes
#    define framed_turn          fixed_turn
#    define framed_turn_slopes   fixed_slopes
#    include "contact/fixed.h"
#endif
#ifdef FRAME_TWO
#    define two_frames_way    -1
#    define framed_law        two_frames_law
#    define framed_law_slopes two_frames_law_slopes
#    include "contact/two_frames.h"
#else
#    define framed_law        one_frame_law
#    define framed_law_slopes one_frame_law_slopes
#    include "contact/one_frame.h"
#endif
