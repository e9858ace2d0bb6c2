/* export_language.h: what a language's file says of it. The statements of a function are written by
 * export_text.c, which takes every word of them from here. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_LANGUAGE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_LANGUAGE_H

#include "base/text.h"
#include "fit/export/languages/list.h"

struct contensou__language {
    /* Written as another language is, with the texts of `scripts` behind it; or NULL. */
    const struct contensou__language *base;
    const char *scripts[4];
    int needs_unit;        /* a program in metres: the contact must have a unit of length */
    int packed;            /* a file of bytes is made of it: contensou_export_fmu */
    const char *ending[2]; /* of files, with the point; the second NULL if there is one */
    /* That no function may be called, each between blanks, those of the base too; fmi2* stands for all that begin so.
     * variants: letters that make another word of one behind it, as sinf of sin; or NULL. */
    const char *words, *variants;
    int begins_with_letter; /* a name does, and not with _ */
    const char *first, *next,
        *last;          /* of a comment: before its first line, before others, behind all */
    int comment_inside; /* it stands behind the head of the function */
    const char *declare, *assign, *end; /* of "declare NAME assign EXPRESSION end" */
    const char *abs, *max, *min;        /* functions */
    const char *power[3];               /* before, between and behind base and exponent */
    const char *cube_root[2]; /* before and behind; NULL: roots are powers, without branches */
    const char *
        number; /* what makes a number of the slip's kind of a constant or a condition; NULL: nothing is needed */
    const char *least;  /* the smallest positive number, where a formula has 1e-300; NULL: that */
    int elementwise;    /* operators over arrays have a point before them, as in MATLAB: .* ./ .^ */
    const char *broken; /* before the end of a line within an expression */
    const char *group[2]; /* around an expression of several lines */
    const char
        *result[4]; /* what is assigned to: Tx, Ty, M and, with slopes, the measure of slip */
    int slopes;     /* derivatives are written too, into slope[4] */
    const char *slope[4];
    /* A second form of the law, without slopes, that finish() finds in the text's `many`; or NULL. */
    const struct contensou__language *batch;
    int masks; /* no slip is no branch: there is a variable `zero`, 1 or 0 */
    const char *choice
        [3]; /* before condition, yes and no; NULL: there are no branches, and an expression without a
                              condition is used */
    const char *zero,
        *zero_locals; /* statements that return zeros where `scale` is 0, or make `zero` and the scale 1 in
                                       place of 0; the names that they and the head take, each behind a blank */
    const char *array[3]; /* around the law's name and the numbers of a table */
    /* The texts that read a table: what they need, or NULL; of a circular patch; of another. table[1] is NULL: none do. */
    const char *table[3];

    /* Texts with words that export_text.c replaces; NULL: nothing. Before all functions; before the body, with what follows
     * where slopes beside pure spin are to be taken a little aside; behind the body, where SLOPES are the statements of the
     * derivatives; then files of fit/export/texts, and what is behind them. */
    const char *begin, *head, *aside, *tail, *files[2], *finish;
    const char *many_of_table;    /* the second form of a table, whose numbers follow no pattern */
    const char *truth[2];         /* of GRADIENT: no and yes; NULL: 0 and 1 */
    const char *local[2];         /* around each name of LOCALS */
    const char *si[3];            /* SPEED, SPIN and LENGTH, where slips are in metres */
    const char *module, *largest; /* XP and LAST of fit/export/texts/batch.py.txt */
    int outdent;                  /* blanks that each line of SLOPES has less */
};

#define CONTENSOU__LANGUAGE_ONE(name) +1
#define CONTENSOU__LANGUAGE_EXTERN(name) \
    extern const struct contensou__language contensou__language_##name;
ALL_LANGUAGES(CONTENSOU__LANGUAGE_EXTERN)

enum { contensou__export_language_count = 0 ALL_LANGUAGES(CONTENSOU__LANGUAGE_ONE) };
extern const char *const contensou__export_language_names[contensou__export_language_count];

/* The language of this name; otherwise fails with the nearest one. */
enum contensou_status contensou__export_language_find(const char *name,
                                                      const struct contensou__language **language,
                                                      struct contensou_error *err);

/* Fails with CONTENSOU_EARGUMENT unless name is an identifier of the language that is neither a
 * keyword nor needed inside the function (`locals`, as the text lists them). */
enum contensou_status contensou__export_language_check(const char *name, const char *language,
                                                       const char *locals,
                                                       struct contensou_error *err);

#endif
