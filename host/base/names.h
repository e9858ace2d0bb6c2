/* names.h: finds a name in a list, and the nearest one for a message when it is not there.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_NAMES_H
#define CONTENSOU_BASE_NAMES_H

#include <contensou/status.h>

#include <stddef.h>

/* The index of name in names[count], or -1. */
int contensou__names_find(const char *name, const char *const *names, size_t count);

/* The name that differs least (edits and transpositions), or NULL where none is near enough to be
 * what was meant. */
const char *contensou__names_nearest(const char *name, const char *const *names, size_t count);

/* The next name of a list such as "a,b,c", of which at most size - 1 bytes are copied: *list becomes what stands behind its comma, or
 * NULL behind the last name. Returns its length, 0 where nothing stands there. */
size_t contensou__names_next(const char **list, char *name, size_t size);

/* Fails with "no <what> named '<name>'; did you mean '<nearest>'? available: a, b, c". */
enum contensou_status contensou__names_fail(struct contensou_error *err, const char *what,
                                            const char *name, const char *const *names,
                                            size_t count);

/* The frames of contacts by name, in the order of enum contensou_frame from CONTENSOU_FRAME_BODY on. */
extern const char *const contensou__names_frames[2];

#endif
