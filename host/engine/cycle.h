/* cycle.h: periodic orbits of a system by shooting, followed along a parameter, with their Floquet multipliers and
 * bifurcations. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_CYCLE_H
#define CONTENSOU_ENGINE_CYCLE_H

#include "engine/orbit.h"

#include <stdint.h>

enum contensou__cycle_kind {
    contensou__cycle_regular,
    contensou__cycle_fold,   /* the branch turns back in p */
    contensou__cycle_flip,   /* a real multiplier crosses -1: the period doubles */
    contensou__cycle_torus,  /* a complex pair crosses the unit circle */
    contensou__cycle_branch, /* a real multiplier crosses 1 without a fold */
    contensou__cycle_hopf    /* the orbit shrinks to an equilibrium: the branch ends */
};

/* One orbit: a point of it, the smallest and largest of each state, the multipliers without the trivial one, in one block. */
struct contensou__cycle_point {
    double p, period;
    double *y, *low, *high, *re, *im; /* [dim]; multipliers: [dim - 1] */
    int unstable;                     /* multipliers beyond the unit circle */
    enum contensou__cycle_kind kind;
};

struct contensou__cycle_list {
    struct contensou__cycle_point *point;
    size_t count, room;
    double step,
        residual; /* the step in time; the largest |y(T) - y(0)| over the size of the orbit */
};

/* As struct contensou__equilibrium_request. The state in all[] is the start: after `transient` the orbit is looked for in
 * the trajectory; with period > 0 it is itself near the orbit, and the period is about that. */
struct contensou__cycle_request {
    struct contensou__orbit *orbit;
    const struct contensou__system *system;
    const double *all;
    size_t names, place;
    const double *grid;
    size_t count;
    double transient, period;
    int (*stop)(void);
};

/* No orbit at all is CONTENSOU_EOUTCOME with what was seen. Free the list also after a failure. */
enum contensou_status contensou__cycle_find(const struct contensou__cycle_request *q,
                                            struct contensou__cycle_list *list,
                                            struct contensou_error *err);
void contensou__cycle_free(struct contensou__cycle_list *list);

#endif
