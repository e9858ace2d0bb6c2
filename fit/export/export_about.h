/* export_about.h: what stands in the comment above something exported.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_ABOUT_H
#define CONTENSOU_FIT_EXPORT_EXPORT_ABOUT_H

#include "base/text.h"
#include "contact/patch.h"

#include <contensou/fit.h>

/* A number with so many significant digits, its decimal point a point. */
struct contensou__export_about_number {
    char text[40];
};
struct contensou__export_about_number contensou__export_about_number(double value, int digits);

/* "disk, pressure uniform, ..." as one line without its end. */
void contensou__export_about_contact(const struct contensou_patch *patch,
                                     struct contensou__text *out);

/* The lines of a fitted law's comment. with_mu: the friction coefficient is in the result. */
void contensou__export_about_law(const struct contensou_patch *patch,
                                 const struct contensou_fit_result *result, const char *name,
                                 const char *command, int with_mu, struct contensou__text *out);

/* The end of such a comment: who made it, and what the slip and the result are and in what units. */
void contensou__export_about_end(const struct contensou_patch *patch, const char *command,
                                 int with_mu, struct contensou__text *out);

#endif
