/* clock.h: how a system depends on time: its slope f(t, y), and the period of what drives it, one pack of members per
 * work-item. Orbits and equilibria ask it before they begin (analysis/forcing.c).
 *
 * Members as in member.h; out has the slope, then the period. The law is asked as it is, also where a stepper would
 * switch between stick and slip: the slope is compared with itself at another time only. Roles: those of member.h,
 * system_rhs, system_period. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_CLOCK_H
#define DRIVERS_CLOCK_H

#include "drivers/member.h"

kernel void clock_slope(const ulong n, global const number *in, global const number *shared,
                        global number *out)
{
    const size_t i = get_global_id(0);
    struct system_params p;
    struct friction law;
    real y[system_dim], dy[system_dim];

    if (i * PACK >= n)
        return;
    p = member_params(i, n, in);
    law = member_friction(i, n, in, shared);
    member_read(i, n, in, 0, y);
    system_rhs(&p, &law, load_pack(i, in + member_time * n), (const void *)y, (void *)dy);
    for (int k = 0; k < system_dim; ++k)
        store_pack(dy[k], i, out + k * n);
    store_pack(system_period(&p), i, out + system_dim * n);
}

#endif
