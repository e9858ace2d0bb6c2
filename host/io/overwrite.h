/* overwrite.h: whether a file that is there may be replaced by a result: one of the same command may, an
 * input, somebody's notes or the result of another command may not.
 *
 * HDF5 files tell their command by themselves. A CSV file counts as of the same kind if it has a column of
 * the new one's name, and both or neither have lanes. A text is ours if it names the program.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_OVERWRITE_H
#define CONTENSOU_IO_OVERWRITE_H

#include "io/table.h"

/* From now on files are replaced by results of this command only as said above; NULL: always. Results of
 * merge are those of sweep. The name must outlive all. */
void contensou__overwrite_guard(const char *command);

/* CONTENSOU_EARGUMENT with what the file is. */
enum contensou_status contensou__overwrite_table(const char *path, int hdf5,
                                                 const struct contensou__table_column *column,
                                                 size_t columns, struct contensou_error *err);
enum contensou_status contensou__overwrite_text(const char *path, struct contensou_error *err);

#endif
