/* ensemble_lane.c: one lane from the numbers that people set. SPDX-License-Identifier: MIT */
#include "engine/ensemble_lane.h"

#include <string.h>

size_t contensou__ensemble_lane_width(const struct contensou__ensemble_setup *setup)
{
    return (size_t)(setup->system->field_count + setup->friction->lane_fields + setup->system->dim);
}

enum contensou_status contensou__ensemble_lane_make(const struct contensou__ensemble_setup *setup,
                                                    const double *all, double *to,
                                                    struct contensou_error *err)
{
    const size_t fields = (size_t)setup->system->field_count, dim = (size_t)setup->system->dim;
    const size_t law = (size_t)setup->friction->field_count;
    const size_t lane = (size_t)setup->friction->lane_fields;

    memcpy(to, all, fields * sizeof *to);
    memcpy(to + fields + lane, all + fields + law, dim * sizeof *to);
    return contensou__friction_lane(setup->friction, all + fields, to + fields, err);
}
