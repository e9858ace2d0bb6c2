/* friction_parts.h: what the files friction_*.c share. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CATALOGUE_FRICTION_PARTS_H
#define CONTENSOU_CATALOGUE_FRICTION_PARTS_H

#include "catalogue/friction.h"

/* Every lane of a contact law begins with eps, eta' and the slip of the fold over eps. */
enum { contensou__friction_head = 3 };

/* Appends numbers that all lanes share. */
enum contensou_status contensou__friction_share(struct contensou__friction *f, const double *number,
                                                size_t count, struct contensou_error *err);

/* The numbers of a lane of kernels/laws/circular_friction.h. */
int contensou__friction_circular_fields(const struct contensou__law *law);

/* The exact wrench, directly; friction_exact.c. */
enum contensou_status contensou__friction_integral(struct contensou__friction *f,
                                                   const struct contensou_patch *patch,
                                                   struct contensou_error *err);

/* The exact wrench, interpolated; friction_table.c. */
enum contensou_status contensou__friction_table(struct contensou__friction *f,
                                                const struct contensou_patch *patch,
                                                struct contensou_error *err);

/* Its two forms, and the largest error of T and M/a over fresh directions at random, with every tenth next to
 * a pure slide, a pure spin or, for circular ones, a rotation about the rim. */
#define contensou__friction_table_goal 1e-6
enum contensou_status contensou__friction_round_table(struct contensou__friction *f,
                                                      const struct contensou_patch *patch,
                                                      struct contensou_error *err);
enum contensou_status contensou__friction_cube_table(struct contensou__friction *f,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_error *err);
double contensou__friction_table_error(const struct contensou__friction *f, double a,
                                       void (*wrench)(const struct contensou__friction *f,
                                                      const double slip[3], double out[3]));

#endif
