/* plan.h: from the settings of a simulation to what is computed: system, law with its fit, lanes, stepper, observers.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_PLAN_H
#define CONTENSOU_MODEL_PLAN_H

#include "parts/system.h"
#include "device/ensemble.h"
#include "device/eval.h"
#include "device/user_system.h"
#include "laws/friction.h"
#include "model/lanes.h"
#include "model/settings.h"

#include <contensou/fit.h>
#include <contensou/patch.h>

/* How tolerances are chosen where nobody does, for help and documentation. */
#define CONTENSOU__PLAN_RTOL                                                           \
    "1e-9, for laws along a line, which have kinks, 1e-10, with event 1e-11; single: " \
    "1e-5"
#define CONTENSOU__PLAN_ATOL "1e-7 law.eps, between 1e-13 and 1e-10, with event 1e-13; single: 1e-7"

/* Fits the numbers of the model of a law to the patch, as contensou__plan_law does where the law needs it. */
enum contensou_status contensou__plan_law_fit(struct contensou__friction *friction,
                                              const struct contensou_patch *patch,
                                              struct contensou_device *device,
                                              struct contensou_error *err);

/* The law of a file of 'contensou fit': reads the contact and makes the law, for contensou__friction_free. The frame is that of the
 * contact, which a fit does not know. Free the file, behind the law, also after a failure. */
enum contensou_status contensou__plan_law_read(struct contensou_fit_file *file, const char *path,
                                               enum contensou_frame frame,
                                               const struct contensou__system *system, int single,
                                               struct contensou__friction *friction,
                                               struct contensou_error *err);

enum { contensou__plan_unit_size = 96 };

/* All zero but `asked` is nothing. */
struct contensou__plan {
    const struct contensou__settings *asked;
    const struct contensou__system *system;
    struct contensou__user_system *own; /* the user's, or NULL */
    struct contensou_fit_file contact;  /* spec.shape NULL: there is none, or it is the program's */
    const struct contensou_patch *patch;
    struct contensou__friction friction;
    struct contensou__lanes lanes;
    struct contensou__ensemble_setup setup; /* its pointers go into the plan, which must not move */
    int exact; /* 1: exact stick-slip is asked for, and no stepper by its name */
    double *times;
    enum contensou__lanes_walk_way way; /* of --continue */
    struct contensou_device *device[contensou__settings_devices];
    size_t devices;
    int opened; /* 1: the devices were opened here */
    uint64_t shard, shards;
    char time_unit[contensou__plan_unit_size], rate_unit[contensou__plan_unit_size];
};

/* The whole plan. Free it also after a failure. */
enum contensou_status contensou__plan_read(struct contensou__plan *p, struct contensou_error *err);
void contensou__plan_free(struct contensou__plan *p);

/* Parts of it: the precision, the devices and the system; its law; the numbers, of --set, --init and all that makes
 * lanes; the stepper and its tolerances. */
enum contensou_status contensou__plan_model(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_law(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_lanes(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_stepper(struct contensou__plan *p,
                                              struct contensou_error *err);

/* The words of --continue, in the order of enum contensou__lanes_walk_way. */
extern const char *const contensou__plan_ways[4];

/* Tells of a state that is too small for the absolute tolerance: by where it starts, before the work; by its largest
 * size, largest[dim], behind it. */
void contensou__plan_warn_start(const struct contensou__plan *p);
void contensou__plan_warn_seen(const struct contensou__plan *p, const double *largest);

/* The sentence when a device did not come back in time, what *err has being the cause; journal: the file of what is
 * finished, or NULL. */
enum contensou_status contensou__plan_lost(const struct contensou__plan *p, const char *journal,
                                           struct contensou_error *err);

#endif
