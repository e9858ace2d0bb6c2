/* setting_rows.h: how a thing that a user chooses describes itself: a table with a row for each setting, which says what others
 * are told of it (contensou/settings.h) and where its value is kept. Each thing has a struct of values and such a table in a file
 * of its own; settings.c puts the tables together. A table ends with a row of zeros. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_SETTING_ROWS_H
#define CONTENSOU_MODEL_SETTING_ROWS_H

#include <contensou/settings.h>
#include <contensou/status.h>

#include <math.h>
#include <stddef.h>

/* A value by its type: `const char *` of a word, `int` of a flag and of a choice (0: none, 1: the first), `double` of a number
 * and a whole number, `double[count]` of numbers. */
struct contensou__settings_row {
    struct contensou_setting about;
    size_t at, size; /* of the value in the struct of values, in bytes */
    /* Of a form: reads it into the struct; takes it from numbers, where these are no text's; takes it back, where it is not enough
     * that all bytes are zero. */
    enum contensou_status (*read)(void *values, const char *text, struct contensou_error *err);
    enum contensou_status (*take)(void *values, const double *number, size_t count,
                                  struct contensou_error *err);
    void (*drop)(void *values);
};
#define PLACE(values, field) .at = offsetof(values, field), .size = sizeof(((values *)NULL)->field)

/* Any number of numbers. */
struct contensou__settings_list {
    double *value;
    size_t count;
};

/* Words for tables. What a setting is about: */
#define MODEL CONTENSOU_SETTING_MODEL
#define LANES CONTENSOU_SETTING_LANES
#define WORK  CONTENSOU_SETTING_WORK
/* and its type: */
#define WORD                .type = CONTENSOU_SETTING_WORD
#define FLAG                .type = CONTENSOU_SETTING_FLAG
#define FORM                .type = CONTENSOU_SETTING_FORM
#define NUMBER(least, most) .type = CONTENSOU_SETTING_NUMBER, .low = (least), .high = (most)
#define POSITIVE            NUMBER(0, INFINITY), .open = 1
#define WHOLE(least, most)  .type = CONTENSOU_SETTING_WHOLE, .low = (least), .high = (most)
#define NUMBERS(how_many) \
    .type = CONTENSOU_SETTING_NUMBERS, .low = -INFINITY, .high = INFINITY, .count = (how_many)
#define CHOICE(words) \
    .type = CONTENSOU_SETTING_CHOICE, .choice = (words), .count = sizeof(words) / sizeof *(words)

#endif
