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

/* The table of I_{n1,n2}: kernels/laws/approximant.h. */
enum contensou_status contensou__law_table_approximant(const struct contensou_patch *patch, int n1,
                                                       int n2, struct contensou__law *law,
                                                       struct contensou_error *err);

#endif
