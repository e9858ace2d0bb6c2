/* stream.h: the frame of commands that make one table of many rows: open, pump, finish, draw. A command says what its columns
 * are, where they lie in a block, and what is done to a block; all else is here.
 *
 * Rows go through in blocks, so that memory does not grow with their number: a block is read and solved
 * while the one before it is written. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_STREAM_H
#define CONTENSOU_CLI_STREAM_H

#include "base/csv.h"
#include "cli/contact_options.h"
#include "cli/text_file.h"

#include <contensou/device.h>
#include <contensou/status.h>
#include <contensou/table.h>

#include <stddef.h>

/* Rows from, from + 1, .. of the table, n of them. */
struct contensou__stream_block {
    size_t from, n, capacity;
    double *memory;
};

/* Field `first` of the block and those behind it: each has `capacity` numbers, so that several of n
 * rows fit too. */
double *contensou__stream_field(const struct contensou__stream_block *b, size_t first);

enum {
    contensou__stream_columns = 64,
    contensou__stream_draws = 8,
    contensou__stream_head_most = 64
};

struct contensou__stream;

/* What a command does; work is its own. Steps that it does not need are NULL. */
struct contensou__stream_steps {
    /* What the head of the table needs of the device, such as a fit. */
    enum contensou_status (*prepare)(void *work, struct contensou_error *err);
    /* What an HDF5 file says of its making, at most contensou__stream_head_most: how many. */
    size_t (*head)(void *work, struct contensou_table_attribute *to);
    /* Builds the device program. */
    enum contensou_status (*create)(void *work, struct contensou_error *err);
    /* At most `rows` more rows; b->n becomes 0 at the end. */
    enum contensou_status (*read)(void *work, size_t rows, struct contensou__stream_block *b,
                                  struct contensou_error *err);
    enum contensou_status (*solve)(void *work, struct contensou__stream_block *b,
                                   struct contensou_error *err);
    /* Checks the block and makes its columns what is written. Runs beside the reading and solving of the next
     * block. */
    enum contensou_status (*finish)(void *work, struct contensou__stream_block *b,
                                    struct contensou_error *err);
    const char *(*program)(const void *work); /* its text */
    void (*say)(const void *work); /* what the results are, when they are in their places */
    enum contensou_status (*draw)(void *work, struct contensou_error *err); /* where asked */
};

/* One run; the first group is the command's, all zero is nothing. */
struct contensou__stream {
    const struct contensou__contact_options_job *job; /* where results go, and the device */
    const char *unit;                                 /* of what a row is, such as slips */
    size_t total;                                     /* rows, or 0 where that is not known */
    size_t fields;                                    /* of a block */
    size_t smallest, largest;                         /* rows of a block */
    struct contensou_table_column column[contensou__stream_columns]; /* of the table */
    size_t field[contensou__stream_columns], place[contensou__stream_columns], columns;
    size_t draw[contensou__stream_draws], draws; /* columns that the picture needs */

    struct contensou__text_file dump;
    struct contensou_device *device;
    struct contensou_table *table;          /* to a file or to standard output */
    char units[200];                        /* of the columns, in words, for its head */
    double *drawn[contensou__stream_draws]; /* all of these columns, where there is a picture */
    size_t drawn_size, done;                /* rows that there is memory for, that are written */
};

/* One more column of the table, which is of numbers unless the command changes what is given back: place k of a field that has
 * several numbers a row, one after the other for all rows. */
struct contensou_table_column *
contensou__stream_column(struct contensou__stream *s, const char *name, size_t field, size_t place);

/* The next rows, at most so many, of a stream whose total is known. */
void contensou__stream_take(const struct contensou__stream *s, size_t rows,
                            struct contensou__stream_block *b);

/* The head of a table about one contact: what every such table has, the units in effect and own[count]. */
size_t contensou__stream_head(struct contensou__stream *s, struct contensou_table_attribute *to,
                              const struct contensou_table_attribute *own, size_t count);

/* Opens the place for the program's text and the device, and takes the steps, block by block. The table of a file is
 * opened before the program is built, so that a wrong name is found early; that of standard output behind it, when nothing can
 * go wrong any more. Results go to their places in the end, the table first: it holds the work. Close it also after a failure. */
enum contensou_status contensou__stream_run(struct contensou__stream *s,
                                            const struct contensou__stream_steps *steps, void *work,
                                            struct contensou_error *err);

/* Call it when all that was made with the device is freed. */
void contensou__stream_close(struct contensou__stream *s);

/* Writes a table that is open, whole: these rows, and its end. */
enum contensou_status contensou__stream_whole(struct contensou_table *table, size_t rows,
                                              const double *const *column,
                                              struct contensou_error *err);

/* What a file of --points may have: the columns of one set or of the other, and a sentence's end that names both. */
struct contensou__stream_sets {
    const char *names[2][3];
    size_t count[2];
    const char *either;
};

/* The file of --points, as it is read in blocks; all zero is none. */
struct contensou__stream_points {
    struct contensou__csv *csv;
    const char *path;
    double *value;       /* the last block, row by row: value[i * width + column] */
    size_t width, total; /* columns; rows, 0 where the file cannot be read twice */
    int set;             /* which one the file has, and where */
    size_t column[3];
    size_t next, size;
    /* Looks at the last block; may be NULL. */
    enum contensou_status (*check)(void *input, size_t rows, struct contensou_error *err);
    void *input;
};

/* Opens the file and finds its columns, in any order; others are passed over. Reads a regular file to its end once, so that no
 * wrong line is met later; one without rows is an error that asks for one `thing`. check and input are set. Close it also
 * after a failure. */
enum contensou_status contensou__stream_points_open(struct contensou__stream_points *p,
                                                    const char *path,
                                                    const struct contensou__stream_sets *sets,
                                                    struct contensou__real_units *units,
                                                    const char *thing, struct contensou_error *err);

/* The next block of at most `rows`; *got is 0 at the end. */
enum contensou_status contensou__stream_points_read(struct contensou__stream_points *p, size_t rows,
                                                    size_t *got, struct contensou_error *err);

void contensou__stream_points_close(struct contensou__stream_points *p);

#endif
