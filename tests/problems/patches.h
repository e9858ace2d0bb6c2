/* patches.h: contact patches that cover the catalogue, shared by the tests.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_PATCHES_H
#define CONTENSOU_TESTS_PATCHES_H

#include <contensou/patch.h>

#include <stddef.h>

struct patches_one {
    const char *name;
    struct contensou_patch_spec spec; /* a FILE in the shape lies beside this header */
};

extern const struct patches_one patches_all[];
extern const size_t patches_count;

/* The patch of a specification whose FILE, if any, lies beside this header or has a full path;
 * fails the test where it cannot be made. For contensou_patch_free. */
struct contensou_patch *patches_make(const struct contensou_patch_spec *spec);
struct contensou_patch *patches_make_named(const char *name);

/* 1 if the name is one of the words of a list separated by blanks. */
int patches_listed(const char *list, const char *name);

/* Pieces of a specification, for references that do not ask the library: the numbers behind the
 * colon (1, 1 where there are none), and the full path of the FILE. */
void patches_sizes(const struct contensou_patch_spec *spec, double size[2]);
void patches_path(const struct contensou_patch_spec *spec, char path[1024]);
double patches_exponent(const struct contensou_patch_spec *spec);
int patches_is(const struct contensou_patch_spec *spec, const char *shape);

#endif
