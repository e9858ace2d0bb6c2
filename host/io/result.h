/* result.h: what a file of results says of itself, for rooms of the library. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_RESULT_H
#define CONTENSOU_IO_RESULT_H

#include <contensou/result.h>

/* The text of an attribute of the file ("") or of a group of it, "" where there is none; it lasts until the file is closed. Of
 * _shown numbers are texts too. */
const char *contensou__result_text(const struct contensou_result *f, const char *group,
                                   const char *name);
const char *contensou__result_shown(const struct contensou_result *f, const char *group,
                                    const char *name);

#endif
