/* clock.h: time for measuring. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_CLOCK_H
#define CONTENSOU_BASE_CLOCK_H

#include <time.h>

/* Seconds since some fixed moment; never goes back, whatever happens to the time of day. */
double contensou__clock_seconds(void);

/* Seconds of processor time that all threads of this process took. */
double contensou__clock_processor(void);

/* A moment of the time of day a twentieth of a second from now, for waits that end then. */
struct timespec contensou__clock_soon(void);

#endif
