/* result_file.h: an HDF5 file of results (table.h, results.h), read again: tables of named columns with their units,
 * and texts that say how it was made. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_RESULT_FILE_H
#define CONTENSOU_IO_RESULT_FILE_H

#include <contensou/status.h>

#include <stddef.h>

/* A column of numbers; columns of words are left out. */
struct contensou__result_file_column {
    char *name, *unit;
    double *value; /* [rows], once it was read */
};

/* The root, whose name is "", or a group that has columns. */
struct contensou__result_file_table {
    char *name;
    struct contensou__result_file_column *column; /* as they were written */
    size_t columns, rows;
};

struct contensou__result_file;

/* Fails on what is no HDF5 file, and on columns of a table that differ in length. */
enum contensou_status contensou__result_file_open(struct contensou__result_file **out,
                                                  const char *path, struct contensou_error *err);
void contensou__result_file_close(struct contensou__result_file *f);

/* The table of this name, or NULL. */
const struct contensou__result_file_table *
contensou__result_file_table(const struct contensou__result_file *f, const char *name);

/* The index of a column, or -1. */
int contensou__result_file_find(const struct contensou__result_file_table *t, const char *column);

/* The numbers of a column; a damaged file is an error. They are good until the file is closed. */
enum contensou_status contensou__result_file_read(struct contensou__result_file *f,
                                                  const struct contensou__result_file_table *t,
                                                  size_t column, const double **value,
                                                  struct contensou_error *err);

/* The text of an attribute of "/" or of a group, "" where there is none; free() it. */
char *contensou__result_file_text(const struct contensou__result_file *f, const char *group,
                                  const char *attribute);

#endif
