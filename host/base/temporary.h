/* temporary.h: a file for a while, in a folder of its own. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_TEMPORARY_H
#define CONTENSOU_BASE_TEMPORARY_H

#include <contensou/status.h>

/* All zero is nothing. */
struct contensou__temporary {
    char *folder, *path;
};

/* Makes the folder, in that of $TMPDIR or in /tmp, and names a file there, which is not made. */
enum contensou_status contensou__temporary_open(struct contensou__temporary *t, const char *name,
                                                struct contensou_error *err);

/* Removes both; nothing is fine. */
void contensou__temporary_remove(struct contensou__temporary *t);

#endif
