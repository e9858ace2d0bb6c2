/* clock.c: time for measuring. SPDX-License-Identifier: MIT */
#include "base/clock.h"

#include <time.h>

double contensou__clock_seconds(void)
{
    struct timespec now = {0};

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
