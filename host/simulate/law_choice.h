/* law_choice.h: the law of a simulation: which a system can take, and the numbers of our fit where a model needs one
 * for its contact. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_LAW_CHOICE_H
#define CONTENSOU_SIMULATE_LAW_CHOICE_H

#include "laws/friction.h"
#include "catalogue/system.h"
#include "engine/friction_make.h"

#include <contensou/fit.h>

/* Whether the system can take the law of this name (NULL: none was given). */
enum contensou_status contensou__law_choice_check(const struct contensou__system *system,
                                                  const char *name, struct contensou_error *err);

/* Makes the law, for contensou__friction_free also after a failure. Where its model has numbers that depend on the
 * contact, they are fitted to the patch on the device. patch: NULL where the law has no contact; watch: NULL where
 * nobody does. */
enum contensou_status contensou__law_choice_make(
    struct contensou__friction *friction, const struct contensou__system *system, const char *name,
    const struct contensou_patch *patch, struct contensou_device *device, int single,
    const struct contensou__friction_make_watch *watch, struct contensou_error *err);

/* Fits the numbers of its model to the patch, as make does where the law needs it. */
enum contensou_status contensou__law_choice_fit(struct contensou__friction *friction,
                                                const struct contensou_patch *patch,
                                                struct contensou_device *device,
                                                struct contensou_error *err);

/* A stepper that switches between stick and slip takes the law as it is: its eps is 0 where nobody sets it. */
void contensou__law_choice_for_stepper(struct contensou__friction *friction, const char *stepper);

/* The law of a file of 'contensou fit': reads the contact and makes the law, for contensou__friction_free. Free the file, behind the law, also after a
 * failure. */
enum contensou_status contensou__law_choice_read(struct contensou_fit_file *file, const char *path,
                                                 const struct contensou__system *system, int single,
                                                 struct contensou__friction *friction,
                                                 struct contensou_error *err);

#endif
