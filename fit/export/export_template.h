/* export_template.h: the texts of fit/export/texts, with the names of a law put into them. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_TEMPLATE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_TEMPLATE_H

#include "base/text.h"

/* A word of a text, and what stands in its place; a list of them ends with a word that is NULL. */
struct contensou__export_word {
    const char *word, *value;
};

/* Appends the text, or nothing for NULL, with the words replaced; of several that fit the first one. */
void contensou__export_template_fill(const char *text, const struct contensou__export_word *words,
                                     struct contensou__text *out);

/* The text of this file of fit/export/texts, NULL for NULL; one that is not there makes `out` fail. */
const char *contensou__export_template_file(const char *file, struct contensou__text *out);

#endif
