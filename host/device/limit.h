/* limit.h: a solver for the limit surface of a patch or of a law, as its makers see it.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_LIMIT_H
#define CONTENSOU_DEVICE_LIMIT_H

#include "contact/stretch.h"
#include "device/patch_program.h"

#include <contensou/limit.h>

struct contensou_limit {
    struct contensou__patch_program base;
    struct contensou__buffer *load, *out; /* room for `room` loads */
    void *staging;                        /* results * room numbers of the device */
    size_t room, unsolved, ambiguous;
    double reach;
    struct contensou__stretch stretch;
    int most, folds;
};

/* Binds the roles of a driver with the kernel limit, includes it, and uploads params and table. */
typedef enum contensou_status contensou__limit_prepare(struct contensou_limit *l,
                                                       const struct contensou_patch *patch,
                                                       const void *what,
                                                       struct contensou__bundle *b,
                                                       struct contensou_error *err);

/* Builds a solver; as contensou_limit_create, with the rest of the program from `prepare`. */
enum contensou_status contensou__limit_build(struct contensou_limit **out,
                                             const struct contensou_patch *patch,
                                             struct contensou_device *device,
                                             const struct contensou_eval_options *options,
                                             contensou__limit_prepare *prepare, const void *what,
                                             struct contensou_error *err);

#endif
