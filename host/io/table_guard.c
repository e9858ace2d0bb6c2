/* table_guard.c: whether a file that is there may be replaced by a result (contensou_table_guard): it must tell that it is
 * one of the same commands. SPDX-License-Identifier: MIT */
#include "base/setting.h"
#include "base/text.h"
#include "base/try.h"
#include "io/hdf5_attribute.h"
#include "io/hdf5_silence.h"
#include "io/seal.h"
#include "io/table.h"

#include <contensou/tool.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { head_size = 65536 };

static const char *guarded;

void contensou_table_guard(const char *commands)
{
    guarded = commands;
}

/* 1 if there is something to be asked about. */
static int is_there(const char *path)
{
    struct stat about;

    return guarded && stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
}

static enum contensou_status refuse(const char *path, const char *what, struct contensou_error *err)
{
    return WRONG(err,
                 "'%s' is there already and is %s; give another name, or " SETTING(
                     "force") " to overwrite it",
                 path, what);
}

/* The first bytes of the file, ended by a zero; for free(), or NULL. */
static char *read_head(const char *path)
{
    FILE *const file = fopen(path, "rb");
    char *const head = file ? malloc(head_size + 1) : NULL;

    if (head)
        head[fread(head, 1, head_size, file)] = '\0';
    if (file)
        fclose(file);
    return head;
}

/* 1 if `names`, up to the end of its line, has the name between marks of this kind. */
static int has_name(const char *names, char between, const char *name)
{
    const char ends[] = {between, '\r', '\n', '\0'};
    const size_t size = strlen(name);

    for (;;) {
        const size_t length = strcspn(names, ends);

        if (length == size && memcmp(names, name, size) == 0)
            return 1;
        if (names[length] != between)
            return 0;
        names += length + 1;
    }
}

static enum contensou_status check_csv(const char *path, const struct contensou__table_form *form,
                                       struct contensou_error *err)
{
    static const char lane[] = "lane";
    OWNED(contensou__try_free) char *head = read_head(path);
    const char *const names = head && strncmp(head, "\xEF\xBB\xBF", 3) == 0 ? head + 3 : head;
    int alike = 0, new_lanes = 0;
    char what[160];
    size_t line;

    if (!head)
        return CONTENSOU_OK; /* opening it will say why */
    for (size_t i = 0; i < form->columns; i++) {
        alike |= has_name(names, ',', form->column[i].name);
        new_lanes |= strcmp(form->column[i].name, lane) == 0;
    }
    if (alike && has_name(names, ',', lane) == new_lanes)
        return CONTENSOU_OK;
    line = strcspn(names, "\r\n");
    snprintf(what, sizeof what, "no result of 'contensou %.*s': its first line is '%.*s%s'",
             (int)strcspn(guarded, "|"), guarded, (int)(line < 60 ? line : 60), names,
             line > 60 ? ".." : "");
    return refuse(path, what, err);
}

static enum contensou_status check_hdf5(const char *path, struct contensou_error *err)
{
    OWNED(speak_again) const struct silence before = be_silent();
    OWNED(let_go)
    const hid_t file =
        contensou__seal_problem(path) ? -1 : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    OWNED(contensou__try_free)
    char *line = file >= 0 ? attribute_text(file, "command_line") : NULL;
    char word[64] = "", what[160];

    if (line)
        contensou__text_command(line, word, sizeof word);
    if (!*word)
        return refuse(path, "no file of this program as it was left", err);
    if (has_name(guarded, '|', word))
        return CONTENSOU_OK;
    snprintf(what, sizeof what, "a result of 'contensou %s'", word);
    return refuse(path, what, err);
}

enum contensou_status contensou__table_guard_check(const char *path, int hdf5,
                                                   const struct contensou__table_form *form,
                                                   struct contensou_error *err)
{
    if (!is_there(path))
        return CONTENSOU_OK;
    return hdf5 ? check_hdf5(path, err) : check_csv(path, form, err);
}

/* 1 if the file names the program anywhere: a text of cells has the command behind them. A file that cannot be read
 * counts too: opening it will say why. */
static int names_program(const char *path)
{
    static const char mark[] = "contensou";
    FILE *const file = fopen(path, "rb");
    size_t matched = 0;
    int c = 0;

    /* the first letter of the word is in it nowhere else, so that after a mismatch the search can go on without going back */
    while (file && matched < sizeof mark - 1 && (c = getc(file)) != EOF)
        matched = c == mark[matched] ? matched + 1 : c == mark[0];
    if (file)
        fclose(file);
    return !file || matched == sizeof mark - 1;
}

enum contensou_status contensou_table_guard_text(const char *path, struct contensou_error *err)
{
    return !is_there(path) || names_program(path) ? CONTENSOU_OK
                                                  : refuse(path, "no file of this program", err);
}
