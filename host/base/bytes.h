/* bytes.h: reads bytes that others wrote, piece by piece, and never beyond their end. What does not fit fails, and with it all
 * that comes behind, so that the reader asks once, at the end.
 *
 * A size that stands in a file may be damaged or meant to harm: count + 1 and count * each wrap around for numbers near
 * 2^64, and the block is then smaller than what is read into it. Every such size goes through contensou__bytes_room.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_BYTES_H
#define CONTENSOU_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct contensou__bytes {
    const char *at; /* NULL: it failed */
    size_t left;
};

/* `count` members of `size` bytes each; *to keeps what it has where there are fewer. */
void contensou__bytes_take(struct contensou__bytes *b, void *to, uint64_t count, size_t size);

/* Cleared room for `count` members of `each` bytes and for one more, which ends a text and keeps a pointer of its own for
 * count = 0; for free(). NULL where count is above `most`, the largest one that what is stored can mean, where the bytes
 * are no size_t, and where there is no memory. */
void *contensou__bytes_room(uint64_t count, uint64_t most, size_t each);

/* As many numbers as a block for free(); NULL where they are not there. */
double *contensou__bytes_numbers(struct contensou__bytes *b, uint64_t count);

/* The text there with its ending zero; "" where there is none. */
const char *contensou__bytes_text(struct contensou__bytes *b);

#endif
