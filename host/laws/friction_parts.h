/* friction_parts.h: what the files friction_*.c share. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_FRICTION_PARTS_H
#define CONTENSOU_LAWS_FRICTION_PARTS_H

#include "laws/friction.h"

#include <stdint.h>

/* Every lane of a contact law begins with eps, eta' and the slip at peak friction over eps. */
enum { contensou__friction_head = 3 };

/* Appends numbers that all lanes share. */
enum contensou_status contensou__friction_share(struct contensou__friction *f, const double *number,
                                                size_t count, struct contensou_error *err);

/* The exact wrench, interpolated; friction_table.c. */
enum contensou_status contensou__friction_table(struct contensou__friction *f,
                                                const struct contensou_patch *patch, int circular,
                                                const struct contensou__friction_source *source,
                                                struct contensou_error *err);

/* Its two forms; both leave what they err, found over fresh slips, in table_error. What they may err is 1e-6, and 3e-6
 * in single precision. */
double contensou__friction_table_goal(const struct contensou__friction *f);
enum contensou_status contensou__friction_round_table(struct contensou__friction *f,
                                                      const struct contensou_patch *patch,
                                                      const double *like,
                                                      struct contensou_error *err);
enum contensou_status
contensou__friction_cube_table(struct contensou__friction *f, const struct contensou_patch *patch,
                               const struct contensou__friction_source *source,
                               struct contensou_error *err);

/* slip[3 * tried]: directions at random, every tenth next to a pure slide, a pure spin or, for circular patches of
 * radius a, a rotation about the rim. */
enum { contensou__friction_table_tried = 4000 };
void contensou__friction_table_slips(double a, double *slip);

/* A number at random from 0 to 1. */
double contensou__friction_table_random(uint64_t *seed);

/* The larger difference of two wrenches: of T, and of M over a. */
double contensou__friction_table_difference(const double got[3], const double exact[3], double a);

/* The exact wrenches of n slips, from the source or, where there is none, one after the other. Slip i and its wrench
 * are at 3 i. */
enum contensou_status
contensou__friction_table_exact(const struct contensou__friction_source *source,
                                const struct contensou__patch_data *patch, size_t n,
                                const double *slip, double *wrench, struct contensou_error *err);

#endif
