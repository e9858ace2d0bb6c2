/* branch.h: what equilibria and periodic orbits know of a contensou_branch. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_BRANCH_H
#define CONTENSOU_SIMULATE_BRANCH_H

#include "engine/ensemble.h"
#include "engine/user_system.h"
#include "simulate/law_file.h"
#include "simulate/lanes.h"

#include <contensou/branch.h>

struct contensou_branch {
    struct contensou_device *device;
    struct contensou__user_system *own;
    struct contensou_fit_file contact;
    struct contensou__friction friction;
    struct contensou__ensemble_setup setup; /* system, friction, the user's text */
    struct contensou__lanes lanes; /* lanes.value: all numbers; the state is at their end */
    double *grid;                  /* [count]: values of the parameter */
    size_t count;
    size_t place; /* of the parameter among the numbers, or SIZE_MAX */
};

/* Room for one more behind `count` members of that size: a new array, or NULL. */
void *contensou__branch_more(void *array, size_t count, size_t size);

#endif
