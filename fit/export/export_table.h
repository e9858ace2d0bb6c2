/* export_table.h: the exact wrench as the table that simulations use. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_TABLE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_TABLE_H

#include "fit/export/export_language.h"

#include <contensou/export.h>

/* The name of the model that stands for it. */
#define CONTENSOU__EXPORT_TABLE "table"

/* Appends the functions of export_text.h's languages with slopes, for a table of this patch. command: what made it, or
 * NULL. */
enum contensou_status contensou__export_table_write(const struct contensou_patch *patch,
                                                    const struct contensou__language *language,
                                                    const char *name, const char *command,
                                                    struct contensou__text *out,
                                                    struct contensou_error *err);

#endif
