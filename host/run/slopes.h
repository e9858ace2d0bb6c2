/* slopes.h: the derivatives and the series of a user's system beside what its right-hand side gives.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_SLOPES_H
#define CONTENSOU_RUN_SLOPES_H

#include "model/plan.h"

/* The check that check-jacobian asks for, and of a user's own slopes; for these alone a wrong one is only told. A wrong
 * series of a user's system is refused. */
enum contensou_status contensou__slopes_check(const struct contensou__plan *p,
                                              struct contensou_error *err);

#endif
