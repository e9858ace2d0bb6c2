/* system.h: the systems that can be simulated, made from the tables in their files (kernels/systems/list.h): their
 * states and parameters by name, the kernel file behind them, and what a run takes where nothing else is said.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CATALOGUE_SYSTEM_H
#define CONTENSOU_CATALOGUE_SYSTEM_H

#include "catalogue/field.h"

#include <stddef.h>

/* What a system asks its law for. */
enum contensou__system_friction {
    contensou__system_none,
    contensou__system_contact, /* force and torque of a patch that slides and spins */
    contensou__system_line,    /* a force along a line, and the load that stick must bear */
    contensou__system_rolling  /* as contact, under a pressure whose tilt follows the motion */
};

struct contensou__system {
    const char *name, *about;
    const char *include, *prefix; /* the kernel file, and the prefix of its names */
    const struct contensou__field *fields, *states;
    int field_count, dim;
    int second; /* 1: the second half of the states are the velocities of the first */
    int angles; /* bit i: state i is an angle, modulo 2 pi */
    enum contensou__system_friction friction;
    const char *law; /* defaults, as below */
    double eps;
    struct {
        const char *name; /* of the state; NULL: no section */
        int state;        /* -1: none */
        double value;
        int direction; /* -1 downwards, +1 upwards, 0 both */
    } section;
};

/* The names of all systems, for lists and messages. */
extern const char *const contensou__system_names[];
extern const size_t contensou__system_name_count;

/* The system of this name, or NULL. */
const struct contensou__system *contensou__system_find(const char *name);

#endif
