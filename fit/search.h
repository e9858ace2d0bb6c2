/* search.h: finds the unknowns of a problem with NLopt, by two routes. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_SEARCH_H
#define CONTENSOU_FIT_SEARCH_H

#include "fit/problem.h"

struct contensou__search {
    double x[CONTENSOU_FIT_PARAMETERS]; /* the best place */
    double value;                       /* the objective there */
    double spread;      /* largest relative difference between the ends of the two routes */
    int starts, agreed; /* local searches, and how many of them ended there */
};

/* Least squares. Route one: DIRECT-L over the whole box (for up to six unknowns) and SBPLX from its
 * best; route two: SLSQP with gradients from the start and from random places. Both are compared where
 * SLSQP leaves them. */
enum contensou_status contensou__search_squares(struct contensou__problem *p, int starts,
                                                unsigned long seed, struct contensou__search *out,
                                                struct contensou_error *err);

/* Linear conditions on the unknowns: row[k * (unknowns + 1)] . (x, 1) <= 0. */
struct contensou__search_cuts {
    size_t count;
    const double *row;
};

/* SLSQP alone from out->x, after a change of the weights, of the loss or of the conditions (or NULL). */
enum contensou_status contensou__search_again(struct contensou__problem *p,
                                              struct contensou__search *out,
                                              const struct contensou__search_cuts *cuts,
                                              struct contensou_error *err);

/* The objective at out->x, which goes into the problem. */
enum contensou_status contensou__search_value(struct contensou__problem *p,
                                              struct contensou__search *out,
                                              struct contensou_error *err);

#endif
