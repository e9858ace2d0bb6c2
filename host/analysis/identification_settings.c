/* identification_settings.c: what an identification is asked for beside its model: rows, numbers to be found, noise, limits, guesses.
 * Texts are read here, once. SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/numbers.h"
#include "base/setting.h"
#include "base/try.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(field)      PLACE(struct contensou__identification_choice, field)
#define IDENTIFICATION CONTENSOU_SETTING_IDENTIFICATION

/* The next word of a list with commas, cut to fit; its length there, 0: it is missing or too long. */
static size_t next_word(const char **at, char *word, size_t size)
{
    const size_t length = strcspn(*at, ",");

    snprintf(word, size, "%.*s", (int)(length < size ? length : size - 1), *at);
    *at += length + ((*at)[length] == ',');
    return length < size ? length : 0;
}

static enum contensou_status read_files(void *values, const char *text, struct contensou_error *err)
{
    struct contensou__identification_choice *const c = values;

    while (*text) {
        const size_t size = strcspn(text, ",");
        char **const grown = realloc(c->file, (c->files + 1) * sizeof *grown);
        char *const name = strndup(text, size);

        c->file = grown ? grown : c->file;
        if (!grown || !name) {
            free(name);
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the names of files");
        }
        c->file[c->files++] = name;
        text += size + (text[size] == ',');
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_free(void *values, const char *text, struct contensou_error *err)
{
    struct contensou__identification_choice *const c = values;

    for (c->frees = 0; *text; ++c->frees) {
        char word[2 * contensou__identification_name];
        const size_t size = next_word(&text, word, sizeof word);

        if (strchr(word, '='))
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                SETTING("free") " %s: here names stand alone; where %.*s may lie "
                                "is given by " SETTING("bounds") ", its first "
                                                                 "guess by " SETTING("set"),
                word, (int)strcspn(word, "="), word);
        if (!size || size >= sizeof c->free[0])
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("free") ": %s; write names such as mu_g,law.eta,init.phi",
                                  size ? "a name is too long" : "a name is missing");
        if (c->frees == contensou__identification_names)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("free") " names more than %d numbers",
                                  (int)contensou__identification_names);
        for (size_t k = 0; k < c->frees; ++k)
            if (strcmp(c->free[k], word) == 0)
                return contensou_fail(err, CONTENSOU_EARGUMENT,
                                      SETTING("free") " names %s twice; give it once", word);
        snprintf(c->free[c->frees], sizeof c->free[0], "%.39s", word);
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_noise(void *values, const char *text, struct contensou_error *err)
{
    struct contensou__identification_choice *const c = values;

    TRY(contensou__lanes_choice_numbers_read(&c->noise, SETTING("noise"), text, err));
    for (size_t i = 0; i < c->noise.count; ++i)
        if (!(c->noise.number[i].value > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("noise") " %s=%g: a standard deviation is above 0",
                                  c->noise.number[i].name, c->noise.number[i].value);
    return CONTENSOU_OK;
}

/* "mu_g=0.1:5,law.eta=1:2" */
static enum contensou_status read_bounds(void *values, const char *text,
                                         struct contensou_error *err)
{
    struct contensou__identification_choice *const c = values;

    for (c->bounds = 0; *text;) {
        struct contensou__identification_bound *const b = &c->bound[c->bounds];
        char word[160];
        const size_t size = next_word(&text, word, sizeof word);
        char *const equals = strchr(word, '='), *const colon = equals ? strchr(equals, ':') : NULL;

        if (!size || !colon || equals - word >= (ptrdiff_t)sizeof b->name)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("bounds") ": '%s' is no name with its limits; write "
                                                    "NAME=LO:HI, such as mu_g=0.1:5",
                                  word);
        if (c->bounds++ == contensou__identification_shared)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("bounds") " names more than %d numbers",
                                  (int)contensou__identification_shared);
        *equals = *colon = '\0';
        snprintf(b->name, sizeof b->name, "%.39s", word);
        TRY(contensou__numbers_parse(equals + 1, SETTING("bounds"), &b->low, err));
        TRY(contensou__numbers_parse(colon + 1, SETTING("bounds"), &b->high, err));
        if (!(b->low < b->high))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("bounds") " %s: %g does not lie below %g", b->name,
                                  b->low, b->high);
    }
    return CONTENSOU_OK;
}

static void drop_free(void *values)
{
    ((struct contensou__identification_choice *)values)->frees = 0;
}

static void drop_bounds(void *values)
{
    ((struct contensou__identification_choice *)values)->bounds = 0;
}

static void drop_noise(void *values)
{
    struct contensou__identification_choice *const c = values;

    free(c->noise.number);
    c->noise.number = NULL;
    c->noise.count = 0;
}

static const struct contensou__settings_row rows[] = {
    {{"data", IDENTIFICATION, "FILE.csv...", NULL,
      "rows of t and any states by their names, one a frame, and run (or lane, of a sweep) where "
      "there are several; missing values and nan are gaps, '# units mm,deg' is heeded; several "
      "files with commas, or the option again",
      FORM},
     .read = read_files},
    {{"free", IDENTIFICATION, "NAME,..", NULL,
      "the numbers to be found, which all runs share: fields of the system (mu_g), law.NAME, and "
      "of the contact shape.R (disk:R), shape.a, shape.b, .., pressure.q, tilt.x, tilt.y, "
      "center.x, center.y (tilt, center: both). Initial states are free for each run unless {init} "
      "gives them; 'init' "
      "frees all of them, init.STATE only that one",
      FORM},
     .read = read_free,
     .drop = drop_free},
    {{"noise", IDENTIFICATION, "COLUMN=X,..", NULL,
      "standard deviations of columns, such as x=1e-4,phi=2e-3 (default: estimated from the "
      "residuals)",
      FORM},
     .read = read_noise,
     .drop = drop_noise},
    {{"bounds", IDENTIFICATION, "NAME=LO:HI,..", NULL,
      "where numbers may lie (default: where they are possible)", FORM},
     .read = read_bounds,
     .drop = drop_bounds},
    {{"starts", IDENTIFICATION, "N", "1",
      "first guesses, side by side: the values given; from 2 on the best of 25 N places within the "
      "bounds, or a factor of 3, by DIRECT-L of NLopt; and others at random there. Where one "
      "leaves residuals that are not noise, more are tried in any case",
      WHOLE(1, 10000)},
     AT(starts)},
    {{"seed", IDENTIFICATION, "N", "0", "of those at random", WHOLE(0, 1e15)}, AT(seed)},
    {{"segments", IDENTIFICATION, "N", "0",
      "pieces of a run that begin in states of their own and are joined at the end (multiple "
      "shooting), for long or chaotic runs (default: one, and more where that leaves residuals "
      "that are not noise)",
      WHOLE(0, 1000)},
     AT(segments)},
    {.at = 0}};

const struct contensou_setting *contensou_identification_settings_row(size_t i)
{
    return i < sizeof rows / sizeof *rows - 1 ? &rows[i].about : NULL;
}

const struct contensou__settings_row *contensou__identification_settings_find(const char *name)
{
    const struct contensou__settings_row *row = rows;

    while (row->about.name && strcmp(row->about.name, name) != 0)
        ++row;
    return row->about.name ? row : NULL;
}

enum contensou_status
contensou__identification_settings_init(struct contensou__identification_choice *c,
                                        struct contensou_error *err)
{
    *c = (struct contensou__identification_choice){.files = 0};
    for (const struct contensou__settings_row *row = rows; row->about.name; ++row)
        TRY(contensou__identification_settings_set(c, row, NULL, err));
    return CONTENSOU_OK;
}

enum contensou_status
contensou__identification_settings_set(struct contensou__identification_choice *c,
                                       const struct contensou__settings_row *row, const char *text,
                                       struct contensou_error *err)
{
    text = text ? text : row->about.fallback;
    if (text)
        return contensou__settings_read(row, c, text, err);
    if (row->drop)
        row->drop(c);
    return CONTENSOU_OK;
}

void contensou__identification_settings_free_files(struct contensou__identification_choice *c)
{
    for (size_t i = 0; i < c->files; ++i)
        free(c->file[i]);
    free(c->file);
    c->file = NULL;
    c->files = 0;
}

void contensou__identification_settings_free(struct contensou__identification_choice *c)
{
    contensou__identification_settings_free_files(c);
    drop_noise(c);
}
