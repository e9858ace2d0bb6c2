/* journal_records.c: finds the good records of a journal. SPDX-License-Identifier: MIT */
#include "sweep/journal_records.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { window = 1 << 20, mark_size = sizeof(uint64_t) };

/* The part of the file that is in memory. */
struct view {
    const struct contensou__journal_records *scan;
    uint64_t at, end; /* [at, at + size) is in bytes[]; the file ends at end */
    size_t size;
    char bytes[window];
};

/* Up to `want` bytes at `offset`, fewer at the end of the file; *got says how many. */
static const char *look(struct view *v, uint64_t offset, size_t want, size_t *got)
{
    const size_t left = v->end - offset < window ? (size_t)(v->end - offset) : window;
    const size_t wanted = want < left ? want : left;

    if (offset < v->at || offset + wanted > v->at + v->size) {
        v->at = offset;
        v->size = 0;
        while (v->size < left) {
            const ssize_t more = pread(v->scan->descriptor, v->bytes + v->size, left - v->size,
                                       (off_t)(offset + v->size));

            if (more < 0 && errno == EINTR)
                continue;
            if (more < 0)
                return NULL;
            if (more == 0)
                break;
            v->size += (size_t)more;
        }
    }
    *got = v->size - (size_t)(offset - v->at);
    *got = *got < want ? *got : want;
    return v->bytes + (offset - v->at);
}

int contensou__journal_records_good(const struct contensou__journal_records *s,
                                    const struct contensou__record_head *head, uint64_t *size)
{
    *size = contensou__record_size(head, s->scalars, s->run, s->checksum);
    return *size && head->lane < s->lanes && head->lane % s->shards == s->shard;
}

/* 1 if a good record starts at `offset`, 0 if not, -1 where the file cannot be read. */
static int good_record(struct view *v, uint64_t offset, struct contensou__record_head *head,
                       uint64_t *size)
{
    size_t got;
    uint32_t sum = 0;
    const char *bytes = look(v, offset, sizeof *head, &got);

    if (!bytes)
        return -1;
    if (got < sizeof *head)
        return 0;
    memcpy(head, bytes, sizeof *head);
    if (!contensou__journal_records_good(v->scan, head, size) || *size > v->end - offset)
        return 0;
    for (uint64_t at = offset + sizeof *head; at < offset + *size; at += got) {
        const uint64_t left = offset + *size - at;

        bytes = look(v, at, left < window ? (size_t)left : window, &got);
        if (!bytes || got == 0)
            return bytes ? 0 : -1;
        sum = contensou__checksum_add(v->scan->checksum, sum, bytes, got);
    }
    return sum == head->payload;
}

/* The next mark from `offset` on, or the end; -1 where the file cannot be read. */
static int find_mark(struct view *v, uint64_t *offset)
{
    const int first = *(const unsigned char *)&contensou__record_mark;

    while (v->end - *offset >= mark_size) {
        /* first what is in memory, so that many marks in a row cost one reading */
        const int here = *offset >= v->at && *offset + mark_size <= v->at + v->size;
        const size_t want = here ? (size_t)(v->at + v->size - *offset) : window;
        size_t got;
        const char *const bytes = look(v, *offset, want, &got), *at = bytes;

        if (!bytes)
            return -1;
        if (got < mark_size)
            break;
        while ((at = memchr(at, first, got - mark_size + 1 - (size_t)(at - bytes))) != NULL) {
            if (memcmp(at, &contensou__record_mark, mark_size) == 0) {
                *offset += (uint64_t)(at - bytes);
                return 0;
            }
            at++;
        }
        *offset += got - mark_size + 1;
    }
    *offset = v->end;
    return 0;
}

enum contensou_status contensou__journal_records(const struct contensou__journal_records *s,
                                                 uint64_t start, uint64_t end,
                                                 struct contensou_error *err)
{
    struct view *v = malloc(sizeof *v);
    int result = 0;

    if (!v)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to read '%s'", s->path);
    v->scan = s;
    v->at = v->size = 0;
    v->end = end;
    while (start < end && result >= 0) {
        struct contensou__record_head head;
        uint64_t size;

        result = good_record(v, start, &head, &size);
        if (result > 0) {
            s->found(s->data, &head, start, size);
            start += size;
        } else if (result == 0) {
            start++;
            result = find_mark(v, &start);
        }
    }
    free(v);
    if (result < 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", s->path, strerror(errno));
    return CONTENSOU_OK;
}
