/* gap.h: how far a fitted law's wrenches are from the exact limit surface. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_GAP_H
#define CONTENSOU_FIT_GAP_H

#include "fit/problem.h"

/* The largest |xi - 1| over a grid of directions, xi the gauge of the exact surface at the law's wrench. */
enum contensou_status contensou__gap_find(const struct contensou__problem *p,
                                          const struct contensou_patch *patch,
                                          struct contensou_device *device, double *gap,
                                          struct contensou_error *err);

#endif
