/* oracle.h: the kernels' formulas in long double, with the library's own tables: what is left is
 * the rounding of the formulas, nothing else. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_ORACLE_H
#define CONTENSOU_TESTS_ORACLE_H

#include "contact/patch_data.h"

/* Tx, Ty, M, then the Jacobian xx xy yy xw yw ww; the slip is taken as it is, not scaled. */
void oracle_wrench(const struct contensou__patch_data *t, const double slip[3], long double out[9]);

#endif
