/* picture_section.h: where the trajectories of a file meet a section. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PICTURE_SECTION_H
#define CONTENSOU_PICTURE_PICTURE_SECTION_H

#include "picture/draft.h"

/* Makes d->own, the points of the section d->cut as a table of the same columns, by cubics through the neighbouring times of
 * the series; it is for _free, also after a failure. */
void contensou__picture_section_cut(struct contensou__draft *d,
                                    const struct contensou_result_table *series);
void contensou__picture_section_free(struct contensou_result_table *t);

#endif
