/* beside.h: a file that is written beside its place and takes it when it is whole, so that a reader
 * sees the old file or the new one, and two writers do not mix.
 *
 * The temporary name is PATH.tmp.PROCESS-NUMBER. Its writer holds a lock on it; temporary files of
 * the same place that nobody holds were left by a process that was killed, and the next writer
 * removes them. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_BESIDE_H
#define CONTENSOU_BASE_BESIDE_H

#include "base/text.h"

/* All zero is nothing. */
struct contensou__beside {
    char *path;      /* the place, links resolved */
    char *temporary; /* what is written */
    int descriptor;  /* of the temporary file, for reading and writing */
};

/* Makes the temporary file, with the rights of the file that it will replace. 0, or -1 with errno;
 * *b is all zero then. */
int contensou__beside_open(struct contensou__beside *b, const char *path);

/* Sees that the bytes are on the disk, renames the file, and sees that its name is there too. 0, or
 * -1 with errno; either way *b is all zero then and no temporary file is left. */
int contensou__beside_commit(struct contensou__beside *b);

/* All of it at once: a file of these bytes. 0, or -1 with errno, and then nothing is left. */
int contensou__beside_write(const char *path, const char *bytes, size_t size);

/* The same with a sentence that says why it failed; also of a text that is not whole. */
enum contensou_status contensou__beside_text(const char *path, const struct contensou__text *text,
                                             struct contensou_error *err);

/* Removes the temporary file; nothing is fine. */
void contensou__beside_discard(struct contensou__beside *b);

/* Sees that the names in the folder of `path` are on the disk, as far as the file system can. */
void contensou__beside_sync_folder(const char *path);

#endif
