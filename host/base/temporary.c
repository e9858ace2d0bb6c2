/* temporary.c: a file for a while. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "base/temporary.h"

#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum contensou_status contensou__temporary_open(struct contensou__temporary *t, const char *name,
                                                struct contensou_error *err)
{
    const char *const given = getenv("TMPDIR");
    struct contensou__text folder = {0}, path = {0};
    enum contensou_status status = CONTENSOU_OK;

    *t = (struct contensou__temporary){0};
    contensou__text_printf(&folder, "%s/contensou-XXXXXX", given && *given ? given : "/tmp");
    if (!folder.failed && !mkdtemp(folder.data))
        status = contensou_fail(err, CONTENSOU_EIO, "cannot make the folder '%s': %s", folder.data,
                                strerror(errno));
    else
        contensou__text_printf(&path, "%s/%s", folder.data, name);
    if (!status && (folder.failed || path.failed))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a temporary file");
    if (status) {
        if (folder.data && path.data)
            rmdir(folder.data);
        contensou__text_free(&folder);
        contensou__text_free(&path);
        return status;
    }
    t->folder = folder.data;
    t->path = path.data;
    return CONTENSOU_OK;
}

void contensou__temporary_remove(struct contensou__temporary *t)
{
    if (t->path)
        unlink(t->path);
    if (t->folder)
        rmdir(t->folder);
    free(t->path);
    free(t->folder);
    *t = (struct contensou__temporary){0};
}
