/* pool.c: memory that has one owner. SPDX-License-Identifier: MIT */
#include "base/pool.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pieces form a list both ways, as one that grows moves. */
struct contensou__pool_piece {
    struct contensou__pool_piece *before, *behind;
    max_align_t room[];
};

static void *piece(struct contensou__pool *p, struct contensou__pool_piece *old, size_t count,
                   size_t each)
{
    const size_t head = offsetof(struct contensou__pool_piece, room);
    const int fits = !each || count <= (SIZE_MAX - head - 1) / each;
    struct contensou__pool_piece *const made =
        p->failed || !fits ? NULL : realloc(old, head + count * each + 1);

    p->failed |= !made;
    if (!made)
        return NULL;
    if (!old)
        *made = (struct contensou__pool_piece){.before = p->last};
    if (made->before)
        made->before->behind = made;
    *(made->behind ? &made->behind->before : &p->last) = made;
    return made->room;
}

void *contensou__pool_take(struct contensou__pool *p, size_t count, size_t each)
{
    void *const room = piece(p, NULL, count, each);

    return room ? memset(room, 0, count * each) : NULL;
}

void *contensou__pool_more(struct contensou__pool *p, void *array, size_t count, size_t each)
{
    char *const old = array;

    if (array && count & (count - 1))
        return p->failed ? NULL : array;
    return piece(p, old ? (void *)(old - offsetof(struct contensou__pool_piece, room)) : NULL,
                 count ? 2 * count : 1, each);
}

char *contensou__pool_text(struct contensou__pool *p, const char *text)
{
    return contensou__pool_print(p, "%s", text);
}

char *contensou__pool_print(struct contensou__pool *p, const char *format, ...)
{
    va_list arguments, again;
    int size;
    char *text;

    va_start(arguments, format);
    va_copy(again, arguments);
    size = vsnprintf(NULL, 0, format, arguments);
    text = piece(p, NULL, (size_t)size, 1);
    if (text)
        vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void contensou__pool_free(struct contensou__pool *p)
{
    for (struct contensou__pool_piece *at = p->last, *before; at; at = before) {
        before = at->before;
        free(at);
    }
    *p = (struct contensou__pool){0};
}
