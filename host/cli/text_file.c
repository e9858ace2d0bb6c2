/* text_file.c: a text file that is written beside its place and renamed when it is whole.
 * SPDX-License-Identifier: MIT */
#include "cli/text_file.h"

#include "base/descriptor.h"

#include <contensou/table.h>
#include <contensou/tool.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum contensou_status fail(const struct contensou__text_file *dump,
                                  struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", dump->path, strerror(errno));
}

enum contensou_status contensou__text_file_open(struct contensou__text_file *dump, const char *path,
                                                struct contensou_error *err)
{
    struct stat info;

    dump->path = path;
    dump->stream = strcmp(path, "-") != 0 && contensou_table_is_stream(path);
    if (!dump->stream && !stat(path, &info) && !S_ISREG(info.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': it is not a file", path);
    if (!dump->stream && contensou_table_guard_text(path, err))
        return CONTENSOU_EARGUMENT;
    if (!dump->stream && contensou__beside_open(&dump->file, path) != 0)
        return fail(dump, err);
    dump->opened = 1;
    return CONTENSOU_OK;
}

static enum contensou_status write_stream(const struct contensou__text_file *dump, const char *text,
                                          size_t size, struct contensou_error *err)
{
    const int descriptor = open(dump->path, O_WRONLY | O_APPEND | O_CLOEXEC);
    enum contensou_status status =
        descriptor < 0 || contensou__descriptor_write_on(descriptor, text, size) ? fail(dump, err)
                                                                                 : CONTENSOU_OK;

    if (descriptor >= 0 && close(descriptor) != 0 && !status)
        status = fail(dump, err);
    return status;
}

enum contensou_status contensou__text_file_close_bytes(struct contensou__text_file *dump,
                                                       const void *bytes, size_t size,
                                                       struct contensou_error *err)
{
    dump->opened = 0;
    if (dump->stream)
        return write_stream(dump, bytes, size, err);
    if (contensou__descriptor_write_on(dump->file.descriptor, bytes, size)) {
        contensou__beside_discard(&dump->file);
        return fail(dump, err);
    }
    return contensou__beside_commit(&dump->file) != 0 ? fail(dump, err) : CONTENSOU_OK;
}

enum contensou_status contensou__text_file_close(struct contensou__text_file *dump,
                                                 const char *text, struct contensou_error *err)
{
    return contensou__text_file_close_bytes(dump, text, strlen(text), err);
}

enum contensou_status contensou__text_file_write(const char *path, const char *text,
                                                 struct contensou_error *err)
{
    struct contensou__text_file file = {0};
    const enum contensou_status status = contensou__text_file_open(&file, path, err);

    return status ? status : contensou__text_file_close(&file, text, err);
}

void contensou__text_file_discard(struct contensou__text_file *dump)
{
    contensou__beside_discard(&dump->file);
    *dump = (struct contensou__text_file){0};
}
