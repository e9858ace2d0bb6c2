/* export_feet.h: a contact as a few points with plain Coulomb friction. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_FEET_H
#define CONTENSOU_FIT_EXPORT_EXPORT_FEET_H

#include "fit/problem.h"

#include <contensou/export.h>

/* Places in the unit of the patch, and the share of mu N that each carries; the shares sum to 1. The mean of the places
 * is the centre of pressure, so that a level body gives each the same weight. */
struct contensou__feet {
    int count;
    double x[CONTENSOU_EXPORT_FEET_MOST], y[CONTENSOU_EXPORT_FEET_MOST],
        share[CONTENSOU_EXPORT_FEET_MOST];
    double size;              /* of the patch */
    double rms, max_T, max_M; /* against the exact wrench, torques over the size */
};

/* Finds the feet of the least squares over directions that turn over phi, which feet see also where the contact does not; they
 * have the mirrors and the half turn of the contact. equal: all shares are the same. */
enum contensou_status contensou__export_feet_fit(const struct contensou_patch *patch,
                                                 struct contensou_device *device, int count,
                                                 int equal, struct contensou__feet *feet,
                                                 struct contensou_error *err);

#endif
