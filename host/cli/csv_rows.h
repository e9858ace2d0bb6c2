/* csv_rows.h: a file of rows is read to its end before any work. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CSV_ROWS_H
#define CONTENSOU_CLI_CSV_ROWS_H

#include "base/csv.h"

/* Reads and checks a block of at most `rows`; *got is 0 at the end. */
typedef enum contensou_status contensou__csv_rows_read(void *input, size_t rows, size_t *got,
                                                       struct contensou_error *err);

/* Reads the open file to its end by `read` and opens it again, so that wrong lines are found early.
 * *total becomes the number of rows; none at all is an error that asks for one `thing`. */
enum contensou_status contensou__csv_rows_check(struct contensou__csv *csv, const char *path,
                                                const char *thing, contensou__csv_rows_read *read,
                                                void *input, size_t *total,
                                                struct contensou_error *err);

#endif
