/* archive.h: a ZIP archive of a few files, stored as they are. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_ARCHIVE_H
#define CONTENSOU_BASE_ARCHIVE_H

#include "base/text.h"

struct contensou__archive_file {
    const char *path;
    const void *bytes;
    size_t size;
};

/* Appends the archive to `out`. Nothing in it depends on the time or the machine. */
void contensou__archive_write(const struct contensou__archive_file *files, size_t count,
                              struct contensou__text *out);

#endif
