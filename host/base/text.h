/* text.h: a string that grows. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_TEXT_H
#define CONTENSOU_BASE_TEXT_H

#include <contensou/status.h>

#include <stdarg.h>
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
void contensou__text_vprintf(struct contensou__text *t, const char *format, va_list args);
void contensou__text_free(struct contensou__text *t);

/* Gives the string to the caller, for free(), or NULL where an append failed, which is the failure "no memory for <what>". The
 * text is empty then. */
enum contensou_status contensou__text_take(struct contensou__text *t, const char *what, char **out,
                                           struct contensou_error *err);

/* The bytes of the UTF-8 character there, or 0 where there is none (RFC 3629: no surrogates, no forms
 * that are longer than needed, nothing above U+10FFFF). */
size_t contensou__text_character(const char *at);

/* Appends a text as HTML and XML have it: with entities for < > & and quotes; what these languages have no
 * place for becomes U+FFFD. */
void contensou__text_markup(struct contensou__text *t, const char *text);

/* The same between markup, which stays as it is. */
void contensou__text_between(struct contensou__text *t, const char *before, const char *text,
                             const char *after);

/* The command of a command line, "sweep" of "/usr/bin/contensou sweep lorenz ..", at most size - 1 bytes of it; "" where
 * there is none. */
void contensou__text_command(const char *line, char *to, size_t size);

/* Appends the whole file: a regular one of at most 64 MiB. */
enum contensou_status contensou__text_read_file(struct contensou__text *t, const char *path,
                                                struct contensou_error *err);

#endif
