/* archive.c: ZIP as PKWARE's APPNOTE has it, method 0 (stored), without 64-bit sizes. SPDX-License-Identifier: MIT */
#include "base/archive.h"

#include <stdint.h>
#include <string.h>

static uint32_t checksum(const unsigned char *bytes, size_t size)
{
    uint32_t crc = 0xffffffffu;

    for (size_t i = 0; i < size; ++i) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; ++k)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

/* A number of `width` bytes, the least one first. */
static void put(struct contensou__text *out, uint32_t value, int width)
{
    for (int k = 0; k < width; ++k, value >>= 8) {
        const char byte = (char)(value & 0xff);

        contensou__text_append(out, &byte, 1);
    }
}

/* What both records of a file have: from the version that is needed to the length of the path. */
static void put_file(struct contensou__text *out, const struct contensou__archive_file *f)
{
    const uint32_t first_of_1980 = 0x21;

    put(out, 20, 2); /* version 2.0 */
    put(out, 0, 2);  /* flags */
    put(out, 0, 2);  /* stored */
    put(out, 0, 2);  /* time */
    put(out, first_of_1980, 2);
    put(out, checksum(f->bytes, f->size), 4);
    put(out, (uint32_t)f->size, 4);
    put(out, (uint32_t)f->size, 4);
    put(out, (uint32_t)strlen(f->path), 2);
    put(out, 0, 2); /* nothing extra */
}

void contensou__archive_write(const struct contensou__archive_file *files, size_t count,
                              struct contensou__text *out)
{
    const size_t begin = out->size;
    struct contensou__text list = {0};
    size_t listed;

    for (size_t i = 0; i < count; ++i) {
        const struct contensou__archive_file *f = &files[i];
        const uint32_t place = (uint32_t)(out->size - begin);

        put(&list, 0x02014b50, 4);
        put(&list, 20, 2);
        put_file(&list, f);
        put(&list, 0, 2); /* no comment */
        put(&list, 0, 2); /* disk */
        put(&list, 0, 2); /* attributes */
        put(&list, 0, 4);
        put(&list, place, 4);
        contensou__text_append(&list, f->path, strlen(f->path));
        put(out, 0x04034b50, 4);
        put_file(out, f);
        contensou__text_append(out, f->path, strlen(f->path));
        contensou__text_append(out, f->bytes, f->size);
    }
    listed = out->size - begin;
    contensou__text_append(out, list.data ? list.data : "", list.size);
    put(out, 0x06054b50, 4);
    put(out, 0, 4); /* one disk */
    put(out, (uint32_t)count, 2);
    put(out, (uint32_t)count, 2);
    put(out, (uint32_t)list.size, 4);
    put(out, (uint32_t)listed, 4);
    put(out, 0, 2); /* no comment */
    out->failed |= list.failed;
    contensou__text_free(&list);
}
