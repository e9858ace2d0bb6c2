/* export_laws.h: the formulas of kernels/laws as statements of an exported function.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_LAWS_H
#define CONTENSOU_FIT_EXPORT_EXPORT_LAWS_H

#include "laws/law.h"
#include "fit/export/export_text.h"

/* The law as it stands, its friction coefficient mu and size a (1 unless they were fitted):
 * T = mu T_law(v, a w), M = mu a M_law. radius: of the patch, what zero is measured by. */
struct contensou__export_law {
    const struct contensou__law *law;
    double mu, a, radius;
};

/* 1 if the law can be written so. */
int contensou__export_laws_has(const struct contensou__law *law);

/* Writes the body. Slips are brought to a largest component of 1 first, so that none is too large or
 * too small. */
void contensou__export_laws_body(const struct contensou__export_law *e,
                                 struct contensou__export_text *t);

#endif
