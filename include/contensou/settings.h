/* settings.h: the settings that a simulation has, with their defaults and what they mean: the table behind
 * contensou_simulation_set, and behind the options and the help of 'contensou run' and 'contensou sweep'.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SETTINGS_H
#define CONTENSOU_SETTINGS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a setting is about. */
enum contensou_setting_about {
    CONTENSOU_SETTING_MODEL, /* system, law, contact, numbers, stepper, tolerances */
    CONTENSOU_SETTING_LANES, /* times, which lanes there are, what is observed of them */
    CONTENSOU_SETTING_WORK   /* where and how it is computed, and how it is kept */
};

struct contensou_setting {
    const char *name;
    enum contensou_setting_about about;
    const char *
        argument; /* the form of its value, "..." behind one that adds up; NULL: it is set, by "1", or not */
    const char
        *fallback;    /* the value where none is set; NULL: there is none, or the text tells it */
    const char *text; /* what it means; {laws} and the like stand for names of the catalogue */
};

/* Row i of the table, NULL behind the last: the same in every thread, and for ever. */
const struct contensou_setting *contensou_settings_row(size_t i);

#ifdef __cplusplus
}
#endif
#endif
