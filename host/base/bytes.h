/* bytes.h: reads bytes that others wrote, piece by piece, and never beyond their end. What does not fit fails, and with it all
 * that comes behind, so that the reader asks once, at the end. SPDX-License-Identifier: MIT */
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

/* As many numbers as a block for free(); NULL where they are not there. */
double *contensou__bytes_numbers(struct contensou__bytes *b, uint64_t count);

/* The text there with its ending zero; "" where there is none. */
const char *contensou__bytes_text(struct contensou__bytes *b);

#endif
