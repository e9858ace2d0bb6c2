/* degenerate.h: unknowns that data cannot tell from others leave a fit. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_DEGENERATE_H
#define CONTENSOU_FIT_DEGENERATE_H

#include "fit/problem.h"

/* Takes unknowns whose change can be undone by that of others in all rows out of the free set, and says so in the
 * warnings: mu_lambda beside mu, c1 beside a where all rows have one ratio of spinning and sliding. mu and a stay as
 * long as they can, then the last parameters of the law. One that changes no row by itself stays: its interval is
 * infinite. */
enum contensou_status contensou__degenerate_remove(struct contensou__problem *p,
                                                   struct contensou_fit_result *result,
                                                   struct contensou_error *err);

#endif
