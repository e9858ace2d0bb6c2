/* columns.h: the tables of a result, described once: what each column is called, what its numbers mean, and what the
 * program itself takes it for. Journals, files of results and callers of the library read this one description.
 *
 * Table 0 has one row a lane; the others are lists of points, such as those of sections and series, of which a lane has any
 * number of rows. Its own columns are the numbers that a record has (run/loop.h); before them files and callers see the
 * lane, what varies, and how the lane ended or which row it is. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_COLUMNS_H
#define CONTENSOU_RUN_COLUMNS_H

#include "base/pool.h"
#include "base/text.h"
#include "model/lanes.h"
#include "run/loop.h"

#include <contensou/table.h>

enum { contensou__columns_tables = 17 };

/* What the program takes a column for. Those of an observer that labels attractors (analysis/attractors.h) tell of a lane:
 * its label; of which kind its motion is; when it came there; the period; how long it was observed; then of each state the
 * mean, the spread, and how both change. */
enum contensou__columns_role {
    contensou__columns_plain,
    contensou__columns_label,
    contensou__columns_kind,
    contensou__columns_arrival,
    contensou__columns_period,
    contensou__columns_observed,
    contensou__columns_mean
};

struct contensou__columns_table {
    const char *name; /* of a list: its observer; "" for the lanes */
    int numbered;     /* 1: rows are counted; 0: they are known by their times */
    int files_only;   /* 1: not for standard output */
    struct contensou_table_column
        *column;                        /* [columns]: all of them, the own ones from `first` on */
    enum contensou__columns_role *role; /* [columns] */
    size_t columns, first;
};

struct contensou__columns {
    struct contensou__columns_table table[contensou__columns_tables];
    size_t tables;
    const char **varied; /* [varied_count], as the run has them */
    size_t varied_count;
    size_t
        outcome_code; /* the column of the lanes that repeats the outcome as a number, which CSV does not have */
    size_t users;
    struct contensou__pool pool; /* all of it */
};

/* A description is put together table by table, the lanes first, of which the own columns are added; words: what its
 * numbers 0, 1, .. mean, as "stick|slip", or "". Where something fails, it shows in contensou__columns_finish only, which
 * frees it then and makes it NULL. A varied name that another column has too, such as k, becomes vary.k there. */
struct contensou__columns *contensou__columns_create(const char *const *varied, size_t count);
void contensou__columns_begin(struct contensou__columns *c, const char *name, int numbered,
                              int files_only);
void contensou__columns_add(struct contensou__columns *c, const char *name, const char *words,
                            enum contensou__columns_role role);
enum contensou_status contensou__columns_finish(struct contensou__columns **c,
                                                struct contensou_error *err);

/* That of a run. */
enum contensou_status contensou__columns_of(struct contensou__columns **out,
                                            const struct contensou__ensemble_setup *setup,
                                            const struct contensou__lanes *lanes,
                                            struct contensou_error *err);

/* It has several users, each of which frees it; NULL is fine. */
struct contensou__columns *contensou__columns_share(struct contensou__columns *c);
void contensou__columns_free(struct contensou__columns *c);

/* Its bytes in the head of a journal, without what varies; reading them finds the roles of columns by the tables of the
 * observers, as bytes have names only. */
void contensou__columns_write(const struct contensou__columns *c, struct contensou__text *bytes);
enum contensou_status contensou__columns_read(struct contensou__columns **out, const char *bytes,
                                              size_t size, const struct contensou__lanes *lanes,
                                              struct contensou_error *err);

/* How many own columns a table has, and the first of them. */
size_t contensou__columns_count(const struct contensou__columns *c, size_t table);
const struct contensou_table_column *contensou__columns_own(const struct contensou__columns *c,
                                                            size_t table);

/* The first of the own columns of the lanes from `from` on with this role; SIZE_MAX where there is none. */
size_t contensou__columns_find(const struct contensou__columns *c, size_t from,
                               enum contensou__columns_role role);

/* The own numbers of a table in a record, row by row, and how many rows there are; NULL where there are none. */
const double *contensou__columns_rows(const struct contensou__columns *c,
                                      const struct contensou__record *record, size_t table,
                                      size_t *count);

/* How many rows of a list the lane had: more than there are where there was no room for them; of rows at given times
 * fewer where it ended before. */
double contensou__columns_seen(const struct contensou__columns *c,
                               const struct contensou__record *record, size_t table);

/* All numbers of rows of a table, from row `first` on: number r of column c goes to to[c * stride + r]. own: those of the
 * record, from contensou__columns_rows; varied: those that vary. */
void contensou__columns_fill(const struct contensou__columns *c, size_t table,
                             const struct contensou__record *record, const double *varied,
                             const double *own, size_t first, size_t rows, double *to,
                             size_t stride);

#endif
