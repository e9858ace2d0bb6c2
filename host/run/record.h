/* record.h: what there is of one lane, and the same as bytes: those of a journal, and those that one process sends to
 * another of the same kind of machine. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_RECORD_H
#define CONTENSOU_RUN_RECORD_H

#include "base/text.h"

#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

struct contensou__record {
    uint64_t lane, steps, rejections;
    int outcome;
    const double *scalar; /* as many as every record of the run has */
    /* The rows of all lists: how many of each there are, how many each had, then the rows of the first, of the
     * second, .. */
    const double *point;
    size_t points; /* numbers there */
};

/* What stands before the numbers of a record: its scalars, then its points. */
struct contensou__record_head {
    uint64_t mark, lane, steps, rejections, points;
    int32_t outcome;
    uint32_t run;     /* of which run it is; any number */
    uint32_t payload; /* checksum of the numbers */
    uint32_t sum;     /* of this head up to here */
};

extern const uint64_t contensou__record_mark;

/* Appends the bytes of a record. */
void contensou__record_write(struct contensou__text *to, const struct contensou__record *record,
                             size_t scalars, uint32_t run);

/* The size of the record with this head, or 0 where it is none of this run. */
uint64_t contensou__record_size(const struct contensou__record_head *head, uint64_t scalars,
                                uint32_t run);

/* The record at the beginning of bytes[size], which must be aligned for numbers: they stay there. How many bytes it has,
 * or 0 where it is no good record of this run. */
size_t contensou__record_read(struct contensou__record *record, const char *bytes, size_t size,
                              size_t scalars, uint32_t run);

/* Records of lanes as one message between processes. This writes the records, of `scalars` numbers each, over what the parcel had. */
void contensou__record_parcel_pack(struct contensou__text *parcel,
                                   const struct contensou__record *record, size_t count,
                                   size_t scalars);

/* The records of a parcel: *record is for free(), its numbers stay in the bytes, which must be aligned
 * for them. Bytes that are no parcel of such records are CONTENSOU_EINPUT. */
enum contensou_status contensou__record_parcel_open(const void *bytes, size_t size, size_t scalars,
                                                    struct contensou__record **record,
                                                    size_t *count, struct contensou_error *err);

#endif
