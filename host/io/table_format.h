/* table_format.h: what the two formats of a table have in common, for table.c only.
 *
 * A format writes to a place that table.c chose and never removes or renames it. Each has open,
 * append, close (every byte is on the disk when it succeeds; frees either way) and discard (frees).
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_TABLE_FORMAT_H
#define CONTENSOU_IO_TABLE_FORMAT_H

#include <contensou/table.h>

struct contensou__table_csv;
struct contensou__table_hdf5;

/* Takes over the descriptor unless it is standard output; `shown` names it in messages. */
enum contensou_status contensou__table_csv_open(struct contensou__table_csv **out, int descriptor,
                                                const char *shown,
                                                const struct contensou_table_column *column,
                                                size_t columns, const char *comment,
                                                struct contensou_error *err);
enum contensou_status contensou__table_csv_append(struct contensou__table_csv *csv, size_t rows,
                                                  const double *const *value,
                                                  struct contensou_error *err);
enum contensou_status contensou__table_csv_close(struct contensou__table_csv *csv,
                                                 struct contensou_error *err);
void contensou__table_csv_discard(struct contensou__table_csv *csv);

/* Makes the file `place`; `shown` names it in messages. */
enum contensou_status
contensou__table_hdf5_open(struct contensou__table_hdf5 **out, const char *place, const char *shown,
                           const struct contensou_table_column *column, size_t columns,
                           const struct contensou_table_attribute *attributes,
                           size_t attribute_count, struct contensou_error *err);

/* A group of the file of `first`, closed before it. */
enum contensou_status contensou__table_hdf5_open_group(struct contensou__table_hdf5 **out,
                                                       const struct contensou__table_hdf5 *first,
                                                       const char *name,
                                                       const struct contensou_table_column *column,
                                                       size_t columns, struct contensou_error *err);
enum contensou_status contensou__table_hdf5_note(struct contensou__table_hdf5 *h5,
                                                 const struct contensou_table_attribute *attribute,
                                                 struct contensou_error *err);
enum contensou_status contensou__table_hdf5_append(struct contensou__table_hdf5 *h5, size_t rows,
                                                   const double *const *value,
                                                   struct contensou_error *err);
enum contensou_status contensou__table_hdf5_close(struct contensou__table_hdf5 *h5,
                                                  struct contensou_error *err);
void contensou__table_hdf5_discard(struct contensou__table_hdf5 *h5);

#endif
