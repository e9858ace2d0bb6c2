/* trajectories_file.h: what came out of a sweep, as a file: one row a lane, and lists of one row a point, such as those of
 * sections and series.
 *
 * CSV: lane, the varied names, outcome, steps, rejections, the observed columns. The points go to
 * NAME.LIST.csv (lane, varied names, k where they are numbered, t, states or what else they have) beside NAME.csv;
 * where there are no observed columns and only one list, they are NAME.csv itself. HDF5: the same as datasets of the
 * root, outcome_code too, and of a group /LIST each. Equal rows make equal files, byte by byte.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_TRAJECTORIES_FILE_H
#define CONTENSOU_RUN_TRAJECTORIES_FILE_H

#include "run/columns.h"

/* What the file has; all of it must outlive the file. */
struct contensou__trajectories_file_spec {
    const char *path; /* NULL or "-": standard output */
    const struct contensou__columns *columns;
    const struct contensou_table_attribute *attribute; /* of an HDF5 file */
    size_t attributes;
    uint64_t
        most; /* bytes of numbers that one HDF5 file may have: what is longer goes on in NAME.1.h5, NAME.2.h5 and so on, which
                    * are whole files of their lanes, and NAME.h5 shows them as one; 0: any */
};

struct contensou__trajectories_file;

/* Fails on names that cannot stand together and on places that cannot be written, as
 * contensou_table_open does. */
enum contensou_status
contensou__trajectories_file_open(struct contensou__trajectories_file **out,
                                  const struct contensou__trajectories_file_spec *spec,
                                  struct contensou_error *err);

/* The same, but leaves nothing: to be asked before the work. Pipes and devices are not opened. */
enum contensou_status
contensou__trajectories_file_check(const struct contensou__trajectories_file_spec *spec,
                                   struct contensou_error *err);

/* Lanes come in ascending order; varied: the numbers of the lane that vary. */
enum contensou_status contensou__trajectories_file_append(struct contensou__trajectories_file *f,
                                                          const struct contensou__record *record,
                                                          const double *varied,
                                                          struct contensou_error *err);

/* What is known only after the last lane: one more attribute of an HDF5 file; and a table beside the lanes, as
 * contensou_table_open_beside, to be closed or discarded before the file. */
enum contensou_status
contensou__trajectories_file_note(struct contensou__trajectories_file *f,
                                  const struct contensou_table_attribute *attribute,
                                  struct contensou_error *err);
enum contensou_status
contensou__trajectories_file_beside(struct contensou__trajectories_file *f, const char *name,
                                    const struct contensou_table_column *column, size_t columns,
                                    struct contensou_table **table, struct contensou_error *err);

/* NAME appears last: where it is, all files are whole. Frees either way. */
enum contensou_status contensou__trajectories_file_close(struct contensou__trajectories_file *f,
                                                         struct contensou_error *err);

/* Drops what was written and frees; NULL is fine. */
void contensou__trajectories_file_discard(struct contensou__trajectories_file *f);

#endif
