/* overwrite.c: whether a file that is there may be replaced by a result. SPDX-License-Identifier: MIT */
#include "io/overwrite.h"

#include "io/hdf5_silence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { head_size = 65536 };

static const char *guarded;

static const char *same_as(const char *command)
{
    return strcmp(command, "merge") == 0 ? "sweep" : command;
}

void contensou_overwrite_guard(const char *command)
{
    guarded = command ? same_as(command) : NULL;
}

/* 1 if there is something to be asked about. */
static int is_there(const char *path)
{
    struct stat about;

    return guarded && stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
}

static enum contensou_status refuse(const char *path, const char *what, struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "'%s' is there already and is %s; give another name, or --force to "
                          "overwrite it",
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

/* 1 if `names`, up to the end of its line, has the name between commas. */
static int has_name(const char *names, const char *name)
{
    const size_t size = strlen(name);

    for (;;) {
        const size_t length = strcspn(names, ",\r\n");

        if (length == size && memcmp(names, name, size) == 0)
            return 1;
        if (names[length] != ',')
            return 0;
        names += length + 1;
    }
}

static enum contensou_status check_csv(const char *path,
                                       const struct contensou_table_column *column, size_t columns,
                                       struct contensou_error *err)
{
    static const char lane[] = "lane";
    char *const head = read_head(path);
    const char *const names = head && strncmp(head, "\xEF\xBB\xBF", 3) == 0 ? head + 3 : head;
    const int lanes = head && has_name(names, lane);
    int alike = 0, new_lanes = 0;
    char what[160];

    if (!head)
        return CONTENSOU_OK; /* opening it will say why */
    for (size_t i = 0; i < columns; i++) {
        alike |= has_name(names, column[i].name);
        new_lanes |= strcmp(column[i].name, lane) == 0;
    }
    snprintf(what, sizeof what, "no result of 'contensou %s': its first line is '%.*s%s'", guarded,
             (int)(strcspn(names, "\r\n") < 60 ? strcspn(names, "\r\n") : 60), names,
             strcspn(names, "\r\n") > 60 ? ".." : "");
    free(head);
    return alike && lanes == new_lanes ? CONTENSOU_OK : refuse(path, what, err);
}

/* The command line that an HDF5 file carries, for free(), or NULL. */
static char *command_of(hid_t file)
{
    const hid_t attribute =
        H5Aexists(file, "command_line") > 0 ? H5Aopen(file, "command_line", H5P_DEFAULT) : -1;
    const hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
    char *text = NULL, *copy = NULL;

    if (type >= 0 && H5Tis_variable_str(type) > 0 && H5Aread(attribute, type, &text) >= 0 && text) {
        copy = strdup(text);
        H5free_memory(text);
    }
    if (type >= 0)
        H5Tclose(type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return copy;
}

static enum contensou_status check_hdf5(const char *path, struct contensou_error *err)
{
    const struct silence before = be_silent();
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    char *line, *word, *end, what[160];
    enum contensou_status status = CONTENSOU_OK;

    line = file >= 0 ? command_of(file) : NULL;
    if (file >= 0)
        H5Fclose(file);
    speak_again(before);
    word = line && *line == '\'' ? strstr(line + 1, "' ") : line; /* the name of the program */
    word = word ? strchr(word, ' ') : NULL;
    end = word ? strchr(word + 1, ' ') : NULL;
    if (end)
        *end = '\0';
    if (!word)
        status = refuse(path, "no file of this program", err);
    else if (strcmp(same_as(word + 1), guarded) != 0) {
        snprintf(what, sizeof what, "a result of 'contensou %.60s'", word + 1);
        status = refuse(path, what, err);
    }
    free(line);
    return status;
}

enum contensou_status contensou__overwrite_table(const char *path, int hdf5,
                                                 const struct contensou_table_column *column,
                                                 size_t columns, struct contensou_error *err)
{
    if (!is_there(path))
        return CONTENSOU_OK;
    return hdf5 ? check_hdf5(path, err) : check_csv(path, column, columns, err);
}

enum contensou_status contensou_overwrite_text(const char *path, struct contensou_error *err)
{
    char *const head = is_there(path) ? read_head(path) : NULL;
    const int ours = !head || strstr(head, "contensou");

    free(head);
    return ours ? CONTENSOU_OK : refuse(path, "no file of this program", err);
}
