/* equilibrium.h: equilibria of a system, f(y, p) = 0, followed along a parameter p, with their stability, folds and Hopf
 * points.
 *
 * Threads: no state beside the branch, which belongs to one thread at a time; what is found is plain data.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_EQUILIBRIUM_H
#define CONTENSOU_EQUILIBRIUM_H

#include <contensou/branch.h>
#include <contensou/progress.h>
#include <contensou/status.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum contensou_equilibrium_kind {
    CONTENSOU_EQUILIBRIUM_REGULAR, /* at a value of the parameter that was asked for */
    CONTENSOU_EQUILIBRIUM_FOLD,    /* the branch turns back in p */
    CONTENSOU_EQUILIBRIUM_HOPF,    /* a pair of eigenvalues crosses the imaginary axis */
    CONTENSOU_EQUILIBRIUM_BRANCH   /* a real eigenvalue crosses zero without a fold */
};

/* One equilibrium: the state and its eigenvalues, by falling real part. */
struct contensou_equilibrium_point {
    double p;
    double *y, *re, *im;  /* [states] */
    int branch, unstable; /* how many eigenvalues have a positive real part */
    enum contensou_equilibrium_kind kind;
};

/* Those of a branch stand one behind the other, in the order of the way along it. */
struct contensou_equilibrium_list {
    struct contensou_equilibrium_point *point;
    size_t count;
    int branches;
};

/* All zero is the default. */
struct contensou_equilibrium_options {
    size_t size;                        /* of this struct: see status.h */
    int starts;                         /* random guesses beside the state of the branch */
    uint64_t seed;                      /* of these */
    struct contensou_progress progress; /* counts points; the total is not known */
};

/* Finds equilibria at the first, the middle and the last value of the parameter, and follows each past folds until it
 * leaves their range. None at all is no failure. Free the list also after a failure. */
enum contensou_status
contensou_equilibrium_find(struct contensou_branch *branch,
                           const struct contensou_equilibrium_options *options,
                           struct contensou_equilibrium_list *list, struct contensou_error *err);
void contensou_equilibrium_free(struct contensou_equilibrium_list *list);

#ifdef __cplusplus
}
#endif
#endif
