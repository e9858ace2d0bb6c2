/* ensemble_program.h: the text of the program that a run of ensembles needs. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_ENSEMBLE_PROGRAM_H
#define CONTENSOU_ENGINE_ENSEMBLE_PROGRAM_H

#include "cl/program.h"
#include "engine/ensemble.h"

enum contensou_status
contensou__ensemble_program_write(const struct contensou__ensemble_setup *setup,
                                  struct contensou__text *text, struct contensou_error *err);
/* Packs that one work-item has: several of one register's width where short right-hand sides are stepped in blocks;
 * long ones fill the processor by themselves. */
int contensou__ensemble_program_strands(const struct contensou__ensemble_setup *setup, int pack);

enum contensou_status
contensou__ensemble_program_build(struct contensou__program **out, struct contensou_device *device,
                                  const struct contensou__ensemble_setup *setup, int pack,
                                  const char *text, struct contensou_error *err);

/* Places in the numbers of a lane, as kernels/drivers/lane.h has them; those of observers follow each other from
 * `observed` on, `count` is behind the last. */
struct contensou__ensemble_layout {
    int t, t_low, h, error, outcome, steps, rejected, y, f, observed, count;
    int observer[contensou__observer_count]; /* where its numbers begin; -1: not in the program */
};
struct contensou__ensemble_layout
contensou__ensemble_program_layout(const struct contensou__ensemble_setup *setup);

#endif
