/* csv.h: reads small tables of numbers: one header line with names, then rows.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_CSV_H
#define CONTENSOU_BASE_CSV_H

#include <contensou/status.h>

#include <stddef.h>

/* A table read a block of rows at a time, so that a long file needs no more memory than a short
 * one. Lines end with \n or \r\n; spaces around values and blank lines at the end are allowed, as
 * is a first byte-order mark, and lines that begin with # are passed over. Values are separated by
 * commas, by ; where the first line has one, or by tabs where it has those and no comma; with ; and tabs a comma is a decimal
 * comma. A value that is not a finite number, a row with too many or too few
 * values, an empty file and a doubled name are errors that name the file and the line. */
struct contensou__csv;

enum contensou_status contensou__csv_open(struct contensou__csv **out, const char *path,
                                          struct contensou_error *err);

/* The same, but the first line may be a row of numbers already: then contensou__csv_bare is 1 and columns have no names. */
enum contensou_status contensou__csv_open_bare(struct contensou__csv **out, const char *path,
                                               struct contensou_error *err);
int contensou__csv_bare(const struct contensou__csv *csv);

void contensou__csv_close(struct contensou__csv *csv);

/* The names of the header line; NULL for a column it does not name. */
size_t contensou__csv_columns(const struct contensou__csv *csv);
const char *contensou__csv_name(const struct contensou__csv *csv, size_t column);

/* Finds columns by name: where[k] is that of names[k], or -1. Other columns are passed over from here on, whatever stands
 * in them, and read as 0; one whose name is nearly that of a missing one is an error. */
enum contensou_status contensou__csv_find(struct contensou__csv *csv, const char *const *names,
                                          size_t count, int *where, struct contensou_error *err);

/* From here on a value that is missing, as between two commas, or that is nan is a gap, not an error: it reads as NaN. */
void contensou__csv_let_gaps(struct contensou__csv *csv);

/* What stands behind '# units' before the header or a row that was read; NULL where there is no such line. */
const char *contensou__csv_units(const struct contensou__csv *csv);

/* Back to the first row. */
enum contensou_status contensou__csv_rewind(struct contensou__csv *csv,
                                            struct contensou_error *err);

/* Reads up to `rows` rows into values, row-major (values[row * columns + column]); *got is how many
 * there were, 0 at the end. Line numbers for messages: contensou__csv_line gives that of row `row`
 * of the last block. */
enum contensou_status contensou__csv_read(struct contensou__csv *csv, size_t rows, double *values,
                                          size_t *got, struct contensou_error *err);
long contensou__csv_line(const struct contensou__csv *csv, size_t row);

/* 1 where the last read passed a blank line between data rows just before row `row` of the block
 * (polygon files separate their contours so). */
int contensou__csv_gap_before(const struct contensou__csv *csv, size_t row);

/* From the next row on a row has `columns` values; 0: as many as the next row has (a map file has a
 * head of four numbers and then rows of its own width). contensou__csv_columns follows once that
 * row was seen, which this call does by reading ahead. */
enum contensou_status contensou__csv_set_columns(struct contensou__csv *csv, size_t columns,
                                                 struct contensou_error *err);

#endif
