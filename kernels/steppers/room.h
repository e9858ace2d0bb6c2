/* room.h: how many numbers of a lane may wait in local memory on graphics processors, those of waiting_group lanes side by side.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_ROOM_H
#define STEPPERS_ROOM_H

/* So that a quarter of the waves fits, 8 in 64 kB, or an eighth; on NVIDIA's, which have fewer registers, 16 or 8 in 164 kB, of which
 * each group takes 1 kB for itself. */
#if defined(__NVPTX__) || defined(__NV_CL_C_VERSION)
enum { room_quarter = 39, room_eighth = 79, room_nvidia = 1 };
#else
enum { room_quarter = 16, room_eighth = 32, room_nvidia = 0 };
#endif

#endif
