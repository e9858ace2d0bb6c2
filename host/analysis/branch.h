/* branch.h: what equilibria and periodic orbits know of a contensou_branch. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_BRANCH_H
#define CONTENSOU_ANALYSIS_BRANCH_H

#include "model/plan.h"

#include <contensou/branch.h>

struct contensou_branch {
    struct contensou__settings asked; /* shares texts and arrays with those of the simulation */
    struct contensou__plan
        plan;     /* device, system, law and numbers; the state is at the end of lanes.value */
    double *grid; /* [count]: values of the parameter */
    size_t count;
    size_t place; /* of the parameter among the numbers, or SIZE_MAX */
};

/* Makes one from what is chosen, which must stay as it is until the branch is freed. *out is for contensou_branch_free. */
enum contensou_status contensou__branch_create(struct contensou_branch **out,
                                               const struct contensou__settings *asked,
                                               struct contensou_error *err);

/* Whether there is a parameter. */
int contensou__branch_varies(const struct contensou_branch *b);

/* A difference in a state: of angles, what is left of whole turns. */
double contensou__branch_difference(const struct contensou_branch *b, size_t state, double d);

/* All numbers with this state and parameter, to[lanes.names]. */
void contensou__branch_put(const struct contensou_branch *b, const double *y, double p, double *to);

/* Room for one more behind `count` members of that size: a new array, or NULL. */
void *contensou__branch_more(void *array, size_t count, size_t size);

#endif
