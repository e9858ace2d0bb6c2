/* csv.c: reads tables of numbers, a block of rows at a time. SPDX-License-Identifier: MIT */
#include "base/csv.h"
#include "base/decimal.h"
#include "base/names.h"
#include "base/try.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const size_t block = 65536, longest_line = (size_t)64 << 20;

/* Where a row of the last block stood. */
struct place {
    long line;
    int gap; /* a blank line before it */
};

struct contensou__csv {
    char *path;
    FILE *file;
    char *data;                /* what was read; data[size] is a zero byte */
    size_t at, size, capacity; /* [at, size) is not yet used */
    long line;                 /* the number of the line last taken */
    int ended, started, gap;   /* end of file; a data row was seen; a blank line since */
    int ahead;                 /* the line at `ahead_text` was looked at, not used */
    char *ahead_text;          /* inside data */
    char **names;              /* of the header line */
    size_t named, columns;     /* names; values in a row */
    int renamed;               /* the names do not belong to the columns any more */
    int may_be_bare, bare;     /* a header line may be missing; it is */
    char separator;            /* what stands between values in the file; 0: a comma */
    struct place *places;      /* of the last block */
    size_t places_size, places_capacity;
    char *passed; /* [columns]: 1 where a column is not read; or NULL */
    char *units;  /* of a line '# units', or NULL */
    int gaps;     /* 1: a value may be missing */
};

static enum contensou_status need(const struct contensou__csv *csv, const void *made,
                                  struct contensou_error *err)
{
    return contensou__try_memory(made, err, "reading '%s'", csv->path);
}

/* Makes text fit for a message: at most 40 printable characters. */
static const char *shown(const char *text, size_t size, char out[48])
{
    const size_t kept = size < 40 ? size : 40;

    for (size_t i = 0; i < kept; i++)
        out[i] = (unsigned char)text[i] < 32 || text[i] == 127 ? '?' : text[i];
    strcpy(out + kept, size > kept ? "..." : "");
    return out;
}

/* Reads another block behind the unused bytes, which move to the front. */
static enum contensou_status refill(struct contensou__csv *csv, struct contensou_error *err)
{
    size_t got;

    memmove(csv->data, csv->data + csv->at, csv->size - csv->at);
    csv->size -= csv->at;
    csv->at = 0;
    if (csv->size > longest_line)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: the line is longer than %zu MiB",
                              csv->path, csv->line + 1, longest_line >> 20);
    if (csv->capacity < csv->size + block + 1) {
        const size_t capacity = 2 * (csv->size + block + 1);
        char *data = realloc(csv->data, capacity);

        TRY(need(csv, data, err));
        csv->data = data;
        csv->capacity = capacity;
    }
    errno = 0;
    got = fread(csv->data + csv->size, 1, block, csv->file);
    if (got == 0 && ferror(csv->file))
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", csv->path,
                              strerror(errno));
    csv->ended = got == 0;
    csv->size += got;
    csv->data[csv->size] = '\0';
    return CONTENSOU_OK;
}

/* Takes the next line without its end; *text is NULL at the end of the file. A zero byte inside a
 * line becomes '\1', which is no part of any number either. */
static enum contensou_status take_line(struct contensou__csv *csv, char **text,
                                       struct contensou_error *err)
{
    size_t looked = 0, size;
    char *end = NULL, *zero;

    while (!end && !csv->ended) {
        end = memchr(csv->data + csv->at + looked, '\n', csv->size - csv->at - looked);
        if (!end) {
            looked = csv->size - csv->at;
            TRY(refill(csv, err));
        }
    }
    *text = NULL;
    if (!end && csv->at == csv->size)
        return CONTENSOU_OK;
    *text = csv->data + csv->at;
    size = end ? (size_t)(end - *text) : csv->size - csv->at;
    csv->at += size + (end != NULL);
    if (size > 0 && (*text)[size - 1] == '\r')
        size--;
    (*text)[size] = '\0';
    for (zero = *text; (zero = memchr(zero, '\0', size - (size_t)(zero - *text))) != NULL;)
        *zero = '\1';
    csv->line++;
    return CONTENSOU_OK;
}

static const char *skip_spaces(const char *s)
{
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

/* The list behind '# units', with or without a colon. */
static void keep_units(struct contensou__csv *csv, const char *comment)
{
    const char *at = skip_spaces(comment);

    if (strncmp(at, "units", 5) == 0 && (at[5] == ':' || at[5] == ' ' || at[5] == '\t'))
        csv->units = strdup(skip_spaces(at + 6));
}

/* The next line that is neither blank nor a comment, or NULL; csv->gap says whether blank ones were
 * passed. */
static enum contensou_status next_line(struct contensou__csv *csv, char **text,
                                       struct contensou_error *err)
{
    for (csv->gap = 0;;) {
        char first;

        TRY(take_line(csv, text, err));
        first = *text ? *skip_spaces(*text) : '\0';
        if (!*text || (first && first != '#'))
            return CONTENSOU_OK;
        csv->gap |= !first;
        if (first && !csv->units)
            keep_units(csv, skip_spaces(*text) + 1);
    }
}

/* Decimal commas become points, and what separates values commas. */
static void to_commas(const struct contensou__csv *csv, char *text)
{
    for (char *c = text; *c; c++)
        if (*c == ',')
            *c = '.';
        else if (*c == csv->separator)
            *c = ',';
}

/* The same, unless a line was looked at before. Values are separated by commas from here on. */
static enum contensou_status next_row(struct contensou__csv *csv, char **text,
                                      struct contensou_error *err)
{
    if (csv->ahead) {
        csv->ahead = 0;
        *text = csv->ahead_text;
        return CONTENSOU_OK;
    }
    TRY(next_line(csv, text, err));
    if (*text && csv->separator)
        to_commas(csv, *text);
    return CONTENSOU_OK;
}

static size_t count_values(const char *text)
{
    size_t count = 1;

    while ((text = strchr(text, ',')) != NULL) {
        count++;
        text++;
    }
    return count;
}

/* Adds the name in text[0..size), without spaces or quotes around it. */
static enum contensou_status add_name(struct contensou__csv *csv, const char *text, size_t size,
                                      struct contensou_error *err)
{
    const char *s = skip_spaces(text), *end = text + size, *stop;
    char buffer[48], *name;
    double number;

    while (end > s && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (end - s > 1 && *s == '"' && end[-1] == '"')
        s++, end--;
    if (end <= s)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: column %zu has no name", csv->path,
                              csv->line, csv->named + 1);
    stop = contensou__decimal_read(s, &number);
    if (stop && stop >= end)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:%ld: the first line must name the columns, but has the number "
                              "'%s'",
                              csv->path, csv->line, shown(s, (size_t)(end - s), buffer));
    name = strndup(s, (size_t)(end - s));
    TRY(need(csv, name, err));
    csv->names[csv->named++] = name;
    for (size_t i = 0; i + 1 < csv->named; i++)
        if (strcmp(csv->names[i], name) == 0)
            return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: two columns are named '%s'",
                                  csv->path, csv->line, shown(name, strlen(name), buffer));
    return CONTENSOU_OK;
}

/* 1 if the first line is one of numbers, and may be. */
static int is_bare(const struct contensou__csv *csv, const char *text)
{
    double number;

    return csv->may_be_bare && contensou__decimal_read(skip_spaces(text), &number) != NULL;
}

/* From the first byte on, behind a mark of the byte order. */
static enum contensou_status begin(struct contensou__csv *csv, struct contensou_error *err)
{
    TRY(refill(csv, err));
    if (csv->size >= 3 && memcmp(csv->data, "\xEF\xBB\xBF", 3) == 0)
        csv->at = 3;
    return CONTENSOU_OK;
}

/* What stands between the values, as the first line shows it; 0: commas. */
static char separator_of(const struct contensou__csv *csv, const char *line)
{
    if (strchr(line, ';'))
        return ';';
    return strchr(line, '\t') && (!strchr(line, ',') || is_bare(csv, line)) ? '\t' : '\0';
}

static enum contensou_status read_header(struct contensou__csv *csv, struct contensou_error *err)
{
    char *text;

    TRY(begin(csv, err));
    TRY(next_row(csv, &text, err));
    if (!text)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "'%s' is empty; it needs a line of column names, then rows of numbers", csv->path);
    csv->separator = separator_of(csv, text);
    if (csv->separator)
        to_commas(csv, text);
    csv->columns = count_values(text);
    if (is_bare(csv, text)) {
        csv->bare = csv->renamed = csv->ahead = 1;
        csv->ahead_text = text;
        return CONTENSOU_OK;
    }
    if (csv->columns > 65536)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: %zu columns are too many (65536)",
                              csv->path, csv->line, csv->columns);
    csv->names = calloc(csv->columns, sizeof *csv->names);
    TRY(need(csv, csv->names, err));
    for (size_t i = 0; i < csv->columns; i++) {
        const size_t size = strcspn(text, ",");

        TRY(add_name(csv, text, size, err));
        text += size + 1;
    }
    return CONTENSOU_OK;
}

static void drop(struct contensou__csv **csv)
{
    contensou__csv_close(*csv);
}

static enum contensou_status open_file(struct contensou__csv **out, const char *path,
                                       int may_be_bare, struct contensou_error *err)
{
    OWNED(drop) struct contensou__csv *csv = calloc(1, sizeof *csv);

    *out = NULL;
    TRY(contensou__try_memory(csv, err, "reading '%s'", path));
    csv->path = strdup(path);
    TRY(contensou__try_memory(csv->path, err, "reading '%s'", path));
    csv->may_be_bare = may_be_bare;
    csv->file = fopen(path, "rb");
    if (!csv->file)
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno));
    csv->data = malloc(csv->capacity = 2 * block);
    TRY(need(csv, csv->data, err));
    TRY(read_header(csv, err));
    *out = csv;
    csv = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__csv_open(struct contensou__csv **out, const char *path,
                                          struct contensou_error *err)
{
    return open_file(out, path, 0, err);
}

enum contensou_status contensou__csv_open_bare(struct contensou__csv **out, const char *path,
                                               struct contensou_error *err)
{
    return open_file(out, path, 1, err);
}

int contensou__csv_bare(const struct contensou__csv *csv)
{
    return csv->bare;
}

void contensou__csv_close(struct contensou__csv *csv)
{
    if (!csv)
        return;
    if (csv->file)
        fclose(csv->file);
    for (size_t i = 0; i < csv->named; i++)
        free(csv->names[i]);
    free(csv->names);
    free(csv->places);
    free(csv->passed);
    free(csv->units);
    free(csv->data);
    free(csv->path);
    free(csv);
}

size_t contensou__csv_columns(const struct contensou__csv *csv)
{
    return csv->columns;
}

const char *contensou__csv_name(const struct contensou__csv *csv, size_t column)
{
    return column < csv->named ? csv->names[column] : NULL;
}

void contensou__csv_let_gaps(struct contensou__csv *csv)
{
    csv->gaps = 1;
}

const char *contensou__csv_units(const struct contensou__csv *csv)
{
    return csv->units;
}

enum contensou_status contensou__csv_find(struct contensou__csv *csv, const char *const *names,
                                          size_t count, int *where, struct contensou_error *err)
{
    csv->passed = calloc(csv->columns + 1, 1);
    TRY(need(csv, csv->passed, err));
    for (size_t k = 0; k < count; k++)
        where[k] = -1;
    for (size_t c = 0; c < csv->columns; c++) {
        csv->passed[c] = 1;
        for (size_t k = 0; k < count && c < csv->named; k++)
            if (strcmp(csv->names[c], names[k]) == 0) {
                csv->passed[c] = 0;
                where[k] = (int)c;
            }
    }
    for (size_t c = 0; c < csv->named; c++) { /* a name that is missing, written wrong */
        const char *near =
            csv->passed[c] ? contensou__names_nearest(csv->names[c], names, count) : NULL;
        const int k = near ? contensou__names_find(near, names, count) : -1;
        char what[300];

        if (k < 0 || where[k] >= 0)
            continue;
        snprintf(what, sizeof what, "column (in '%.250s')", csv->path);
        return contensou__names_fail(err, what, csv->names[c], names, count);
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__csv_rewind(struct contensou__csv *csv, struct contensou_error *err)
{
    char *text;

    rewind(csv->file);
    csv->at = csv->size = csv->places_size = 0;
    csv->line = 0;
    csv->ended = csv->started = csv->gap = csv->ahead = 0;
    TRY(begin(csv, err));
    return next_line(csv, &text, err);
}

static enum contensou_status fail_value(const struct contensou__csv *csv, const char *text,
                                        size_t column, int finite, struct contensou_error *err)
{
    char value[48], name[48];
    size_t size = strcspn(text, ",");

    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t'))
        size--;
    if (!csv->renamed)
        shown(csv->names[column], strlen(csv->names[column]), name);
    else
        snprintf(name, sizeof name, "%zu", column + 1);
    if (size == 0)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: column %s: a number is missing",
                              csv->path, csv->line, name);
    return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: column %s: '%s' is not a %snumber",
                          csv->path, csv->line, name, shown(text, size, value),
                          finite ? "" : "finite ");
}

/* 1 where nothing stands before the next comma, or nan in letters of any size. */
static int is_gap(const char *text)
{
    if (strncasecmp(text, "nan", 3) == 0)
        text = skip_spaces(text + 3);
    return !*text || *text == ',';
}

static enum contensou_status parse_row(const struct contensou__csv *csv, const char *text,
                                       double *values, struct contensou_error *err)
{
    const char *const line = text;

    for (size_t i = 0; i < csv->columns; i++) {
        const char *const start = skip_spaces(text);
        const int passed = csv->passed && csv->passed[i];
        const int gap = csv->gaps && !passed && is_gap(start);
        const char *end = passed || gap ? start + strcspn(start, ",")
                                        : contensou__decimal_read(start, &values[i]);

        if (passed || gap)
            values[i] = gap ? NAN : 0;
        if (end)
            end = skip_spaces(end);
        if (!end || (*end && *end != ','))
            return fail_value(csv, start, i, 1, err);
        if (!gap && !isfinite(values[i]))
            return fail_value(csv, start, i, 0, err);
        if ((*end == ',') != (i + 1 < csv->columns))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:%ld: the row has %zu value%s; the table has %zu column%s",
                                  csv->path, csv->line, count_values(line),
                                  count_values(line) == 1 ? "" : "s", csv->columns,
                                  csv->columns == 1 ? "" : "s");
        text = end + 1;
    }
    return CONTENSOU_OK;
}

static enum contensou_status add_place(struct contensou__csv *csv, struct contensou_error *err)
{
    if (csv->places_size == csv->places_capacity) {
        const size_t capacity = 2 * csv->places_capacity + 64;
        struct place *places = realloc(csv->places, capacity * sizeof *places);

        TRY(need(csv, places, err));
        csv->places = places;
        csv->places_capacity = capacity;
    }
    csv->places[csv->places_size++] = (struct place){csv->line, csv->gap && csv->started};
    csv->started = 1;
    return CONTENSOU_OK;
}

enum contensou_status contensou__csv_read(struct contensou__csv *csv, size_t rows, double *values,
                                          size_t *got, struct contensou_error *err)
{
    csv->places_size = 0;
    for (*got = 0; *got < rows; ++*got) {
        char *text;

        TRY(next_row(csv, &text, err));
        if (!text)
            break;
        TRY(add_place(csv, err));
        TRY(parse_row(csv, text, values + *got * csv->columns, err));
    }
    return CONTENSOU_OK;
}

long contensou__csv_line(const struct contensou__csv *csv, size_t row)
{
    return row < csv->places_size ? csv->places[row].line : csv->line;
}

int contensou__csv_gap_before(const struct contensou__csv *csv, size_t row)
{
    return row < csv->places_size && csv->places[row].gap;
}

enum contensou_status contensou__csv_set_columns(struct contensou__csv *csv, size_t columns,
                                                 struct contensou_error *err)
{
    char *text;

    csv->renamed = 1;
    if (columns > 0) {
        csv->columns = columns;
        return CONTENSOU_OK;
    }
    TRY(next_row(csv, &text, err));
    if (!text)
        return CONTENSOU_OK;
    csv->columns = count_values(text);
    csv->ahead = 1;
    csv->ahead_text = text;
    return CONTENSOU_OK;
}
