/* words.h: which words a C text has, comments aside. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SOURCE_WORDS_H
#define CONTENSOU_SOURCE_WORDS_H

#include "base/text.h"

/* Appends the text without its comments; quoted text stays, also where it looks like a comment. */
void contensou__words_strip(const char *text, struct contensou__text *code);

/* Where the word stands by itself, or NULL. */
const char *contensou__words_find(const char *code, const char *word);

/* What stands behind "#define word", or NULL where that is not there. */
const char *contensou__words_defines(const char *code, const char *word);

/* The number of a file under kernels/, whose path has `size` letters, among those of embedded.h; contensou__embedded_count where there is
 * none. */
size_t contensou__words_embedded(const char *path, size_t size);

/* Its text, or NULL. */
const char *contensou__words_kernel(const char *path);

#endif
