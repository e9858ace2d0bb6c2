/* merge.h: the journals of one run, read lane by lane: its own one, or the parts that shards left.
 *
 * Beside the pairs that describe the run, the head of a journal carries what a file of results
 * needs: the values of its lanes and the names of its columns, packed into `extra`.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_MERGE_H
#define CONTENSOU_RUN_MERGE_H

#include "base/text.h"
#include "run/journal.h"
#include "analysis/attractors.h"
#include "model/lanes.h"

enum { contensou__merge_lists = 16 };

/* Rows beside the row of a lane: the time and what else each has, by name; words: "" or what 0, 1, .. of a cell
 * mean, as "stick|slip". */
struct contensou__merge_list {
    const char *name;
    const char *const *cell, *const *words; /* [cells] */
    size_t cells;
    int numbered; /* 1: rows are counted, 0: they are known by their times */
    int aside;    /* 1: not for standard output */
};

/* What the records of a run are: their first scalars have the names `column`; a record always has one, the time that
 * the lane reached. */
struct contensou__merge_layout {
    const char *const *column;
    size_t columns, lists;
    struct contensou__merge_list list[contensou__merge_lists];
};

/* The rows of a list in a record, and how many there are; NULL if there are none. */
const double *contensou__merge_rows(const struct contensou__merge_layout *layout,
                                    const struct contensou__loop_record *record, size_t list,
                                    size_t *count);

/* How many rows of a list the lane had: more than there are where there was no room for them; of rows at given times
 * fewer where it ended before. */
double contensou__merge_seen(const struct contensou__merge_layout *layout,
                             const struct contensou__loop_record *record, size_t list);

/* Appends the extra of the journal of this run. */
void contensou__merge_pack(const struct contensou__merge_layout *layout,
                           const struct contensou__lanes *lanes, struct contensou__text *extra);

/* The parts of one run. */
struct contensou__merge {
    struct contensou__journal **part; /* [parts], part k has the lanes with lane % parts == k */
    size_t parts;
    struct contensou__lanes lanes; /* what varies, and no other numbers */
    struct contensou__merge_layout layout;
    const char **name; /* [lanes.axes] of what varies */
    char *texts;       /* of the layout */
    struct contensou__attractors
        *attractors; /* where a column is a label (attractors.h), or NULL */
    size_t label_column;
    double *scalar; /* the numbers of a lane with its label */
};

/* Opens the parts in any order. A part that is missing, not finished, there twice, of another run
 * or not readable is an error that names it. Release it also after a failure. */
enum contensou_status contensou__merge_open(struct contensou__merge *m, const char *const *path,
                                            size_t count, struct contensou_error *err);

/* The same for one journal that was just computed, of a whole run or of one shard, which is the merge's from now on. */
enum contensou_status contensou__merge_one(struct contensou__merge *m,
                                           struct contensou__journal *journal,
                                           struct contensou_error *err);
void contensou__merge_free(struct contensou__merge *m);

/* What run it is. */
const struct contensou__journal_spec *contensou__merge_spec(const struct contensou__merge *m);

/* Reads a lane, with its label; varied[lanes.axes] are the values of what varies. The record's arrays are good until
 * the next call. */
enum contensou_status contensou__merge_read(const struct contensou__merge *m, uint64_t lane,
                                            struct contensou__loop_record *record, double *varied,
                                            struct contensou_error *err);

/* 1 where the a-th of what varies is a parameter rather than a start: lanes that agree in these form a group. */
int contensou__merge_is_parameter(const struct contensou__merge *m, size_t a);

#endif
