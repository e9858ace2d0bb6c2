/* cache_folder.c: whether the folder for cached programs can be written. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw, setenv */
#include "cl/cache_folder.h"

#include "base/text.h"

#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static pthread_once_t looked = PTHREAD_ONCE_INIT;
static char problem[1024], temporary[512];

/* Makes the folder and those above it; 0, or -1 with errno. */
static int make_folders(const char *path)
{
    char *const copy = strdup(path);
    int result = copy ? 0 : -1;

    for (char *at = copy; at && result == 0 && *at;) {
        at += strspn(at, "/");
        at += strcspn(at, "/");
        if (*at) {
            *at = '\0';
            result = mkdir(copy, 0700) != 0 && errno != EEXIST ? -1 : 0;
            *at = '/';
        } else {
            result = mkdir(copy, 0700) != 0 && errno != EEXIST ? -1 : 0;
        }
    }
    free(copy);
    return result;
}

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

/* Notes the first folder of `base` + `below` that cannot be written. A folder below that is not there can
 * be made. */
static int can_write(const char *base, const char *below)
{
    struct contensou__text path = {0};
    struct stat about;
    int good = 0;

    contensou__text_printf(&path, "%s%s", base, below);
    if (path.failed)
        return 1;
    if (stat(path.data, &about) != 0)
        good = *below ? errno == ENOENT : make_folders(path.data) == 0 && has_room(path.data);
    else if (!S_ISDIR(about.st_mode))
        errno = ENOTDIR;
    else
        good = access(path.data, W_OK | X_OK) == 0 && has_room(path.data);
    if (!good && !problem[0])
        snprintf(problem, sizeof problem,
                 "the folder '%.700s' for cached programs cannot be written: %s", path.data,
                 strerror(errno));
    contensou__text_free(&path);
    return good;
}

static void make_temporary(void)
{
    const char *const place = getenv("TMPDIR");

    snprintf(temporary, sizeof temporary, "%.400s/contensou-cache-XXXXXX",
             place && *place ? place : "/tmp");
    if (!mkdtemp(temporary)) {
        temporary[0] = '\0';
        return;
    }
    setenv("POCL_CACHE_DIR", temporary, 1);
    atexit(contensou__cache_folder_leave);
}

static void look(void)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    const char *const off = getenv("CONTENSOU_CACHE");
    struct contensou__text base = {0};
    int drivers;

    setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);
    if (cache && cache[0] == '/')
        contensou__text_printf(&base, "%s", cache);
    else if (home && home[0] == '/')
        contensou__text_printf(&base, "%s/.cache", home);
    if (base.data && !base.failed) {
        drivers = can_write(base.data, "") && can_write(base.data, "/pocl") &&
                  can_write(base.data, "/pocl/kcache");
        if (drivers && !(off && strcmp(off, "off") == 0))
            can_write(base.data, "/contensou");
        if (!drivers && !getenv("POCL_CACHE_DIR"))
            make_temporary();
    }
    contensou__text_free(&base);
}

void contensou__cache_folder_prepare(void)
{
    pthread_once(&looked, look);
}

const char *contensou__cache_folder_problem(void)
{
    return problem[0] ? problem : NULL;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    remove(path);
    return 0;
}

void contensou__cache_folder_leave(void)
{
    if (temporary[0])
        nftw(temporary, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    temporary[0] = '\0';
}
