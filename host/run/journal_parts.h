/* journal_parts.h: the bytes of a journal, in files of at most so many bytes: PATH, PATH.2, PATH.3 and so on, read as one. Only
 * the last one is written; the others never change again, so that they can be copied away while the run goes on.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_JOURNAL_PARTS_H
#define CONTENSOU_RUN_JOURNAL_PARTS_H

#include <contensou/status.h>

#include <stdint.h>
#include <sys/types.h>

struct contensou__journal_parts {
    char *path;      /* of the first one; how messages name it */
    int first, last; /* descriptors; -1: closed, and opened for each read */
    uint64_t *start; /* [parts] where each part begins in the whole */
    size_t parts;
    uint64_t most; /* bytes of a part; 0: any */
};

/* Finds the parts behind the first one, which is open: *size is of all. */
enum contensou_status contensou__journal_parts_find(struct contensou__journal_parts *f,
                                                    int writable, uint64_t *size,
                                                    struct contensou_error *err);

/* As those of a descriptor. A write stands at the end, and begins a part where the last one has no room for it. */
ssize_t contensou__journal_parts_read(const struct contensou__journal_parts *f, char *bytes,
                                      size_t size, uint64_t offset);
int contensou__journal_parts_write(struct contensou__journal_parts *f, const char *bytes,
                                   size_t size, uint64_t end);

/* Cuts the whole at `end`, removing the parts behind; 0, or -1 with errno. */
int contensou__journal_parts_cut(struct contensou__journal_parts *f, uint64_t end);

int contensou__journal_parts_sync(const struct contensou__journal_parts *f);
void contensou__journal_parts_close(struct contensou__journal_parts *f);

/* Removes the parts behind the first one, also those that are not open. */
void contensou__journal_parts_remove_others(const char *path);

#endif
