/* plan.h: from the settings of a simulation to what is computed: system, law with its fit, lanes, stepper, observers.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATE_PLAN_H
#define CONTENSOU_SIMULATE_PLAN_H

#include "engine/ensemble.h"
#include "engine/user_system.h"
#include "simulate/defaults.h"
#include "simulate/lanes.h"
#include "simulate/law_choice.h"
#include "simulate/settings.h"

#include <contensou/patch.h>

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
    struct contensou__defaults_steppers steppers;
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
 * lanes. */
enum contensou_status contensou__plan_model(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_law(struct contensou__plan *p, struct contensou_error *err);
enum contensou_status contensou__plan_lanes(struct contensou__plan *p, struct contensou_error *err);

/* The words of --continue, in the order of enum contensou__lanes_walk_way. */
extern const char *const contensou__plan_ways[4];

/* Tells of a state that is too small for the absolute tolerance: by where it starts, before the work; by its largest
 * size, largest[dim], behind it. */
void contensou__plan_warn_start(const struct contensou__plan *p);
void contensou__plan_warn_seen(const struct contensou__plan *p, const double *largest);

/* The check of --check-jacobian, and of a user's own slopes; for these alone a wrong one is only told. */
enum contensou_status contensou__plan_check_slopes(const struct contensou__plan *p,
                                                   struct contensou_error *err);

/* The sentence when a device did not come back in time, what *err has being the cause; journal: the file of what is
 * finished, or NULL. */
enum contensou_status contensou__plan_lost(const struct contensou__plan *p, const char *journal,
                                           struct contensou_error *err);

#endif
