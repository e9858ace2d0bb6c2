/* journal.c: finished lanes on the disk.
 *
 * The file is both copies of the head (journal_head.h), then records (record.h), which are appended a batch at a time. Opening
 * it reads all records once. One counts if its checksums are right and it carries that of this head; behind bytes that are no
 * record the next mark is searched, so that damage costs the lanes that it hit and no others.
 *
 * What stays in memory is one bit a lane, and of every 256 kB of the file between which lanes its records lie. Where a lane
 * stands is found for a window of some million lanes at a time, by reading the blocks that may have one of them again: a journal
 * of 10^9 lanes takes 125 MB of memory, where all places would be 8 GB. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* P_tmpdir */
#include "run/journal.h"

#include "base/beside.h"
#include "base/checksum.h"
#include "base/clock.h"
#include "base/descriptor.h"
#include "base/bytes.h"
#include "base/setting.h"
#include "base/try.h"
#include "run/journal_parts.h"

#include <contensou/outcome.h>

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the records must be, and where they are told. */
struct scan {
    const struct contensou__journal_parts *file;
    uint64_t scalars, lanes, shard, shards;
    uint32_t run;
    void (*found)(void *data, const struct contensou__record_head *head, uint64_t offset,
                  uint64_t size);
    void *data;
};

/* Records that follow each other in the file, and the least and the largest lane among them. */
struct block {
    uint64_t start, least, most;
};

struct contensou__journal {
    struct contensou__journal_parts file;
    int named, writable;
    struct contensou__text head;
    struct contensou__journal_spec spec; /* points into head and pair */
    struct contensou__journal_pair *pair;
    /* Which lanes there are, one bit each; NULL: they are only counted. Where a lane stands is known for a window of lanes,
     * which the blocks that have some of them fill: a journal of any length takes little memory. */
    unsigned char *has;
    struct block *block;
    size_t blocks, block_room;
    uint64_t *offset, window_first, window_size; /* offset[window_size]; 0: the lane is not there */
    uint64_t start; /* of the records, behind both copies of the head */
    uint64_t end;
    char *moved; /* for free(): the name of about.damaged */
    struct contensou__journal_about about;
    double synced; /* when */
    /* a batch that is written; a record that was read */
    struct contensou__text buffer;
    /* what was read last, and the place it is from: lanes are mostly asked for in the order of the file */
    char near[1 << 14];
    uint64_t near_at;
    size_t near_size;
};

enum { window = 1 << 20, mark_size = sizeof(uint64_t), block_size = 1 << 18 };

/* The part of the file that is in memory. */
struct view {
    const struct scan *scan;
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
        const ssize_t more = contensou__journal_parts_read(v->scan->file, v->bytes, left, offset);

        v->at = offset;
        v->size = more < 0 ? 0 : (size_t)more;
        if (more < 0)
            return NULL;
    }
    *got = v->size - (size_t)(offset - v->at);
    *got = *got < want ? *got : want;
    return v->bytes + (offset - v->at);
}

/* 1 if this is the head of a record that the scan is for; *size is of the whole record. */
static int belongs(const struct scan *s, const struct contensou__record_head *head, uint64_t *size)
{
    *size = contensou__record_size(head, s->scalars, s->run);
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
    if (!belongs(v->scan, head, size) || *size > v->end - offset)
        return 0;
    for (uint64_t at = offset + sizeof *head; at < offset + *size; at += got) {
        const uint64_t left = offset + *size - at;

        bytes = look(v, at, left < window ? (size_t)left : window, &got);
        if (!bytes || got == 0)
            return bytes ? 0 : -1;
        sum = contensou__checksum_add(sum, bytes, got);
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

/* Tells every good record of the file from `start` to `end`. Behind bytes that are none it looks for the next mark. */
static enum contensou_status find_records(const struct scan *s, uint64_t start, uint64_t end,
                                          struct contensou_error *err)
{
    OWNED(contensou__try_free) struct view *v = malloc(sizeof *v);
    int result = 0;

    TRY(contensou__try_memory(v, err, "the records of '%s'", s->file->path));
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
    return result < 0 ? contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", s->file->path,
                                       strerror(errno))
                      : CONTENSOU_OK;
}

static enum contensou_status fail(const struct contensou__journal *j, const char *doing,
                                  struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot %s '%s': %s", doing, j->file.path,
                          strerror(errno));
}

/* The failure of what was made for this journal and is NULL. */
static enum contensou_status need(const struct contensou__journal *j, const void *made,
                                  struct contensou_error *err)
{
    return contensou__try_memory(made, err, "'%s'", j->file.path);
}

static void free_index(struct contensou__journal *j)
{
    free(j->has);
    free(j->block);
    free(j->offset);
    j->has = NULL;
    j->block = NULL;
    j->offset = NULL;
    j->blocks = j->block_room = 0;
    j->window_size = 0;
}

static void free_all(struct contensou__journal **place)
{
    struct contensou__journal *const j = *place;

    if (!j)
        return;
    contensou__journal_parts_close(&j->file);
    contensou__text_free(&j->head);
    contensou__text_free(&j->buffer);
    free_index(j);
    free(j->pair);
    free(j->moved);
    free(j->file.start);
    free(j->file.path);
    free(j);
}

/* A journal without a file; it is free_all's also after a failure. */
static enum contensou_status make(struct contensou__journal **out, const char *path,
                                  struct contensou_error *err)
{
    struct contensou__journal *const j = *out = calloc(1, sizeof *j);

    TRY(contensou__try_memory(j, err, "a journal"));
    j->file.first = j->file.last = -1;
    j->named = path != NULL;
    j->file.path = strdup(path ? path : "a temporary file");
    j->about.spec = &j->spec;
    j->about.path = j->file.path;
    return contensou__try_memory(j->file.path, err, "a journal");
}

/* Reads bytes of records, which never change once they are written: what stands behind is read with them. */
static ssize_t read_near(struct contensou__journal *j, char *bytes, size_t size, uint64_t offset)
{
    if (size > sizeof j->near)
        return contensou__journal_parts_read(&j->file, bytes, size, offset);
    if (offset < j->near_at || offset + size > j->near_at + j->near_size) {
        const uint64_t there = j->end > offset ? j->end - offset : 0;
        const ssize_t got = contensou__journal_parts_read(
            &j->file, j->near, there < sizeof j->near ? there : sizeof j->near, offset);

        j->near_at = offset;
        j->near_size = got > 0 ? (size_t)got : 0;
        if (got < 0)
            return -1;
    }
    size = size < j->near_size ? size : j->near_size;
    memcpy(bytes, j->near + (offset - j->near_at), size);
    return (ssize_t)size;
}

/* A writer alone, or readers only. Where the file system knows no locks, there is none. */
static enum contensou_status lock(const struct contensou__journal *j, struct contensou_error *err)
{
    if (!j->named || flock(j->file.first, (j->writable ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 ||
        errno != EWOULDBLOCK)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EIO, "'%s' is in use by another process", j->file.path);
}

/* Takes j->head apart and makes room for the index; a file of `size` bytes that cannot hold all its
 * records gets none, so that a few bytes do not ask for gigabytes. */
static enum contensou_status take_head(struct contensou__journal *j, uint64_t size,
                                       const char **wrong, int *damaged,
                                       struct contensou_error *err)
{
    *wrong = contensou__journal_head_read(j->head.data, j->head.size, &j->spec, &j->pair, damaged);
    if (*wrong)
        return CONTENSOU_OK;
    j->start = contensou__journal_head_second(j->head.size) + j->head.size;
    j->about.total =
        j->spec.lanes / j->spec.shards + (j->spec.lanes % j->spec.shards > j->spec.shard ? 1 : 0);
    if (j->about.total > size / sizeof(struct contensou__record_head))
        return CONTENSOU_OK;
    j->has = contensou__bytes_room(j->about.total / 8 + 1, size, 1);
    return contensou__try_memory(j->has, err, "the index of %llu lanes",
                                 (unsigned long long)j->about.total);
}

/* The head of the run that the caller has. */
static enum contensou_status own_head(struct contensou__journal *j,
                                      const struct contensou__journal_spec *spec,
                                      struct contensou_error *err)
{
    const char *wrong;
    int damaged;

    contensou__journal_head_write(spec, &j->head);
    TRY(need(j, j->head.failed ? NULL : j->head.data, err));
    TRY(take_head(j, UINT64_MAX, &wrong, &damaged, err));
    return wrong ? WRONG(err, "shard %llu of %llu is no shard", (unsigned long long)spec->shard,
                         (unsigned long long)spec->shards)
                 : CONTENSOU_OK;
}

static enum contensou_status open_temporary(struct contensou__journal *j,
                                            struct contensou_error *err)
{
    const char *folder = getenv("TMPDIR");
    OWNED(contensou__text_free) struct contensou__text name = {0};

    contensou__text_printf(&name, "%s/contensou_XXXXXX", folder && *folder ? folder : P_tmpdir);
    TRY(need(j, name.failed ? NULL : name.data, err));
    j->file.first = mkstemp(name.data);
    if (j->file.first < 0)
        return fail(j, "make", err);
    unlink(name.data);
    return CONTENSOU_OK;
}

/* 1 while the name still leads to the file that is open: another process may have removed it since. */
static int still_there(const struct contensou__journal *j)
{
    struct stat named, open_one;

    return stat(j->file.path, &named) == 0 && fstat(j->file.first, &open_one) == 0 &&
           named.st_ino == open_one.st_ino && named.st_dev == open_one.st_dev;
}

/* Makes the file, or opens the one that is there; *fresh says that it was made. */
static enum contensou_status open_named(struct contensou__journal *j, int *fresh,
                                        struct contensou_error *err)
{
    struct stat about;

    *fresh = 1;
    j->file.first = open(j->file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (j->file.first < 0 && errno == EEXIST) {
        *fresh = 0;
        j->file.first = open(j->file.path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    }
    if (j->file.first < 0)
        return fail(j, "open", err);
    if (!*fresh && (fstat(j->file.first, &about) != 0 || !S_ISREG(about.st_mode)))
        return contensou_fail(err, CONTENSOU_EIO, "'%s' is not a regular file", j->file.path);
    return lock(j, err);
}

/* The place of a lane among those of this journal, or UINT64_MAX for another lane. */
static uint64_t place_of(const struct contensou__journal *j, uint64_t lane)
{
    return !j->has || lane >= j->spec.lanes || lane % j->spec.shards != j->spec.shard
               ? UINT64_MAX
               : lane / j->spec.shards;
}

static int has_place(const struct contensou__journal *j, uint64_t place)
{
    return place < UINT64_MAX && j->has[place / 8] >> place % 8 & 1;
}

/* Marks the offset of a lane that was stopped: one that was computed since takes its place. */
static const uint64_t stopped_mark = (uint64_t)1 << 63;

/* Notes where a lane stands, if it is one of the window and not known yet. */
static void note_offset(struct contensou__journal *j, uint64_t place, uint64_t offset, int outcome)
{
    const int stopped = outcome == CONTENSOU_OUTCOME_STOPPED;
    uint64_t *at;

    if (place < j->window_first || place - j->window_first >= j->window_size)
        return;
    at = &j->offset[place - j->window_first];
    if (!*at || (*at & stopped_mark && !stopped))
        *at = stopped ? offset | stopped_mark : offset;
}

/* Notes a record in the last block, or in a new one where that is full; 0 without memory. */
static int note_block(struct contensou__journal *j, uint64_t place, uint64_t offset)
{
    struct block *last = j->blocks ? &j->block[j->blocks - 1] : NULL;

    if (!last || offset - last->start >= block_size) {
        if (j->blocks == j->block_room) {
            const size_t more = 2 * j->block_room + 64;

            last = realloc(j->block, more * sizeof *last);
            if (!last)
                return 0;
            j->block = last;
            j->block_room = more;
        }
        last = &j->block[j->blocks++];
        *last = (struct block){offset, place, place};
    }
    last->least = place < last->least ? place : last->least;
    last->most = place > last->most ? place : last->most;
    return 1;
}

/* Notes a record; a lane for which there is no memory is not there. */
static void note(struct contensou__journal *j, const struct contensou__record_head *head,
                 uint64_t offset, uint64_t size)
{
    const uint64_t place = place_of(j, head->lane);

    j->end = offset + size;
    if (has_place(j, place) || (place < UINT64_MAX && !note_block(j, place, offset)))
        return;
    if (place < UINT64_MAX)
        j->has[place / 8] |= (unsigned char)(1 << place % 8);
    note_offset(j, place, offset, head->outcome);
    j->about.done++;
    j->about.dropped -= size;
}

/* A lane that was stopped is not finished: the next run computes it again. */
static void found(void *data, const struct contensou__record_head *head, uint64_t offset,
                  uint64_t size)
{
    struct contensou__journal *const j = data;

    if (head->outcome != CONTENSOU_OUTCOME_STOPPED && offset >= j->start) {
        note(j, head, offset, size);
        return;
    }
    j->end = offset + size;
    if (offset >= j->start)
        j->about.dropped -= size;
}

/* A record that is read for the window. */
static void found_again(void *data, const struct contensou__record_head *head, uint64_t offset,
                        uint64_t size)
{
    struct contensou__journal *const j = data;

    (void)size;
    if (offset >= j->start)
        note_offset(j, place_of(j, head->lane), offset, head->outcome);
}

static struct scan scan_of(struct contensou__journal *j)
{
    return (struct scan){&j->file,       j->spec.scalars,
                         j->spec.lanes,  j->spec.shard,
                         j->spec.shards, contensou__journal_head_sum(j->head.data, j->head.size),
                         found,          j};
}

static enum contensou_status index_records(struct contensou__journal *j, uint64_t start,
                                           uint64_t size, struct contensou_error *err)
{
    const struct scan scan = scan_of(j);
    enum contensou_status status;

    j->about.dropped = size > j->start ? size - j->start : 0;
    j->end = j->start;
    status = find_records(&scan, start, size, err);
    j->end = j->end > j->start ? j->end : j->start;
    return status;
}

/* Reads the head that starts at `offset`. *wrong says why it is none. */
static enum contensou_status read_head(struct contensou__journal *j, uint64_t offset,
                                       uint64_t file_size, struct contensou__text *head,
                                       const char **wrong, struct contensou_error *err)
{
    char start[contensou__journal_head_start];
    const ssize_t got = contensou__descriptor_read(j->file.first, start, sizeof start, offset);
    const uint64_t size = got == (ssize_t)sizeof start ? contensou__journal_head_size(start) : 0;
    OWNED(contensou__try_free) char *bytes = NULL;

    if (got < 0)
        return fail(j, "read", err);
    *wrong = size == 0 ? "it is no journal, or its head is damaged" : "its head is damaged";
    if (size == 0 || size > file_size - offset)
        return CONTENSOU_OK;
    bytes = malloc((size_t)size);
    TRY(need(j, bytes, err));
    if (contensou__descriptor_read(j->file.first, bytes, (size_t)size, offset) != (ssize_t)size)
        return CONTENSOU_OK;
    head->size = 0;
    contensou__text_append(head, bytes, (size_t)size);
    *wrong = NULL;
    return need(j, head->failed ? NULL : head->data, err);
}

/* What the head of a file says. */
struct there {
    struct contensou__text head;
    struct contensou__journal_spec spec;
    struct contensou__journal_pair *pair;
    const char *wrong; /* or why there is none */
    int damaged;       /* it is a journal's, but its bytes changed */
};

static void free_there(struct there *t)
{
    contensou__text_free(&t->head);
    free(t->pair);
}

static enum contensou_status read_there(struct contensou__journal *j, uint64_t offset,
                                        uint64_t file_size, struct there *t,
                                        struct contensou_error *err)
{
    t->damaged = 1;
    free(t->pair);
    t->pair = NULL;
    TRY(read_head(j, offset, file_size, &t->head, &t->wrong, err));
    if (!t->wrong)
        t->wrong = contensou__journal_head_read(t->head.data, t->head.size, &t->spec, &t->pair,
                                                &t->damaged);
    return CONTENSOU_OK;
}

/* 1 if the file is a head and nothing else: of a run that was ended before its first lane, so that nothing is lost. */
static int is_bare(struct contensou__journal *j)
{
    OWNED(free_there) struct there t = {0};
    struct contensou_error ignored;
    uint64_t size;

    return !contensou__journal_parts_find(&j->file, 1, &size, &ignored) &&
           !read_there(j, 0, size, &t, &ignored) && !t.wrong &&
           size <= contensou__journal_head_second(t.head.size) + t.head.size;
}

static enum contensou_status open_file(struct contensou__journal *j, int resume, int *fresh,
                                       struct contensou_error *err)
{
    *fresh = 1;
    j->writable = 1;
    if (!j->named)
        return open_temporary(j, err);
    TRY(open_named(j, fresh, err));
    while (!still_there(j)) {
        contensou__journal_parts_close(&j->file);
        TRY(open_named(j, fresh, err));
    }
    if (*fresh || resume)
        return CONTENSOU_OK;
    *fresh = is_bare(j);
    if (!*fresh)
        return contensou_fail(err, CONTENSOU_EIO,
                              "'%s' is there already, from a run that was not finished or its "
                              "own; continue it with " SETTING("resume") ", or remove it",
                              j->file.path);
    return ftruncate(j->file.first, 0) ? fail(j, "write", err) : CONTENSOU_OK;
}

/* The head, or where that is damaged its second copy, wherever that starts. */
static enum contensou_status read_either(struct contensou__journal *j, uint64_t file_size,
                                         struct there *t, struct contensou_error *err)
{
    enum { sector = contensou__journal_head_sector };
    OWNED(contensou__try_free) char *bytes = NULL;
    const char *wrong;

    TRY(read_there(j, 0, file_size, t, err));
    if (!t->wrong || !t->damaged)
        return CONTENSOU_OK;
    wrong = t->wrong;
    bytes = malloc(window);
    TRY(need(j, bytes, err));
    for (uint64_t at = sector; at < file_size && t->wrong; at += window) {
        const ssize_t got = contensou__descriptor_read(j->file.first, bytes, window, at);

        if (got < 0)
            return fail(j, "read", err);
        for (ssize_t i = 0; i + contensou__journal_head_start <= got && t->wrong; i += sector)
            if (contensou__journal_head_size(bytes + i))
                TRY(read_there(j, at + (uint64_t)i, file_size, t, err));
    }
    if (t->wrong)
        t->wrong = wrong;
    return CONTENSOU_OK;
}

/* How a file whose head cannot be read begins. */
enum beginning {
    nothing_yet, /* as our head, but cut, or with zeros only: it was made and not written */
    like_ours,   /* as our head but for some bytes, or as that of any journal */
    foreign
};

static enum beginning begins(const struct contensou__journal *j, uint64_t file_size)
{
    const size_t size = file_size < j->head.size ? (size_t)file_size : j->head.size;
    OWNED(contensou__try_free) char *bytes = calloc(size + contensou__journal_head_start, 1);
    size_t others = 0, set = 0;

    if (!bytes || contensou__descriptor_read(j->file.first, bytes, size, 0) != (ssize_t)size)
        return foreign;
    for (size_t i = 0; i < size; i++) {
        others += bytes[i] != j->head.data[i];
        set += bytes[i] != 0;
    }
    if ((others == 0 || set == 0) && file_size <= j->start)
        return nothing_yet;
    return others <= size / 2 || set == 0 || contensou__journal_head_size(bytes) ? like_ours
                                                                                 : foreign;
}

/* The words of the command line may differ: those of the file stay, as its records carry their checksum. */
static enum contensou_status adopt_head(struct contensou__journal *j, struct contensou__text *head,
                                        struct contensou_error *err)
{
    const char *wrong = NULL;
    int damaged;

    if (head->size == j->head.size && memcmp(head->data, j->head.data, head->size) == 0)
        return CONTENSOU_OK;
    contensou__text_free(&j->head);
    free(j->pair);
    free_index(j);
    j->pair = NULL;
    j->head = *head;
    *head = (struct contensou__text){0};
    return take_head(j, UINT64_MAX, &wrong, &damaged, err);
}

/* Both copies of the head, and that they and the name of the file are on the disk. */
static enum contensou_status write_heads(struct contensou__journal *j, struct contensou_error *err)
{
    const uint64_t second = contensou__journal_head_second(j->head.size);

    if (contensou__descriptor_write(j->file.first, j->head.data, j->head.size, 0) ||
        contensou__descriptor_write(j->file.first, j->head.data, j->head.size, second) ||
        (fsync(j->file.first) != 0 && errno != EINVAL && errno != ENOTSUP))
        return fail(j, "write", err);
    if (j->named)
        contensou__beside_sync_folder(j->file.path);
    return CONTENSOU_OK;
}

/* Cuts off what stands behind the last good record. */
static enum contensou_status cut(struct contensou__journal *j, struct contensou_error *err)
{
    return contensou__journal_parts_cut(&j->file, j->end) ? fail(j, "write", err) : CONTENSOU_OK;
}

/* Begins the file that was made. Parts of this name that are there already have lost their first one: they are removed, or
 * searched for records of this run. */
static enum contensou_status make_head(struct contensou__journal *j, int resume,
                                       struct contensou_error *err)
{
    const enum contensou_status status = write_heads(j, err);
    uint64_t size;

    if (status && j->named)
        unlink(j->file.path);
    TRY(status);
    if (!resume && j->named)
        contensou__journal_parts_remove_others(j->file.path);
    TRY(contensou__journal_parts_find(&j->file, 1, &size, err));
    TRY(index_records(j, j->start, size, err));
    return cut(j, err);
}

/* Gives the file another name, FILE.damaged or FILE.damaged-2 and so on, and makes a new one. */
static enum contensou_status move_aside(struct contensou__journal *j, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text name = {0};
    int fresh, i = 1;

    do {
        name.size = 0;
        contensou__text_printf(&name, i > 1 ? "%s.damaged-%d" : "%s.damaged", j->file.path, i);
        TRY(need(j, name.failed ? NULL : name.data, err));
        ++i;
    } while (access(name.data, F_OK) == 0);
    j->about.damaged = j->moved = name.data;
    name.data = NULL;
    if (rename(j->file.path, j->moved) != 0)
        return fail(j, "move aside", err);
    contensou__journal_parts_close(&j->file);
    j->about.dropped = 0;
    TRY(open_file(j, 0, &fresh, err));
    return make_head(j, 0, err);
}

static enum contensou_status check_same(struct contensou__journal *j, const struct there *t,
                                        struct contensou_error *err)
{
    const struct contensou__journal_head_pair two = {&t->spec, &j->spec, "there", "here"};
    char text[640];

    if (contensou__journal_head_differs(&two, text, sizeof text))
        return WRONG(err, "'%s' is of another run: %s", j->file.path, text);
    if (t->spec.shard != j->spec.shard || t->spec.shards != j->spec.shards)
        return WRONG(
            err, "'%s' is of another run: it is shard %llu/%llu, and this one is %llu/%llu",
            j->file.path, (unsigned long long)t->spec.shard + 1, (unsigned long long)t->spec.shards,
            (unsigned long long)j->spec.shard + 1, (unsigned long long)j->spec.shards);
    return CONTENSOU_OK;
}

/* A first part that was cut within its head gets its length again, so that what is behind it stays where it was. */
static enum contensou_status find_parts(struct contensou__journal *j, uint64_t *size,
                                        struct contensou_error *err)
{
    TRY(contensou__journal_parts_find(&j->file, 1, size, err));
    if (j->file.parts < 2 || j->file.start[1] >= j->start)
        return CONTENSOU_OK;
    if (ftruncate(j->file.first, (off_t)j->start) != 0)
        return fail(j, "write", err);
    if (j->file.last != j->file.first)
        close(j->file.last);
    return contensou__journal_parts_find(&j->file, 1, size, err);
}

static enum contensou_status cannot_continue(const struct contensou__journal *j, const char *wrong,
                                             struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "cannot continue from '%s': %s; remove it to start anew", j->file.path,
                          wrong);
}

/* Keeps what is good in a file that is there. A head that is damaged in both copies is written again if
 * there are records of this run, which carry its checksum, or if it was never written. */
static enum contensou_status go_on(struct contensou__journal *j, struct contensou_error *err)
{
    OWNED(free_there) struct there t = {0};
    uint64_t size;

    TRY(find_parts(j, &size, err));
    TRY(read_either(j, size, &t, err));
    if (t.wrong && !t.damaged)
        return cannot_continue(j, t.wrong, err);
    if (!t.wrong) {
        TRY(check_same(j, &t, err));
        TRY(adopt_head(j, &t.head, err));
    }
    TRY(index_records(j, t.wrong ? 0 : j->start, size, err));
    if (t.wrong && j->about.done == 0) {
        const enum beginning beginning = begins(j, size);

        if (beginning == like_ours && j->file.parts == 1)
            return move_aside(j, err);
        if (beginning != nothing_yet)
            return cannot_continue(j, t.wrong, err);
    }
    TRY(cut(j, err));
    return write_heads(j, err);
}

static enum contensou_status load_file(struct contensou__journal *j, struct contensou_error *err)
{
    OWNED(free_there) struct there t = {0};
    struct stat about = {0};
    uint64_t size = 0;

    j->file.first = open(j->file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (j->file.first < 0 || fstat(j->file.first, &about) != 0)
        return fail(j, "read", err);
    if (!S_ISREG(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "'%s' is not a regular file", j->file.path);
    TRY(lock(j, err));
    TRY(contensou__journal_parts_find(&j->file, 0, &size, err));
    TRY(read_either(j, size, &t, err));
    if (!t.wrong) {
        j->head = t.head;
        t.head = (struct contensou__text){0};
        TRY(take_head(j, size, &t.wrong, &t.damaged, err));
    }
    if (t.wrong)
        return contensou_fail(err, CONTENSOU_EINPUT, "cannot read '%s': %s", j->file.path, t.wrong);
    return index_records(j, j->start, size, err);
}

static const double sync_seconds = 1;

enum contensou_status contensou__journal_open(struct contensou__journal **out, const char *path,
                                              const struct contensou__journal_spec *spec,
                                              int resume, struct contensou_error *err)
{
    OWNED(free_all) struct contensou__journal *j = NULL;
    int fresh = 0;

    *out = NULL;
    TRY(make(&j, path, err));
    TRY(own_head(j, spec, err));
    TRY(open_file(j, resume, &fresh, err));
    TRY(fresh ? make_head(j, resume, err) : go_on(j, err));
    j->synced = contensou__clock_seconds();
    *out = j;
    j = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__journal_load(struct contensou__journal **out, const char *path,
                                              struct contensou_error *err)
{
    OWNED(free_all) struct contensou__journal *j = NULL;

    *out = NULL;
    TRY(make(&j, path, err));
    TRY(load_file(j, err));
    *out = j;
    j = NULL;
    return CONTENSOU_OK;
}

static enum contensou_status sync_file(struct contensou__journal *j, struct contensou_error *err)
{
    j->synced = contensou__clock_seconds();
    return contensou__journal_parts_sync(&j->file) ? fail(j, "write", err) : CONTENSOU_OK;
}

enum contensou_status contensou__journal_close(struct contensou__journal *j,
                                               struct contensou_error *err)
{
    OWNED(free_all) struct contensou__journal *closed = j;

    return j && j->writable && j->named ? sync_file(j, err) : CONTENSOU_OK;
}

void contensou__journal_release(struct contensou__journal *j)
{
    if (!j->writable && j->named)
        contensou__journal_parts_close(&j->file);
}

void contensou__journal_remove(struct contensou__journal *j)
{
    if (j && j->named && j->writable) {
        unlink(j->file.path);
        contensou__journal_parts_remove_others(j->file.path);
    }
    free_all(&j);
}

void contensou__journal_bound(struct contensou__journal *j, uint64_t bytes)
{
    j->file.most = j->named ? bytes : 0;
}

/* Fills the buffer with those that are not there yet. */
static enum contensou_status put_records(struct contensou__journal *j,
                                         const struct contensou__record *record, size_t count,
                                         struct contensou_error *err)
{
    const uint32_t run = scan_of(j).run;

    j->buffer.size = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t place = place_of(j, record[i].lane);

        if (place == UINT64_MAX || record[i].outcome < 0)
            return WRONG(err, "lane %llu is not of the run in '%s'",
                         (unsigned long long)record[i].lane, j->file.path);
        if (!has_place(j, place))
            contensou__record_write(&j->buffer, &record[i], j->spec.scalars, run);
    }
    return need(j, j->buffer.failed ? NULL : j, err);
}

/* Writes the buffer at the end of the file, all of it or nothing. */
static enum contensou_status write_buffer(struct contensou__journal *j, struct contensou_error *err)
{
    int number;

    if (!j->buffer.size ||
        !contensou__journal_parts_write(&j->file, j->buffer.data, j->buffer.size, j->end))
        return CONTENSOU_OK;
    number = errno;
    (void)!contensou__journal_parts_cut(&j->file, j->end);
    return contensou_fail(err, CONTENSOU_EIO,
                          number == ENOSPC || number == EFBIG || number == EDQUOT
                              ? "cannot write '%s': %s; what was finished is kept, make room "
                                "and continue with " SETTING("resume")
                              : "cannot write '%s': %s",
                          j->file.path, strerror(number));
}

/* Notes where the records of the buffer stand, which begin at the end of the file. */
static enum contensou_status note_records(struct contensou__journal *j, struct contensou_error *err)
{
    const struct scan scan = scan_of(j);
    const uint64_t done = j->about.done;
    struct contensou__record_head head;
    size_t count = 0;

    j->about.dropped += j->buffer.size;
    for (size_t at = 0; at < j->buffer.size; ++count) {
        uint64_t size = 0;

        memcpy(&head, j->buffer.data + at, sizeof head);
        belongs(&scan, &head, &size);
        note(j, &head, j->end, size);
        at += (size_t)size;
    }
    return need(j, j->about.done - done == count ? j : NULL, err);
}

enum contensou_status contensou__journal_append(struct contensou__journal *j,
                                                const struct contensou__record *record,
                                                size_t count, struct contensou_error *err)
{
    enum contensou_status status = put_records(j, record, count, err);

    if (!status && count > 1 && j->file.most && j->buffer.size > j->file.most) {
        /* halves fit, or their halves */
        TRY(contensou__journal_append(j, record, count / 2, err));
        return contensou__journal_append(j, record + count / 2, count - count / 2, err);
    }
    if (!status)
        status = write_buffer(j, err);
    if (status)
        contensou__text_free(&j->buffer);
    TRY(status);
    TRY(note_records(j, err));
    return j->named && contensou__clock_seconds() - j->synced >= sync_seconds ? sync_file(j, err)
                                                                              : CONTENSOU_OK;
}

int contensou__journal_has(const struct contensou__journal *j, uint64_t lane)
{
    return has_place(j, place_of(j, lane));
}

const struct contensou__journal_about *contensou__journal_about(const struct contensou__journal *j)
{
    return &j->about;
}

/* Room for `size` bytes in the buffer; those that are in it stay. */
static char *room(struct contensou__journal *j, size_t size)
{
    if (j->buffer.capacity < size) {
        char *const data = realloc(j->buffer.data, size);

        if (!data)
            return NULL;
        j->buffer.data = data;
        j->buffer.capacity = size;
    }
    return j->buffer.data;
}

static enum contensou_status damaged(const struct contensou__journal *j, uint64_t lane,
                                     struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot read lane %llu of '%s': it is damaged",
                          (unsigned long long)lane, j->file.path);
}

/* How many lanes a window has: of the parts of one run, all of which are read at once, fewer each. */
static uint64_t window_lanes(const struct contensou__journal *j)
{
    const uint64_t all = (uint64_t)1 << 22, least = (uint64_t)1 << 16;
    const uint64_t share = all / j->spec.shards > least ? all / j->spec.shards : least;

    return share < j->about.total ? share : j->about.total;
}

/* Moves the window to where the place is, and reads the heads of the records that may be in it again. */
static enum contensou_status move_window(struct contensou__journal *j, uint64_t place,
                                         struct contensou_error *err)
{
    const uint64_t size = window_lanes(j), first = place - place % size;
    struct scan scan = scan_of(j);

    if (!j->offset)
        j->offset = malloc(size * sizeof *j->offset);
    TRY(need(j, j->offset, err));
    memset(j->offset, 0, size * sizeof *j->offset);
    j->window_first = first;
    j->window_size = size;
    scan.found = found_again;
    for (size_t b = 0, last; b<j->blocks; b = last> b ? last : b + 1) {
        enum contensou_status status = CONTENSOU_OK;

        for (last = b; last < j->blocks && j->block[last].least < first + size &&
                       j->block[last].most >= first;)
            ++last;
        if (last > b)
            status = find_records(&scan, j->block[b].start,
                                  last < j->blocks ? j->block[last].start : j->end, err);
        if (status)
            j->window_size = 0;
        TRY(status);
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__journal_read(struct contensou__journal *j, uint64_t lane,
                                              struct contensou__record *record,
                                              struct contensou_error *err)
{
    const struct scan scan = scan_of(j);
    const size_t least = sizeof(struct contensou__record_head) + scan.scalars * sizeof(double);
    const uint64_t place = place_of(j, lane);
    struct contensou__record_head head;
    uint64_t size = 0, at;
    char *bytes = room(j, least);

    if (!has_place(j, place))
        return contensou_fail(err, CONTENSOU_ENOTFOUND, "lane %llu is not in '%s'",
                              (unsigned long long)lane, j->file.path);
    TRY(need(j, bytes, err));
    if (place - j->window_first >= j->window_size)
        TRY(move_window(j, place, err));
    at = j->offset[place - j->window_first] & ~stopped_mark;
    if (!at || read_near(j, bytes, least, at) != (ssize_t)least)
        return damaged(j, lane, err);
    memcpy(&head, bytes, sizeof head);
    if (!belongs(&scan, &head, &size) || head.lane != lane || size > j->end - at)
        return damaged(j, lane, err);
    bytes = room(j, size);
    TRY(need(j, bytes, err));
    if (read_near(j, bytes + least, size - least, at + least) != (ssize_t)(size - least) ||
        !contensou__record_read(record, bytes, size, scan.scalars, scan.run))
        return damaged(j, lane, err);
    return CONTENSOU_OK;
}
