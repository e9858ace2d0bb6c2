/* export_template.h: the texts of fit/export/texts, with the names of a law put into them. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_TEMPLATE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_TEMPLATE_H

#include "base/text.h"

/* A word of a text, and what stands in its place. */
struct contensou__export_word {
    const char *word, *value;
};

/* Appends the text of this file with the words replaced. */
void contensou__export_template_fill(const char *file, const struct contensou__export_word *words,
                                     size_t count, struct contensou__text *out);

/* The same for a law of this name: LAW is its name, BOUND the force that its wrench is over, NOTE what a step does
 * where it is no gradient. */
void contensou__export_template_put(const char *file, const char *name, int gradient, int with_mu,
                                    struct contensou__text *out);

/* What a header in C begins with. order: n of the law's measure of slip. */
void contensou__export_template_c_head(const char *name, int order, int gradient,
                                       struct contensou__text *out);

#endif
