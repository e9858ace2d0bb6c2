/* beside.c: a file that is written beside its place. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE   700 /* realpath */
#define _DEFAULT_SOURCE     /* flock */
#include "base/beside.h"

#include "base/descriptor.h"
#include "base/text.h"
#include "base/try.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = ".tmp.";

/* A number that no other file of this process has. */
static unsigned next_number(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static unsigned last;
    unsigned number;

    pthread_mutex_lock(&lock);
    number = ++last;
    pthread_mutex_unlock(&lock);
    return number;
}

/* The folder of a path, for free(), or NULL. */
static char *folder_of(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
}

void contensou__beside_sync_folder(const char *path)
{
    OWNED(contensou__try_free) char *folder = folder_of(path);
    OWNED(contensou__descriptor_close)
    const int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (descriptor >= 0)
        (void)!fsync(descriptor); /* some file systems cannot, and say so */
}

/* Removes a temporary file whose writer has ended: its lock is free. */
static void remove_orphan(const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

    if (descriptor < 0)
        return;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        unlink(path);
    close(descriptor);
}

/* 1 for digits, a dash and digits, as open_new writes them. */
static int is_number_pair(const char *text)
{
    const size_t first = strspn(text, "0123456789");
    const size_t second = text[first] == '-' ? strspn(text + first + 1, "0123456789") : 0;

    return first && second && !text[first + 1 + second];
}

static void remove_orphans(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    const size_t length = strlen(name);
    char *const folder = folder_of(path);
    DIR *const dir = folder ? opendir(folder) : NULL;
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        struct contensou__text orphan = {0};

        if (strncmp(entry->d_name, name, length) != 0 ||
            strncmp(entry->d_name + length, mark, sizeof mark - 1) != 0 ||
            !is_number_pair(entry->d_name + length + sizeof mark - 1))
            continue;
        contensou__text_printf(&orphan, "%s/%s", folder, entry->d_name);
        if (!orphan.failed)
            remove_orphan(orphan.data);
        contensou__text_free(&orphan);
    }
    if (dir)
        closedir(dir);
    free(folder);
}

/* Makes and locks a file of a new name; -1 with errno. */
static int open_new(struct contensou__beside *b)
{
    for (;;) {
        struct contensou__text name = {0};
        struct stat about;
        int descriptor;

        contensou__text_printf(&name, "%s%s%ld-%u", b->path, mark, (long)getpid(), next_number());
        if (name.failed) {
            contensou__text_free(&name);
            errno = ENOMEM;
            return -1;
        }
        descriptor = open(name.data, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) {
            const int number = errno;

            contensou__text_free(&name);
            errno = number;
            return -1;
        }
        /* between making and locking it another may have taken it for an orphan */
        if (descriptor >= 0 &&
            (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
            fstat(descriptor, &about) == 0 && about.st_nlink > 0) {
            b->temporary = name.data;
            b->descriptor = descriptor;
            return 0;
        }
        if (descriptor >= 0)
            close(descriptor);
        contensou__text_free(&name);
    }
}

static void release(struct contensou__beside *b)
{
    const int number = errno;

    free(b->path);
    free(b->temporary);
    *b = (struct contensou__beside){0};
    errno = number;
}

int contensou__beside_open(struct contensou__beside *b, const char *path)
{
    struct stat about;
    const int exists = stat(path, &about) == 0;

    *b = (struct contensou__beside){0};
    b->path = exists ? realpath(path, NULL) : strdup(path); /* a link stays a link */
    if (b->path)
        remove_orphans(b->path);
    if (!b->path || open_new(b) != 0) {
        release(b);
        return -1;
    }
    if (exists)
        (void)!fchmod(b->descriptor, about.st_mode & 07777); /* best effort */
    return 0;
}

int contensou__beside_commit(struct contensou__beside *b)
{
    int failed = fsync(b->descriptor) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP;

    if (!failed)
        failed = rename(b->temporary, b->path) != 0;
    if (failed) {
        contensou__beside_discard(b);
        return -1;
    }
    contensou__beside_sync_folder(b->path);
    close(b->descriptor);
    release(b);
    return 0;
}

void contensou__beside_discard(struct contensou__beside *b)
{
    const int number = errno;

    if (b->temporary) {
        unlink(b->temporary);
        close(b->descriptor);
    }
    errno = number;
    release(b);
}

int contensou__beside_write(const char *path, const char *bytes, size_t size)
{
    struct contensou__beside file;

    if (contensou__beside_open(&file, path) != 0)
        return -1;
    if (contensou__descriptor_write_on(file.descriptor, bytes, size) != 0) {
        contensou__beside_discard(&file); /* keeps errno */
        return -1;
    }
    return contensou__beside_commit(&file);
}

enum contensou_status contensou__beside_text(const char *path, const struct contensou__text *text,
                                             struct contensou_error *err)
{
    TRY(contensou__try_memory(text->failed ? NULL : text, err, "'%s'", path));
    if (contensou__beside_write(path, text->data, text->size) == 0)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", path, strerror(errno));
}
