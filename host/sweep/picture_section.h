/* picture_section.h: where the trajectories of a file meet a section. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_PICTURE_SECTION_H
#define CONTENSOU_SWEEP_PICTURE_SECTION_H

#include <contensou/result.h>

enum { contensou__picture_section_name = 64 };

/* STATE=VALUE[,up|down|both] or period=T. */
struct contensou__picture_section {
    char state[contensou__picture_section_name]; /* "period" */
    double value;
    int direction; /* 1: up, -1: down, 0: both */
};

enum contensou_status contensou__picture_section_read(struct contensou__picture_section *s,
                                                      const char *text,
                                                      struct contensou_error *err);

/* The points as a table of the same columns, by cubics through the neighbouring times of the series; its numbers need no
 * file. For _free, also after a failure. */
enum contensou_status contensou__picture_section_cut(const struct contensou__picture_section *s,
                                                     struct contensou_result *file,
                                                     const struct contensou_result_table *series,
                                                     struct contensou_result_table **out,
                                                     struct contensou_error *err);
void contensou__picture_section_free(struct contensou_result_table *t);

#endif
