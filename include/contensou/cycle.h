/* cycle.h: periodic orbits of a system by shooting, followed along a parameter, with their Floquet multipliers and
 * bifurcations.
 *
 * Threads: no state beside the branch, which belongs to one thread at a time; what is found is plain data.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CYCLE_H
#define CONTENSOU_CYCLE_H

#include <contensou/branch.h>
#include <contensou/progress.h>
#include <contensou/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum contensou_cycle_kind {
    CONTENSOU_CYCLE_REGULAR, /* at a value of the parameter that was asked for */
    CONTENSOU_CYCLE_FOLD,    /* the branch turns back in p */
    CONTENSOU_CYCLE_FLIP,    /* a real multiplier crosses -1: orbits of twice the period are born */
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

/* One orbit, of its smallest period: a point of it, the smallest and largest of each state, the multipliers by falling modulus.
 * Where something drives the system, the point is that at the phase 0 of the forcing and the multipliers are those of the
 * stroboscopic map; elsewhere the trivial one is left out. */
struct contensou_cycle_point {
    double p, period;
    double *y, *low, *high; /* [states] */
    double *re, *im;        /* [multipliers] */
    int unstable;           /* multipliers beyond the unit circle */
    int sticks;             /* stick phases */
    int branch;             /* 0 is the first; those of a branch stand one behind the other */
    enum contensou_cycle_kind kind;
    double *
        by; /* [gradients][1 + states]: derivatives of the period and of y by each name of the options; or NULL */
};

struct contensou_cycle_list {
    struct contensou_cycle_point *point;
    size_t count, multipliers, gradients;
    int branches;
    double step;     /* in time; 0: not of one size */
    double residual; /* the largest |y(T) - y(0)| over the size of the orbit */
    double forced;   /* the period of what drives the system, at the last orbit; 0: nothing does */
    int covered;     /* 1: orbits were found up to the last value of the parameter; */
    char *why;       /* otherwise why not, or NULL */
};

/* The state of the branch is the start: after `transient` the orbit is looked for in the second half of the
 * trajectory. With period > 0 it is itself near the orbit, stable or not, and the period is about that. A branch that ends at a
 * flip goes on as the simple orbit behind it. */
struct contensou_cycle_options {
    size_t size; /* of this struct: see status.h */
    double transient, period;
    int periods;  /* of the forcing, that an orbit may take at most; 0: 16 */
    int branches; /* 1: the branches that are born at flips are followed too */
    struct contensou_progress progress; /* counts points; the total is not known */
    /* "NAME,..": fields of the system and numbers of the law, by which period and y are differentiated; NULL: none. Of an
     * autonomous system y moves across its flow; of one that something drives it is that at phase 0, and where it is found at
     * another one, as with the stepper event, its derivatives are NaN. */
    const char *by;
};

/* No orbit at all is CONTENSOU_EOUTCOME with what was seen; a system that says neither that it is autonomous nor what its
 * period is, CONTENSOU_EARGUMENT. After CONTENSOU_ESTOPPED the list has what was found until then. Free it also after a failure. */
enum contensou_status contensou_cycle_find(struct contensou_branch *branch,
                                           const struct contensou_cycle_options *options,
                                           struct contensou_cycle_list *list,
                                           struct contensou_error *err);
void contensou_cycle_free(struct contensou_cycle_list *list);

#ifdef __cplusplus
}
#endif
#endif
