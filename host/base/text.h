/* text.h: a string that grows. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_TEXT_H
#define CONTENSOU_BASE_TEXT_H

#include <contensou/status.h>

#include <stddef.h>

struct contensou__text {
    char *data; /* NULL while empty, otherwise ended by a zero byte */
    size_t size, capacity;
    int failed;
};

/* Appends; after a failed allocation every append does nothing and .failed stays set, so the caller
 * checks once at the end. */
void contensou__text_append(struct contensou__text *t, const char *bytes, size_t size);
void contensou__text_printf(struct contensou__text *t, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void contensou__text_free(struct contensou__text *t);

/* Appends the whole file: a regular one of at most 64 MiB. */
enum contensou_status contensou__text_read_file(struct contensou__text *t, const char *path,
                                                struct contensou_error *err);

#endif
