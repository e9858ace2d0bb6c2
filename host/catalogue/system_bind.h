/* system_bind.h: a system in a program: the role names of what it states, and the files of kernels/contact for the
 * rest. Built-in systems and users' headers go the same way. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CATALOGUE_SYSTEM_BIND_H
#define CONTENSOU_CATALOGUE_SYSTEM_BIND_H

#include "catalogue/system.h"
#include "source/bundle.h"

/* What a user's system asks its law for, by the words of its text (without comments). */
enum contensou__system_friction contensou__system_bind_friction(const char *code);

/* Appends the built-in system, or with b->user_path set the user's, whose names are the roles themselves. */
void contensou__system_bind(const struct contensou__system *s, struct contensou__bundle *b);

#endif
