/* csv_writer.h: a table as comma-separated text: one header line, 17 significant digits, so that reading gives the same
 * doubles back; NaN is an empty field. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_CSV_WRITER_H
#define CONTENSOU_IO_CSV_WRITER_H

#include "io/table.h"

struct contensou__csv_writer;

/* Takes over the descriptor, also on failure, unless it is standard output. comment: a line above the header, or NULL. */
enum contensou_status contensou__csv_writer_open(struct contensou__csv_writer **out, int descriptor,
                                                 const struct contensou__table_form *form,
                                                 const char *comment, struct contensou_error *err);
enum contensou_status contensou__csv_writer_append(struct contensou__csv_writer *csv, size_t rows,
                                                   const double *const *value,
                                                   struct contensou_error *err);

/* Sees that all bytes are on the disk, and frees; discard frees only, and takes NULL. */
enum contensou_status contensou__csv_writer_close(struct contensou__csv_writer *csv,
                                                  struct contensou_error *err);
void contensou__csv_writer_discard(struct contensou__csv_writer *csv);

#endif
