/* temporary.h: a file for a while, in a folder of its own. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_TEMPORARY_H
#define CONTENSOU_BASE_TEMPORARY_H

#include <contensou/status.h>

#include <sys/types.h>

/* All zero is nothing. */
struct contensou__temporary {
    char *folder, *path;
    int lock;    /* the open folder, -1 where the file system has no locks */
    pid_t maker; /* a process that was forked removes nothing */
};

/* Makes the folder, in that of $TMPDIR or in /tmp, for this user alone, and names a file there, which is not made. Removes
 * the folders of processes that crashed before they could. */
enum contensou_status contensou__temporary_open(struct contensou__temporary *t, const char *name,
                                                struct contensou_error *err);

/* Removes the folder and what is in it; nothing is fine. */
void contensou__temporary_remove(struct contensou__temporary *t);

#endif
