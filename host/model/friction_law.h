/* friction_law.h: the law of a simulation: which one a system can take, its contact, and its numbers, given, fitted to the contact or
 * read from a file of 'contensou fit'. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_FRICTION_LAW_H
#define CONTENSOU_MODEL_FRICTION_LAW_H

#include "device/ensemble.h"
#include "laws/friction.h"
#include "model/setting_rows.h"
#include "parts/system.h"

#include <contensou/device.h>
#include <contensou/fit.h>
#include <contensou/patch.h>

/* The setting "law", whose value is a `const char *`: a name, the path of a file of a fit, or NULL for the system's own. */
extern const struct contensou__settings_row contensou__friction_law_rows[];

/* Fits the numbers of the model of a law to the patch, as contensou__friction_law_plan does where the law needs it. */
enum contensou_status contensou__friction_law_fit(struct contensou__friction *friction,
                                                  const struct contensou_patch *patch,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err);

/* The law of a file of 'contensou fit': reads the contact and makes the law, for contensou__friction_free. The frame is that of the
 * contact, which a fit does not know. Free the file, behind the law, also after a failure. */
enum contensou_status contensou__friction_law_read(struct contensou_fit_file *file,
                                                   const char *path, enum contensou_frame frame,
                                                   const struct contensou__system *system,
                                                   int single, struct contensou__friction *friction,
                                                   struct contensou_error *err);

struct contensou__settings;

/* Makes the law that is asked for, for the system and the precision of a setup, and the contact that belongs to it: file->spec and file->patch, unless the program gave one; free
 * both also after a failure. *patch is the contact, or NULL where the law has none. */
enum contensou_status contensou__friction_law_plan(const struct contensou__settings *asked,
                                                   const struct contensou__ensemble_setup *setup,
                                                   struct contensou_device *device,
                                                   struct contensou_fit_file *file,
                                                   const struct contensou_patch **patch,
                                                   struct contensou__friction *friction,
                                                   struct contensou_error *err);

/* A stepper that switches between stick and slip takes the law as it is: its eps is 0 where nobody sets it. */
void contensou__friction_law_make_exact(struct contensou__friction *friction);

#endif
