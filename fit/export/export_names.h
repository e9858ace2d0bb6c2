/* export_names.h: what a function may be called. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_NAMES_H
#define CONTENSOU_FIT_EXPORT_EXPORT_NAMES_H

#include "fit/export/export_text.h"

/* The language of this name, or a failure with the nearest one. */
enum contensou_status contensou__export_names_language(const char *name,
                                                       enum contensou__export_language *language,
                                                       struct contensou_error *err);

/* Fails with CONTENSOU_EARGUMENT unless name is an identifier of the language that is neither a
 * keyword nor needed inside the function (`locals`, as the text lists them). */
enum contensou_status contensou__export_names_check(const char *name,
                                                    enum contensou__export_language language,
                                                    const char *locals,
                                                    struct contensou_error *err);

#endif
