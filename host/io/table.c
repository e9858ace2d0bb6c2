/* table.c: a table of named columns; the ending picks the format, and the file appears whole or not
 * at all. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "io/table.h"
#include "io/table_format.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

struct contensou__table {
    char *path;      /* the file to be, links resolved; NULL for standard output and devices */
    char *temporary; /* beside it */
    char *shown;     /* how messages name it */
    char *given;     /* the path as it was given; NULL for standard output */
    int failed;
    struct contensou__table_csv *csv;
    struct contensou__table_hdf5 *hdf5;
};

enum format { UNKNOWN, CSV, HDF5 };

static enum format format_of(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const dot = strrchr(slash ? slash : path, '.');

    if (!dot)
        return UNKNOWN;
    if (strcasecmp(dot, ".csv") == 0)
        return CSV;
    return strcasecmp(dot, ".h5") == 0 || strcasecmp(dot, ".hdf5") == 0 ? HDF5 : UNKNOWN;
}

static char *joined(const char *a, const char *b, const char *c)
{
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *text = malloc(size);

    if (text)
        snprintf(text, size, "%s%s%s", a, b, c);
    return text;
}

/* Names must serve both formats: a comma ends a CSV field, a slash is a folder in HDF5. */
static enum contensou_status check_names(const struct contensou__table_column *column,
                                         size_t columns, struct contensou_error *err)
{
    if (columns == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "a table needs at least one column");
    for (size_t i = 0; i < columns; i++) {
        if (!*column[i].name || strcmp(column[i].name, ".") == 0 ||
            strpbrk(column[i].name, ",\"/\r\n"))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "'%s' cannot name a column: it must not be empty, '.' or have a "
                                  "comma, quote, slash or line end",
                                  column[i].name);
        for (size_t j = 0; j < i; j++)
            if (strcmp(column[i].name, column[j].name) == 0)
                return contensou_fail(err, CONTENSOU_EARGUMENT, "two columns are named '%s'",
                                      column[i].name);
    }
    return CONTENSOU_OK;
}

static enum contensou_status fail_open(const struct contensou__table *table, const char *path,
                                       struct contensou_error *err)
{
    const int number = errno;
    const char *const slash = strrchr(path, '/');
    const int size = !slash ? 1 : slash == path ? 1 : (int)(slash - path);
    const char *const folder = slash ? path : ".";

    if (number == ENOENT || number == ENOTDIR)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: there is no folder '%.*s'",
                              table->shown, size, folder);
    if (number == EACCES || number == EROFS)
        return contensou_fail(err, CONTENSOU_EIO,
                              "cannot write %s: the folder '%.*s' is not writable (%s)",
                              table->shown, size, folder, strerror(number));
    return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                          strerror(number));
}

/* Opens the temporary file beside table->path, with the rights of the file it will replace. */
static enum contensou_status open_temporary(struct contensou__table *table, const mode_t *mode,
                                            int *descriptor, struct contensou_error *err)
{
    table->temporary = joined(table->path, ".tmp", "");
    if (!table->temporary)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to write %s", table->shown);
    *descriptor = open(table->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (*descriptor < 0) {
        free(table->temporary);
        table->temporary = NULL;
        return fail_open(table, table->path, err);
    }
    if (mode)
        (void)fchmod(*descriptor, *mode & 07777); /* best effort: the rights of the old file */
    return CONTENSOU_OK;
}

/* Finds out what path is and opens it, or a file beside it, for writing. */
static enum contensou_status open_place(struct contensou__table *table, const char *path,
                                        enum format *format, int *descriptor,
                                        struct contensou_error *err)
{
    struct stat about;
    const int exists = stat(path, &about) == 0;
    const int device = exists && (S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode));

    *format = format_of(path);
    if (*format == UNKNOWN && device)
        *format = CSV;
    if (*format == UNKNOWN)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "cannot tell the format of %s by its ending; have: .csv, .h5, .hdf5",
                              table->shown);
    if (exists && S_ISDIR(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is a folder", table->shown);
    if (exists && !S_ISREG(about.st_mode) && (!device || *format == HDF5))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is not a regular file",
                              table->shown);
    if (exists && access(path, W_OK) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                              strerror(errno));
    if (device) {
        *descriptor = open(path, O_WRONLY | O_CLOEXEC);
        return *descriptor < 0 ? fail_open(table, path, err) : CONTENSOU_OK;
    }
    table->path = exists ? realpath(path, NULL) : strdup(path); /* a link stays a link */
    if (!table->path)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                              strerror(errno));
    return open_temporary(table, exists ? &about.st_mode : NULL, descriptor, err);
}

static enum contensou_status open_standard_output(struct contensou__table *table, int *descriptor,
                                                  struct contensou_error *err)
{
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);

    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is closed", table->shown);
    if (fflush(stdout) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                              strerror(errno));
    *descriptor = STDOUT_FILENO;
    return CONTENSOU_OK;
}

enum contensou_status contensou__table_open_columns(struct contensou__table **out, const char *path,
                                                    const struct contensou__table_column *column,
                                                    size_t columns,
                                                    const struct contensou__attribute *attributes,
                                                    size_t attribute_count,
                                                    struct contensou_error *err)
{
    const int standard = !path || strcmp(path, "-") == 0;
    struct contensou__table *table;
    enum format format = CSV;
    int descriptor = -1;
    enum contensou_status status = check_names(column, columns, err);

    *out = NULL;
    if (status != CONTENSOU_OK)
        return status;
    table = calloc(1, sizeof *table);
    if (table)
        table->shown = standard ? strdup("standard output") : joined("'", path, "'");
    if (table && !standard)
        table->given = strdup(path);
    if (!table || !table->shown || (!standard && !table->given))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    else if (standard)
        status = open_standard_output(table, &descriptor, err);
    else
        status = open_place(table, path, &format, &descriptor, err);
    if (status == CONTENSOU_OK && format == HDF5) {
        close(descriptor);
        status = contensou__table_hdf5_open(&table->hdf5, table->temporary, table->shown, column,
                                            columns, attributes, attribute_count, err);
    } else if (status == CONTENSOU_OK)
        status =
            contensou__table_csv_open(&table->csv, descriptor, table->shown, column, columns, err);
    if (status != CONTENSOU_OK) {
        contensou__table_discard(table);
        return status;
    }
    *out = table;
    return CONTENSOU_OK;
}

enum contensou_status contensou__table_open(struct contensou__table **out, const char *path,
                                            const char *const *names, size_t columns,
                                            const struct contensou__attribute *attributes,
                                            size_t attribute_count, struct contensou_error *err)
{
    struct contensou__table_column *column = calloc(columns + 1, sizeof *column);
    enum contensou_status status;

    *out = NULL;
    if (!column)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    for (size_t c = 0; c < columns; c++)
        column[c].name = names[c];
    status =
        contensou__table_open_columns(out, path, column, columns, attributes, attribute_count, err);
    free(column);
    return status;
}

/* NAME.csv has NAME.name.csv beside it. */
static enum contensou_status open_second_csv(struct contensou__table **out,
                                             const struct contensou__table *first, const char *name,
                                             const struct contensou__table_column *column,
                                             size_t columns, struct contensou_error *err)
{
    const size_t size = first->given ? strlen(first->given) : 0;
    char *stem, *path;
    enum contensou_status status;

    if (!first->path || format_of(first->given) != CSV)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has room for one table, but '%s' makes a second one; write to a "
                              "file by -o NAME.csv or -o NAME.h5",
                              first->shown, name);
    stem = strndup(first->given, size - strlen("csv"));
    path = stem ? joined(stem, name, first->given + size - strlen(".csv")) : NULL;
    status = path ? contensou__table_open_columns(out, path, column, columns, NULL, 0, err)
                  : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    free(path);
    free(stem);
    return status;
}

enum contensou_status contensou__table_open_beside(struct contensou__table **out,
                                                   struct contensou__table *first, const char *name,
                                                   const struct contensou__table_column *column,
                                                   size_t columns, struct contensou_error *err)
{
    struct contensou__table *table;
    enum contensou_status status = check_names(column, columns, err);

    *out = NULL;
    if (status != CONTENSOU_OK)
        return status;
    if (!first->hdf5)
        return open_second_csv(out, first, name, column, columns, err);
    table = calloc(1, sizeof *table);
    if (table)
        table->shown = strdup(first->shown);
    if (!table || !table->shown)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    else
        status =
            contensou__table_hdf5_open_group(&table->hdf5, first->hdf5, name, column, columns, err);
    if (status != CONTENSOU_OK)
        contensou__table_discard(table);
    else
        *out = table;
    return status;
}

int contensou__table_is_hdf5(const char *path)
{
    return path && format_of(path) == HDF5;
}

static void remove_temporary(struct contensou__table *table)
{
    if (table->temporary)
        unlink(table->temporary);
    free(table->temporary);
    table->temporary = NULL;
}

enum contensou_status contensou__table_append(struct contensou__table *table, size_t rows,
                                              const double *const *value,
                                              struct contensou_error *err)
{
    enum contensou_status status;

    if (table->failed)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it failed before",
                              table->shown);
    if (rows == 0)
        return CONTENSOU_OK;
    status = table->hdf5 ? contensou__table_hdf5_append(table->hdf5, rows, value, err)
                         : contensou__table_csv_append(table->csv, rows, value, err);
    if (status != CONTENSOU_OK) {
        table->failed = 1;
        remove_temporary(table);
    }
    return status;
}

enum contensou_status contensou__table_close(struct contensou__table *table,
                                             struct contensou_error *err)
{
    enum contensou_status status;

    if (table->failed)
        status =
            contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it failed before", table->shown);
    else if (table->hdf5) {
        status = contensou__table_hdf5_close(table->hdf5, err);
        table->hdf5 = NULL;
    } else {
        status = contensou__table_csv_close(table->csv, err);
        table->csv = NULL;
    }
    if (status == CONTENSOU_OK && table->temporary) {
        if (rename(table->temporary, table->path) != 0)
            status = contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                                    strerror(errno));
        else {
            free(table->temporary);
            table->temporary = NULL;
        }
    }
    contensou__table_discard(table);
    return status;
}

void contensou__table_discard(struct contensou__table *table)
{
    if (!table)
        return;
    contensou__table_csv_discard(table->csv);
    contensou__table_hdf5_discard(table->hdf5);
    remove_temporary(table);
    free(table->path);
    free(table->given);
    free(table->shown);
    free(table);
}
