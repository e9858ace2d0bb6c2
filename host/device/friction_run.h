/* friction_run.h: the wrench of a law of simulations, regularised, for many slips on a device.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_FRICTION_RUN_H
#define CONTENSOU_DEVICE_FRICTION_RUN_H

#include "laws/friction.h"
#include "device/patch_program.h"

/* All zero is nothing. */
struct contensou__friction_run {
    struct contensou__patch_program
        base; /* its params are the fields, its table what lanes share */
};

/* Builds the program of the law with these values of its fields. The law may go afterwards. r is for
 * contensou__friction_run_free, also after a failure. */
enum contensou_status contensou__friction_run_create(
    struct contensou__friction_run *r, const struct contensou__friction *law, const double *value,
    const struct contensou_patch *patch, struct contensou_device *device,
    const struct contensou_eval_options *options, struct contensou_error *err);
void contensou__friction_run_free(struct contensou__friction_run *r);

/* As contensou_eval_run, with slips that have a size: slip[3 * n] in, wrench[3 * n] out, jacobian[9 * n] out
 * unless it is NULL. */
enum contensou_status contensou__friction_run_slips(struct contensou__friction_run *r, size_t n,
                                                    const double *slip, double *wrench,
                                                    double *jacobian, struct contensou_error *err);

#endif
