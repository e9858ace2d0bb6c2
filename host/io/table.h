/* table.h: a table as the writers of its formats see it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_TABLE_H
#define CONTENSOU_IO_TABLE_H

#include <contensou/table.h>

/* It belongs to the table and outlives its writer. */
struct contensou__table_form {
    const char *shown;                     /* how messages name the file */
    struct contensou_table_column *column; /* [columns] */
    size_t columns;
};

/* The word that stands for a value; "unknown" where there is none. */
const char *contensou__table_word(const struct contensou_table_column *column, double value);

/* For OWNED (base/try.h): drops a table, or nothing. And the end of a table that is OWNED: closes it, either way NULL then. */
void contensou__table_drop(struct contensou_table **table);
enum contensou_status contensou__table_finish(struct contensou_table **table,
                                              struct contensou_error *err);

/* The attribute of a file that joins others: their names, between slashes. */
#define CONTENSOU__TABLE_FILES "run/files"

/* For an HDF5 file that grew too long: it takes another name before it is closed, and a further file of the first name joins it and
 * others of the same columns: see contensou__hdf5_writer_join. */
enum contensou_status contensou__table_rename(struct contensou_table *table, const char *path,
                                              struct contensou_error *err);
enum contensou_status contensou__table_join(struct contensou_table *table, const char *path,
                                            size_t rows, struct contensou_error *err);

/* Fails where the process guards its files (contensou_table_guard) and this one must not be replaced by the table. */
enum contensou_status contensou__table_guard_check(const char *path, int hdf5,
                                                   const struct contensou__table_form *form,
                                                   struct contensou_error *err);

#endif
