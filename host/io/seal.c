/* seal.c: a checksum over all metadata of an HDF5 file. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* pread */
#include "io/seal.h"

#include "base/checksum.h"
#include "base/descriptor.h"
#include "base/bytes.h"
#include "base/try.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char mark[] = "contensou's seal";
static const char signature[] = "\x89HDF\r\n\x1a\n"; /* how HDF5 files begin */

enum { tail_size = 40, span_size = 16, block_size = 65536, version = 1 };

static void put_number(unsigned char *to, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t number_at(const unsigned char *from, size_t size)
{
    uint64_t value = 0;

    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

/* The first span that ends at or behind a place. */
static size_t first_from(const struct contensou__seal *s, uint64_t place)
{
    size_t low = 0, high = s->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (s->rows[middle].end < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Puts `count` spans in the place of those from `first` up to `last`. */
static void replace(struct contensou__seal *s, size_t first, size_t last,
                    const struct contensou__seal_span *span, size_t count)
{
    const size_t after = s->count - last;

    if (first == last && !count)
        return;
    if (s->count - (last - first) + count > s->room) {
        const size_t room = 2 * s->room + 16;
        struct contensou__seal_span *const more = realloc(s->rows, room * sizeof *more);

        if (!more) {
            s->failed = 1;
            return;
        }
        s->rows = more;
        s->room = room;
    }
    memmove(s->rows + first + count, s->rows + last, after * sizeof *s->rows);
    if (count)
        memcpy(s->rows + first, span, count * sizeof *span);
    s->count = first + count + after;
}

void contensou__seal_wrote(struct contensou__seal *s, uint64_t start, uint64_t size, int rows)
{
    struct contensou__seal_span piece[2], whole = {start, start + size};
    const size_t first = first_from(s, start);
    size_t last = first, pieces = 0;

    if (!size)
        return;
    while (last < s->count && s->rows[last].start <= whole.end)
        ++last;
    if (rows) {
        if (last > first && s->rows[first].start < whole.start)
            whole.start = s->rows[first].start;
        if (last > first && s->rows[last - 1].end > whole.end)
            whole.end = s->rows[last - 1].end;
        piece[pieces++] = whole;
    } else {
        if (last > first && s->rows[first].start < start)
            piece[pieces++] = (struct contensou__seal_span){s->rows[first].start, start};
        if (last > first && s->rows[last - 1].end > whole.end)
            piece[pieces++] = (struct contensou__seal_span){whole.end, s->rows[last - 1].end};
    }
    replace(s, first, last, piece, pieces);
}

void contensou__seal_free(struct contensou__seal *s)
{
    free(s->rows);
    *s = (struct contensou__seal){0};
}

/* All of it from a place of the file; 0, or an errno, which for a file that ends before is EIO. */
static int get(int descriptor, void *to, size_t size, uint64_t from)
{
    const ssize_t got = contensou__descriptor_read(descriptor, to, size, from);

    return got < 0 ? errno : (size_t)got == size ? 0 : EIO;
}

/* Adds up the bytes of the file from `start` up to `end`. */
static int add_bytes(uint32_t *sum, int descriptor, uint64_t start, uint64_t end)
{
    char block[block_size];

    while (start < end) {
        const size_t size = end - start < sizeof block ? (size_t)(end - start) : sizeof block;
        const int failure = get(descriptor, block, size, start);

        if (failure)
            return failure;
        *sum = contensou__checksum_add(*sum, block, size);
        start += size;
    }
    return 0;
}

/* The sum of all but the rows, whose `count` spans stand in bytes[], and of the seal up to its sum. */
static int sum_up(int descriptor, uint64_t size, const unsigned char *bytes, uint64_t count,
                  uint32_t *sum)
{
    uint64_t at = 0;
    int failure = 0;

    *sum = 0;
    for (uint64_t i = 0; i < count && !failure; i++) {
        failure = add_bytes(sum, descriptor, at, number_at(bytes + span_size * i, 8));
        at = number_at(bytes + span_size * i + 8, 8);
    }
    if (!failure)
        failure = add_bytes(sum, descriptor, at, size);
    *sum = contensou__checksum_add(*sum, bytes, (size_t)count * span_size + 20);
    return failure;
}

int contensou__seal_put(const struct contensou__seal *s, int descriptor, uint64_t size)
{
    const size_t spans = s->count * span_size;
    OWNED(contensou__try_free) unsigned char *bytes = malloc(spans + tail_size);
    uint32_t sum;
    int failure;

    if (!bytes || s->failed)
        return ENOMEM;
    for (size_t i = 0; i < s->count; i++) {
        put_number(bytes + span_size * i, s->rows[i].start, 8);
        put_number(bytes + span_size * i + 8, s->rows[i].end, 8);
    }
    put_number(bytes + spans, size, 8);
    put_number(bytes + spans + 8, s->count, 8);
    put_number(bytes + spans + 16, version, 4);
    memcpy(bytes + spans + 24, mark, tail_size - 24);
    failure = sum_up(descriptor, size, bytes, s->count, &sum);
    if (failure)
        return failure;
    put_number(bytes + spans + 20, sum, 4);
    return contensou__descriptor_write(descriptor, bytes, spans + tail_size, size);
}

/* 1 where the spans rise and lie within the file. */
static int in_order(const unsigned char *bytes, uint64_t count, uint64_t size)
{
    uint64_t before = 0;

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t start = number_at(bytes + span_size * i, 8);
        const uint64_t end = number_at(bytes + span_size * i + 8, 8);

        if (start < before || end <= start || end > size)
            return 0;
        before = end;
    }
    return 1;
}

static const char *problem_of(int descriptor, uint64_t all)
{
    static const char damaged[] = "it is damaged: its checksum is that of other bytes";
    static const char stranger[] =
        "it is an HDF5 file, but not as this program leaves one: it was cut, another program wrote "
        "to it, or a version of this one that had no checksums; make it again (h5py may read it)";
    unsigned char tail[tail_size], *bytes;
    char start[sizeof signature - 1];
    uint64_t size, count, room;
    uint32_t sum = 0;
    int good;

    if (all < sizeof start || get(descriptor, start, sizeof start, 0) ||
        memcmp(start, signature, sizeof start) != 0)
        return "it is no HDF5 file";
    if (all < tail_size || get(descriptor, tail, tail_size, all - tail_size) ||
        memcmp(tail + 24, mark, tail_size - 24) != 0)
        return stranger;
    size = number_at(tail, 8);
    count = number_at(tail + 8, 8);
    room = (all - tail_size) / span_size;
    if (number_at(tail + 16, 4) != version)
        return "a later version of this program wrote it, or it is damaged";
    if (count > room || size != all - tail_size - count * span_size)
        return damaged;
    bytes = contensou__bytes_room(count * span_size + tail_size, all, 1);
    if (!bytes)
        return "there is no memory for it";
    good = !get(descriptor, bytes, (size_t)count * span_size + tail_size, size) &&
           in_order(bytes, count, size) && !sum_up(descriptor, size, bytes, count, &sum);
    free(bytes);
    return good && sum == number_at(tail + 20, 4) ? NULL : damaged;
}

const char *contensou__seal_problem(const char *path)
{
    OWNED(contensou__descriptor_close)
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat about;

    if (descriptor < 0)
        return errno == ENOENT ? "there is no such file (the HDF5 file of a result is meant)"
                               : strerror(errno);
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))
        return "it is not a regular file";
    return problem_of(descriptor, (uint64_t)about.st_size);
}
