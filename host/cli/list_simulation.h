/* list_simulation.h: what 'contensou list' says about simulations. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_LIST_SIMULATION_H
#define CONTENSOU_CLI_LIST_SIMULATION_H

#include <contensou/status.h>

/* Print to standard output. */
enum contensou_status contensou__list_simulation_laws(struct contensou_error *err);
void contensou__list_simulation_systems(void);
void contensou__list_simulation_steppers(void);
void contensou__list_simulation_observers(void);

#endif
