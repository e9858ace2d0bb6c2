/* observed.h: which observers look at the lanes, and their settings, which come from the tables of kernels/observers.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_OBSERVED_H
#define CONTENSOU_MODEL_OBSERVED_H

#include "base/numbers.h"
#include "device/ensemble.h"
#include "model/setting_rows.h"

struct contensou__observed {
    struct contensou__ensemble_observers observe;
    struct contensou__ensemble_settings set; /* of which those of observers count */
    struct contensou__numbers_section section;
    struct contensou__ensemble_parameter
        by[contensou__ensemble_most_parameters]; /* set.gradient_count names of lanes' numbers */
};

extern const struct contensou__settings_row contensou__observed_rows[];

/* The values where nothing is chosen. */
void contensou__observed_init(struct contensou__observed *o);

struct contensou__settings;

/* The observers of a setup whose system and times are known, with their settings. */
enum contensou_status contensou__observed_plan(const struct contensou__settings *asked,
                                               struct contensou__ensemble_setup *setup,
                                               struct contensou_error *err);

/* The parameters of a gradient among the numbers of the lanes, whose law is known, and the stepper, and among those of the contact (NULL:
 * none) and of its description (NULL: it is the program's): an error where one is not there or has no derivative. */
enum { contensou__observed_contact_most = 16 };
struct contensou__lanes;
enum contensou_status contensou__observed_parameters(const struct contensou__lanes *lanes,
                                                     const struct contensou_patch *patch,
                                                     const struct contensou_patch_spec *spec,
                                                     struct contensou__ensemble_setup *setup,
                                                     struct contensou_error *err);

/* The axes of the law's contact, which a centred circle has too where its center is among the parameters. */
enum contensou__system_axes contensou__observed_axes(const struct contensou_patch *patch,
                                                     const struct contensou__ensemble_setup *setup);

#endif
