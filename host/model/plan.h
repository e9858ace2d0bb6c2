/* plan.h: from the settings of a simulation to what is computed: system, law with its fit, lanes, stepper, observers.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_PLAN_H
#define CONTENSOU_MODEL_PLAN_H

#include "parts/system.h"
#include "device/ensemble.h"
#include "device/user_system.h"
#include "model/friction_law.h"
#include "model/lanes.h"
#include "model/settings.h"

#include <contensou/contact.h>
#include <contensou/fit.h>
#include <contensou/patch.h>

enum {
    contensou__plan_unit_size = 96,
    contensou__plan_contact_most = contensou__observed_contact_most
};

/* All zero but `asked` is nothing. */
struct contensou__plan {
    const struct contensou__settings *asked;
    const struct contensou__system *system;
    struct contensou__user_system *own; /* the user's, or NULL */
    struct contensou_fit_file contact;  /* spec.shape NULL: there is none, or it is the program's */
    struct contensou_contact_words words; /* of contact.spec, where "set" has numbers of it */
    const struct contensou_patch *patch;
    struct contensou__friction friction;
    struct contensou__lanes lanes;
    struct contensou__ensemble_setup setup; /* its pointers go into the plan, which must not move */
    int contacts; /* 1: lanes may have contacts of their own; for those who know how to compute them */
    int exact;    /* 1: exact stick-slip is asked for, and no stepper by its name */
    double *times;
    enum contensou__lanes_walk_way way; /* of the setting "continue" */
    struct contensou_device *device[contensou__devices_most];
    size_t devices;
    int opened; /* 1: the devices were opened here */
    char time_unit[contensou__plan_unit_size], rate_unit[contensou__plan_unit_size];
};

/* The whole plan. Free it also after a failure. */
enum contensou_status contensou__plan_read(struct contensou__plan *p, struct contensou_error *err);
void contensou__plan_free(struct contensou__plan *p);

/* Parts of it: the precision, the devices and the system; its law; the numbers of all lanes; the stepper and its tolerances. */
enum contensou_status contensou__plan_model(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_law(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_lanes(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_stepper(struct contensou__plan *p,
                                              struct contensou_error *err);

/* Tells of a state that is too small for the absolute tolerance: by where it starts, before the work; by its largest
 * size, largest[dim], behind it. */
void contensou__plan_warn_start(const struct contensou__plan *p);
void contensou__plan_warn_seen(const struct contensou__plan *p, const double *largest);

/* The sentence when a device did not come back in time, what *err has being the cause; journal: the file of what is
 * finished, or NULL. */
enum contensou_status contensou__plan_lost(const struct contensou__plan *p, const char *journal,
                                           struct contensou_error *err);

#endif
