/* versioned.h: structs of options that a program fills and whose first member is their size in that program, so that they
 * can grow. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_VERSIONED_H
#define CONTENSOU_BASE_VERSIONED_H

#include <contensou/status.h>

#include <stddef.h>

/* Copies what the program gave, a struct of this name, into our own of `size` bytes; members that the program does not
 * know are 0. NULL: all members are 0. Fails where the size is not set, and where the program, built for a later version,
 * asks for something that this one does not have. */
enum contensou_status contensou__versioned_take(void *own, size_t size, const void *given,
                                                const char *name, struct contensou_error *err);

#endif
