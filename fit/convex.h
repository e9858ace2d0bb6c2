/* convex.h: potentials that are fitted to data stay convex and positive. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_CONVEX_H
#define CONTENSOU_FIT_CONVEX_H

#include "fit/search.h"

/* Where the law is a potential and what was found is not convex in some direction, searches again under that
 * condition, from the law of the contact itself, and says in the warnings what it costs. Nothing happens to others. */
enum contensou_status contensou__convex_keep(struct contensou__problem *p,
                                             struct contensou__search *found,
                                             struct contensou_fit_result *result,
                                             struct contensou_error *err);

#endif
