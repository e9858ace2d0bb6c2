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
    CONTENSOU_SETTING_MODEL,         /* system, law, contact, numbers, stepper, tolerances */
    CONTENSOU_SETTING_LANES,         /* times, which lanes there are, what is observed of them */
    CONTENSOU_SETTING_WORK,          /* where and how it is computed, and how it is kept */
    CONTENSOU_SETTING_IDENTIFICATION /* of identifications alone (identification.h) */
};

/* What its value is. */
enum contensou_setting_type {
    CONTENSOU_SETTING_WORD,    /* a name, a path or another text */
    CONTENSOU_SETTING_FLAG,    /* set, or not */
    CONTENSOU_SETTING_NUMBER,  /* a number within the limits */
    CONTENSOU_SETTING_WHOLE,   /* a whole number within them */
    CONTENSOU_SETTING_NUMBERS, /* `count` numbers, or, where that is 0, any number of them */
    CONTENSOU_SETTING_CHOICE,  /* one of choice[count] */
    CONTENSOU_SETTING_FORM     /* has the form that `argument` shows */
};

struct contensou_setting {
    const char *name;
    enum contensou_setting_about about;
    const char *
        argument; /* the form of its value, "..." behind one that adds up; NULL: it is set, by "1", or not */
    const char
        *fallback; /* the value where none is set; NULL: there is none, or the text tells it */
    /* What it means. {laws} and the like stand for names of the catalogue, {time} for the setting of that name, which a
     * command line writes --time. */
    const char *text;
    enum contensou_setting_type type;
    double low, high; /* limits of a number; where `open` is 1 it is above the lower one */
    int open;
    const char *const *choice;
    size_t count;
};

/* Row i of the table, NULL behind the last: the same in every thread, and for ever. */
const struct contensou_setting *contensou_settings_row(size_t i);

#ifdef __cplusplus
}
#endif
#endif
