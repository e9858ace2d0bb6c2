/* journal.h: the finished lanes of a run, on the disk as soon as they are known.
 *
 * A file of a head, which says what run it is and stands there twice, and of records, one a lane, in the order in which
 * they were finished. Each has a mark and checksums, so that after a crash or on a bad disk the
 * good records are known from the others. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_JOURNAL_H
#define CONTENSOU_RUN_JOURNAL_H

#include "run/journal_head.h"
#include "run/record.h"

struct contensou__journal;

/* Makes the file, or a temporary one without a name where path is NULL. Without `resume` a file
 * that is there already is an error. With it the good records of that file are kept; a file of
 * another run is an error that names what differs; where there is none, it is made. A journal whose
 * head cannot be read, in neither copy, and that has no record of this run, is moved aside and a new
 * one made. Only one process at a time can have it open. */
enum contensou_status contensou__journal_open(struct contensou__journal **out, const char *path,
                                              const struct contensou__journal_spec *spec,
                                              int resume, struct contensou_error *err);

/* Opens a file for reading only, whatever run it is of. */
enum contensou_status contensou__journal_load(struct contensou__journal **out, const char *path,
                                              struct contensou_error *err);

/* Closes the file of a journal that was loaded: it is opened again for each read, so that there may be more journals than a
 * process may have files. Another process may write it from then on. */
void contensou__journal_release(struct contensou__journal *j);

/* Synchronises and closes; the file stays. NULL is fine. */
enum contensou_status contensou__journal_close(struct contensou__journal *j,
                                               struct contensou_error *err);

/* Lets a file with a name grow to so many bytes only; what follows goes to further ones, PATH.2 and so on. 0: any. */
void contensou__journal_bound(struct contensou__journal *j, uint64_t bytes);

/* Closes it and removes the file: its lanes are in safety elsewhere. NULL is fine. */
void contensou__journal_remove(struct contensou__journal *j);

/* Appends records by one write, and sees once a second that they are on the disk. A lane that is
 * there already is passed over. On failure (no space left) the file ends with the last good record
 * and none of these is in it (or, where a part has no room for all at once, the first of them). */
enum contensou_status contensou__journal_append(struct contensou__journal *j,
                                                const struct contensou__record *record,
                                                size_t count, struct contensou_error *err);

/* 1 if the lane is there. */
int contensou__journal_has(const struct contensou__journal *j, uint64_t lane);

/* Reads a lane that is there. The arrays are good until the next call. */
enum contensou_status contensou__journal_read(struct contensou__journal *j, uint64_t lane,
                                              struct contensou__record *record,
                                              struct contensou_error *err);

/* What there is to know of a journal that is open. */
struct contensou__journal_about {
    const struct contensou__journal_spec *spec; /* what run it is */
    const char *path;                           /* for messages */
    const char *
        damaged; /* the name that one which could not be read was given when this one was opened, or NULL */
    uint64_t done, total; /* lanes that are there, and that there will be */
    uint64_t dropped;     /* bytes that were neither head nor good record when it was opened */
};
const struct contensou__journal_about *contensou__journal_about(const struct contensou__journal *j);

#endif
