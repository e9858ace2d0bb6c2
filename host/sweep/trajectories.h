/* trajectories.h: what came out of a simulation, from its journals. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_TRAJECTORIES_H
#define CONTENSOU_SWEEP_TRAJECTORIES_H

#include "sweep/results.h"

#include <contensou/trajectories.h>

/* Takes over the journal of a run, or of one shard of it, all lanes of which are there; closes it on failure. */
enum contensou_status contensou__trajectories_of(struct contensou_trajectories **out,
                                                 struct contensou__journal *journal,
                                                 struct contensou_error *err);

#endif
