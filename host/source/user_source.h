/* user_source.h: the text of a user's file with the files that it includes put in their places, so that
 * what is compiled, hashed and kept is all that there is.
 *
 * An include, in quotes or angle brackets, names a file of kernels/, which stays for the bundle, or one in
 * the folder of the user's file or below it. Any other is an error of the compiler at that line, and only
 * if the line counts: one under #ifndef __OPENCL_C_VERSION__ does not.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SOURCE_USER_SOURCE_H
#define CONTENSOU_SOURCE_USER_SOURCE_H

#include "base/text.h"

#include <stdint.h>

/* All zero is nothing. */
struct contensou__user_source {
    struct contensou__text text; /* with #line marks */
    struct contensou__user_source_file {
        char *path;   /* as it was reached */
        uint32_t sum; /* CRC-32C of its bytes */
        size_t size;
    } * file; /* the user's file, then every other that was read, once each */
    size_t files;
};

/* Reads the file. Release it also after a failure. */
enum contensou_status contensou__user_source_read(struct contensou__user_source *s,
                                                  const char *path, struct contensou_error *err);

/* The same of a text that a program has, under this name; there is no folder, so it includes files of kernels/ only. */
enum contensou_status contensou__user_source_take(struct contensou__user_source *s,
                                                  const char *name, const char *text,
                                                  struct contensou_error *err);
void contensou__user_source_free(struct contensou__user_source *s);

#endif
