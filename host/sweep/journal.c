/* journal.c: finished lanes on the disk. SPDX-License-Identifier: MIT */
#include "sweep/journal.h"

#include "base/clock.h"
#include "sweep/journal_file.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double sync_seconds = 1;

enum contensou_status contensou__journal_open(struct contensou__journal **out, const char *path,
                                              const struct contensou__journal_spec *spec,
                                              int resume, struct contensou_error *err)
{
    struct contensou__journal *j = contensou__journal_file_make(path, err);
    enum contensou_status status =
        j ? contensou__journal_file_open(j, spec, resume, err) : CONTENSOU_EMEMORY;

    *out = NULL;
    if (status) {
        contensou__journal_file_free(j);
        return status;
    }
    j->synced = contensou__clock_seconds();
    *out = j;
    return CONTENSOU_OK;
}

enum contensou_status contensou__journal_load(struct contensou__journal **out, const char *path,
                                              struct contensou_error *err)
{
    struct contensou__journal *j = contensou__journal_file_make(path, err);
    enum contensou_status status = j ? contensou__journal_file_load(j, err) : CONTENSOU_EMEMORY;

    *out = NULL;
    if (status)
        contensou__journal_file_free(j);
    else
        *out = j;
    return status;
}

static enum contensou_status sync_file(struct contensou__journal *j, struct contensou_error *err)
{
    j->synced = contensou__clock_seconds();
    if (fdatasync(j->descriptor) == 0 || errno == EINVAL || errno == ENOTSUP)
        return CONTENSOU_OK;
    return contensou__journal_file_fail(j, "write", err);
}

enum contensou_status contensou__journal_close(struct contensou__journal *j,
                                               struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (j && j->writable && j->named)
        status = sync_file(j, err);
    contensou__journal_file_free(j);
    return status;
}

void contensou__journal_remove(struct contensou__journal *j)
{
    if (j && j->named && j->writable)
        unlink(j->path);
    contensou__journal_file_free(j);
}

/* Where the offset of a lane stands; NULL for a lane that is not of this journal. */
static uint64_t *place_of(const struct contensou__journal *j, uint64_t lane)
{
    if (!j->offset || lane >= j->spec.lanes || lane % j->spec.shards != j->spec.shard)
        return NULL;
    return &j->offset[lane / j->spec.shards];
}

/* Fills the buffer and notes where each record will stand. */
static enum contensou_status put_records(struct contensou__journal *j,
                                         const struct contensou__record *record, size_t count,
                                         struct contensou_error *err)
{
    const uint32_t run = contensou__journal_file_scan(j).run;

    j->buffer.size = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t *const place = place_of(j, record[i].lane);

        if (!place || record[i].outcome < 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT, "lane %llu is not of the run in '%s'",
                                  (unsigned long long)record[i].lane, j->path);
        if (*place)
            continue;
        *place = j->end + j->buffer.size;
        contensou__record_write(&j->buffer, &record[i], j->spec.scalars, run, &j->checksum);
        j->done++;
    }
    if (j->buffer.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for '%s'", j->path);
    return CONTENSOU_OK;
}

/* Forgets the records of a batch that is not in the file. */
static void take_back(struct contensou__journal *j, const struct contensou__record *record,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t *const place = place_of(j, record[i].lane);

        if (place && *place >= j->end) {
            *place = 0;
            j->done--;
        }
    }
    contensou__text_free(&j->buffer);
}

enum contensou_status contensou__journal_append(struct contensou__journal *j,
                                                const struct contensou__record *record,
                                                size_t count, struct contensou_error *err)
{
    enum contensou_status status = put_records(j, record, count, err);

    if (!status && !contensou__journal_file_write(j, j->buffer.data, j->buffer.size, j->end)) {
        const int number = errno;

        status = contensou_fail(err, CONTENSOU_EIO,
                                number == ENOSPC || number == EFBIG || number == EDQUOT
                                    ? "cannot write '%s': %s; what was finished is kept, make room "
                                      "and continue with --resume"
                                    : "cannot write '%s': %s",
                                j->path, strerror(number));
        (void)!ftruncate(j->descriptor, (off_t)j->end);
    }
    if (status) {
        take_back(j, record, count);
        return status;
    }
    j->end += j->buffer.size;
    if (j->named && contensou__clock_seconds() - j->synced >= sync_seconds)
        status = sync_file(j, err);
    return status;
}

int contensou__journal_has(const struct contensou__journal *j, uint64_t lane)
{
    const uint64_t *const place = place_of(j, lane);

    return place && *place;
}

uint64_t contensou__journal_done(const struct contensou__journal *j)
{
    return j->done;
}

uint64_t contensou__journal_total(const struct contensou__journal *j)
{
    return j->total;
}

uint64_t contensou__journal_dropped(const struct contensou__journal *j)
{
    return j->dropped;
}

const char *contensou__journal_aside(const struct contensou__journal *j)
{
    return j->aside;
}

const struct contensou__journal_spec *contensou__journal_spec(const struct contensou__journal *j)
{
    return &j->spec;
}

const char *contensou__journal_path(const struct contensou__journal *j)
{
    return j->path;
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
                          (unsigned long long)lane, j->path);
}

enum contensou_status contensou__journal_read(struct contensou__journal *j, uint64_t lane,
                                              struct contensou__record *record,
                                              struct contensou_error *err)
{
    const struct contensou__journal_records scan = contensou__journal_file_scan(j);
    const size_t least = sizeof(struct contensou__record_head) + scan.scalars * sizeof(double);
    const uint64_t *const place = place_of(j, lane);
    struct contensou__record_head head;
    uint64_t size = 0;
    char *bytes = room(j, least);

    if (!place || !*place)
        return contensou_fail(err, CONTENSOU_ENOTFOUND, "lane %llu is not in '%s'",
                              (unsigned long long)lane, j->path);
    if (!bytes)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for '%s'", j->path);
    if (contensou__journal_file_read(j, bytes, least, *place) != (ssize_t)least)
        return damaged(j, lane, err);
    memcpy(&head, bytes, sizeof head);
    if (!contensou__journal_records_good(&scan, &head, &size) || head.lane != lane ||
        size > j->end - *place)
        return damaged(j, lane, err);
    bytes = room(j, size);
    if (!bytes)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for '%s'", j->path);
    if (contensou__journal_file_read(j, bytes + least, size - least, *place + least) !=
            (ssize_t)(size - least) ||
        !contensou__record_read(record, bytes, size, scan.scalars, scan.run, &j->checksum))
        return damaged(j, lane, err);
    return CONTENSOU_OK;
}
