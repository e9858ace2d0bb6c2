/* text_file.h: a text file that is written beside its place and renamed when it is whole; a pipe or
 * a device is written to as it is. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_TEXT_FILE_H
#define CONTENSOU_CLI_TEXT_FILE_H

#include "base/beside.h"

#include <contensou/status.h>

#include <stddef.h>

struct contensou__text_file {
    const char *path; /* the caller's */
    struct contensou__beside file;
    int opened, stream;
};

/* Fails, naming the place, where no file can be written; *dump starts all zero. */
enum contensou_status contensou__text_file_open(struct contensou__text_file *dump, const char *path,
                                                struct contensou_error *err);

/* Writes the text and puts the file in its place; on failure none is left behind. */
enum contensou_status contensou__text_file_close(struct contensou__text_file *dump,
                                                 const char *text, struct contensou_error *err);

/* The same with bytes of any value. */
enum contensou_status contensou__text_file_close_bytes(struct contensou__text_file *dump,
                                                       const void *bytes, size_t size,
                                                       struct contensou_error *err);

/* Both at once. */
enum contensou_status contensou__text_file_write(const char *path, const char *text,
                                                 struct contensou_error *err);

/* Drops the unfinished file; an all-zero or closed dump is fine. */
void contensou__text_file_discard(struct contensou__text_file *dump);

#endif
