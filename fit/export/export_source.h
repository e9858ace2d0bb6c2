/* export_source.h: the text of an exported law, with what its script was told. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_SOURCE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_SOURCE_H

#include "base/text.h"

#include <contensou/export.h>

struct contensou__export_source {
    struct contensou__text text;
    char name[64], identity[40]; /* identity: another one for every other text */
    char mu[40], eps[40]; /* the friction coefficient and the smoothing that scripts begin with */
};

/* What contensou_export_code gives; *source starts all zero. */
enum contensou_status contensou__export_source_make(const struct contensou_patch *patch,
                                                    const struct contensou_fit_result *result,
                                                    const struct contensou_export_options *options,
                                                    struct contensou__export_source *source,
                                                    struct contensou_error *err);
/* Fails unless the contact has a unit of length, which what is exported to (a language, an engine) needs. */
enum contensou_status contensou__export_source_unit(const struct contensou_patch *patch,
                                                    const char *name, struct contensou_error *err);
void contensou__export_source_free(struct contensou__export_source *source);

#endif
