/* tables_write.c: the tables as files, all of them or none. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "picture/tables_files.h"

#include "base/beside.h"

#include "base/try.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_files = 24, most_path = 4096 };

/* Files in a folder beside, waiting for their place. */
struct batch {
    const char *folder;
    char beside[most_path];
    const char *name[most_files];
    size_t count;
    int made; /* the folder is new */
};

static enum contensou_status fail_folder(const char *folder, struct contensou_error *err)
{
    const int number = errno;

    if (number == ENOENT)
        return contensou_fail(err, CONTENSOU_EIO,
                              "cannot make the folder '%s': the folder above it is not there",
                              folder);
    return contensou_fail(err, CONTENSOU_EIO, "cannot write to the folder '%s': %s", folder,
                          strerror(number));
}

enum contensou_status contensou_tables_write_check(const char *folder, struct contensou_error *err)
{
    struct stat about;

    if (!*folder || strlen(folder) > 3900)
        return WRONG(err, "'%.60s' cannot name a folder", folder);
    if (stat(folder, &about) == 0) {
        if (!S_ISDIR(about.st_mode))
            return contensou_fail(err, CONTENSOU_EIO, "cannot write to '%s': it is not a folder",
                                  folder);
        return access(folder, W_OK | X_OK) == 0 ? CONTENSOU_OK : fail_folder(folder, err);
    }
    if (errno != ENOENT || mkdir(folder, 0777) != 0)
        return fail_folder(folder, err);
    return rmdir(folder) == 0 ? CONTENSOU_OK : fail_folder(folder, err);
}

static enum contensou_status open_batch(struct batch *b, struct contensou_error *err)
{
    TRY(contensou_tables_write_check(b->folder, err));
    b->made = mkdir(b->folder, 0777) == 0;
    if (!b->made && errno != EEXIST)
        return fail_folder(b->folder, err);
    snprintf(b->beside, sizeof b->beside, "%.3900s/.tables-XXXXXX", b->folder);
    if (!mkdtemp(b->beside)) {
        b->beside[0] = '\0';
        return fail_folder(b->folder, err);
    }
    return CONTENSOU_OK;
}

static void path_of(const char *folder, const char *name, char path[most_path])
{
    snprintf(path, most_path, "%.4000s/%.80s", folder, name);
}

/* Takes the file into the batch; its path to write to. */
static void take(struct batch *b, const char *name, char path[most_path])
{
    b->name[b->count++] = name;
    path_of(b->beside, name, path);
}

static enum contensou_status put(struct batch *b, const char *name, const char *data, size_t size,
                                 struct contensou_error *err)
{
    char path[most_path];
    FILE *file;
    int bad;

    take(b, name, path);
    errno = 0;
    file = fopen(path, "wb");
    bad = !file || fwrite(data, 1, size, file) != size || fflush(file) != 0;
    if (!bad)
        (void)!fsync(fileno(file));
    if (file)
        bad |= fclose(file) != 0;
    return bad ? contensou_fail(err, CONTENSOU_EIO, "cannot write '%s' in '%s': %s", name,
                                b->folder, errno ? strerror(errno) : "a write failed")
               : CONTENSOU_OK;
}

static enum contensou_status put_texts(const struct contensou_tables *t, struct batch *b,
                                       struct contensou_error *err)
{
    OWNED(contensou__try_free) char *markdown = NULL;

    TRY(contensou_tables_markdown(t, &markdown, err));
    TRY(put(b, "tables.md", markdown, strlen(markdown), err));
    for (size_t i = 0; contensou__tables_csv_name(i); ++i) {
        OWNED(contensou__text_free) struct contensou__text text = {0};

        contensou__tables_csv(t, i, &text);
        TRY(contensou__try_memory(text.failed ? NULL : b, err, "'%s'",
                                  contensou__tables_csv_name(i)));
        TRY(put(b, contensou__tables_csv_name(i), text.data, text.size, err));
    }
    return CONTENSOU_OK;
}

static enum contensou_status put_pictures(const struct contensou_tables *t, struct batch *b,
                                          struct contensou_error *err)
{
    for (size_t i = 0; contensou__tables_pictures_name(i); ++i) {
        char path[most_path];

        take(b, contensou__tables_pictures_name(i), path);
        TRY(contensou__tables_pictures(t, i, path, err));
        if (access(path, F_OK) != 0)
            --b->count; /* not drawn: too few contacts */
    }
    return CONTENSOU_OK;
}

static enum contensou_status write_batch(const struct contensou_tables *tables, struct batch *b,
                                         int pictures, struct contensou_error *err)
{
    TRY(open_batch(b, err));
    TRY(put_texts(tables, b, err));
    return pictures ? put_pictures(tables, b, err) : CONTENSOU_OK;
}

/* All to their place, or on failure all away. */
static enum contensou_status close_batch(struct batch *b, enum contensou_status status,
                                         struct contensou_error *err)
{
    char from[most_path], to[most_path];

    for (size_t i = 0; i < b->count; ++i) {
        path_of(b->beside, b->name[i], from);
        path_of(b->folder, b->name[i], to);
        if (!status && rename(from, to) != 0)
            status =
                contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", to, strerror(errno));
        if (status)
            unlink(from);
    }
    if (b->count && !status) {
        path_of(b->folder, b->name[0], to);
        contensou__beside_sync_folder(to);
    }
    if (b->beside[0])
        rmdir(b->beside);
    if (status && b->made)
        rmdir(b->folder);
    return status;
}

enum contensou_status contensou_tables_write(const struct contensou_tables *tables,
                                             const char *folder, int pictures,
                                             struct contensou_error *err)
{
    struct batch b = {.folder = folder};

    return close_batch(&b, write_batch(tables, &b, pictures, err), err);
}
