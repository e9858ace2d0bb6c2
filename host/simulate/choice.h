/* choice.h: the stepper and the width of packs of a run, where nobody gave them.
 *
 * Some of the lanes are run over the whole span and timed, in packs of the width that is usually best: first with the stepper
 * for smooth systems. Where all lanes would take a few seconds only, that is the choice, as nothing else could be built in that
 * time. Otherwise the stiff stepper has as many seconds, and is taken if it needs a tenth less; where that is close, both are
 * tried again, for longer. In the longest runs widths of packs are measured.
 *
 * Times are not the same twice, so what was found is kept beside the cached programs: the choice under the description of
 * the whole run, so that the same run, its shards and its other processes have the same; the best width under the text of the
 * program. Journals have it in their heads. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_CHOICE_H
#define CONTENSOU_SIMULATE_CHOICE_H

#include "simulate/plan.h"

/* Fills the stepper of p->setup, if it was to be chosen, and its pack, if that is 0. run: which run it is, but for the
 * choice. CONTENSOU_ETIMEOUT: the device was lost; CONTENSOU_ESTOPPED: progress asked for it. */
enum contensou_status contensou__choice_make(struct contensou__plan *p, const char *run,
                                             const struct contensou_progress *progress,
                                             struct contensou_error *err);

/* The choice as a number above 0, for another process, and back. */
uint64_t contensou__choice_number(const struct contensou__ensemble_setup *setup);
void contensou__choice_take(struct contensou__ensemble_setup *setup, uint64_t number);

#endif
