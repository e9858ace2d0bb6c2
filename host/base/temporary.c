/* temporary.c: a file for a while, in a folder of its own.
 *
 * A process holds a lock on its folder, which the system drops when the process ends, however it ends. So the next one that
 * needs a folder can tell those that nobody will remove from those in use, and removes them. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#include "base/temporary.h"

#include "base/text.h"
#include "base/try.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "contensou-scratch-";

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    remove(path);
    return 0;
}

static void remove_all(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Opens and locks a folder of this user's; -1 with EWOULDBLOCK if another process has it, with ENOENT if it is gone. */
static int lock_folder(const char *path)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat about;

    if (fd < 0)
        return -1;
    errno = EACCES;
    if (fstat(fd, &about) == 0 && about.st_uid == geteuid() &&
        (about.st_mode & (S_IRWXG | S_IRWXO)) == 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        fstat(fd, &about) == 0) {
        if (about.st_nlink > 0 && access(path, F_OK) == 0)
            return fd;
        errno = ENOENT; /* removed between open and lock */
    }
    {
        const int why = errno;

        close(fd);
        errno = why;
    }
    return -1;
}

/* Removes what crashed processes left. */
static void remove_forgotten(const char *root)
{
    DIR *const open_root = opendir(root);
    const struct dirent *entry;

    while (open_root && (entry = readdir(open_root)) != NULL) {
        struct contensou__text path = {0};
        int lock = -1;

        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
            continue;
        contensou__text_printf(&path, "%s/%s", root, entry->d_name);
        if (!path.failed)
            lock = lock_folder(path.data);
        if (lock >= 0) {
            remove_all(path.data);
            close(lock);
        }
        contensou__text_free(&path);
    }
    if (open_root)
        closedir(open_root);
}

/* Makes a folder and locks it. Another process that cleans up may be faster than the lock: then another folder. */
static int make_folder(struct contensou__text *folder, const char *root, int *lock)
{
    for (int tries = 0; tries < 100; ++tries) {
        folder->size = 0;
        contensou__text_printf(folder, "%s/%sXXXXXX", root, prefix);
        if (folder->failed || !mkdtemp(folder->data))
            return 0;
        *lock = lock_folder(folder->data);
        if (*lock >= 0 || (errno != EWOULDBLOCK && errno != ENOENT))
            return 1;
    }
    return 0;
}

enum contensou_status contensou__temporary_open(struct contensou__temporary *t, const char *name,
                                                struct contensou_error *err)
{
    const char *const given = getenv("TMPDIR"), *const root = given && *given ? given : "/tmp";
    struct contensou__text folder = {0}, path = {0};
    enum contensou_status status = CONTENSOU_OK;
    int lock = -1, made;

    remove_forgotten(root);
    made = make_folder(&folder, root, &lock);
    contensou__text_printf(&path, "%s/%s", folder.data ? folder.data : "", name);
    if (!made && !folder.failed)
        status = contensou_fail(err, CONTENSOU_EIO, "cannot make the folder '%s': %s", folder.data,
                                strerror(errno));
    else
        status =
            contensou__try_memory(folder.failed || path.failed ? NULL : t, err, "a temporary file");
    *t = (struct contensou__temporary){folder.data, path.data, lock, made ? getpid() : 0};
    if (status)
        contensou__temporary_remove(t);
    return status;
}

void contensou__temporary_remove(struct contensou__temporary *t)
{
    if (t->folder && t->maker == getpid())
        remove_all(t->folder);
    if (t->folder && t->lock >= 0)
        close(t->lock);
    free(t->path);
    free(t->folder);
    *t = (struct contensou__temporary){0};
}
