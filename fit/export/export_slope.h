/* export_slope.h: derivatives of the expressions that export_text.h writes. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_SLOPE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_SLOPE_H

#include "base/text.h"

/* The length of the name or number that an expression begins with, 1e-300 being one; 0 where there is neither. */
size_t contensou__export_slope_word(const char *at);

/* Appends the derivative of an expression in C (numbers, names, the four operations, fabs, fmax, fmin, sqrt) along a
 * direction, d_NAME being that of NAME. The names of `moving`, each behind a blank, have one; all others are
 * constants. Returns 0, with nothing appended, where the derivative is zero. */
int contensou__export_slope(const char *expression, const char *moving,
                            struct contensou__text *out);

#endif
