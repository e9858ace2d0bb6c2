/* fuzz.h: what the harnesses share. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_FUZZ_H
#define CONTENSOU_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int memfd_create(const char *name, unsigned flags);
int ftruncate(int descriptor, long length);
long pwrite(int descriptor, const void *bytes, size_t size, long offset);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { fuzz_files = 4 };

/* The path of a file in memory with these bytes; one of `which` below fuzz_files, used again. */
static inline const char *fuzz_file(int which, const void *data, size_t size)
{
    static int descriptor[fuzz_files];
    static char path[fuzz_files][40];

    if (!descriptor[which]) {
        descriptor[which] = memfd_create("fuzz", 0);
        snprintf(path[which], sizeof path[which], "/proc/self/fd/%d", descriptor[which]);
    }
    if (descriptor[which] < 0 || ftruncate(descriptor[which], 0) ||
        pwrite(descriptor[which], data, size, 0) != (long)size)
        abort();
    return path[which];
}

/* The bytes as a text of their own, ended by a zero byte, for free(). */
static inline char *fuzz_text(const void *data, size_t size)
{
    char *text = malloc(size + 1);

    if (!text)
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Cuts the text at every newline; returns how many pieces, at most `most`, are in piece[]. */
static inline size_t fuzz_split(char *text, char **piece, size_t most)
{
    size_t count = 0;

    while (text && count < most) {
        char *end = strchr(text, '\n');

        if (end)
            *end++ = '\0';
        piece[count++] = text;
        text = end;
    }
    return count;
}

/* What must hold, or the input is a find. */
#define fuzz_require(condition)                                                     \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/* A failure has a sentence, a success leaves none to be read. */
#define fuzz_require_sentence(status, err) \
    fuzz_require((status) == CONTENSOU_OK || (err).message[0] != '\0')

#endif
