/* overwrite.h: whether a file that is there may be replaced by a table (contensou_overwrite_guard).
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_OVERWRITE_H
#define CONTENSOU_IO_OVERWRITE_H

#include <contensou/table.h>

/* CONTENSOU_EARGUMENT with what the file is. */
enum contensou_status contensou__overwrite_table(const char *path, int hdf5,
                                                 const struct contensou_table_column *column,
                                                 size_t columns, struct contensou_error *err);

#endif
