/* cell_mass.h: the part of a patch in a rectangular window: its mass and first moments.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_CELL_MASS_H
#define CONTENSOU_CONTACT_CELL_MASS_H

#include "contact/outline.h"
#include "contact/round.h"

/* window is x0, x1, y0, y1 in the shape's coordinates; m gets int p, int p x, int p y, in units
 * that are the same for all windows of a patch. */
void contensou__cell_mass_round(const struct contensou__round *r, const double window[4],
                                double m[3]);
void contensou__cell_mass_outline(const struct contensou__outline *o, const double g[2],
                                  const double window[4], double m[3]);

#endif
