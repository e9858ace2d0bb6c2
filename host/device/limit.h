/* limit.h: a solver for the limit surface of a patch or of a law, as its makers see it.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_LIMIT_H
#define CONTENSOU_DEVICE_LIMIT_H

#include "contact/stretch.h"
#include "device/patch_program.h"

#include <contensou/limit.h>

#include <stdint.h>

struct contensou_limit {
    struct contensou__patch_program base;
    struct contensou__patch_program_pass pass; /* of loads */
    uint32_t *order;                           /* which load is sent in which place, of a part */
    size_t unsolved, ambiguous;
    double reach;
    struct contensou__stretch stretch;
    int most, folds, alike; /* alike: all loads take the same rule */
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

/* order[count]: which load goes where, so that those that compute together (a pack, a wave) are alike: they wait for each other's rules and
 * steps. It changes no bit of an answer. reach: the size of the contact. */
void contensou__limit_order(double reach, size_t count, const double *Tx, const double *Ty,
                            const double *M, uint32_t *order);

#endif
