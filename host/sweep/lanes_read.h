/* lanes_read.h: the texts of a sweep, for lanes.c only. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_LANES_READ_H
#define CONTENSOU_SWEEP_LANES_READ_H

#include "sweep/lanes.h"

/* Fills in what was asked; names, defaults and room for the axes are there already. */
enum contensou_status contensou__lanes_read(struct contensou__lanes *l,
                                            const struct contensou__lanes_request *request,
                                            struct contensou_error *err);

#endif
