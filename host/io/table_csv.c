/* table_csv.c: a table as comma-separated text: one header line, 17 significant digits, so that
 * reading gives the same doubles back; NaN is an empty field. SPDX-License-Identifier: MIT */
#include "io/table_format.h"
#include "io/digits.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 1 << 18, FIELD = 32 };

struct contensou__table_csv {
    int descriptor;
    char *shown;
    struct contensou_table_column *column; /* [columns] */
    size_t columns, used;
    struct contensou__digits digits;
    char buffer[BUFFER];
};

static enum contensou_status flush(struct contensou__table_csv *csv, struct contensou_error *err)
{
    const char *at = csv->buffer;

    while (csv->used > 0) {
        const ssize_t wrote = write(csv->descriptor, at, csv->used);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", csv->shown,
                                  strerror(errno));
        at += wrote;
        csv->used -= (size_t)wrote;
    }
    return CONTENSOU_OK;
}

static enum contensou_status put_text(struct contensou__table_csv *csv, const char *text,
                                      struct contensou_error *err)
{
    for (; *text; text++) {
        if (csv->used == BUFFER) {
            const enum contensou_status status = flush(csv, err);

            if (status != CONTENSOU_OK)
                return status;
        }
        csv->buffer[csv->used++] = *text;
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__table_csv_open(struct contensou__table_csv **out, int descriptor,
                                                const char *shown,
                                                const struct contensou_table_column *column,
                                                size_t columns, const char *comment,
                                                struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;
    struct contensou__table_csv *csv = malloc(sizeof *csv);

    *out = NULL;
    if (csv) {
        csv->shown = strdup(shown);
        csv->column = malloc(columns * sizeof *csv->column);
    }
    if (!csv || !csv->shown || !csv->column) {
        if (csv) {
            csv->descriptor = STDOUT_FILENO;
            contensou__table_csv_discard(csv);
        }
        if (descriptor != STDOUT_FILENO)
            close(descriptor);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to write %s", shown);
    }
    csv->descriptor = descriptor;
    memcpy(csv->column, column, columns * sizeof *column);
    csv->columns = columns;
    csv->used = 0;
    contensou__digits_init(&csv->digits);
    if (comment && (status = put_text(csv, "# ", err)) == CONTENSOU_OK &&
        (status = put_text(csv, comment, err)) == CONTENSOU_OK)
        status = put_text(csv, "\n", err);
    for (size_t i = 0; i < columns && status == CONTENSOU_OK; i++)
        if ((status = put_text(csv, column[i].name, err)) == CONTENSOU_OK)
            status = put_text(csv, i + 1 < columns ? "," : "\n", err);
    if (status != CONTENSOU_OK) {
        contensou__table_csv_discard(csv);
        return status;
    }
    *out = csv;
    return CONTENSOU_OK;
}

/* The word that stands for the value, and what ends it. */
static enum contensou_status put_word(struct contensou__table_csv *csv,
                                      const struct contensou_table_column *column, double value,
                                      const char *end, struct contensou_error *err)
{
    const int known = value >= 0 && value < (double)column->word_count;
    const enum contensou_status status =
        put_text(csv, known ? column->words[(size_t)value] : "unknown", err);

    return status == CONTENSOU_OK ? put_text(csv, end, err) : status;
}

static enum contensou_status put_number(struct contensou__table_csv *csv, double value, char end,
                                        struct contensou_error *err)
{
    char *at;

    if (csv->used > BUFFER - FIELD) {
        const enum contensou_status status = flush(csv, err);

        if (status != CONTENSOU_OK)
            return status;
    }
    at = csv->buffer + csv->used;
    if (!isnan(value))
        at += contensou__digits_write(&csv->digits, value, at);
    else if (csv->columns == 1) { /* an empty line would not count as a row */
        *at++ = '"';
        *at++ = '"';
    }
    *at++ = end;
    csv->used = (size_t)(at - csv->buffer);
    return CONTENSOU_OK;
}

enum contensou_status contensou__table_csv_append(struct contensou__table_csv *csv, size_t rows,
                                                  const double *const *value,
                                                  struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (size_t row = 0; row < rows; row++)
        for (size_t c = 0; c < csv->columns && status == CONTENSOU_OK; c++) {
            const char *const end = c + 1 < csv->columns ? "," : "\n";

            status = csv->column[c].kind == CONTENSOU_TABLE_WORD
                         ? put_word(csv, &csv->column[c], value[c][row], end, err)
                         : put_number(csv, value[c][row], *end, err);
        }
    return status;
}

enum contensou_status contensou__table_csv_close(struct contensou__table_csv *csv,
                                                 struct contensou_error *err)
{
    enum contensou_status status = flush(csv, err);

    /* Pipes, terminals and devices cannot be synchronised and say so. */
    if (status == CONTENSOU_OK && fsync(csv->descriptor) != 0 && errno != EINVAL &&
        errno != EROFS && errno != ENOTSUP)
        status =
            contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", csv->shown, strerror(errno));
    if (csv->descriptor != STDOUT_FILENO && close(csv->descriptor) != 0 && status == CONTENSOU_OK)
        status =
            contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", csv->shown, strerror(errno));
    csv->descriptor = STDOUT_FILENO;
    contensou__table_csv_discard(csv);
    return status;
}

void contensou__table_csv_discard(struct contensou__table_csv *csv)
{
    if (!csv)
        return;
    if (csv->descriptor != STDOUT_FILENO)
        close(csv->descriptor);
    free(csv->shown);
    free(csv->column);
    free(csv);
}
