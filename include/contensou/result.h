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

/* A column of numbers. */
struct contensou_result_column {
    char *name, *unit;
    double *value; /* [rows], once it was read */
    int whole;     /* 1: they are whole numbers in the file */
    size_t place;  /* among all columns of its table, those of words too */
};

/* A column of words. */
struct contensou_result_words {
    char *name;
    char *text; /* the words one after the other, each in `size` bytes, once they were read */
    size_t size, place;
};

/* The root, whose name is "", or a group that has columns. */
struct contensou_result_table {
    char *name;
    struct contensou_result_column *column; /* as they were written */
    size_t columns, rows;
    struct contensou_result_words *word;
    size_t words;
};

/* What is said of the file, or of a group of it. */
struct contensou_result_attribute {
    char *group; /* "" for the file, otherwise such as "run" and "parameters/law" */
    char *name;
    char *text; /* a number with all its digits */
    int number; /* 1: the text is a number */
};

struct contensou_result;

/* Fails on what is no HDF5 file, and on columns of a table that differ in length. *out is for contensou_result_close. */
enum contensou_status contensou_result_open(struct contensou_result **out, const char *path,
                                            struct contensou_error *err);
void contensou_result_close(struct contensou_result *f);

/* The table of this name, if it has columns of numbers, or NULL. */
const struct contensou_result_table *contensou_result_table(const struct contensou_result *f,
                                                            const char *name);

/* Table i, the root first, or NULL behind the last. One without columns, of numbers or words, is none. */
const struct contensou_result_table *contensou_result_table_at(const struct contensou_result *f,
                                                               size_t i);

/* Attribute i, group by group, or NULL behind the last. */
const struct contensou_result_attribute *
contensou_result_attribute(const struct contensou_result *f, size_t i);

/* The index of a column, or -1. */
int contensou_result_find(const struct contensou_result_table *t, const char *column);

/* The numbers of a column; a damaged file and a column that is not there are errors. They are good until the file is closed. */
enum contensou_status contensou_result_read(struct contensou_result *f,
                                            const struct contensou_result_table *t, size_t column,
                                            const double **value, struct contensou_error *err);

/* The same for a column of words: word i of them is *text + i * size. */
enum contensou_status contensou_result_read_words(struct contensou_result *f,
                                                  const struct contensou_result_table *t,
                                                  size_t column, const char **text,
                                                  struct contensou_error *err);

/* The text of an attribute of "/" or of a group, "" where there is none; free() it. */
char *contensou_result_text(const struct contensou_result *f, const char *group,
                            const char *attribute);

#ifdef __cplusplus
}
#endif
#endif
