/* trajectories.h: what came out of a simulation, from its journals. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_TRAJECTORIES_H
#define CONTENSOU_RUN_TRAJECTORIES_H

#include "run/merge.h"

#include <contensou/trajectories.h>

/* Takes over the journal of a run, or of one shard of it, all lanes of which are there; closes it on failure. columns:
 * those of the run, which it shares. */
enum contensou_status contensou__trajectories_of(struct contensou_trajectories **out,
                                                 struct contensou__journal *journal,
                                                 struct contensou__columns *columns,
                                                 struct contensou_error *err);

#endif
