/* hdf5_writer.h: a table as an HDF5 file: one extendible dataset per column, named by the column, with its unit and
 * checksums (Fletcher32); attributes on the root group or on groups that their names say; further tables as groups; a
 * checksum of all the rest behind the end (seal.h). Texts have fixed lengths: those of variable length lie in a heap that
 * HDF5 reads without any check. The same table gives the same bytes, but for the date on the root group, which
 * SOURCE_DATE_EPOCH can fix. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_HDF5_WRITER_H
#define CONTENSOU_IO_HDF5_WRITER_H

#include "io/table.h"

struct contensou__hdf5_writer;

/* Makes the file `place`, or, unless first is NULL, the group of this name in its file; a group is closed before the first. */
enum contensou_status
contensou__hdf5_writer_open(struct contensou__hdf5_writer **out, const char *place,
                            const struct contensou__hdf5_writer *first,
                            const struct contensou__table_form *form,
                            const struct contensou_table_attribute *attributes,
                            size_t attribute_count, struct contensou_error *err);

enum contensou_status contensou__hdf5_writer_append(struct contensou__hdf5_writer *h5, size_t rows,
                                                    const double *const *value,
                                                    struct contensou_error *err);
/* Instead of appended rows: the table is made of virtual datasets over those of this path in other files beside it, of which
 * this is the next one. What a reader does not find, because such a file is missing, is NaN, -1 or an empty word. */
enum contensou_status contensou__hdf5_writer_join(struct contensou__hdf5_writer *h5,
                                                  const char *file, size_t rows,
                                                  struct contensou_error *err);
enum contensou_status contensou__hdf5_writer_note(struct contensou__hdf5_writer *h5,
                                                  const struct contensou_table_attribute *attribute,
                                                  struct contensou_error *err);

/* Frees either way; discard takes NULL. */
enum contensou_status contensou__hdf5_writer_close(struct contensou__hdf5_writer *h5,
                                                   struct contensou_error *err);
void contensou__hdf5_writer_discard(struct contensou__hdf5_writer *h5);

#endif
