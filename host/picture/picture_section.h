/* picture_section.h: where the trajectories of a file meet a section. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PICTURE_SECTION_H
#define CONTENSOU_PICTURE_PICTURE_SECTION_H

#include "base/numbers.h"

#include <contensou/result.h>

/* The points as a table of the same columns, by cubics through the neighbouring times of the series; its numbers need no
 * file. For _free, also after a failure. */
enum contensou_status contensou__picture_section_cut(const struct contensou__numbers_section *s,
                                                     struct contensou_result *file,
                                                     const struct contensou_result_table *series,
                                                     struct contensou_result_table **out,
                                                     struct contensou_error *err);
void contensou__picture_section_free(struct contensou_result_table *t);

#endif
