/* idle.h: the formulas of a shape as C, for counting what each lane of a wave does. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BENCH_IDLE_H
#define CONTENSOU_BENCH_IDLE_H

#include "contact/patch_data.h"

struct idle_shape {
    void (*eval)(const struct contensou__patch_data *t, const double slip[3]);
    void (*limit)(const struct contensou__patch_data *t, const double load[3]);
    int (*rule)(const struct contensou__patch_data *t, const double slip[3]);
};

extern const struct idle_shape idle_disk, idle_ellipse, idle_edges;

/* How many wrenches the lane has begun: a wave computes its lanes' first ones together, then their second ones. */
extern int idle_round;

#endif
