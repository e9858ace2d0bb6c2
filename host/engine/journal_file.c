/* journal_file.c: the file behind a journal. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* P_tmpdir */
#include "engine/journal_file.h"

#include "engine/ensemble.h"
#include "engine/journal_head.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum contensou_status contensou__journal_file_fail(const struct contensou__journal *j,
                                                   const char *doing, struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot %s '%s': %s", doing, j->path,
                          strerror(errno));
}

static enum contensou_status no_memory(const struct contensou__journal *j,
                                       struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for '%s'", j->path);
}

void contensou__journal_file_free(struct contensou__journal *j)
{
    if (!j)
        return;
    if (j->descriptor >= 0)
        close(j->descriptor);
    contensou__text_free(&j->head);
    contensou__text_free(&j->buffer);
    free(j->pair);
    free(j->offset);
    free(j->path);
    free(j);
}

struct contensou__journal *contensou__journal_file_make(const char *path,
                                                        struct contensou_error *err)
{
    struct contensou__journal *j = calloc(1, sizeof *j);

    if (j) {
        j->descriptor = -1;
        j->named = path != NULL;
        j->path = strdup(path ? path : "a temporary file");
    }
    if (!j || !j->path) {
        contensou__journal_file_free(j);
        contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a journal");
        return NULL;
    }
    contensou__checksum_init(&j->checksum);
    return j;
}

int contensou__journal_file_write(const struct contensou__journal *j, const char *bytes,
                                  size_t size, uint64_t offset)
{
    while (size > 0) {
        const ssize_t wrote = pwrite(j->descriptor, bytes, size, (off_t)offset);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return 0;
        bytes += wrote;
        offset += (uint64_t)wrote;
        size -= (size_t)wrote;
    }
    return 1;
}

/* The number of bytes that are there, up to size; -1 on failure. */
ssize_t contensou__journal_file_read(const struct contensou__journal *j, char *bytes, size_t size,
                                     uint64_t offset)
{
    size_t done = 0;

    while (done < size) {
        const ssize_t got = pread(j->descriptor, bytes + done, size - done, (off_t)(offset + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* A writer alone, or readers only. Where the file system knows no locks, there is none. */
static enum contensou_status lock(const struct contensou__journal *j, struct contensou_error *err)
{
    if (!j->named || flock(j->descriptor, (j->writable ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 ||
        errno != EWOULDBLOCK)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EIO, "'%s' is in use by another process", j->path);
}

/* Takes j->head apart and makes room for the index. */
static enum contensou_status take_head(struct contensou__journal *j, const char **wrong,
                                       struct contensou_error *err)
{
    *wrong =
        contensou__journal_head_read(&j->checksum, j->head.data, j->head.size, &j->spec, &j->pair);
    if (*wrong)
        return CONTENSOU_OK;
    j->total =
        j->spec.lanes / j->spec.shards + (j->spec.lanes % j->spec.shards > j->spec.shard ? 1 : 0);
    j->offset = j->total < SIZE_MAX / sizeof *j->offset
                    ? calloc((size_t)j->total + 1, sizeof *j->offset)
                    : NULL;
    if (!j->offset)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the index of %llu lanes",
                              (unsigned long long)j->total);
    return CONTENSOU_OK;
}

/* The head of the run that the caller has. */
static enum contensou_status own_head(struct contensou__journal *j,
                                      const struct contensou__journal_spec *spec,
                                      struct contensou_error *err)
{
    const char *wrong;
    enum contensou_status status;

    contensou__journal_head_write(spec, &j->checksum, &j->head);
    if (j->head.failed)
        return no_memory(j, err);
    status = take_head(j, &wrong, err);
    if (!status && wrong)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "shard %llu of %llu is no shard",
                              (unsigned long long)spec->shard, (unsigned long long)spec->shards);
    return status;
}

static enum contensou_status open_temporary(struct contensou__journal *j,
                                            struct contensou_error *err)
{
    const char *folder = getenv("TMPDIR");
    struct contensou__text name = {0};

    contensou__text_printf(&name, "%s/contensou_XXXXXX", folder && *folder ? folder : P_tmpdir);
    if (name.failed)
        return no_memory(j, err);
    j->descriptor = mkstemp(name.data);
    if (j->descriptor >= 0)
        unlink(name.data);
    contensou__text_free(&name);
    return j->descriptor < 0 ? contensou__journal_file_fail(j, "make", err) : CONTENSOU_OK;
}

/* Opens or makes the file; *fresh says that it was made. */
static enum contensou_status open_file(struct contensou__journal *j, int resume, int *fresh,
                                       struct contensou_error *err)
{
    struct stat about;

    *fresh = 1;
    j->writable = 1;
    if (!j->named)
        return open_temporary(j, err);
    j->descriptor = open(j->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (j->descriptor < 0 && errno == EEXIST) {
        if (!resume)
            return contensou_fail(err, CONTENSOU_EIO,
                                  "'%s' is there already, from a run that was not finished or its "
                                  "own; go on with --resume, or remove it",
                                  j->path);
        *fresh = 0;
        j->descriptor = open(j->path, O_RDWR | O_CLOEXEC);
    }
    if (j->descriptor < 0)
        return contensou__journal_file_fail(j, "open", err);
    if (!*fresh && (fstat(j->descriptor, &about) != 0 || !S_ISREG(about.st_mode)))
        return contensou_fail(err, CONTENSOU_EIO, "'%s' is not a regular file", j->path);
    return lock(j, err);
}

/* A lane that was stopped is not finished: the next run computes it again. */
static void found(void *data, const struct contensou__journal_scan_head *head, uint64_t offset,
                  uint64_t size)
{
    struct contensou__journal *const j = data;
    uint64_t *const place = &j->offset[head->lane / j->spec.shards];

    j->end = offset + size;
    if (head->outcome == contensou__ensemble_stopped && offset >= j->head.size)
        j->dropped -= size;
    if (*place || offset < j->head.size || head->outcome == contensou__ensemble_stopped)
        return;
    *place = offset;
    j->done++;
    j->dropped -= size;
}

struct contensou__journal_scan contensou__journal_file_scan(struct contensou__journal *j)
{
    return (struct contensou__journal_scan){
        &j->checksum,   j->descriptor,
        j->path,        j->spec.scalars,
        j->spec.lanes,  j->spec.shard,
        j->spec.shards, contensou__journal_head_sum(j->head.data, j->head.size),
        found,          j};
}

static enum contensou_status index_records(struct contensou__journal *j, uint64_t start,
                                           uint64_t size, struct contensou_error *err)
{
    const struct contensou__journal_scan scan = contensou__journal_file_scan(j);
    enum contensou_status status;

    j->dropped = size > j->head.size ? size - j->head.size : 0;
    j->end = j->head.size;
    status = contensou__journal_scan(&scan, start, size, err);
    j->end = j->end > j->head.size ? j->end : j->head.size;
    return status;
}

/* Reads the head of the file. *wrong says why it is none. */
static enum contensou_status read_head(struct contensou__journal *j, uint64_t file_size,
                                       struct contensou__text *head, const char **wrong,
                                       struct contensou_error *err)
{
    char start[contensou__journal_head_start];
    const ssize_t got = contensou__journal_file_read(j, start, sizeof start, 0);
    const uint64_t size = got == (ssize_t)sizeof start ? contensou__journal_head_size(start) : 0;
    char *bytes;

    if (got < 0)
        return contensou__journal_file_fail(j, "read", err);
    *wrong = size == 0 ? "it is no journal, or its head is damaged" : "its head is damaged";
    if (size == 0 || size > file_size)
        return CONTENSOU_OK;
    bytes = malloc((size_t)size);
    if (!bytes)
        return no_memory(j, err);
    if (contensou__journal_file_read(j, bytes, (size_t)size, 0) == (ssize_t)size) {
        contensou__text_append(head, bytes, (size_t)size);
        *wrong = NULL;
    }
    free(bytes);
    return head->failed ? no_memory(j, err) : CONTENSOU_OK;
}

/* 1 if the start of the file is our head up to a few bytes, or zeros only, as after a crash. */
static int nearly_ours(const struct contensou__journal *j, uint64_t file_size)
{
    const size_t size = file_size < j->head.size ? (size_t)file_size : j->head.size;
    char *const bytes = malloc(size + 1);
    size_t others = 0, set = 0;
    int near = 0;

    if (bytes && contensou__journal_file_read(j, bytes, size, 0) == (ssize_t)size) {
        for (size_t i = 0; i < size; i++) {
            others += bytes[i] != j->head.data[i];
            set += bytes[i] != 0;
        }
        near = others <= 16 && others <= size / 2;
    }
    free(bytes);
    return near || set == 0;
}

/* The words of the command line may differ: those of the file stay, as its records carry their checksum. */
static enum contensou_status adopt_head(struct contensou__journal *j, struct contensou__text *head,
                                        struct contensou_error *err)
{
    const char *wrong = NULL;

    if (head->size == j->head.size && memcmp(head->data, j->head.data, head->size) == 0)
        return CONTENSOU_OK;
    contensou__text_free(&j->head);
    free(j->pair);
    free(j->offset);
    j->pair = NULL;
    j->offset = NULL;
    j->head = *head;
    *head = (struct contensou__text){0};
    return take_head(j, &wrong, err);
}

/* Keeps what is good in a file that is there. A damaged head is written again if the records, which
 * carry its checksum, are of this run, or if there are none. */
static enum contensou_status go_on(struct contensou__journal *j, struct contensou_error *err)
{
    const off_t size = lseek(j->descriptor, 0, SEEK_END);
    struct contensou__text head = {0};
    struct contensou__journal_spec there = {0};
    const struct contensou__journal_head_pair two = {&there, &j->spec, "there", "here"};
    struct contensou__journal_pair *pair = NULL;
    const char *wrong = NULL;
    char text[640];
    enum contensou_status status = size < 0 ? contensou__journal_file_fail(j, "read", err)
                                            : read_head(j, (uint64_t)size, &head, &wrong, err);

    if (!status && !wrong)
        wrong = contensou__journal_head_read(&j->checksum, head.data, head.size, &there, &pair);
    if (!status && !wrong && contensou__journal_head_differs(&two, text, sizeof text))
        status =
            contensou_fail(err, CONTENSOU_EARGUMENT, "'%s' is of another run: %s", j->path, text);
    else if (!status && !wrong && (there.shard != j->spec.shard || there.shards != j->spec.shards))
        status = contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "'%s' is of another run: it is shard %llu/%llu, and this one is %llu/%llu", j->path,
            (unsigned long long)there.shard + 1, (unsigned long long)there.shards,
            (unsigned long long)j->spec.shard + 1, (unsigned long long)j->spec.shards);
    if (!status && !wrong)
        status = adopt_head(j, &head, err);
    if (!status)
        status = index_records(j, wrong ? 0 : j->head.size, (uint64_t)size, err);
    if (!status && wrong && j->done == 0 && !nearly_ours(j, (uint64_t)size))
        status =
            contensou_fail(err, CONTENSOU_EINPUT,
                           "cannot go on with '%s': %s; remove it to start anew", j->path, wrong);
    if (!status && ((wrong && !contensou__journal_file_write(j, j->head.data, j->head.size, 0)) ||
                    ftruncate(j->descriptor, (off_t)j->end) != 0))
        status = contensou__journal_file_fail(j, "write", err);
    contensou__text_free(&head);
    free(pair);
    return status;
}

static enum contensou_status make_head(struct contensou__journal *j, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    j->end = j->head.size;
    if (!contensou__journal_file_write(j, j->head.data, j->head.size, 0) ||
        fsync(j->descriptor) != 0) {
        status = contensou__journal_file_fail(j, "write", err);
        if (j->named)
            unlink(j->path);
    }
    return status;
}

enum contensou_status contensou__journal_file_open(struct contensou__journal *j,
                                                   const struct contensou__journal_spec *spec,
                                                   int resume, struct contensou_error *err)
{
    int fresh = 0;
    enum contensou_status status = own_head(j, spec, err);

    if (!status)
        status = open_file(j, resume, &fresh, err);
    if (status)
        return status;
    return fresh ? make_head(j, err) : go_on(j, err);
}

enum contensou_status contensou__journal_file_load(struct contensou__journal *j,
                                                   struct contensou_error *err)
{
    const char *wrong = NULL;
    struct stat about = {0};
    enum contensou_status status;

    j->descriptor = open(j->path, O_RDONLY | O_CLOEXEC);
    if (j->descriptor < 0 || fstat(j->descriptor, &about) != 0)
        return contensou__journal_file_fail(j, "read", err);
    if (!S_ISREG(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "'%s' is not a regular file", j->path);
    status = lock(j, err);
    if (!status)
        status = read_head(j, (uint64_t)about.st_size, &j->head, &wrong, err);
    if (!status && !wrong)
        status = take_head(j, &wrong, err);
    if (!status && wrong)
        return contensou_fail(err, CONTENSOU_EINPUT, "cannot read '%s': %s", j->path, wrong);
    return status ? status : index_records(j, j->head.size, (uint64_t)about.st_size, err);
}
