/* bytes.c: reads bytes that others wrote. SPDX-License-Identifier: MIT */
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

void contensou__bytes_take(struct contensou__bytes *b, void *to, uint64_t count, size_t size)
{
    if (!b->at || count > b->left / size) {
        b->at = NULL;
        return;
    }
    memcpy(to, b->at, (size_t)count * size);
    b->at += count * size;
    b->left -= (size_t)count * size;
}

void *contensou__bytes_room(uint64_t count, uint64_t most, size_t each)
{
    if (count > most || count >= SIZE_MAX)
        return NULL;
    return calloc((size_t)count + 1,
                  each); /* calloc tests the product (C11 7.22.3.2, glibc 2.26) */
}

double *contensou__bytes_numbers(struct contensou__bytes *b, uint64_t count)
{
    double *const number =
        b->at ? contensou__bytes_room(count, b->left / sizeof *number, sizeof *number) : NULL;

    if (number)
        contensou__bytes_take(b, number, count, sizeof *number);
    else
        b->at = NULL;
    return number;
}

const char *contensou__bytes_text(struct contensou__bytes *b)
{
    const char *const text = b->at, *const zero = text ? memchr(text, '\0', b->left) : NULL;

    b->at = zero ? zero + 1 : NULL;
    b->left -= zero ? (size_t)(zero + 1 - text) : 0;
    return zero ? text : "";
}
