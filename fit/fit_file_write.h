/* fit_file_write.h: members that the files of fits and of identified contacts share. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_FIT_FILE_WRITE_H
#define CONTENSOU_FIT_FIT_FILE_WRITE_H

#include "base/json.h"

#include <contensou/fit.h>

/* What the rows were divided by, as "units"; nothing where they were not. */
void contensou__fit_file_write_units(struct contensou__json *j,
                                     const struct contensou_fit_record *of);

#endif
