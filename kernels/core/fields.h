/* fields.h: a set of parameters is one table of FIELD(name, default, unit, text). The table expands
 * to the struct, to the number of its fields and to its description; nothing else lists them. A lower limit
 * stands behind the unit: "kg > 0" or "N >= 0".
 *
 * Every field is a real (one value per lane) or, in settings, a number (one value for all lanes),
 * so that struct and array have the same layout on every device and in every precision.
 * SPDX-License-Identifier: MIT */
#ifndef CORE_FIELDS_H
#define CORE_FIELDS_H

#include "core/real.h"

#define FIELD_MEMBER(name, init, unit, text)  real name;
#define FIELD_SETTING(name, init, unit, text) number name;
#define FIELD_COUNT(name, init, unit, text)   +1
#define FIELD_ROW(name, init, unit, text)     #name "\t" #init "\t" unit "\t" text "\n"

#define define_fields(type, TABLE)                \
    struct type {                                 \
        TABLE(FIELD_MEMBER)                       \
    };                                            \
    enum { type##_count = 0 TABLE(FIELD_COUNT) }; \
    static_check(type, sizeof(struct type) == type##_count * sizeof(real))

/* The states of a system, in the same form: the struct that has them by name, and their number. */
#define define_states(prefix, TABLE)              \
    struct prefix##_states {                      \
        TABLE(FIELD_MEMBER)                       \
    };                                            \
    enum { prefix##_dim = 0 TABLE(FIELD_COUNT) }; \
    static_check(prefix##_states, sizeof(struct prefix##_states) == prefix##_dim * sizeof(real))

#define define_settings(type, TABLE)              \
    struct type {                                 \
        TABLE(FIELD_SETTING)                      \
    };                                            \
    enum { type##_count = 0 TABLE(FIELD_COUNT) }; \
    static_check(type, sizeof(struct type) == type##_count * sizeof(number))

#endif
