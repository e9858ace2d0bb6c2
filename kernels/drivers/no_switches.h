/* no_switches.h: what switches.h is for steppers that do not switch. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_NO_SWITCHES_H
#define DRIVERS_NO_SWITCHES_H

#include "drivers/lane.h"
#include "steppers/problem.h"

static inline void no_switches_mode(struct problem *q, const real lane[lane_count])
{
}

enum { no_switches_settles = 0 };

static inline void no_switches_settle(const struct problem *q, const struct run_settings *run,
                                      real lane[lane_count])
{
}

static inline mask no_switches_turn(const struct problem *q, const real lane[lane_count])
{
    return lane[lane_outcome] < 0.0;
}

static inline void no_switches_begin(const struct problem *q, const struct run_settings *run,
                                     real lane[lane_count], mask fresh)
{
}

static inline real no_switches_reach(const struct problem *q, const real lane[lane_count])
{
    return (real)real_large * (real)real_large;
}

static inline real no_switches_error(const struct problem *q, const struct run_settings *run,
                                     const real lane[lane_count], real h, const real y1[system_dim],
                                     const real f1[system_dim], real error)
{
    return error;
}

static inline mask no_switches_beyond(const struct problem *q, const struct run_settings *run,
                                      real lane[lane_count], mask taken, mask tried, real h,
                                      real k[stepper_kept][system_dim], const real y1[system_dim],
                                      const real f1[system_dim])
{
    return taken & !taken;
}

static inline void no_switches_after(const struct problem *q, const struct run_settings *run,
                                     real lane[lane_count], mask taken, real h)
{
}

#endif
