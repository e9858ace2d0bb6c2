/* cache.c: device programs kept as binaries between runs.
 *
 * A file is a struct head, the key, then the binary. The name is 128 bits of hash over the key; the
 * whole key is compared, so that no other program is taken for this one, and the checksum guards
 * against bytes that changed. SPDX-License-Identifier: MIT */
#include "cl/cache.h"
#include "cl/cache_folder.h"
#include "cl/device.h"
#include "base/beside.h"
#include "base/clock.h"
#include "base/descriptor.h"
#include "base/stop.h"
#include "base/text.h"
#include "base/try.h"

#include <contensou/version.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { key_parts = 8 };

static const uint64_t fnv_basis = 14695981039346656037u, fnv_prime = 1099511628211u;

struct head {
    char magic[16];
    uint64_t key_size, size; /* of the key and of the binary, in bytes */
    uint64_t checksum;       /* of the sizes, the key and the binary */
};

/* What 'contensou warm --machine' fills. */
static const char shared_folder[] = "/var/cache/contensou";

static const char magic[16] = "contensou bin 2";

/* FNV-1a, 64 bits. */
static uint64_t hash(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < size; ++i)
        h = (h ^ byte[i]) * fnv_prime;
    return h;
}

static uint64_t checksum(const struct head *head, const char *key, const unsigned char *binary)
{
    uint64_t h = hash(fnv_basis, &head->key_size, sizeof head->key_size);

    h = hash(h, &head->size, sizeof head->size);
    h = hash(h, key, head->key_size);
    return hash(h, binary, head->size);
}

static char *format_path(const char *folder, const char *name)
{
    OWNED(contensou__text_free) struct contensou__text t = {0};
    char *path;

    contensou__text_printf(&t, "%s/%s", folder, name);
    path = t.failed ? NULL : t.data;
    t.data = path ? NULL : t.data;
    return path;
}

void contensou__cache_init(struct contensou__cache_file *file,
                           const struct contensou_device *device, const char *text,
                           const char *options)
{
    const struct contensou_device_info *info = &device->info;
    const char *part[key_parts] = {text,
                                   options,
                                   info->name,
                                   info->driver,
                                   info->version,
                                   info->platform,
                                   device->platform_version,
                                   CONTENSOU_VERSION};
    struct contensou__text key = {0};
    char name[48], why[1024];

    *file = (struct contensou__cache_file){.folder = contensou__cache_folder_own(why, sizeof why)};
    if (!file->folder)
        return;
    for (int i = 0; i < key_parts; ++i)
        contensou__text_append(&key, part[i], strlen(part[i]) + 1);
    if (key.failed) {
        contensou__text_free(&key);
        return;
    }
    snprintf(name, sizeof name, "%016" PRIx64 "%016" PRIx64 ".bin",
             hash(fnv_basis, key.data, key.size), hash(~fnv_basis, key.data, key.size));
    file->key = key.data;
    file->key_size = key.size;
    file->path = format_path(file->folder, name);
}

void contensou__cache_free(struct contensou__cache_file *file)
{
    free(file->folder);
    free(file->path);
    free(file->key);
    *file = (struct contensou__cache_file){0};
}

/* Opens a regular file of this owner's that others cannot write; a binary is machine code that we will run. */
static FILE *open_owned(const char *path, uid_t owner, uint64_t *size)
{
    struct stat about;
    FILE *file = NULL;
    const int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == owner &&
        !(about.st_mode & (S_IWGRP | S_IWOTH)) && about.st_size > 0)
        file = fdopen(fd, "rb");
    if (!file)
        close(fd);
    else
        *size = (uint64_t)about.st_size;
    return file;
}

/* 1 if the next bytes of the file are those of the key. */
static int has_key(FILE *in, const struct contensou__cache_file *file)
{
    char *const key = malloc(file->key_size);
    const int same = key && fread(key, file->key_size, 1, in) == 1 &&
                     memcmp(key, file->key, file->key_size) == 0;

    free(key);
    return same;
}

static void close_file(FILE **file)
{
    if (*file)
        fclose(*file);
}

/* The binary in one file, which is closed. */
static unsigned char *load_from(FILE *in, uint64_t file_size,
                                const struct contensou__cache_file *file, size_t *size)
{
    OWNED(close_file) FILE *closed = in;
    OWNED(contensou__try_free) unsigned char *binary = NULL;
    unsigned char *good;
    struct head head;

    if (!in || fread(&head, sizeof head, 1, in) != 1 ||
        memcmp(head.magic, magic, sizeof magic) != 0 || head.key_size != file->key_size ||
        head.size == 0 || head.key_size > file_size - sizeof head ||
        head.size != file_size - sizeof head - head.key_size || !has_key(in, file))
        return NULL;
    binary = malloc(head.size);
    if (!binary || fread(binary, head.size, 1, in) != 1 ||
        checksum(&head, file->key, binary) != head.checksum)
        return NULL;
    *size = head.size;
    futimens(fileno(in), NULL); /* used now: the last to be evicted */
    good = binary;
    binary = NULL;
    return good;
}

/* The machine's file of the program, if its folder is the administrator's and nobody else can write there; NULL otherwise. */
static FILE *open_shared(const struct contensou__cache_file *file, uint64_t *size)
{
    struct stat about;
    const char *const name = strrchr(file->path, '/');
    char *const path = name ? format_path(shared_folder, name + 1) : NULL;
    FILE *const in = lstat(shared_folder, &about) == 0 && S_ISDIR(about.st_mode) &&
                             about.st_uid == 0 && !(about.st_mode & (S_IWGRP | S_IWOTH))
                         ? open_owned(path, 0, size)
                         : NULL;

    free(path);
    return in;
}

unsigned char *contensou__cache_load(const struct contensou__cache_file *file, size_t *size)
{
    uint64_t file_size = 0;
    unsigned char *binary;
    FILE *in;

    if (!file->path)
        return NULL;
    in = open_owned(file->path, geteuid(), &file_size);
    binary = load_from(in, file_size, file, size);
    if (binary)
        return binary;
    in = open_shared(file, &file_size);
    return load_from(in, file_size, file, size);
}

static int is_ours(const char *name)
{
    const char *dot = strchr(name, '.');

    return dot && dot - name == 32 &&
           (strcmp(dot, ".bin") == 0 || strncmp(dot, ".bin.tmp.", strlen(".bin.tmp.")) == 0 ||
            strncmp(dot, ".part.", strlen(".part.")) == 0); /* that of earlier versions */
}

/* Counts the files of the cache; *oldest gets the path of the one longest unused, for free(), *bytes their size. */
static int count_files(const char *folder, char **oldest, double *bytes)
{
    int count = 0;
    struct timespec age = {0};
    struct dirent *entry;
    DIR *dir = opendir(folder);

    *oldest = NULL;
    *bytes = 0;
    if (!dir)
        return 0;
    while ((entry = readdir(dir))) {
        char *path = is_ours(entry->d_name) ? format_path(folder, entry->d_name) : NULL;
        struct stat about;

        if (path && lstat(path, &about) == 0) {
            const struct timespec t = about.st_mtim;

            ++count;
            *bytes += (double)about.st_size;
            if (!*oldest || t.tv_sec < age.tv_sec ||
                (t.tv_sec == age.tv_sec && t.tv_nsec < age.tv_nsec)) {
                free(*oldest);
                *oldest = path;
                path = NULL;
                age = t;
            }
        }
        free(path);
    }
    closedir(dir);
    return count;
}

static void evict(const char *folder)
{
    char *oldest;
    int more = 1;

    while (more) {
        double bytes;
        const int count = count_files(folder, &oldest, &bytes);

        more = count > 1 &&
               (count > contensou__cache_max || bytes > contensou__cache_megabytes * 1048576.0) &&
               unlink(oldest) == 0;
        free(oldest);
    }
}

void contensou__cache_store(const struct contensou__cache_file *file, const unsigned char *binary,
                            size_t size)
{
    struct head head = {.key_size = file->key_size, .size = size};
    struct contensou__beside beside;

    if (!file->path || !size || contensou__beside_open(&beside, file->path))
        return;
    memcpy(head.magic, magic, sizeof magic);
    head.checksum = checksum(&head, file->key, binary);
    if (fchmod(beside.descriptor, 0600) ||
        contensou__descriptor_write_on(beside.descriptor, &head, sizeof head) ||
        contensou__descriptor_write_on(beside.descriptor, file->key, file->key_size) ||
        contensou__descriptor_write_on(beside.descriptor, binary, size))
        contensou__beside_discard(&beside);
    else if (!contensou__beside_commit(&beside))
        evict(file->folder);
}

/* Bytes of one file stand for programs. Such locks belong to the process, which may build a program twice; they end with
 * it, and with any descriptor of the file, so that there is only one. */
static int lock_file(const char *folder)
{
    static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
    static int opened = -1;
    char *const path = format_path(folder, "building.lock");

    pthread_mutex_lock(&opening);
    if (opened < 0 && path)
        opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
    pthread_mutex_unlock(&opening);
    free(path);
    return opened;
}

static int change_lock(const struct contensou__cache_file *file, int kind)
{
    struct flock lock = {.l_type = (short)kind, .l_whence = SEEK_SET, .l_len = 1};

    lock.l_start = (off_t)(hash(fnv_basis, file->key, file->key_size) >> 33);
    return fcntl(lock_file(file->folder), F_SETLK, &lock);
}

void contensou__cache_enter(const struct contensou__cache_file *file)
{
    static const char waits[] = "waiting for another process that builds the same program";
    static const double patience = 60;
    const struct timespec pause = {0, 20000000};
    const double start = contensou__clock_seconds();
    const struct contensou_progress *const watch = contensou__stop_process();
    double seconds = 0;

    if (!file->path)
        return;
    while (change_lock(file, F_WRLCK) != 0 && (errno == EAGAIN || errno == EACCES) &&
           seconds < patience && !contensou__stop_asked(watch, waits, seconds, 0)) {
        nanosleep(&pause, NULL);
        seconds = contensou__clock_seconds() - start;
    }
    if (seconds > 0)
        contensou__stop_asked(watch, waits, seconds, seconds);
}

void contensou__cache_leave(const struct contensou__cache_file *file)
{
    if (file->path)
        change_lock(file, F_UNLCK);
}
