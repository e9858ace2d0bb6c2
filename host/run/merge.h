/* merge.h: the journals of one run, read lane by lane: its own one, or the parts that shards left.
 *
 * Beside the pairs that describe the run, the head of a journal carries what a file of results
 * needs: the values of its lanes and the names of its columns, as the bytes `extra`.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_MERGE_H
#define CONTENSOU_RUN_MERGE_H

#include "model/lanes.h"
#include "run/columns.h"
#include "run/journal.h"

/* The parts of one run. */
struct contensou__merge {
    struct contensou__journal *
        *part; /* [parts], part k has the lanes with lane % parts == k; NULL where it is missing */
    size_t parts;
    size_t *present, present_count; /* the parts that are there, rising */
    struct contensou__lanes lanes;  /* what varies, and no other numbers */
    struct contensou__columns *columns;
};

/* Appends the extra of the journal of this run. */
void contensou__merge_pack(const struct contensou__columns *columns,
                           const struct contensou__lanes *lanes, struct contensou__text *extra);

/* Opens the parts in any order, any number of them. A part that is missing, not finished, there twice, of another run
 * or not readable is an error that names it; with `some` one that is missing or not finished is left out. Release it also
 * after a failure. */
enum contensou_status contensou__merge_open(struct contensou__merge *m, const char *const *path,
                                            size_t count, int some, struct contensou_error *err);

/* The same for one journal that was just computed, of a whole run or of one shard, which is the merge's from now on, and
 * whose columns are known. */
enum contensou_status contensou__merge_one(struct contensou__merge *m,
                                           struct contensou__journal *journal,
                                           struct contensou__columns *columns,
                                           struct contensou_error *err);
void contensou__merge_free(struct contensou__merge *m);

/* How many lanes are there, the i-th of them, and its place i among them, or their number where the lane is not there. */
uint64_t contensou__merge_count(const struct contensou__merge *m);
uint64_t contensou__merge_lane(const struct contensou__merge *m, uint64_t i);
uint64_t contensou__merge_place(const struct contensou__merge *m, uint64_t lane);

/* The parts that are missing, as "parts 3/8, 5/8"; empty where none is. Append only. */
void contensou__merge_missing(const struct contensou__merge *m, struct contensou__text *text);

/* What run it is. */
const struct contensou__journal_spec *contensou__merge_spec(const struct contensou__merge *m);

/* The name of the a-th number that varies. */
const char *contensou__merge_axis(const struct contensou__merge *m, size_t a);

/* Reads a lane; varied[lanes.axes] are the values of what varies. The record's arrays are good until the next call. */
enum contensou_status contensou__merge_read(const struct contensou__merge *m, uint64_t lane,
                                            struct contensou__record *record, double *varied,
                                            struct contensou_error *err);

#endif
