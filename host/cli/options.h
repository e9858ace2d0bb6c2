/* options.h: GNU long options from a table: the same rows give parsing, defaults and --help.
 *
 * Accepted are "--name value", "--name=value" and, for rows with a letter, "-o value"; a value may
 * start with one dash ("--theta -pi/2:pi/2:5"). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_OPTIONS_H
#define CONTENSOU_CLI_OPTIONS_H

#include "base/text.h"

#include <contensou/status.h>

#include <stddef.h>
#include <stdio.h>

struct contensou__option {
    const char *name;     /* without the dashes */
    char letter;          /* of the short form, or 0 */
    const char *argument; /* the placeholder in the help; NULL for a flag; one that ends in "..."
                             may be given several times */
    const char
        *fallback;    /* the value where it is not given; NULL for none; "" where it is required */
    const char *help; /* what it means, with its unit */
};

/* In a table of options, instead of a row: every setting that is about this (contensou/settings.h); the setting of this name; the
 * same, which here has no default and must be given. */
#define CONTENSOU__OPTIONS_SETTINGS(about)    \
    {                                         \
        NULL, (char)(about), NULL, NULL, NULL \
    }
#define CONTENSOU__OPTIONS_SETTING(name) \
    {                                    \
        NULL, 0, name, "", NULL          \
    }
#define CONTENSOU__OPTIONS_REQUIRED(name) \
    {                                     \
        NULL, 0, name, NULL, NULL         \
    }

enum {
    contensou__options_max = 64,
    contensou__options_words_max = 4096, /* parts of a sweep */
    contensou__options_repeats_max = 8
};

struct contensou__options {
    struct contensou__option row[contensou__options_max]; /* the command's, then the common ones */
    const char *value[contensou__options_max];            /* as given, or the fallback */
    char given[contensou__options_max];
    size_t count;
    const char *repeat[contensou__options_repeats_max]; /* values of the row that repeats */
    size_t repeat_count;
    const char *word[contensou__options_words_max]; /* arguments without dashes */
    size_t word_count, word_max;
    int argc; /* the whole command line */
    char **argv;
    struct contensou__text line; /* the same as a shell would take it, once it is read */
};

/* The values of --precision, in the order of enum contensou_precision. */
extern const char *const contensou__options_precisions[2];

/* Sets up the table, in which at most one row repeats: the command's rows and then --device, --precision, --pack, --quiet, --help.
 */
void contensou__options_init(struct contensou__options *o, const struct contensou__option *rows,
                             size_t count, size_t word_max);

/* Reads argv[first..argc-1]. An unknown option, one given twice, one without its value and a word
 * too many, and a wrong value of a common option, are CONTENSOU_EARGUMENT or CONTENSOU_ENOTFOUND
 * with the nearest valid name. */
enum contensou_status contensou__options_parse(struct contensou__options *o, int argc, char **argv,
                                               int first, struct contensou_error *err);
void contensou__options_free(struct contensou__options *o);

/* The value, as given or by default; NULL if there is neither. The name must be in the table. */
const char *contensou__options_value(const struct contensou__options *o, const char *name);

/* 1 if it was on the command line. */
int contensou__options_given(const struct contensou__options *o, const char *name);

/* The index of the value of `name` in choices[count]; otherwise fails with the nearest choice. */
enum contensou_status contensou__options_choice(const struct contensou__options *o,
                                                const char *name, const char *const *choices,
                                                size_t count, int *index,
                                                struct contensou_error *err);

/* A number, or a whole number of [low, high]; *value stays where the option has neither a value nor a default. */
enum contensou_status contensou__options_number(const struct contensou__options *o,
                                                const char *name, double *value,
                                                struct contensou_error *err);
enum contensou_status contensou__options_whole(const struct contensou__options *o, const char *name,
                                               long low, long high, long *value,
                                               struct contensou_error *err);

enum contensou_status contensou__options_int(const struct contensou__options *o, const char *name,
                                             int low, int high, int *value,
                                             struct contensou_error *err);

/* Fails if one of names[count] was given: "--NAME why". */
enum contensou_status contensou__options_refuse(const struct contensou__options *o,
                                                const char *const *names, size_t count,
                                                const char *why, struct contensou_error *err);

/* 1 if the name is that of a setting of simulations (contensou/settings.h). */
int contensou__options_is_setting(const char *name);

/* The whole command line as a shell would take it; and words of one, appended. */
const char *contensou__options_line(const struct contensou__options *o);
void contensou__options_spell(int argc, char *const *argv, struct contensou__text *text);

/* Prints one paragraph per row, wrapped to 80 columns. */
void contensou__options_help(const struct contensou__options *o, FILE *to);

/* Prints text wrapped to 80 columns; every line after the first, and the first from column `at` on,
 * starts at column `indent`. A newline in the text stays one. */
void contensou__options_wrap(const char *text, size_t at, size_t indent, FILE *to);

#endif
