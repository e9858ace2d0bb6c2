/* law_table.h: the tables that tie laws to contacts. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_LAW_TABLE_H
#define CONTENSOU_LAWS_LAW_TABLE_H

#include "laws/law.h"

/* What the laws need to know about the symmetry of a patch. */
struct contensou__law_symmetry {
    int circular; /* a disk or annulus about the reference point, without tilt */
    int central;  /* the same after half a turn about the reference point */
};
enum contensou_status contensou__law_table_symmetry(const struct contensou_patch *patch,
                                                    struct contensou__law_symmetry *s,
                                                    struct contensou_error *err);

/* Appends the Taylor coefficients of I_{n1,n2}, its arguments, to the table: kernels/laws/approximant.h. */
enum contensou_status contensou__law_table_taylor(const struct contensou_patch *patch,
                                                  struct contensou__law *law,
                                                  struct contensou_error *err);

/* Appends the forms of a potential whose degree is its argument, and its parameters: kernels/laws/potential.h. All
 * coefficients but those of w^0, which is (vx^2 + vy^2)^(d/2), and of w^d, are free. */
void contensou__law_table_forms(struct contensou__law *law);

#endif
