/* describe.cl: the tables of a user's system, as text and numbers: a line "name<tab>unit<tab>text" for each state, an
 * empty line, one for each field; their defaults in the same order; number of states, number of fields, whether it is
 * of second order, which states are angles, which of them phases, whether it uses t, whether the axes of its contact
 * are fixed. Roles: SYSTEM_STATES, SYSTEM_FIELDS and those of contact/form.h. SPDX-License-Identifier: MIT */
#include "contact/form.h"

#define DESCRIBE_ROW(name, init, unit, text)   #name "\t" unit "\t" text "\n"
#define DESCRIBE_VALUE(name, init, unit, text) init,

program_constant char describe_text[] =
    SYSTEM_STATES(DESCRIBE_ROW) "\n" SYSTEM_FIELDS(DESCRIBE_ROW);
program_constant number describe_values[] = {SYSTEM_STATES(DESCRIBE_VALUE)
                                                 SYSTEM_FIELDS(DESCRIBE_VALUE)};

/* room.x bytes of text and room.y values can be taken. */
kernel void describe(const uint2 room, global char *text, global number *value, global int *flag)
{
    const uint count = sizeof describe_values / sizeof(number);

    for (uint i = 0; i < sizeof describe_text && i < room.x; ++i)
        text[i] = describe_text[i];
    for (uint i = 0; i < count && i < room.y; ++i)
        value[i] = describe_values[i];
    flag[0] = system_dim;
    flag[1] = system_params_count;
    flag[2] = system_second;
    flag[3] = system_angles;
    flag[4] = system_phases;
    flag[5] = system_timed;
    flag[6] = system_frame_fixed;
}
