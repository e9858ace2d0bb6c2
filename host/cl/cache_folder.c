/* cache_folder.c: the folders for cached programs, ours and the driver's. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* lstat, realpath, setenv, S_ISVTX */
#include "cl/cache_folder.h"

#include "base/temporary.h"
#include "base/text.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static pthread_once_t looked = PTHREAD_ONCE_INIT;
static char problem[1024];
static struct contensou__temporary temporary;

/* 1 if there is room for some programs; a compiler that finds none ends the process. */
static int has_room(const char *path)
{
    static const double least = 16 << 20;
    struct statvfs about;

    if (statvfs(path, &about) != 0 || (double)about.f_bavail * (double)about.f_frsize >= least)
        return 1;
    errno = ENOSPC;
    return 0;
}

/* What lets others put something into this folder, or change where this link leads; NULL if nothing does. In some containers
 * root's folders have the number of nobody: who owns the root of the file system owns all of it. A group with the number of
 * its user has no other members. */
static const char *fault(const struct stat *about, int is_last)
{
    const uid_t me = geteuid();
    const int own_group = about->st_gid == getegid() && (uid_t)getegid() == me;
    const mode_t others = S_IWOTH | (own_group && !is_last ? 0 : S_IWGRP);
    struct stat root = {.st_uid = 0};

    stat("/", &root);
    if (about->st_uid != me && (is_last || (about->st_uid != 0 && about->st_uid != root.st_uid)))
        return "belongs to another user";
    if (!S_ISLNK(about->st_mode) && (about->st_mode & others) &&
        (is_last || !(about->st_mode & S_ISVTX)))
        return "can be written by other users";
    return NULL;
}

/* Looks at the folders of a path, from the root on, and makes those that are not there. 0, or -1 with what is wrong, or
 * errno, about the one that the path then ends with. */
static int walk(char *path, const char **wrong)
{
    char next = '/';

    for (char *end = path; next;) {
        struct stat about;

        end += strspn(end, "/");
        end += strcspn(end, "/");
        next = *end;
        *end = '\0';
        if (lstat(path, &about) != 0 &&
            ((mkdir(path, 0700) != 0 && errno != EEXIST) || lstat(path, &about) != 0))
            return -1;
        errno = ENOTDIR;
        if (!S_ISDIR(about.st_mode) && !S_ISLNK(about.st_mode))
            return -1;
        *wrong = fault(&about, !next && S_ISDIR(about.st_mode));
        if (*wrong)
            return -1;
        *end = next;
    }
    return 0;
}

/* Makes the folder of this path, which is changed, and gives it without links, for free(); NULL and why not. */
static char *open_folder(char *path, char *why, size_t size)
{
    const char *wrong = NULL;
    char *real = walk(path, &wrong) == 0 ? realpath(path, NULL) : NULL;

    if (real && walk(real, &wrong) == 0 && access(real, R_OK | W_OK | X_OK) == 0 && has_room(real))
        return real;
    snprintf(why, size, "the folder '%.700s' for cached programs %s%s", real ? real : path,
             wrong ? wrong : "cannot be written: ", wrong ? "" : strerror(errno));
    free(real);
    return NULL;
}

/* The folder `below` ours, as the XDG base directory specification has it (a relative path is ignored). Others may not even
 * enter: what a driver makes inside has the modes of the umask. */
static char *open_below(const char *below, char *why, size_t size)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    struct contensou__text path = {0};
    char *real = NULL;

    if (cache && cache[0] == '/')
        contensou__text_printf(&path, "%s/contensou%s", cache, below);
    else if (home && home[0] == '/')
        contensou__text_printf(&path, "%s/.cache/contensou%s", home, below);
    if (path.data && !path.failed)
        real = open_folder(path.data, why, size);
    else
        snprintf(why, size,
                 "there is no folder for cached programs (neither XDG_CACHE_HOME nor "
                 "HOME is an absolute path)");
    if (real)
        chmod(real, 0700);
    contensou__text_free(&path);
    return real;
}

char *contensou__cache_folder_own(char *why, size_t size)
{
    const char *const off = getenv("CONTENSOU_CACHE");

    why[0] = '\0';
    return off && strcmp(off, "off") == 0 ? NULL : open_below("", why, size);
}

/* Where PoCL keeps its programs; NULL and why not. */
static char *open_driver(char *why, size_t size)
{
    const char *const given = getenv("POCL_CACHE_DIR");
    char *const copy = given && *given ? strdup(given) : NULL;
    char *const real = copy ? open_folder(copy, why, size) : open_below("/pocl", why, size);

    free(copy);
    return real;
}

static void look(void)
{
    char *own = contensou__cache_folder_own(problem, sizeof problem);
    char *driver = open_driver(problem, sizeof problem);

    setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);
    if (!driver && contensou__temporary_open(&temporary, "pocl", NULL) == CONTENSOU_OK)
        atexit(contensou__cache_folder_leave);
    /* Where nothing can be written PoCL gets what cannot be a folder, as it would look for one by itself. */
    setenv("POCL_CACHE_DIR",
           driver           ? driver
           : temporary.path ? temporary.path
                            : "/dev/null/pocl",
           1);
    free(own);
    free(driver);
}

void contensou__cache_folder_prepare(void)
{
    pthread_once(&looked, look);
}

const char *contensou__cache_folder_problem(void)
{
    return problem[0] ? problem : NULL;
}

void contensou__cache_folder_leave(void)
{
    contensou__temporary_remove(&temporary);
}
