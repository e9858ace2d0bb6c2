/* frame_roles.h: a contact whose axes keep their direction or, with FRAME_TURNED, turn with system_frame, and with
 * FRAME_TWO against an anisotropy, as a program binds them.
 * SPDX-License-Identifier: MIT */
#define framed_round 0
#ifdef FRAME_TURNED
#    define framed_turns 1
#else
#    define framed_turns 0
#endif
#ifdef FRAME_TWO
#    define framed_way -1
#else
#    define framed_way 0
#endif
