/* options.c: GNU long options from a table. SPDX-License-Identifier: MIT */
#include "cli/options.h"
#include "cli/parts.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/try.h"

#include <contensou/identification.h>
#include <contensou/settings.h>

#include <string.h>

static const struct contensou__option common[] = {
    {"device", 0, "CHOICE", NULL,
     "the OpenCL device: its index in 'contensou devices' or a piece of its name; for 'sweep' "
     "also all, every device of the kind that is chosen otherwise (default: the "
     "environment variable CONTENSOU_DEVICE, otherwise a GPU before a CPU)"},
    {"precision", 0, "NAME", "double", "arithmetic of the device: double or single"},
    {"pack", 0, "N", NULL,
     "slips or trajectories that one work-item computes at once: 1, 2, 4, 8 or 16 (default: what "
     "suits the device); changes the speed only"},
    {"quiet", 0, NULL, NULL,
     "show no progress bar (there is one on a terminal, for work longer than a second)"},
    {"force", 0, NULL, NULL,
     "let -o replace a file that is no result of this command: of another one, an input, notes"},
    {"help", 'h', NULL, NULL, "explain this command and stop"},
};

/* The fallback of an option that must be given. */
static const char required[] = "";

const char *const contensou__options_precisions[2] = {"double", "single"};
static const char *const packs[5] = {"1", "2", "4", "8", "16"};

/* The settings that a row stands for: that of a name, or all about one thing. */
static void add_settings(struct contensou__options *o, const struct contensou__option *by)
{
    const int own = !by->argument && by->letter == CONTENSOU_SETTING_IDENTIFICATION;
    const struct contensou_setting *row;

    for (size_t i = 0;
         (row = own ? contensou_identification_settings_row(i) : contensou_settings_row(i)); i++)
        if (o->count < contensou__options_max &&
            (by->argument ? !strcmp(row->name, by->argument)
                          : row->about == (enum contensou_setting_about)by->letter))
            o->row[o->count++] = (struct contensou__option){
                row->name, 0, row->argument,
                by->argument && !by->fallback ? required : row->fallback, row->text};
}

void contensou__options_init(struct contensou__options *o, const struct contensou__option *rows,
                             size_t count, size_t word_max)
{
    const size_t common_count = sizeof common / sizeof common[0];

    *o = (struct contensou__options){.word_max = word_max};
    for (size_t i = 0; i < count + common_count; i++) {
        const struct contensou__option *const row = i < count ? &rows[i] : &common[i - count];

        if (row->name)
            o->row[o->count++] = *row;
        else
            add_settings(o, row);
    }
    for (size_t i = 0; i < o->count; i++)
        o->value[i] = o->row[i].fallback != required ? o->row[i].fallback : NULL;
}

static int find_row(const struct contensou__options *o, const char *name, size_t length)
{
    if (length == 5 && !strncmp(name, "lanes", 5)) { /* what --pack was called */
        name = "pack";
        length = 4;
    }
    for (size_t i = 0; i < o->count; i++)
        if (strlen(o->row[i].name) == length && !strncmp(o->row[i].name, name, length))
            return (int)i;
    return -1;
}

static int find_letter(const struct contensou__options *o, const char *arg)
{
    if (arg[0] != '-' || !arg[1] || arg[1] == '-' || arg[2])
        return -1;
    for (size_t i = 0; i < o->count; i++)
        if (o->row[i].letter == arg[1])
            return (int)i;
    return -1;
}

static enum contensou_status unknown(const struct contensou__options *o, const char *arg,
                                     struct contensou_error *err)
{
    char spelled[contensou__options_max][32], given[64];
    const char *names[contensou__options_max];
    const size_t length = strcspn(arg, "=");

    snprintf(given, sizeof given, "%.*s", (int)(length < 60 ? length : 60), arg);
    for (size_t i = 0; i < o->count; i++) {
        snprintf(spelled[i], sizeof spelled[i], "--%s", o->row[i].name);
        names[i] = spelled[i];
    }
    return contensou__names_fail(err, "option", given, names, o->count);
}

static enum contensou_status missing(const struct contensou__option *row,
                                     struct contensou_error *err)
{
    return WRONG(err, "--%s needs a value: --%s %s", row->name, row->name, row->argument);
}

static int repeats(const struct contensou__option *row)
{
    const size_t length = row->argument ? strlen(row->argument) : 0;

    return length > 3 && !strcmp(row->argument + length - 3, "...");
}

/* Keeps the value that was just given beside those before it. */
static enum contensou_status keep(struct contensou__options *o, int i, struct contensou_error *err)
{
    if (o->repeat_count == contensou__options_repeats_max)
        return WRONG(err, "--%s is given more than %d times", o->row[i].name,
                     contensou__options_repeats_max);
    o->repeat[o->repeat_count++] = o->value[i];
    return CONTENSOU_OK;
}

/* The row that an argument names, "--name", "--name=value" or "-n"; *value: behind its equals sign, or NULL. */
static int find_option(const struct contensou__options *o, const char *arg, const char **value)
{
    const size_t length = strcspn(arg, "=");

    *value = NULL;
    if (strncmp(arg, "--", 2) != 0)
        return find_letter(o, arg);
    if (arg[length])
        *value = arg + length + 1;
    return find_row(o, arg + 2, length - 2);
}

/* Takes one option from argv[*at]; *at moves to the last argument that it used. */
static enum contensou_status take(struct contensou__options *o, int *at,
                                  struct contensou_error *err)
{
    const char *value;
    const int i = find_option(o, o->argv[*at], &value);
    const struct contensou__option *const row = &o->row[i < 0 ? 0 : i];

    if (i < 0)
        return unknown(o, o->argv[*at], err);
    if (o->given[i] && !repeats(row))
        return WRONG(err, "--%s is given twice; give it once", row->name);
    if (!row->argument && value)
        return WRONG(err, "--%s takes no value, but '%s' is given", row->name, value);
    if (!row->argument)
        value = "yes";
    else if (!value) {
        value = *at + 1 < o->argc ? o->argv[++*at] : "";
        /* "-0.1,0" is a value, "--phi" and "-o" are the next option. */
        if (!strncmp(value, "--", 2) || find_letter(o, value) >= 0)
            value = "";
    }
    if (!*value)
        return missing(row, err);
    o->value[i] = value;
    o->given[i] = 1;
    return repeats(row) ? keep(o, i, err) : CONTENSOU_OK;
}

static enum contensou_status take_word(struct contensou__options *o, const char *word,
                                       struct contensou_error *err)
{
    if (o->word_count < o->word_max) {
        o->word[o->word_count++] = word;
        return CONTENSOU_OK;
    }
    if (find_row(o, word, strlen(word)) >= 0)
        return WRONG(err, "'%s' stands where an option should; did you mean '--%s'?", word, word);
    return WRONG(err, "'%s' belongs to no option; every option starts with --", word);
}

/* The common options are checked for every command, also where they change nothing. */
static enum contensou_status check_common(const struct contensou__options *o,
                                          struct contensou_error *err)
{
    int index;

    TRY(contensou__options_choice(o, "precision", contensou__options_precisions, 2, &index, err));
    if (contensou__options_given(o, "pack"))
        TRY(contensou__options_choice(o, "pack", packs, 5, &index, err));
    return CONTENSOU_OK;
}

enum contensou_status contensou__options_parse(struct contensou__options *o, int argc, char **argv,
                                               int first, struct contensou_error *err)
{
    int only_words = 0;

    o->argc = argc;
    o->argv = argv;
    contensou__options_spell(argc, argv, &o->line);
    for (int i = first; i < argc; i++) {
        const char *arg = argv[i];

        if (!only_words && !strcmp(arg, "--"))
            only_words = 1;
        else if (only_words || arg[0] != '-' || !arg[1])
            TRY(take_word(o, arg, err));
        else
            TRY(take(o, &i, err));
    }
    return check_common(o, err);
}

void contensou__options_free(struct contensou__options *o)
{
    contensou__text_free(&o->line);
}

const char *contensou__options_value(const struct contensou__options *o, const char *name)
{
    const int i = find_row(o, name, strlen(name));

    return i < 0 ? NULL : o->value[i];
}

int contensou__options_given(const struct contensou__options *o, const char *name)
{
    const int i = find_row(o, name, strlen(name));

    return i >= 0 && o->given[i];
}

enum contensou_status contensou__options_choice(const struct contensou__options *o,
                                                const char *name, const char *const *choices,
                                                size_t count, int *index,
                                                struct contensou_error *err)
{
    const char *value = contensou__options_value(o, name);

    *index = value ? contensou__names_find(value, choices, count) : 0;
    if (*index < 0) {
        char what[48];

        snprintf(what, sizeof what, "value of --%s", name);
        return contensou__names_fail(err, what, value, choices, count);
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__options_number(const struct contensou__options *o,
                                                const char *name, double *value,
                                                struct contensou_error *err)
{
    const char *const text = contensou__options_value(o, name);
    char what[48];

    snprintf(what, sizeof what, "--%s", name);
    return text ? contensou__numbers_parse(text, what, value, err) : CONTENSOU_OK;
}

enum contensou_status contensou__options_whole(const struct contensou__options *o, const char *name,
                                               long low, long high, long *value,
                                               struct contensou_error *err)
{
    const char *const text = contensou__options_value(o, name);
    char what[48];

    snprintf(what, sizeof what, "--%s", name);
    return text ? contensou__numbers_whole(text, what, low, high, value, err) : CONTENSOU_OK;
}

enum contensou_status contensou__options_int(const struct contensou__options *o, const char *name,
                                             int low, int high, int *value,
                                             struct contensou_error *err)
{
    long whole = *value;

    TRY(contensou__options_whole(o, name, low, high, &whole, err));
    *value = (int)whole;
    return CONTENSOU_OK;
}

enum contensou_status contensou__options_refuse(const struct contensou__options *o,
                                                const char *const *names, size_t count,
                                                const char *why, struct contensou_error *err)
{
    for (size_t i = 0; i < count; i++)
        if (contensou__options_given(o, names[i]))
            return WRONG(err, "--%s %s", names[i], why);
    return CONTENSOU_OK;
}

int contensou__options_is_setting(const char *name)
{
    const struct contensou_setting *row;

    for (size_t i = 0; (row = contensou_settings_row(i)); i++)
        if (!strcmp(row->name, name))
            return 1;
    return 0;
}

const char *contensou__options_line(const struct contensou__options *o)
{
    return o->line.data && !o->line.failed ? o->line.data : "";
}

void contensou__options_spell(int argc, char *const *argv, struct contensou__text *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=:,./@%";

    for (int i = 0; i < argc; i++) {
        const char *arg = argv[i];
        const char *quote = *arg && strspn(arg, plain) == strlen(arg) ? "" : "'";

        contensou__text_printf(text, "%s%s", i ? " " : "", quote);
        for (; *arg; arg++)
            contensou__text_append(text, *arg == '\'' ? "'\\''" : arg, *arg == '\'' ? 4 : 1);
        contensou__text_printf(text, "%s", quote);
    }
}

enum { no_break = 1 }; /* a blank that does not end a line */

void contensou__options_wrap(const char *text, size_t at, size_t indent, FILE *to)
{
    enum { width = 80 };
    size_t column = at;

    while (*text) {
        const size_t word = strcspn(text, " \n");

        if (column > indent && column + 1 + word > width) {
            fputc('\n', to);
            column = 0;
        } else if (column > indent && word) {
            fputc(' ', to);
            column++;
        }
        if (word)
            for (; column < indent; column++)
                fputc(' ', to);
        for (size_t i = 0; i < word; i++)
            fputc(text[i] == no_break ? ' ' : text[i], to);
        column += word;
        text += word;
        if (*text == '\n') {
            fputc('\n', to);
            column = 0;
        }
        if (*text)
            text++;
    }
    fputc('\n', to);
}

void contensou__options_help(const struct contensou__options *o, FILE *to)
{
    enum { indent = 24 };

    for (size_t i = 0; i < o->count; i++) {
        const struct contensou__option *row = &o->row[i];
        struct contensou__text help = {0};
        int at = row->letter ? fprintf(to, "  -%c, --%s", row->letter, row->name)
                             : fprintf(to, "  --%s", row->name);

        if (row->argument)
            at += fprintf(to, " %s", row->argument);
        if (at >= indent - 1) {
            fputc('\n', to);
            at = 0;
        }
        contensou__parts_expand(row->help, &help);
        if (row->fallback == required)
            contensou__text_printf(&help, " (required)");
        else if (row->fallback)
            contensou__text_printf(&help, " (default:%c%s)", no_break, row->fallback);
        contensou__options_wrap(help.data && !help.failed ? help.data : row->help,
                                (size_t)(at > 0 ? at : 0), indent, to);
        contensou__text_free(&help);
    }
}
