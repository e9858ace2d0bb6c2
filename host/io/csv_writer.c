/* csv_writer.c: a table as comma-separated text. SPDX-License-Identifier: MIT */
#include "io/csv_writer.h"

#include "base/descriptor.h"
#include "base/try.h"
#include "io/digits.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 1 << 18, FIELD = 32 };

struct contensou__csv_writer {
    int descriptor;
    const struct contensou__table_form *form;
    size_t used;
    struct contensou__digits digits;
    char buffer[BUFFER];
};

static enum contensou_status fail(const struct contensou__csv_writer *csv,
                                  struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", csv->form->shown,
                          strerror(errno));
}

static enum contensou_status flush(struct contensou__csv_writer *csv, struct contensou_error *err)
{
    const size_t size = csv->used;

    csv->used = 0;
    return contensou__descriptor_write_on(csv->descriptor, csv->buffer, size) ? fail(csv, err)
                                                                              : CONTENSOU_OK;
}

static enum contensou_status put_text(struct contensou__csv_writer *csv, const char *text,
                                      struct contensou_error *err)
{
    for (; *text; text++) {
        if (csv->used == BUFFER)
            TRY(flush(csv, err));
        csv->buffer[csv->used++] = *text;
    }
    return CONTENSOU_OK;
}

void contensou__csv_writer_discard(struct contensou__csv_writer *csv)
{
    if (csv && csv->descriptor != STDOUT_FILENO)
        close(csv->descriptor);
    free(csv);
}

static void drop(struct contensou__csv_writer **csv)
{
    contensou__csv_writer_discard(*csv);
}

enum contensou_status contensou__csv_writer_open(struct contensou__csv_writer **out, int descriptor,
                                                 const struct contensou__table_form *form,
                                                 const char *comment, struct contensou_error *err)
{
    OWNED(drop) struct contensou__csv_writer *csv = malloc(sizeof *csv);

    *out = NULL;
    if (!csv && descriptor != STDOUT_FILENO)
        close(descriptor);
    TRY(contensou__try_memory(csv, err, "writing %s", form->shown));
    csv->descriptor = descriptor;
    csv->form = form;
    csv->used = 0;
    contensou__digits_init(&csv->digits);
    if (comment) {
        TRY(put_text(csv, "# ", err));
        TRY(put_text(csv, comment, err));
        TRY(put_text(csv, "\n", err));
    }
    for (size_t i = 0; i < form->columns; i++) {
        TRY(put_text(csv, form->column[i].name, err));
        TRY(put_text(csv, i + 1 < form->columns ? "," : "\n", err));
    }
    *out = csv;
    csv = NULL;
    return CONTENSOU_OK;
}

static enum contensou_status put_number(struct contensou__csv_writer *csv, double value, char end,
                                        struct contensou_error *err)
{
    char *at;

    if (csv->used > BUFFER - FIELD)
        TRY(flush(csv, err));
    at = csv->buffer + csv->used;
    if (!isnan(value))
        at += contensou__digits_write(&csv->digits, value, at);
    else if (csv->form->columns == 1) { /* an empty line would not count as a row */
        *at++ = '"';
        *at++ = '"';
    }
    *at++ = end;
    csv->used = (size_t)(at - csv->buffer);
    return CONTENSOU_OK;
}

enum contensou_status contensou__csv_writer_append(struct contensou__csv_writer *csv, size_t rows,
                                                   const double *const *value,
                                                   struct contensou_error *err)
{
    const size_t columns = csv->form->columns;

    for (size_t row = 0; row < rows; row++)
        for (size_t c = 0; c < columns; c++) {
            const struct contensou_table_column *const column = &csv->form->column[c];
            const char *const end = c + 1 < columns ? "," : "\n";

            if (column->kind != CONTENSOU_TABLE_WORD) {
                TRY(put_number(csv, value[c][row], *end, err));
                continue;
            }
            TRY(put_text(csv, contensou__table_word(column, value[c][row]), err));
            TRY(put_text(csv, end, err));
        }
    return CONTENSOU_OK;
}

enum contensou_status contensou__csv_writer_close(struct contensou__csv_writer *csv,
                                                  struct contensou_error *err)
{
    enum contensou_status status = flush(csv, err);

    /* Pipes, terminals and devices cannot be synchronised and say so. */
    if (status == CONTENSOU_OK && fsync(csv->descriptor) != 0 && errno != EINVAL &&
        errno != EROFS && errno != ENOTSUP)
        status = fail(csv, err);
    if (csv->descriptor != STDOUT_FILENO && close(csv->descriptor) != 0 && status == CONTENSOU_OK)
        status = fail(csv, err);
    csv->descriptor = STDOUT_FILENO;
    contensou__csv_writer_discard(csv);
    return status;
}
