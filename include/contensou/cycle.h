/* cycle.h: periodic orbits of a system by shooting, followed along a parameter, with their Floquet multipliers and
 * bifurcations.
 *
 * Threads: no state beside the branch, which belongs to one thread at a time; what is found is plain data.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CYCLE_H
#define CONTENSOU_CYCLE_H

#include <contensou/branch.h>
#include <contensou/progress.h>

#ifdef __cplusplus
extern "C" {
#endif

enum contensou_cycle_kind {
    CONTENSOU_CYCLE_REGULAR, /* at a value of the parameter that was asked for */
    CONTENSOU_CYCLE_FOLD,    /* the branch turns back in p */
    CONTENSOU_CYCLE_FLIP,    /* a real multiplier crosses -1: the period doubles */
    CONTENSOU_CYCLE_TORUS,   /* a complex pair crosses the unit circle */
    CONTENSOU_CYCLE_BRANCH,  /* a real multiplier crosses 1 without a fold */
    CONTENSOU_CYCLE_HOPF,    /* the orbit shrinks to an equilibrium: the branch ends */
    /* stick-slip: the sequence of switches changes, as the orbit touches the border of stick: */
    CONTENSOU_CYCLE_GRAZING,          /* a slip comes to rest and goes on: a slip is born or dies */
    CONTENSOU_CYCLE_GRAZING_SLIDING,  /* a slip comes to rest: a stick is born or dies within it */
    CONTENSOU_CYCLE_ADDING_SLIDING,   /* the load of a stick touches its limit: a slip within it */
    CONTENSOU_CYCLE_CROSSING_SLIDING, /* a slip through rest at the limit: a short stick there */
    CONTENSOU_CYCLE_SWITCHING_SLIDING /* a stick that begins at the limit: a slip before it */
};

/* One orbit: a point of it, the smallest and largest of each state, the multipliers without the trivial one. */
struct contensou_cycle_point {
    double p, period;
    double *y, *low, *high; /* [states] */
    double *re, *im;        /* [states - 1] */
    int unstable;           /* multipliers beyond the unit circle */
    int sticks;             /* stick phases */
    enum contensou_cycle_kind kind;
};

struct contensou_cycle_list {
    struct contensou_cycle_point *point;
    size_t count;
    double step;     /* in time; 0: not of one size */
    double residual; /* the largest |y(T) - y(0)| over the size of the orbit */
};

/* The state of the branch is the start: after `transient` the orbit is looked for in the second half of the
 * trajectory. With period > 0 it is itself near the orbit, stable or not, and the period is about that. */
struct contensou_cycle_options {
    double transient, period;
    struct contensou_progress progress; /* counts points; the total is not known */
};

/* No orbit at all is CONTENSOU_EOUTCOME with what was seen. Free the list also after a failure. */
enum contensou_status contensou_cycle_find(struct contensou_branch *branch,
                                           const struct contensou_cycle_options *options,
                                           struct contensou_cycle_list *list,
                                           struct contensou_error *err);
void contensou_cycle_free(struct contensou_cycle_list *list);

#ifdef __cplusplus
}
#endif
#endif
