/* eval.h: laws for simulations on a device; what they are made of is computed there where that is much work.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_EVAL_H
#define CONTENSOU_DEVICE_EVAL_H

#include "laws/friction.h"

#include <contensou/device.h>

/* Called now and then with the number of slips evaluated so far; anything but CONTENSOU_OK ends the making with that. */
struct contensou__eval_watch {
    enum contensou_status (*look)(void *context, double done, struct contensou_error *err);
    void *context;
};

/* contensou__friction_create_from with the device as source. watch may be NULL, and so may `like`, the numbers of a table whose
 * intervals this one is to have. */
enum contensou_status contensou__eval_friction(struct contensou__friction *f, const char *name,
                                               const struct contensou_patch *patch, double eps,
                                               int single, struct contensou_device *device,
                                               const struct contensou__eval_watch *watch,
                                               const double *like, struct contensou_error *err);

/* The wrench (Tx, Ty, M, then xx xy yy xw yw ww) of one slip by the sum over cells (contensou_patch_cells), on the host. */
void contensou__eval_cells(const double *cells, size_t count, const double s[3], int jacobian,
                           double out[9]);

#endif
