/* law_file.h: a law with its contact from a file of 'contensou fit'. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_LAW_FILE_H
#define CONTENSOU_SIMULATE_LAW_FILE_H

#include "base/text.h"
#include "catalogue/system.h"
#include "laws/friction.h"

#include <contensou/patch.h>

/* The contact that was fitted; the words of spec are in `words`. All zero is nothing. */
struct contensou__law_file {
    struct contensou_patch_spec spec;
    struct contensou_patch *patch;
    struct contensou__text words;
};

/* 1 where a law is the path of such a file rather than a name: it ends in .json. */
int contensou__law_file_is(const char *law);

/* Reads the contact and makes the law, for contensou__friction_free. Free the contact, behind the law, also after a
 * failure. */
enum contensou_status contensou__law_file_read(struct contensou__law_file *f, const char *path,
                                               const struct contensou__system *system, int single,
                                               struct contensou__friction *friction,
                                               struct contensou_error *err);
void contensou__law_file_free(struct contensou__law_file *f);

#endif
