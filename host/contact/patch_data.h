/* patch_data.h: what a device program needs to know of a patch: which formulas, its parameters, its
 * nodes or edges. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_PATCH_DATA_H
#define CONTENSOU_CONTACT_PATCH_DATA_H

#include "contact/stretch.h"
#include "source/bundle.h"

#include <contensou/status.h>

#include <stddef.h>

enum contensou__patch_data_kind {
    contensou__patch_data_disk,
    contensou__patch_data_ellipse,
    contensou__patch_data_edges,
    contensou__patch_data_map,
};

struct contensou__patch_data {
    enum contensou__patch_data_kind kind;
    int twice, tilted; /* constants of the program: chord.h, and whether there is a gradient */
    double params[32]; /* the fields of disk_params, ellipse_params, edges_params or map_params */
    int param_count;
    double *table; /* nodes or edges; layout in the kernel's head */
    size_t count;
    struct contensou__stretch stretch; /* what contensou__patch_data_wrench adds; programs do not */
    int anisotropic; /* 1: for any angle of an anisotropy (kernels/patches/anisotropy.h); programs only */
};

void contensou__patch_data_free(struct contensou__patch_data *t);

/* Includes the formulas and binds the roles patch_params, patch_params_count, patch_wrench, patch_rule, patch_rules, patch_twice and
 * patch_tilted, with an anisotropy patch_wrench_anisotropic too. */
void contensou__patch_data_bind(const struct contensou__patch_data *t, struct contensou__bundle *b);

/* The wrench (Tx, Ty, M, then the Jacobian xx xy yy xw yw ww) of one slip by the kernels' formulas
 * compiled as C. */
void contensou__patch_data_wrench(const struct contensou__patch_data *t, const double slip[3],
                                  int jacobian, double out[9]);

#endif
