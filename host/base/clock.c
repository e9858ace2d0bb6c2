/* clock.c: time for measuring. SPDX-License-Identifier: MIT */
#include "base/clock.h"

#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double contensou__clock_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double contensou__clock_processor(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

struct timespec contensou__clock_soon(void)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 50000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}
