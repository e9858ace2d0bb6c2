/* stepper.h: the methods that integrate a system. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CATALOGUE_STEPPER_H
#define CONTENSOU_CATALOGUE_STEPPER_H

#include "source/bundle.h"

struct contensou__stepper {
    const char *name, *about;
    int order;
    int fixed; /* 1: steps of one size, no estimate of the error */
    int stiff; /* 1: uses the Jacobian */
    /* for stepper.c */
    enum {
        contensou__stepper_explicit,
        contensou__stepper_853,
        contensou__stepper_rosenbrock,
        contensou__stepper_classic
    } form;
    int dense; /* coefficients of the dense output */
    int switches; /* 1: changes between slip and stick by itself, under laws that are not regularised */
    int keeps; /* numbers of a lane that it keeps */
};

/* The names of all steppers, for lists and messages. */
extern const char *const contensou__stepper_names[];
extern const size_t contensou__stepper_name_count;

/* The stepper of this name, or NULL. */
const struct contensou__stepper *contensou__stepper_find(const char *name);

/* Appends the kernel files and role names; the system's are bound already. second: as in system.h. */
void contensou__stepper_bind(const struct contensou__stepper *s, int second,
                             struct contensou__bundle *b);

/* The same for what it does between its steps; what lanes keep is bound already. */
void contensou__stepper_bind_switches(const struct contensou__stepper *s,
                                      struct contensou__bundle *b);

#endif
