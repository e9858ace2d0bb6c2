/* table.c: a table of named columns; the ending picks the format, and the file appears whole or not at all: it is written
 * beside its place (base/beside.h) unless that is standard output, a pipe or a device. SPDX-License-Identifier: MIT */
#include "io/table.h"

#include "base/beside.h"
#include "base/pool.h"
#include "base/stop.h"
#include "base/text.h"
#include "base/try.h"
#include "io/csv_writer.h"
#include "io/hdf5_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct contensou_table {
    struct contensou__beside file; /* nothing for standard output, pipes and devices */
    struct contensou__table_form form;
    const char *given;           /* the path as it was given; NULL for standard output */
    struct contensou__pool pool; /* of this and of the form */
    int failed;
    struct contensou__csv_writer *csv;
    struct contensou__hdf5_writer *hdf5;
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

const char *contensou__table_word(const struct contensou_table_column *column, double value)
{
    return value >= 0 && value < (double)column->word_count ? column->words[(size_t)value]
                                                            : "unknown";
}

/* A table with a copy of its columns, which messages call `shown` between these quotes. */
static enum contensou_status make(struct contensou_table **out, const char *quote,
                                  const char *shown, const struct contensou_table_column *column,
                                  size_t columns, struct contensou_error *err)
{
    struct contensou_table *const table = *out = calloc(1, sizeof *table);

    TRY(contensou__try_memory(table, err, "a table"));
    table->form = (struct contensou__table_form){
        contensou__pool_print(&table->pool, "%s%s%s", quote, shown, quote),
        contensou__pool_take(&table->pool, columns, sizeof *column), columns};
    for (size_t c = 0; c < columns && table->form.column; c++) {
        table->form.column[c] = column[c];
        table->form.column[c].name = contensou__pool_text(&table->pool, column[c].name);
    }
    return contensou__try_memory(table->pool.failed ? NULL : table, err, "a table");
}

/* Names must serve both formats: a comma ends a CSV field, a slash is a folder in HDF5. */
static enum contensou_status check_names(const struct contensou_table_column *column,
                                         size_t columns, struct contensou_error *err)
{
    if (columns == 0)
        return WRONG(err, "a table needs at least one column");
    for (size_t i = 0; i < columns; i++) {
        if (!*column[i].name || strcmp(column[i].name, ".") == 0 ||
            strpbrk(column[i].name, ",\"/\r\n"))
            return WRONG(err,
                         "'%s' cannot name a column: it must not be empty, '.' or have a "
                         "comma, quote, slash or line end",
                         column[i].name);
        for (size_t j = 0; j < i; j++)
            if (strcmp(column[i].name, column[j].name) == 0)
                return WRONG(err, "two columns are named '%s'", column[i].name);
    }
    return CONTENSOU_OK;
}

static enum contensou_status fail_open(const struct contensou_table *table, const char *path,
                                       struct contensou_error *err)
{
    const int number = errno;
    const char *const slash = strrchr(path, '/');
    const int size = !slash ? 1 : slash == path ? 1 : (int)(slash - path);
    const char *const folder = slash ? path : ".";

    if (number == ENOENT || number == ENOTDIR)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: there is no folder '%.*s'",
                              table->form.shown, size, folder);
    if (number == EACCES || number == EROFS)
        return contensou_fail(err, CONTENSOU_EIO,
                              "cannot write %s: the folder '%.*s' is not writable (%s)",
                              table->form.shown, size, folder, strerror(number));
    return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->form.shown,
                          strerror(number));
}

/* Opens the temporary file beside the path; *descriptor is a second one of it. */
static enum contensou_status open_temporary(struct contensou_table *table, const char *path,
                                            int *descriptor, struct contensou_error *err)
{
    if (contensou__beside_open(&table->file, path) != 0)
        return fail_open(table, path, err);
    *descriptor = fcntl(table->file.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return *descriptor < 0 ? fail_open(table, path, err) : CONTENSOU_OK;
}

/* A name for a descriptor that is open already. */
static int names_descriptor(const char *path)
{
    return strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/proc/self/fd/", 14) == 0 ||
           strncmp(path, "/dev/std", 8) == 0;
}

static int is_standard(const char *path)
{
    return !path || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 ||
           strcmp(path, "/dev/fd/1") == 0 || strcmp(path, "/proc/self/fd/1") == 0;
}

int contensou_table_is_stream(const char *path)
{
    struct stat about;

    return is_standard(path) ||
           (stat(path, &about) == 0 && (S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode) ||
                                        (S_ISREG(about.st_mode) && names_descriptor(path))));
}

/* Opens a device or a pipe, for which a reader is waited for; a signal ends that. */
static enum contensou_status open_stream(const struct contensou_table *table, const char *path,
                                         int *descriptor, struct contensou_error *err)
{
    const struct timespec pause = {0, 20000000};
    int flags;

    while ((*descriptor = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC)) < 0) {
        if (errno != ENXIO && errno != EINTR)
            return fail_open(table, path, err);
        if (errno == EINTR || (nanosleep(&pause, NULL) != 0 && errno == EINTR) ||
            contensou__stop_asked(contensou__stop_process(), "the wait for a reader", 0, 0))
            return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped: nobody reads from %s",
                                  table->form.shown);
    }
    flags = fcntl(*descriptor, F_GETFL);
    if (flags < 0 || fcntl(*descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0)
        return fail_open(table, path, err);
    return CONTENSOU_OK;
}

/* Finds out what path is and opens it, or a file beside it, for writing. */
static enum contensou_status open_place(struct contensou_table *table, const char *path,
                                        enum format *format, int *descriptor,
                                        struct contensou_error *err)
{
    struct stat about;
    const int exists = stat(path, &about) == 0, stream = contensou_table_is_stream(path);
    *format = format_of(path);
    if (*format == UNKNOWN && stream)
        *format = CSV;
    if (*format == UNKNOWN)
        return WRONG(err, "cannot tell the format of %s by its ending; available: .csv, .h5, .hdf5",
                     table->form.shown);
    if (exists && S_ISDIR(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is a folder",
                              table->form.shown);
    if (exists && !S_ISREG(about.st_mode) && (!stream || *format == HDF5))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is not a regular file",
                              table->form.shown);
    if (exists && access(path, W_OK) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->form.shown,
                              strerror(errno));
    if (stream)
        return open_stream(table, path, descriptor, err);
    TRY(contensou__table_guard_check(path, *format == HDF5, &table->form, err));
    return open_temporary(table, path, descriptor, err);
}

static enum contensou_status open_standard_output(struct contensou_table *table, int *descriptor,
                                                  struct contensou_error *err)
{
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);

    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is closed",
                              table->form.shown);
    if (fflush(stdout) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->form.shown,
                              strerror(errno));
    *descriptor = STDOUT_FILENO;
    return CONTENSOU_OK;
}

/* The line above the header of a CSV file, or NULL. */
static const char *comment_of(const struct contensou_table_attribute *attribute, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(attribute[i].name, CONTENSOU_TABLE_COMMENT) == 0 && attribute[i].text &&
            *attribute[i].text)
            return attribute[i].text;
    return NULL;
}

enum contensou_status
contensou_table_open_columns(struct contensou_table **out, const char *path,
                             const struct contensou_table_column *column, size_t columns,
                             const struct contensou_table_attribute *attributes,
                             size_t attribute_count, struct contensou_error *err)
{
    const int standard = is_standard(path);
    OWNED(contensou__table_drop) struct contensou_table *table = NULL;
    enum format format = CSV;
    int descriptor = -1;

    *out = NULL;
    TRY(check_names(column, columns, err));
    TRY(make(&table, standard ? "" : "'", standard ? "standard output" : path, column, columns,
             err));
    if (standard) {
        TRY(open_standard_output(table, &descriptor, err));
    } else {
        table->given = contensou__pool_text(&table->pool, path);
        TRY(contensou__try_memory(table->given, err, "a table"));
        TRY(open_place(table, path, &format, &descriptor, err));
    }
    if (format == HDF5) {
        close(descriptor);
        TRY(contensou__hdf5_writer_open(&table->hdf5, table->file.temporary, NULL, &table->form,
                                        attributes, attribute_count, err));
    } else
        TRY(contensou__csv_writer_open(&table->csv, descriptor, &table->form,
                                       comment_of(attributes, attribute_count), err));
    *out = table;
    table = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou_table_open(struct contensou_table **out, const char *path,
                                           const char *const *names, size_t columns,
                                           const struct contensou_table_attribute *attributes,
                                           size_t attribute_count, struct contensou_error *err)
{
    OWNED(contensou__try_free)
    struct contensou_table_column *column = calloc(columns + 1, sizeof *column);

    *out = NULL;
    TRY(contensou__try_memory(column, err, "a table"));
    for (size_t c = 0; c < columns; c++)
        column[c].name = names[c];
    return contensou_table_open_columns(out, path, column, columns, attributes, attribute_count,
                                        err);
}

/* NAME.csv has NAME.name.csv beside it. */
static enum contensou_status open_second_csv(struct contensou_table **out,
                                             const struct contensou_table *first, const char *name,
                                             const struct contensou_table_column *column,
                                             size_t columns, struct contensou_error *err)
{
    const int stem = first->given ? (int)(strlen(first->given) - strlen("csv")) : 0;
    OWNED(contensou__text_free) struct contensou__text path = {0};

    if (!first->file.path || format_of(first->given) != CSV)
        return WRONG(err,
                     "%s has room for one table, but '%s' makes a second one; write to a "
                     "file NAME.csv or NAME.h5",
                     first->form.shown, name);
    contensou__text_printf(&path, "%.*s%s%s", stem, first->given, name, first->given + stem - 1);
    TRY(contensou__try_memory(path.failed ? NULL : path.data, err, "a table"));
    return contensou_table_open_columns(out, path.data, column, columns, NULL, 0, err);
}

enum contensou_status contensou_table_open_beside(struct contensou_table **out,
                                                  struct contensou_table *first, const char *name,
                                                  const struct contensou_table_column *column,
                                                  size_t columns, struct contensou_error *err)
{
    OWNED(contensou__table_drop) struct contensou_table *table = NULL;

    *out = NULL;
    TRY(check_names(column, columns, err));
    if (!first->hdf5)
        return open_second_csv(out, first, name, column, columns, err);
    TRY(make(&table, "", first->form.shown, column, columns, err));
    TRY(contensou__hdf5_writer_open(&table->hdf5, name, first->hdf5, &table->form, NULL, 0, err));
    *out = table;
    table = NULL;
    return CONTENSOU_OK;
}

int contensou_table_is_hdf5(const char *path)
{
    return path && format_of(path) == HDF5;
}

enum contensou_status contensou_table_append(struct contensou_table *table, size_t rows,
                                             const double *const *value,
                                             struct contensou_error *err)
{
    enum contensou_status status;

    if (table->failed)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it failed before",
                              table->form.shown);
    if (rows == 0)
        return CONTENSOU_OK;
    status = table->hdf5 ? contensou__hdf5_writer_append(table->hdf5, rows, value, err)
                         : contensou__csv_writer_append(table->csv, rows, value, err);
    if (status != CONTENSOU_OK) {
        table->failed = 1;
        contensou__beside_discard(&table->file);
    }
    return status;
}

enum contensou_status contensou__table_rename(struct contensou_table *table, const char *path,
                                              struct contensou_error *err)
{
    OWNED(contensou__try_free) char *place = strdup(path);
    const char *const shown = contensou__pool_print(&table->pool, "'%s'", path);

    TRY(contensou__try_memory(place ? shown : NULL, err, "a table"));
    TRY(contensou__table_guard_check(path, 1, &table->form, err));
    free(table->file.path);
    table->file.path = place;
    table->form.shown = shown;
    place = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__table_join(struct contensou_table *table, const char *path,
                                            size_t rows, struct contensou_error *err)
{
    const char *const slash = strrchr(path, '/');

    return contensou__hdf5_writer_join(table->hdf5, slash ? slash + 1 : path, rows, err);
}

enum contensou_status contensou_table_note(struct contensou_table *table,
                                           const struct contensou_table_attribute *attribute,
                                           struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (table->hdf5 && !table->failed)
        status = contensou__hdf5_writer_note(table->hdf5, attribute, err);
    table->failed |= status != CONTENSOU_OK;
    return status;
}

enum contensou_status contensou_table_close(struct contensou_table *table,
                                            struct contensou_error *err)
{
    enum contensou_status status;

    if (table->failed)
        status = contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it failed before",
                                table->form.shown);
    else if (table->hdf5) {
        status = contensou__hdf5_writer_close(table->hdf5, err);
        table->hdf5 = NULL;
    } else {
        status = contensou__csv_writer_close(table->csv, err);
        table->csv = NULL;
    }
    if (status == CONTENSOU_OK && table->file.path && contensou__beside_commit(&table->file) != 0)
        status = contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->form.shown,
                                strerror(errno));
    contensou_table_discard(table);
    return status;
}

void contensou__table_drop(struct contensou_table **table)
{
    contensou_table_discard(*table);
}

enum contensou_status contensou__table_finish(struct contensou_table **table,
                                              struct contensou_error *err)
{
    struct contensou_table *const whole = *table;

    *table = NULL;
    return contensou_table_close(whole, err);
}

void contensou_table_discard(struct contensou_table *table)
{
    if (!table)
        return;
    contensou__csv_writer_discard(table->csv);
    contensou__hdf5_writer_discard(table->hdf5);
    contensou__beside_discard(&table->file);
    contensou__pool_free(&table->pool);
    free(table);
}
