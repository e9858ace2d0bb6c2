/* kept.h: texts that last as long as the process, each distinct one once: names of devices, drivers and laws, and
 * warnings, of which there are few, so that results may point to them, be copied, and nobody frees them. Threads: any. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_KEPT_H
#define CONTENSOU_BASE_KEPT_H

#include <stdarg.h>
#include <stddef.h>

/* A text that is the same as text[size], and the text that printf makes; "" where there is no memory. */
const char *contensou__kept_part(const char *text, size_t size);
const char *contensou__kept_text(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* The text with one more line, as printf makes it; NULL counts as "". */
const char *contensou__kept_line(const char *text, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
const char *contensou__kept_line_of(const char *text, const char *format, va_list arguments);

#endif
