/* equilibrium.h: equilibria of a system, f(y, p) = 0, followed along a parameter p, with their stability, folds and Hopf
 * points. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_EQUILIBRIUM_H
#define CONTENSOU_ENGINE_EQUILIBRIUM_H

#include "engine/state.h"

enum contensou__equilibrium_kind {
    contensou__equilibrium_regular,
    contensou__equilibrium_fold,  /* the branch turns back in p */
    contensou__equilibrium_hopf,  /* a pair of eigenvalues crosses the imaginary axis */
    contensou__equilibrium_branch /* a real eigenvalue crosses zero without a fold */
};

/* One equilibrium: p, y[dim], re[dim], im[dim] in one block of memory. */
struct contensou__equilibrium_point {
    double p;
    double *y, *re, *im;
    int branch, unstable; /* how many eigenvalues have a positive real part */
    enum contensou__equilibrium_kind kind;
};

struct contensou__equilibrium_list {
    struct contensou__equilibrium_point *point;
    size_t count, room;
    int branches;
};

/* What is looked for: all[names] are the numbers of system, law and state, as contensou__lanes_values gives them, the
 * state being the first guess; place: of the parameter among them, or SIZE_MAX for none; grid[count] its values, which the
 * points of a branch are given at, rising or falling; starts: random guesses beside the first. */
struct contensou__equilibrium_request {
    struct contensou__state *state; /* of contensou__state_slope */
    const struct contensou__system *system;
    const double *all;
    size_t names, place;
    const double *grid;
    size_t count;
    int starts;
    uint64_t seed;
    int (*stop)(void); /* asked now and then: not 0 ends it with CONTENSOU_ESTOPPED; or NULL */
};

/* Finds equilibria at the first, the middle and the last value, and follows each past folds until it leaves the range of
 * the grid. Free the list also after a failure. None at all is no failure. */
enum contensou_status contensou__equilibrium_find(const struct contensou__equilibrium_request *q,
                                                  struct contensou__equilibrium_list *list,
                                                  struct contensou_error *err);
void contensou__equilibrium_free(struct contensou__equilibrium_list *list);

#endif
