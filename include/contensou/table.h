/* table.h: writes a table of named columns to a file whose ending picks the format (.csv, .h5, .hdf5), or as CSV to
 * standard output.
 *
 * The file is written beside its place and renamed at the end, so that there is either the whole file or none; pipes and
 * devices are written to as they are. Threads: one table belongs to one thread at a time; HDF5 itself is not safe for
 * several, so of the tables and results (result.h) of a process only one thread may use HDF5 files at a time.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TABLE_H
#define CONTENSOU_TABLE_H

#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_table;

/* What an HDF5 file carries about its making; CSV has no place for it and drops all but a comment. A name with slashes, such as
 * run/rtol, is an attribute of that group, which is made. A name that begins with CONTENSOU_TABLE_UNIT is the unit of the
 * columns named by the rest, in this table and those beside it; other columns have the unit "-". */
#define CONTENSOU_TABLE_UNIT "unit of "
/* The text of an attribute of this name is the first line of a CSV file too, behind "# ". */
#define CONTENSOU_TABLE_COMMENT "comment"
struct contensou_table_attribute {
    const char *name;
    const char *text; /* a string attribute, or NULL for the number */
    double number;
};

/* A column of doubles; of whole numbers (given as doubles, up to 2^53); or of words, given as their place in `words`,
 * which must outlive the table. HDF5 has a type for each. */
enum contensou_table_kind { CONTENSOU_TABLE_NUMBER, CONTENSOU_TABLE_WHOLE, CONTENSOU_TABLE_WORD };

struct contensou_table_column {
    const char *name;
    enum contensou_table_kind kind;
    const char *const *words;
    size_t word_count;
};

/* path NULL or "-" is standard output. Fails (before anything is computed) on an unknown ending, a folder that is not
 * there or not writable, naming it. names[columns] are kept by copy. *out is for contensou_table_close or _discard. */
enum contensou_status contensou_table_open(struct contensou_table **out, const char *path,
                                           const char *const *names, size_t columns,
                                           const struct contensou_table_attribute *attributes,
                                           size_t attribute_count, struct contensou_error *err);

/* The same with columns of any kind. */
enum contensou_status
contensou_table_open_columns(struct contensou_table **out, const char *path,
                             const struct contensou_table_column *column, size_t columns,
                             const struct contensou_table_attribute *attributes,
                             size_t attribute_count, struct contensou_error *err);

/* A second table that belongs to the first: the group `name` of an HDF5 file, or for NAME.csv the file NAME.name.csv.
 * Close or discard it before the first. */
enum contensou_status contensou_table_open_beside(struct contensou_table **out,
                                                  struct contensou_table *first, const char *name,
                                                  const struct contensou_table_column *column,
                                                  size_t columns, struct contensou_error *err);

/* 1 for standard output, pipes and devices: what is written there is not a file that could be continued later. */
int contensou_table_is_stream(const char *path);

/* 1 if the ending of path asks for HDF5. */
int contensou_table_is_hdf5(const char *path);

/* Appends rows; value[c] points to the `rows` values of column c. NaN is an empty field in CSV. */
enum contensou_status contensou_table_append(struct contensou_table *table, size_t rows,
                                             const double *const *value,
                                             struct contensou_error *err);

/* What is known only after the work: one more attribute of an HDF5 file; CSV drops it. */
enum contensou_status contensou_table_note(struct contensou_table *table,
                                           const struct contensou_table_attribute *attribute,
                                           struct contensou_error *err);

/* Flushes, checks that every byte reached the disk, renames, frees. On failure nothing is left behind. */
enum contensou_status contensou_table_close(struct contensou_table *table,
                                            struct contensou_error *err);

/* Drops the unfinished file and frees; NULL is fine. */
void contensou_table_discard(struct contensou_table *table);

/* From now on and in the whole process, only results of these commands are replaced, named as "sweep|merge": an input,
 * somebody's notes or the result of another command are refused with CONTENSOU_EARGUMENT and what the file is. HDF5 files
 * tell their command by themselves; a CSV file counts as of the same kind if it has a column of the new one's name, and both
 * or neither have lanes; a text is ours if it names the program. NULL, the default: any file is replaced. The names must
 * outlive all. */
void contensou_table_guard(const char *commands);

/* The same question for a text that the caller writes himself. */
enum contensou_status contensou_table_guard_text(const char *path, struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif
