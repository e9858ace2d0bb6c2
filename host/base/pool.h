/* pool.h: memory that has one owner and goes away with it, all at once.
 *
 * What is put together from many small pieces (a catalogue, the columns of a file, a picture) takes each from a pool. After
 * a failure every further piece is NULL too and .failed stays set, so that the owner asks once, at the end, and frees
 * once. All zero is an empty pool. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_POOL_H
#define CONTENSOU_BASE_POOL_H

#include <stddef.h>

struct contensou__pool {
    struct contensou__pool_piece *last;
    int failed;
};

/* Cleared room for `count` members of `each` bytes, and for none a place of its own. NULL also where the bytes are no size_t. */
void *contensou__pool_take(struct contensou__pool *p, size_t count, size_t each);

/* Room for one more behind `count` members of an array that is NULL or was made here, which is full where count is zero or a
 * power of two and then doubles. The new member is not cleared. After NULL the old array is there until the pool is freed. */
void *contensou__pool_more(struct contensou__pool *p, void *array, size_t count, size_t each);

/* A copy of the text, and the text that printf makes. */
char *contensou__pool_text(struct contensou__pool *p, const char *text);
char *contensou__pool_print(struct contensou__pool *p, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* All of it; the pool is empty then. */
void contensou__pool_free(struct contensou__pool *p);

#endif
