/* merge.h: the journals of one run, read lane by lane: its own one, or the parts that shards left.
 *
 * Beside the pairs that describe the run, the head of a journal carries what a file of results
 * needs: the values of its lanes and the names of its columns, packed into `extra`.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_MERGE_H
#define CONTENSOU_ENGINE_MERGE_H

#include "base/text.h"
#include "engine/journal.h"
#include "engine/lanes.h"

/* What the records of a run are: their scalars have the names `column`, and each of their points is
 * t and the numbers named `state`. */
struct contensou__merge_layout {
    const char *const *column;
    size_t columns;
    const char *const *state;
    size_t states;
    int list[contensou__journal_lists]; /* 1: records have such points */
};

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
    int own;           /* the journals are closed with it */
};

/* Opens the parts in any order. A part that is missing, not finished, there twice, of another run
 * or not readable is an error that names it. Release it also after a failure. */
enum contensou_status contensou__merge_open(struct contensou__merge *m, const char *const *path,
                                            size_t count, struct contensou_error *err);

/* The same for the one journal of a whole run, which stays the caller's. */
enum contensou_status contensou__merge_one(struct contensou__merge *m,
                                           struct contensou__journal *journal,
                                           struct contensou_error *err);
void contensou__merge_free(struct contensou__merge *m);

/* What run it is. */
const struct contensou__journal_spec *contensou__merge_spec(const struct contensou__merge *m);

/* Reads a lane; varied[lanes.axes] are the values of what varies. The record's arrays are good
 * until the next call. */
enum contensou_status contensou__merge_read(const struct contensou__merge *m, uint64_t lane,
                                            struct contensou__journal_record *record,
                                            double *varied, struct contensou_error *err);

#endif
