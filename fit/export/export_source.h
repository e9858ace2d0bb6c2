/* export_source.h: the text of an exported law, with what its script was told. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_SOURCE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_SOURCE_H

#include "base/text.h"

#include <contensou/export.h>

struct contensou__export_source {
    struct contensou__text text;
    char name[64], identity[40]; /* identity: another one for every other text */
    char mu[40];                 /* the friction coefficient that scripts begin with */
};

/* The smoothing that they begin with. */
#define CONTENSOU__EXPORT_SOURCE_EPS "0.001"

/* What contensou_export_code gives, unless its text failed; *source starts all zero, and is freed after a failure too. */
enum contensou_status contensou__export_source_make(const struct contensou_patch *patch,
                                                    const struct contensou_fit_result *result,
                                                    const struct contensou_export_options *options,
                                                    struct contensou__export_source *source,
                                                    struct contensou_error *err);
static inline void contensou__export_source_free(struct contensou__export_source *source)
{
    contensou__text_free(&source->text);
}

/* Fails unless the contact has a unit of length, which what is exported to (a language, an engine) needs. */
enum contensou_status contensou__export_source_unit(const struct contensou_patch *patch,
                                                    const char *name, struct contensou_error *err);

#endif
