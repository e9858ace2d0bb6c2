/* orbit.h: trajectories of a system with their variations, on a device. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_ORBIT_H
#define CONTENSOU_ENGINE_ORBIT_H

#include "engine/members.h"

/* Builds the program; for contensou__members_close. */
enum contensou_status contensou__orbit_open(struct contensou__members **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            struct contensou_error *err);

/* n members, each over its span in `steps` equal steps: all[member * names ..] has the numbers of system, law and state
 * by their fields, v[member * dim ..] the variation; out[member * 3 * dim ..]: state, variation and slope at the end.
 * path: NULL, or of the first member the state behind each `every`-th step, path[k * dim ..]. */
enum contensou_status contensou__orbit_run(struct contensou__members *o, size_t n, size_t steps,
                                           const double *span, const double *all, size_t names,
                                           const double *v, double *out, size_t every, double *path,
                                           struct contensou_error *err);

#endif
