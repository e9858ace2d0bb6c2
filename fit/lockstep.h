/* lockstep.h: many searches with NLopt side by side, whose objectives are evaluated together.
 *
 * NLopt calls the objective and waits for its answer; so each search runs on a stack of its own, and
 * where it asks for an objective the next search goes on. When all have asked, one call answers them.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_LOCKSTEP_H
#define CONTENSOU_FIT_LOCKSTEP_H

#include <contensou/status.h>

#include <stddef.h>

enum { contensou__lockstep_unknowns = 2 };

/* Answers all searches: value[i] and gradient[i][] at x[i][]; those with asks[i] = 0 have ended. */
typedef enum contensou_status contensou__lockstep_answer(
    void *data, size_t count, const int *asks, double (*x)[contensou__lockstep_unknowns],
    double *value, double (*gradient)[contensou__lockstep_unknowns], struct contensou_error *err);

/* Minimises `count` functions of `unknowns` variables within the bounds, from x[count] to x[count], with
 * SLSQP; value[count] gets the last values, *calls how often answer was called. */
enum contensou_status contensou__lockstep_minimise(size_t count, int unknowns, const double *low,
                                                   const double *high,
                                                   double (*x)[contensou__lockstep_unknowns],
                                                   double *value,
                                                   contensou__lockstep_answer *answer, void *data,
                                                   long *calls, struct contensou_error *err);

#endif
