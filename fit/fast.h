/* fast.h: the residuals of the laws that have many rows or unknowns, with their slopes in closed form,
 * from tables made once for the rows. What they compute is what kernels/laws say; a test compares.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_FAST_H
#define CONTENSOU_FIT_FAST_H

#include "fit/problem.h"

struct contensou__fast;

/* Makes the tables, or leaves *out NULL where the law has none (or where the size of the contact is
 * unknown too, so that the slips change). */
enum contensou_status contensou__fast_create(struct contensou__fast **out,
                                             const struct contensou__problem *p,
                                             struct contensou_error *err);
void contensou__fast_free(struct contensou__fast *fast);

/* The wrench at the rows from..to under the law's present parameters, into f[3 * rows], and unless slope is NULL its
 * derivative with respect to each unknown, slope[unknown * 3 * rows + ..], mu left out. */
void contensou__fast_wrench(const struct contensou__fast *fast, const struct contensou__problem *p,
                            size_t from, size_t to, double *f, double *slope);

/* 1 where the objective below has a closed form: of general potentials. */
int contensou__fast_has_objective(const struct contensou__fast *fast,
                                  const struct contensou__problem *p);

/* The part of the objective of contensou__problem_objective that rows from..to make at x, which is in the law, and its
 * gradient[unknowns], without the table of slopes. */
double contensou__fast_objective(const struct contensou__fast *fast,
                                 const struct contensou__problem *p, const double *x, size_t from,
                                 size_t to, double *gradient);

/* One slip under an approximant with this table: its wrench is (N[k] + b N[3 + k])/D, k = Tx, Ty, M, and
 * D follows from logs = log v, log |w| (kernels/laws/fraction.h), both over the larger of v and |w|. */
void contensou__fast_fraction(const double *table, const double slip[3], double N[6],
                              double logs[2]);

#endif
