/* journal_head.h: the head of a journal, which says what run it is, as bytes both ways; and what two runs differ in.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_JOURNAL_HEAD_H
#define CONTENSOU_RUN_JOURNAL_HEAD_H

#include "base/text.h"

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

/* The pair with this key, or NULL; its text, "" where there is none. */
const struct contensou__journal_pair *
contensou__journal_head_find(const struct contensou__journal_spec *spec, const char *key);
const char *contensou__journal_head_text(const struct contensou__journal_spec *spec,
                                         const char *key);

/* How many bytes tell how long the head is, and no head is longer. */
enum { contensou__journal_head_start = 24 };

/* Appends the bytes of the head to an empty text. */
void contensou__journal_head_write(const struct contensou__journal_spec *spec,
                                   struct contensou__text *bytes);

/* The length of the head whose first bytes these are; 0 where they do not start one. */
uint64_t contensou__journal_head_size(const char start[contensou__journal_head_start]);

/* Reads a head back; *spec points into bytes, its pairs are for free(). Returns NULL, or what is
 * wrong with it; *damaged says that its bytes changed, and not that it is of another program. */
const char *contensou__journal_head_read(const char *bytes, size_t size,
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
