/* result.h: an HDF5 file of results, as the program or table.h wrote it, read again: tables of named columns with their
 * units, and texts that say how it was made.
 *
 * Threads: see table.h; HDF5 files are for one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RESULT_H
#define CONTENSOU_RESULT_H

#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A column of numbers; columns of words are left out. */
struct contensou_result_column {
    char *name, *unit;
    double *value; /* [rows], once it was read */
};

/* The root, whose name is "", or a group that has columns. */
struct contensou_result_table {
    char *name;
    struct contensou_result_column *column; /* as they were written */
    size_t columns, rows;
};

struct contensou_result;

/* Fails on what is no HDF5 file, and on columns of a table that differ in length. *out is for contensou_result_close. */
enum contensou_status contensou_result_open(struct contensou_result **out, const char *path,
                                            struct contensou_error *err);
void contensou_result_close(struct contensou_result *f);

/* The table of this name, or NULL. */
const struct contensou_result_table *contensou_result_table(const struct contensou_result *f,
                                                            const char *name);

/* The index of a column, or -1. */
int contensou_result_find(const struct contensou_result_table *t, const char *column);

/* The numbers of a column; a damaged file is an error. They are good until the file is closed. */
enum contensou_status contensou_result_read(struct contensou_result *f,
                                            const struct contensou_result_table *t, size_t column,
                                            const double **value, struct contensou_error *err);

/* The text of an attribute of "/" or of a group, "" where there is none; free() it. */
char *contensou_result_text(const struct contensou_result *f, const char *group,
                            const char *attribute);

#ifdef __cplusplus
}
#endif
#endif
