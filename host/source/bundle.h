/* bundle.h: writes the one device program that a run needs, from the embedded kernel files.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SOURCE_BUNDLE_H
#define CONTENSOU_SOURCE_BUNDLE_H

#include "base/text.h"

enum { contensou__bundle_max = 320 };

/* A program is a list of lines at its head: first the renamings (#define role name), each before
 * the include it stands in front of, then the driver. Entries are used in the order they were
 * added. An entry that does not fit is remembered in problem, and contensou__bundle_write fails
 * with it. */
struct contensou__bundle {
    struct contensou__bundle_entry {
        char include[96];          /* a path under kernels/, or empty for a define */
        char name[64], value[256]; /* #define name value */
        int user; /* 1: includes the user's file, whatever the length of its path */
    } entry[contensou__bundle_max];
    int count;
    const char *user_path,
        *user_text; /* a file given at run time, or NULL; set before it is named */
    char problem[256];
};

void contensou__bundle_define(struct contensou__bundle *b, const char *name, const char *value);
void contensou__bundle_include(struct contensou__bundle *b, const char *path);

/* #define name with a number, and #define role with prefix and end put together. */
void contensou__bundle_number(struct contensou__bundle *b, const char *name, int value);
void contensou__bundle_role(struct contensou__bundle *b, const char *role, const char *prefix,
                            const char *end);

/* Appends to out the complete text: the entries, each included file expanded where it is first
 * named and only once, with #line marks, so that a compiler's message names the file and line.
 * Kernel files name each other by their paths under kernels/, outside any condition but their own
 * include guard. A path that is not there is CONTENSOU_ENOTFOUND with the including file and line.
 */
enum contensou_status contensou__bundle_write(const struct contensou__bundle *b,
                                              struct contensou__text *out,
                                              struct contensou_error *err);

#endif
