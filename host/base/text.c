/* text.c: a string that grows. SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int reserve(struct contensou__text *t, size_t size)
{
    if (t->failed)
        return 0;
    if (t->size + size + 1 > t->capacity) {
        const size_t capacity = 2 * (t->size + size + 1);
        char *data = realloc(t->data, capacity);

        if (!data) {
            t->failed = 1;
            return 0;
        }
        t->data = data;
        t->capacity = capacity;
    }
    return 1;
}

void contensou__text_append(struct contensou__text *t, const char *bytes, size_t size)
{
    if (!reserve(t, size))
        return;
    if (size)
        memcpy(t->data + t->size, bytes, size);
    t->size += size;
    t->data[t->size] = '\0';
}

void contensou__text_printf(struct contensou__text *t, const char *format, ...)
{
    va_list args, again;
    int size;

    va_start(args, format);
    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, args);
    if (size < 0)
        t->failed = 1;
    else if (reserve(t, (size_t)size)) {
        vsnprintf(t->data + t->size, (size_t)size + 1, format, again);
        t->size += (size_t)size;
    }
    va_end(again);
    va_end(args);
}

void contensou__text_free(struct contensou__text *t)
{
    free(t->data);
    *t = (struct contensou__text){0};
}

enum contensou_status contensou__text_read_file(struct contensou__text *t, const char *path,
                                                struct contensou_error *err)
{
    char block[65536];
    size_t got;
    FILE *file = fopen(path, "rb");
    enum contensou_status status = CONTENSOU_OK;

    if (!file)
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno));
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        contensou__text_append(t, block, got);
    if (ferror(file))
        status = contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno));
    else if (t->failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the text of '%s'", path);
    fclose(file);
    return status;
}
