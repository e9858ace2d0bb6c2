/* directive.h: what a line of program text is to the preprocessor, as far as the files that a program
 * includes are concerned. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SOURCE_DIRECTIVE_H
#define CONTENSOU_SOURCE_DIRECTIVE_H

#include "base/text.h"

#include <stddef.h>

enum contensou__directive_kind {
    contensou__directive_none,
    contensou__directive_quoted, /* #include "path" */
    contensou__directive_angled, /* #include <path> */
    contensou__directive_other,  /* #include of a macro, #include_next, #import */
    contensou__directive_once    /* #pragma once */
};

/* What the line from `line` to `end` is; *path is the file with its size where one is named, and
 * path + size + 1 is what stands behind it. */
enum contensou__directive_kind contensou__directive_kind(const char *line, const char *end,
                                                         const char **path, size_t *size);

/* 1 if the text is inside a block comment at `end`, given whether it was at `line`. */
int contensou__directive_in_comment(const char *line, const char *end, int inside);

/* Appends a mark '#line N "file"': the line that follows is the given one of the file. */
void contensou__directive_put_mark(struct contensou__text *to, const char *file, long line);

/* Where such a mark is the line: N, with the name's start and size; otherwise 0. */
long contensou__directive_mark(const char *line, const char *end, const char **file, size_t *size);

#endif
