/* forcing.h: what drives a system from outside: nothing, or a forcing with a period. A system says which (docs/own-systems.md):
 * trait_autonomous, that slip and motion do not use t, or system_period(p), after which they repeat, with 0 where these numbers
 * drive nothing and NaN where they have no period. What it says is checked. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_FORCING_H
#define CONTENSOU_ANALYSIS_FORCING_H

#include "device/members.h"
#include "analysis/branch.h"

/* The period of the forcing at `count` values of the parameter, 0 where nothing drives it, NaN where there is none. The program of the members
 * has drivers/clock.h. */
enum contensou_status contensou__forcing_periods(const struct contensou_branch *b,
                                                 struct contensou__members *members, size_t count,
                                                 const double *p, double *period,
                                                 struct contensou_error *err);

/* The same at one value, after the right-hand side was compared at several times and states. CONTENSOU_EARGUMENT with what to write where
 * the system says nothing, or what is not so, or where the forcing has no period. */
enum contensou_status contensou__forcing_check(const struct contensou_branch *b,
                                               struct contensou__members *members, double p,
                                               double *period, struct contensou_error *err);

#endif
