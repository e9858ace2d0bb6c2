/* kept.c: texts that last as long as the process. SPDX-License-Identifier: MIT */
#include "base/kept.h"

#include "base/text.h"

#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static void *
    all; /* a search tree: programs that fit all day keep more warnings than a list could be searched for */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int order(const void *a, const void *b)
{
    return strcmp(a, b);
}

const char *contensou__kept_part(const char *text, size_t size)
{
    char *const own = strndup(text, size);
    char **place = NULL;

    pthread_mutex_lock(&lock);
    if (own)
        place = tsearch(own, &all, order);
    pthread_mutex_unlock(&lock);
    if (!place || *place != own)
        free(own);
    return place ? *place : "";
}

/* What was made is kept, and the memory that it was made in freed. */
static const char *keep(struct contensou__text *made)
{
    const char *text =
        made->data && !made->failed ? contensou__kept_part(made->data, made->size) : "";

    contensou__text_free(made);
    return text;
}

const char *contensou__kept_text(const char *format, ...)
{
    struct contensou__text made = {0};
    va_list arguments;

    va_start(arguments, format);
    contensou__text_vprintf(&made, format, arguments);
    va_end(arguments);
    return keep(&made);
}

const char *contensou__kept_line_of(const char *text, const char *format, va_list arguments)
{
    struct contensou__text made = {0};

    if (text && *text)
        contensou__text_printf(&made, "%s\n", text);
    contensou__text_vprintf(&made, format, arguments);
    return keep(&made);
}

const char *contensou__kept_line(const char *text, const char *format, ...)
{
    const char *made;
    va_list arguments;

    va_start(arguments, format);
    made = contensou__kept_line_of(text, format, arguments);
    va_end(arguments);
    return made;
}
