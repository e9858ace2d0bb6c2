/* journal.h: the finished lanes of a run, on the disk as soon as they are known.
 *
 * A file of a head, which says what run it is and stands there twice, and of records, one a lane, in the order in which
 * they were finished. Each has a mark and checksums, so that after a crash or on a bad disk the
 * good records are known from the others. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_JOURNAL_H
#define CONTENSOU_RUN_JOURNAL_H

#include "base/checksum.h"
#include "base/text.h"
#include "run/loop.h"

#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

/* One thing that describes the run. */
struct contensou__journal_pair {
    const char *key;
    const char *text; /* or NULL for the number */
    double number;
};

/* The key whose text may differ between two journals of one run. */
#define contensou__journal_command "command_line"

/* Keys that start so have the text "PATH (checksum X, N bytes)" of a file that was read; what stands before
 * the bracket may differ. */
#define contensou__journal_file "files/"

/* What run it is. */
struct contensou__journal_spec {
    const struct contensou__journal_pair *pair; /* [pairs], no key twice */
    size_t pairs;
    const void *extra; /* bytes that belong to it too, such as the rows of a file of lanes */
    size_t extra_size;
    uint64_t lanes;         /* of the whole run */
    uint64_t shard, shards; /* it holds the lanes with lane % shards == shard; {0, 1} is all */
    size_t scalars;         /* numbers that every record has */
};

struct contensou__journal;

/* Makes the file, or a temporary one that nobody sees where path is NULL. Without `resume` a file
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

/* Synchronises and closes; the file stays. NULL is fine. */
enum contensou_status contensou__journal_close(struct contensou__journal *j,
                                               struct contensou_error *err);

/* Closes it and removes the file: its lanes are in safety elsewhere. NULL is fine. */
void contensou__journal_remove(struct contensou__journal *j);

/* Appends records by one write, and sees once a second that they are on the disk. A lane that is
 * there already is passed over. On failure (no space left) the file ends with the last good record
 * and none of these is in it. */
enum contensou_status contensou__journal_append(struct contensou__journal *j,
                                                const struct contensou__loop_record *record,
                                                size_t count, struct contensou_error *err);

/* 1 if the lane is there; how many are there; how many there will be. */
int contensou__journal_has(const struct contensou__journal *j, uint64_t lane);
uint64_t contensou__journal_done(const struct contensou__journal *j);
uint64_t contensou__journal_total(const struct contensou__journal *j);

/* How many bytes were neither head nor good record when it was opened. */
uint64_t contensou__journal_dropped(const struct contensou__journal *j);

/* The name that a journal which could not be read was given when this one was opened, or NULL. */
const char *contensou__journal_aside(const struct contensou__journal *j);

/* Reads a lane that is there. The arrays are good until the next call. */
enum contensou_status contensou__journal_read(struct contensou__journal *j, uint64_t lane,
                                              struct contensou__loop_record *record,
                                              struct contensou_error *err);

/* What run it is; good as long as the journal is open. Its path, for messages. */
const struct contensou__journal_spec *contensou__journal_spec(const struct contensou__journal *j);
const char *contensou__journal_path(const struct contensou__journal *j);

/* The head of a journal as bytes, both ways. */

/* How many bytes tell how long the head is, and no head is longer. */
enum { contensou__journal_head_start = 24 };

/* Appends the bytes of the head to an empty text. */
void contensou__journal_head_write(const struct contensou__journal_spec *spec,
                                   const struct contensou__checksum *checksum,
                                   struct contensou__text *bytes);

/* The length of the head whose first bytes these are; 0 where they do not start one. */
uint64_t contensou__journal_head_size(const char start[contensou__journal_head_start]);

/* Reads a head back; *spec points into bytes, its pairs are for free(). Returns NULL, or what is
 * wrong with it; *damaged says that its bytes changed, and not that it is of another program. */
const char *contensou__journal_head_read(const struct contensou__checksum *checksum,
                                         const char *bytes, size_t size,
                                         struct contensou__journal_spec *spec,
                                         struct contensou__journal_pair **pairs, int *damaged);

/* Where the second copy of a head of this size starts: at a multiple of a disk's sector, so that one
 * bad sector does not take both. The records follow behind that copy. */
enum { contensou__journal_head_sector = 512 };

/* The checksum at the end of a head, which all its records carry. */
uint32_t contensou__journal_head_sum(const char *bytes, size_t size);

/* Two runs and how a sentence says where they are: "there" and "here". */
struct contensou__journal_head_pair {
    const struct contensou__journal_spec *there, *here;
    const char *in_there, *in_here;
};

/* 1 if they are different, with what differs: "law.eps is 0.001 there and 1e-05 here". Shards of
 * one run do not differ. */
int contensou__journal_head_differs(const struct contensou__journal_head_pair *two, char *text,
                                    size_t size);

/* Records of lanes as one piece of bytes, to send them to another process of the same kind of
 * machine. */

/* Writes the records, of `scalars` numbers each, over what the parcel had. */
void contensou__journal_parcel_pack(struct contensou__text *parcel,
                                    const struct contensou__loop_record *record, size_t count,
                                    size_t scalars);

/* The records of a parcel: *record is for free(), its numbers stay in the bytes, which must be aligned
 * for them. Bytes that are no parcel of such records are CONTENSOU_EINPUT. */
enum contensou_status contensou__journal_parcel_open(const void *bytes, size_t size, size_t scalars,
                                                     struct contensou__loop_record **record,
                                                     size_t *count, struct contensou_error *err);

#endif
