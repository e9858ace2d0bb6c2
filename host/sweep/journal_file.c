/* journal_file.c: the file behind a journal. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* P_tmpdir */
#include "sweep/journal_file.h"

#include "base/beside.h"
#include "engine/ensemble.h"
#include "sweep/journal_head.h"

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
    free(j->aside);
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

/* Takes j->head apart and makes room for the index; a file of `size` bytes that cannot hold all its
 * records gets none, so that a few bytes do not ask for gigabytes. */
static enum contensou_status take_head(struct contensou__journal *j, uint64_t size,
                                       const char **wrong, int *damaged,
                                       struct contensou_error *err)
{
    *wrong = contensou__journal_head_read(&j->checksum, j->head.data, j->head.size, &j->spec,
                                          &j->pair, damaged);
    if (*wrong)
        return CONTENSOU_OK;
    j->start = contensou__journal_head_second(j->head.size) + j->head.size;
    j->total =
        j->spec.lanes / j->spec.shards + (j->spec.lanes % j->spec.shards > j->spec.shard ? 1 : 0);
    if (j->total > size / sizeof(struct contensou__record_head))
        return CONTENSOU_OK;
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
    int damaged;
    enum contensou_status status;

    contensou__journal_head_write(spec, &j->checksum, &j->head);
    if (j->head.failed)
        return no_memory(j, err);
    status = take_head(j, UINT64_MAX, &wrong, &damaged, err);
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

/* 1 while the name still leads to the file that is open: another process may have removed it since. */
static int still_there(const struct contensou__journal *j)
{
    struct stat named, open_one;

    return stat(j->path, &named) == 0 && fstat(j->descriptor, &open_one) == 0 &&
           named.st_ino == open_one.st_ino && named.st_dev == open_one.st_dev;
}

/* Makes the file, or opens the one that is there; *fresh says that it was made. */
static enum contensou_status open_named(struct contensou__journal *j, int *fresh,
                                        struct contensou_error *err)
{
    struct stat about;

    *fresh = 1;
    j->descriptor = open(j->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (j->descriptor < 0 && errno == EEXIST) {
        *fresh = 0;
        j->descriptor = open(j->path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    }
    if (j->descriptor < 0)
        return contensou__journal_file_fail(j, "open", err);
    if (!*fresh && (fstat(j->descriptor, &about) != 0 || !S_ISREG(about.st_mode)))
        return contensou_fail(err, CONTENSOU_EIO, "'%s' is not a regular file", j->path);
    return lock(j, err);
}

static enum contensou_status open_file(struct contensou__journal *j, int resume, int *fresh,
                                       struct contensou_error *err)
{
    enum contensou_status status;

    *fresh = 1;
    j->writable = 1;
    if (!j->named)
        return open_temporary(j, err);
    for (;;) {
        status = open_named(j, fresh, err);
        if (status || still_there(j))
            break;
        close(j->descriptor);
        j->descriptor = -1;
    }
    if (!status && !*fresh && !resume)
        status = contensou_fail(err, CONTENSOU_EIO,
                                "'%s' is there already, from a run that was not finished or its "
                                "own; continue it with --resume, or remove it",
                                j->path);
    return status;
}

/* A lane that was stopped is not finished: the next run computes it again. */
static void found(void *data, const struct contensou__record_head *head, uint64_t offset,
                  uint64_t size)
{
    struct contensou__journal *const j = data;
    uint64_t *const place = j->offset ? &j->offset[head->lane / j->spec.shards] : NULL;

    j->end = offset + size;
    if (head->outcome == contensou__ensemble_stopped && offset >= j->start)
        j->dropped -= size;
    if ((place && *place) || offset < j->start || head->outcome == contensou__ensemble_stopped)
        return;
    if (place)
        *place = offset;
    j->done++;
    j->dropped -= size;
}

struct contensou__journal_records contensou__journal_file_scan(struct contensou__journal *j)
{
    return (struct contensou__journal_records){
        &j->checksum,   j->descriptor,
        j->path,        j->spec.scalars,
        j->spec.lanes,  j->spec.shard,
        j->spec.shards, contensou__journal_head_sum(j->head.data, j->head.size),
        found,          j};
}

static enum contensou_status index_records(struct contensou__journal *j, uint64_t start,
                                           uint64_t size, struct contensou_error *err)
{
    const struct contensou__journal_records scan = contensou__journal_file_scan(j);
    enum contensou_status status;

    j->dropped = size > j->start ? size - j->start : 0;
    j->end = j->start;
    status = contensou__journal_records(&scan, start, size, err);
    j->end = j->end > j->start ? j->end : j->start;
    return status;
}

/* Reads the head that starts at `offset`. *wrong says why it is none. */
static enum contensou_status read_head(struct contensou__journal *j, uint64_t offset,
                                       uint64_t file_size, struct contensou__text *head,
                                       const char **wrong, struct contensou_error *err)
{
    char start[contensou__journal_head_start];
    const ssize_t got = contensou__journal_file_read(j, start, sizeof start, offset);
    const uint64_t size = got == (ssize_t)sizeof start ? contensou__journal_head_size(start) : 0;
    char *bytes;

    if (got < 0)
        return contensou__journal_file_fail(j, "read", err);
    *wrong = size == 0 ? "it is no journal, or its head is damaged" : "its head is damaged";
    if (size == 0 || size > file_size - offset)
        return CONTENSOU_OK;
    bytes = malloc((size_t)size);
    if (!bytes)
        return no_memory(j, err);
    if (contensou__journal_file_read(j, bytes, (size_t)size, offset) == (ssize_t)size) {
        head->size = 0;
        contensou__text_append(head, bytes, (size_t)size);
        *wrong = NULL;
    }
    free(bytes);
    return head->failed ? no_memory(j, err) : CONTENSOU_OK;
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
    const enum contensou_status status = read_head(j, offset, file_size, &t->head, &t->wrong, err);

    t->damaged = 1;
    free(t->pair);
    t->pair = NULL;
    if (!status && !t->wrong)
        t->wrong = contensou__journal_head_read(&j->checksum, t->head.data, t->head.size, &t->spec,
                                                &t->pair, &t->damaged);
    return status;
}

/* The head, or where that is damaged its second copy, wherever that starts. */
static enum contensou_status read_either(struct contensou__journal *j, uint64_t file_size,
                                         struct there *t, struct contensou_error *err)
{
    enum { sector = contensou__journal_head_sector, window = 2048 * sector };
    enum contensou_status status = read_there(j, 0, file_size, t, err);
    const char *const wrong = t->wrong;
    char *bytes;

    if (status || !t->wrong || !t->damaged)
        return status;
    bytes = malloc(window);
    if (!bytes)
        return no_memory(j, err);
    for (uint64_t at = sector; at < file_size && !status && t->wrong; at += window) {
        const ssize_t got = contensou__journal_file_read(j, bytes, window, at);

        if (got < 0)
            status = contensou__journal_file_fail(j, "read", err);
        for (ssize_t i = 0; i + contensou__journal_head_start <= got && !status && t->wrong;
             i += sector)
            if (contensou__journal_head_size(bytes + i))
                status = read_there(j, at + (uint64_t)i, file_size, t, err);
    }
    free(bytes);
    if (t->wrong)
        t->wrong = wrong;
    return status;
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
    char *const bytes = calloc(size + contensou__journal_head_start, 1);
    size_t others = 0, set = 0;
    enum beginning result = foreign;

    if (bytes && contensou__journal_file_read(j, bytes, size, 0) == (ssize_t)size) {
        for (size_t i = 0; i < size; i++) {
            others += bytes[i] != j->head.data[i];
            set += bytes[i] != 0;
        }
        if ((others == 0 && file_size <= j->start) || (set == 0 && file_size <= j->start))
            result = nothing_yet;
        else if (others <= size / 2 || set == 0 || contensou__journal_head_size(bytes))
            result = like_ours;
    }
    free(bytes);
    return result;
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
    free(j->offset);
    j->pair = NULL;
    j->offset = NULL;
    j->head = *head;
    *head = (struct contensou__text){0};
    return take_head(j, UINT64_MAX, &wrong, &damaged, err);
}

/* Both copies of the head, and that they and the name of the file are on the disk. */
static enum contensou_status write_heads(struct contensou__journal *j, struct contensou_error *err)
{
    const uint64_t second = contensou__journal_head_second(j->head.size);

    if (!contensou__journal_file_write(j, j->head.data, j->head.size, 0) ||
        !contensou__journal_file_write(j, j->head.data, j->head.size, second) ||
        (fsync(j->descriptor) != 0 && errno != EINVAL && errno != ENOTSUP))
        return contensou__journal_file_fail(j, "write", err);
    if (j->named)
        contensou__beside_sync_folder(j->path);
    return CONTENSOU_OK;
}

static enum contensou_status make_head(struct contensou__journal *j, struct contensou_error *err)
{
    const enum contensou_status status = write_heads(j, err);

    j->end = j->start;
    if (status && j->named)
        unlink(j->path);
    return status;
}

/* Gives the file another name, FILE.damaged or FILE.damaged-2 and so on, and makes a new one. */
static enum contensou_status move_aside(struct contensou__journal *j, struct contensou_error *err)
{
    struct contensou__text name = {0};
    int fresh;

    for (int i = 1; !j->aside; i++) {
        name.size = 0;
        contensou__text_printf(&name, i > 1 ? "%s.damaged-%d" : "%s.damaged", j->path, i);
        if (name.failed)
            return no_memory(j, err);
        if (access(name.data, F_OK) != 0)
            j->aside = name.data;
    }
    if (rename(j->path, j->aside) != 0)
        return contensou__journal_file_fail(j, "move aside", err);
    close(j->descriptor);
    j->descriptor = -1;
    j->dropped = 0;
    return open_file(j, 0, &fresh, err) ? err->status : make_head(j, err);
}

static enum contensou_status check_same(struct contensou__journal *j, const struct there *t,
                                        struct contensou_error *err)
{
    const struct contensou__journal_head_pair two = {&t->spec, &j->spec, "there", "here"};
    char text[640];

    if (contensou__journal_head_differs(&two, text, sizeof text))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "'%s' is of another run: %s", j->path,
                              text);
    if (t->spec.shard != j->spec.shard || t->spec.shards != j->spec.shards)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "'%s' is of another run: it is shard %llu/%llu, and this one is %llu/%llu", j->path,
            (unsigned long long)t->spec.shard + 1, (unsigned long long)t->spec.shards,
            (unsigned long long)j->spec.shard + 1, (unsigned long long)j->spec.shards);
    return CONTENSOU_OK;
}

/* Keeps what is good in a file that is there. A head that is damaged in both copies is written again if
 * there are records of this run, which carry its checksum, or if it was never written. */
static enum contensou_status go_on(struct contensou__journal *j, struct contensou_error *err)
{
    const off_t size = lseek(j->descriptor, 0, SEEK_END);
    struct there t = {0};
    enum contensou_status status = size < 0 ? contensou__journal_file_fail(j, "read", err)
                                            : read_either(j, (uint64_t)size, &t, err);
    const char *const wrong = t.wrong;

    if (!status && wrong && !t.damaged)
        status = contensou_fail(err, CONTENSOU_EINPUT,
                                "cannot continue from '%s': %s; remove it to start anew", j->path,
                                wrong);
    if (!status && !wrong)
        status = check_same(j, &t, err);
    if (!status && !wrong)
        status = adopt_head(j, &t.head, err);
    free_there(&t);
    if (!status)
        status = index_records(j, wrong ? 0 : j->start, (uint64_t)size, err);
    if (!status && wrong && j->done == 0) {
        const enum beginning beginning = begins(j, (uint64_t)size);

        if (beginning == like_ours)
            return move_aside(j, err);
        if (beginning == foreign)
            status = contensou_fail(err, CONTENSOU_EINPUT,
                                    "cannot continue from '%s': %s; remove it to start anew",
                                    j->path, wrong);
    }
    if (!status && ftruncate(j->descriptor, (off_t)j->end) != 0)
        status = contensou__journal_file_fail(j, "write", err);
    return status ? status : write_heads(j, err);
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
    struct stat about = {0};
    struct there t = {0};
    enum contensou_status status;

    j->descriptor = open(j->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (j->descriptor < 0 || fstat(j->descriptor, &about) != 0)
        return contensou__journal_file_fail(j, "read", err);
    if (!S_ISREG(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "'%s' is not a regular file", j->path);
    status = lock(j, err);
    if (!status)
        status = read_either(j, (uint64_t)about.st_size, &t, err);
    if (!status && !t.wrong) {
        j->head = t.head;
        t.head = (struct contensou__text){0};
        status = take_head(j, (uint64_t)about.st_size, &t.wrong, &t.damaged, err);
    }
    if (!status && t.wrong)
        status = contensou_fail(err, CONTENSOU_EINPUT, "cannot read '%s': %s", j->path, t.wrong);
    free_there(&t);
    return status ? status : index_records(j, j->start, (uint64_t)about.st_size, err);
}
