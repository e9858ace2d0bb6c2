/* tables.h: what a device program needs to know of a patch: which formulas, its parameters, its
 * nodes or edges. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_TABLES_H
#define CONTENSOU_CONTACT_TABLES_H

#include "contact/stretch.h"
#include "source/bundle.h"

#include <contensou/status.h>

#include <stddef.h>

enum contensou__tables_kind {
    contensou__tables_disk,
    contensou__tables_ellipse,
    contensou__tables_edges,
};

struct contensou__tables {
    enum contensou__tables_kind kind;
    int twice, tilted; /* constants of the program: chord.h, and whether there is a gradient */
    double params[32]; /* the fields of disk_params, ellipse_params or edges_params */
    int param_count;
    double *table; /* nodes or edges; layout in the kernel's head */
    size_t count;
    struct contensou__stretch stretch; /* what contensou__tables_wrench adds; programs do not */
};

void contensou__tables_free(struct contensou__tables *t);

/* Includes the formulas and binds the roles patch_params, patch_params_count, patch_wrench, patch_twice and
 * patch_tilted. */
void contensou__tables_bind(const struct contensou__tables *t, struct contensou__bundle *b);

/* The wrench (Tx, Ty, M, then the Jacobian xx xy yy xw yw ww) of one slip by the kernels' formulas
 * compiled as C. */
void contensou__tables_wrench(const struct contensou__tables *t, const double slip[3], int jacobian,
                              double out[9]);

#endif
