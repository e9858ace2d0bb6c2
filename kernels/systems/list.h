/* list.h: the systems. A row is all that the program needs to know of one beside its own file systems/NAME.h, which
 * has the tables
 *
 *     NAME_table(ABOUT, LAW, SECTION)     ABOUT(text): what it is
 *                                         LAW(friction, name, eps): what it asks its law for (contact, line, rolling:
 *                                         host/parts/system.h), the law that it has by default, and law.eps
 *                                         SECTION(state, value, direction): the default section, up, down or both
 *     NAME_state_table(STATE)             STATE(name, initial value, unit, text)
 *     NAME_field_table(FIELD)             FIELD(name, default, unit, text)
 *
 *     #define NAME_length FIELD           where its slip has lengths over a field: metres of the contact's unit of length
 *
 * A system without friction has no LAW, one without a natural section no SECTION. The functions are those of a user's
 * system (docs/own-systems.md), with the prefix NAME in place of system. SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_LIST_H
#define SYSTEMS_LIST_H

// clang-format off
#define ALL_SYSTEMS(SYSTEM) \
    SYSTEM(disk_belt)       \
    SYSTEM(block_belt)      \
    SYSTEM(pendulum)        \
    SYSTEM(free_disk)       \
    SYSTEM(rolling_ball)    \
    SYSTEM(lorenz)
// clang-format on

#endif
