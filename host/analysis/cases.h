/* cases.h: cases of transitions from what is chosen. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_CASES_H
#define CONTENSOU_ANALYSIS_CASES_H

#include "model/settings.h"

#include <contensou/cases.h>

/* Mass matrix [6] and drive [3]; NULL: not given. */
struct contensou__cases_motion {
    const double *mass, *drive;
};

/* *out is for contensou_cases_free; a contact and devices of the program's must outlive it. */
enum contensou_status contensou__cases_create(struct contensou_cases **out,
                                              const struct contensou__settings *asked,
                                              const struct contensou__cases_motion *given,
                                              struct contensou_error *err);

#endif
