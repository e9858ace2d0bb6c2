/* cmd_eval_dump.c: a text file that is written beside its place and renamed when it is whole.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_eval_dump.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum contensou_status fail(const struct contensou__cmd_eval_dump *dump,
                                  struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", dump->path, strerror(errno));
}

enum contensou_status contensou__cmd_eval_dump_open(struct contensou__cmd_eval_dump *dump,
                                                    const char *path, struct contensou_error *err)
{
    const size_t size = strlen(path) + 5;
    struct stat info;

    dump->path = path;
    if (!stat(path, &info) && !S_ISREG(info.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': it is not a file", path);
    dump->beside = malloc(size);
    if (!dump->beside)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a file name");
    snprintf(dump->beside, size, "%s.tmp", path);
    dump->file = fopen(dump->beside, "w");
    return dump->file ? CONTENSOU_OK : fail(dump, err);
}

enum contensou_status contensou__cmd_eval_dump_close(struct contensou__cmd_eval_dump *dump,
                                                     const char *text, struct contensou_error *err)
{
    const int whole = fputs(text, dump->file) >= 0 && !fflush(dump->file);
    int closed;

    if (!whole)
        return fail(dump, err);
    closed = !fclose(dump->file);
    dump->file = NULL;
    if (!closed || rename(dump->beside, dump->path)) {
        const enum contensou_status status = fail(dump, err);

        unlink(dump->beside);
        return status;
    }
    return CONTENSOU_OK;
}

void contensou__cmd_eval_dump_discard(struct contensou__cmd_eval_dump *dump)
{
    if (dump->file) {
        fclose(dump->file);
        unlink(dump->beside);
    }
    free(dump->beside);
    *dump = (struct contensou__cmd_eval_dump){0};
}
