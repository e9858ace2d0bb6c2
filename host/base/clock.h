/* clock.h: time for measuring. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_CLOCK_H
#define CONTENSOU_BASE_CLOCK_H

/* Seconds since some fixed moment; never goes back, whatever happens to the time of day. */
double contensou__clock_seconds(void);

/* Seconds of processor time that all threads of this process took. */
double contensou__clock_processor(void);

#endif
