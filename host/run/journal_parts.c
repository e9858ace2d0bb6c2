/* journal_parts.c: a journal in files of bounded size. SPDX-License-Identifier: MIT */
#include "run/journal_parts.h"

#include "base/beside.h"
#include "base/descriptor.h"
#include "base/text.h"
#include "base/try.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The name of part k, of which the first is 0; for free(). */
static char *name_of(const char *path, size_t k)
{
    struct contensou__text name = {0};

    contensou__text_printf(&name, k ? "%s.%zu" : "%s", path, k + 1);
    if (name.failed)
        contensou__text_free(&name);
    return name.data;
}

static int open_part(const struct contensou__journal_parts *f, size_t k, int flags)
{
    OWNED(contensou__try_free) char *name = name_of(f->path, k);

    return name ? open(name, flags | O_NONBLOCK | O_CLOEXEC, 0666) : -1;
}

static int is_last(const struct contensou__journal_parts *f, size_t k)
{
    return k + 1 == f->parts;
}

/* Part k, which begins at `start`; from then on it is the last one. */
static int add_part(struct contensou__journal_parts *f, int descriptor, uint64_t start)
{
    uint64_t *const more = realloc(f->start, (f->parts + 1) * sizeof *more);

    if (!more)
        return -1;
    if (f->last != f->first && f->last >= 0)
        close(f->last);
    f->last = descriptor;
    f->start = more;
    more[f->parts++] = start;
    return 0;
}

static enum contensou_status fail(const struct contensou__journal_parts *f, size_t k,
                                  struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot read part %zu of '%s': %s", k + 1, f->path,
                          strerror(errno));
}

enum contensou_status contensou__journal_parts_find(struct contensou__journal_parts *f,
                                                    int writable, uint64_t *size,
                                                    struct contensou_error *err)
{
    struct stat about;
    int descriptor = f->first;

    f->parts = 0;
    f->last = -1;
    for (*size = 0; descriptor >= 0; *size += (uint64_t)about.st_size) {
        const size_t k = f->parts;

        if (fstat(descriptor, &about) != 0 || add_part(f, descriptor, *size))
            return fail(f, k, err);
        if (!S_ISREG(about.st_mode))
            return contensou_fail(err, CONTENSOU_EIO, "part %zu of '%s' is not a regular file",
                                  k + 1, f->path);
        descriptor = open_part(f, k + 1, writable ? O_RDWR : O_RDONLY);
        if (descriptor < 0 && errno != ENOENT)
            return fail(f, k + 1, err);
    }
    return CONTENSOU_OK;
}

/* Reads from one part. */
static ssize_t read_part(const struct contensou__journal_parts *f, size_t k, char *bytes,
                         size_t size, uint64_t offset)
{
    const int kept = k == 0 ? f->first : is_last(f, k) ? f->last : -1;
    const int descriptor = kept < 0 ? open_part(f, k, O_RDONLY) : kept;
    const ssize_t got =
        descriptor < 0 ? -1 : contensou__descriptor_read(descriptor, bytes, size, offset);

    if (descriptor >= 0 && descriptor != kept)
        close(descriptor);
    return got;
}

ssize_t contensou__journal_parts_read(const struct contensou__journal_parts *f, char *bytes,
                                      size_t size, uint64_t offset)
{
    size_t done = 0;

    for (size_t k = 0; k < f->parts && done < size; ++k) {
        const uint64_t at = offset + done;
        size_t here = size - done;
        ssize_t got;

        if (!is_last(f, k) && at >= f->start[k + 1])
            continue;
        if (!is_last(f, k) && here > f->start[k + 1] - at)
            here = (size_t)(f->start[k + 1] - at);
        got = read_part(f, k, bytes + done, here, at - f->start[k]);
        if (got < 0)
            return -1;
        done += (size_t)got;
        if ((size_t)got < here)
            break;
    }
    return (ssize_t)done;
}

/* The last part is whole: it is on the disk before the next one begins. One of this name that is there was left behind by a
 * journal whose first part was removed. */
static int begin_part(struct contensou__journal_parts *f, uint64_t end)
{
    int descriptor;

    if (fsync(f->last) != 0 && errno != EINVAL && errno != ENOTSUP)
        return -1;
    descriptor = open_part(f, f->parts, O_RDWR | O_CREAT | O_TRUNC);
    if (descriptor < 0)
        return -1;
    if (add_part(f, descriptor, end)) {
        close(descriptor);
        return -1;
    }
    contensou__beside_sync_folder(f->path);
    return 0;
}

int contensou__journal_parts_write(struct contensou__journal_parts *f, const char *bytes,
                                   size_t size, uint64_t end)
{
    const uint64_t there = end - f->start[f->parts - 1];

    if (f->most && f->path && there && there + size > f->most && begin_part(f, end))
        return -1;
    return contensou__descriptor_write(f->last, bytes, size, end - f->start[f->parts - 1]);
}

int contensou__journal_parts_cut(struct contensou__journal_parts *f, uint64_t end)
{
    while (f->parts > 1 && end <= f->start[f->parts - 1]) {
        OWNED(contensou__try_free) char *name = name_of(f->path, --f->parts);

        if (!name || unlink(name) != 0)
            return -1;
        close(f->last);
        f->last = f->parts > 1 ? open_part(f, f->parts - 1, O_RDWR) : f->first;
        if (f->last < 0)
            return -1;
    }
    return ftruncate(f->last, (off_t)(end - f->start[f->parts - 1]));
}

int contensou__journal_parts_sync(const struct contensou__journal_parts *f)
{
    return fdatasync(f->last) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1;
}

void contensou__journal_parts_close(struct contensou__journal_parts *f)
{
    if (f->last >= 0 && f->last != f->first)
        close(f->last);
    if (f->first >= 0)
        close(f->first);
    f->first = f->last = -1;
}

void contensou__journal_parts_remove_others(const char *path)
{
    int removed = 1;

    for (size_t k = 1; removed; ++k) {
        OWNED(contensou__try_free) char *name = name_of(path, k);

        removed = name && unlink(name) == 0;
    }
}
