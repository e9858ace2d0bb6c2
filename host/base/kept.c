/* kept.c: texts that last as long as the process. SPDX-License-Identifier: MIT */
#include "base/kept.h"

#include "base/text.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct kept {
    struct kept *next;
    char text[];
};

static struct kept *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *contensou__kept_part(const char *text, size_t size)
{
    struct kept *k;

    pthread_mutex_lock(&lock);
    for (k = first; k && !(strlen(k->text) == size && memcmp(k->text, text, size) == 0);)
        k = k->next;
    if (!k && (k = malloc(sizeof *k + size + 1))) {
        memcpy(k->text, text, size);
        k->text[size] = '\0';
        k->next = first;
        first = k;
    }
    pthread_mutex_unlock(&lock);
    return k ? k->text : "";
}

const char *contensou__kept_text(const char *format, ...)
{
    struct contensou__text made = {0};
    const char *text;
    va_list arguments;

    va_start(arguments, format);
    contensou__text_vprintf(&made, format, arguments);
    va_end(arguments);
    text = made.data && !made.failed ? contensou__kept_part(made.data, made.size) : "";
    contensou__text_free(&made);
    return text;
}
