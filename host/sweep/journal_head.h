/* journal_head.h: the head of a journal as bytes, both ways. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_JOURNAL_HEAD_H
#define CONTENSOU_SWEEP_JOURNAL_HEAD_H

#include "base/checksum.h"
#include "base/text.h"
#include "sweep/journal.h"

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
uint64_t contensou__journal_head_second(uint64_t size);

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

#endif
