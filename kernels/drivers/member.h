/* member.h: the numbers of a member of a launch (device/members.c): field-major with n members, a multiple of the pack:
 * the fields of the system, those of the law, a time, the state, and what the driver wants besides.
 * Roles: friction_fields, friction_make; those of contact/form.h. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_MEMBER_H
#define DRIVERS_MEMBER_H

#include "contact/form.h"

enum { member_time = system_params_count + friction_fields };

static inline struct system_params member_params(size_t i, ulong n, global const number *in)
{
    union {
        struct system_params p;
        real field[system_params_count];
    } system;

    for (int k = 0; k < system_params_count; ++k)
        system.field[k] = load_pack(i, in + k * n);
    return system.p;
}

static inline void member_law(size_t i, ulong n, global const number *in,
                              real field[friction_fields + 1])
{
    for (int k = 0; k < friction_fields; ++k)
        field[k] = load_pack(i, in + (system_params_count + k) * n);
}

static inline struct friction member_friction(size_t i, ulong n, global const number *in,
                                              global const number *shared)
{
    real field[friction_fields + 1];

    member_law(i, n, in, field);
    return friction_make(field, shared);
}

/* The numbers behind the time: the state is the first `system_dim` of them. */
static inline void member_read(size_t i, ulong n, global const number *in, int first,
                               real y[system_dim])
{
    for (int k = 0; k < system_dim; ++k)
        y[k] = load_pack(i, in + (member_time + 1 + first + k) * n);
}

#endif
