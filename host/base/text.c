/* text.c: a string that grows. SPDX-License-Identifier: MIT */
#include "base/text.h"

#include "base/descriptor.h"
#include "base/try.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

void contensou__text_vprintf(struct contensou__text *t, const char *format, va_list args)
{
    va_list again;
    int size;

    va_copy(again, args);
    size = vsnprintf(NULL, 0, format, args);
    if (size < 0)
        t->failed = 1;
    else if (reserve(t, (size_t)size)) {
        vsnprintf(t->data + t->size, (size_t)size + 1, format, again);
        t->size += (size_t)size;
    }
    va_end(again);
}

void contensou__text_printf(struct contensou__text *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    contensou__text_vprintf(t, format, args);
    va_end(args);
}

void contensou__text_free(struct contensou__text *t)
{
    free(t->data);
    *t = (struct contensou__text){0};
}

enum contensou_status contensou__text_take(struct contensou__text *t, const char *what, char **out,
                                           struct contensou_error *err)
{
    const int failed = t->failed;

    *out = failed ? NULL : t->data;
    if (failed)
        free(t->data);
    *t = (struct contensou__text){0};
    return failed ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %s", what) : CONTENSOU_OK;
}

enum contensou_status contensou__text_read_file(struct contensou__text *t, const char *path,
                                                struct contensou_error *err)
{
    static const size_t largest = (size_t)64 << 20;
    OWNED(contensou__descriptor_close)
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    char block[65536];
    struct stat about;
    size_t size = 0;
    ssize_t got;

    if (file < 0 || fstat(file, &about) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': it is %s", path,
                              S_ISDIR(about.st_mode) ? "a directory" : "not a regular file");
    for (; (got = contensou__descriptor_read(file, block, sizeof block, size)) > 0;
         size += (size_t)got) {
        contensou__text_append(t, block, (size_t)got);
        if (size + (size_t)got > largest)
            return contensou_fail(err, CONTENSOU_EINPUT, "'%s' is longer than %zu MiB", path,
                                  largest >> 20);
    }
    if (got < 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno));
    return contensou__try_memory(t->failed ? NULL : t, err, "the text of '%s'", path);
}

size_t contensou__text_character(const char *at)
{
    const unsigned char *const s = (const unsigned char *)at;
    const size_t size = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

    if (s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < size; ++i)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return size;
}

void contensou__text_markup(struct contensou__text *t, const char *text)
{
    while (text && *text) {
        const size_t size = contensou__text_character(text);
        const char *const entity =
            *text == '<'   ? "&lt;"
            : *text == '>' ? "&gt;"
            : *text == '&' ? "&amp;"
            : *text == '"' ? "&quot;"
            : size == 0 || ((unsigned char)*text < 0x20 && *text != '\n' && *text != '\t')
                ? "\xEF\xBF\xBD"
                : NULL;

        if (entity)
            contensou__text_append(t, entity, strlen(entity));
        else
            contensou__text_append(t, text, size);
        text += size ? size : 1;
    }
}

void contensou__text_between(struct contensou__text *t, const char *before, const char *text,
                             const char *after)
{
    contensou__text_append(t, before, strlen(before));
    contensou__text_markup(t, text);
    contensou__text_append(t, after, strlen(after));
}

void contensou__text_command(const char *line, char *to, size_t size)
{
    const char *word = *line == '\'' ? strstr(line + 1, "' ") : line; /* the name of the program */

    word = word ? strchr(word, ' ') : NULL;
    snprintf(to, size, "%.*s", word ? (int)strcspn(word + 1, " ") : 0, word ? word + 1 : "");
}
