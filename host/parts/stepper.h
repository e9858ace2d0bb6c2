/* stepper.h: the methods that integrate a system, made from the tables in their files (kernels/steppers/list.h).
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PARTS_STEPPER_H
#define CONTENSOU_PARTS_STEPPER_H

#include "source/bundle.h"
#include "steppers/list.h"

/* What is not in a table is 0. */
struct contensou__stepper {
    const char *name, *file, *about;
    const char *method, *method_file; /* the prefix of its functions, and where they stand */
    int order;
    int fixed; /* 1: steps of one size, no estimate of the error */
    int stiff; /* 1: uses the Jacobian */
    int series; /* 1: uses the Taylor series that a system gives; its order, up to `order`, follows the tolerance */
    int dense; /* coefficients of the dense output */
    int switches; /* 1: changes between slip and stick by itself, under laws that are not regularised */
    int keeps;       /* numbers of a lane that its method keeps */
    int predicts;    /* 1: its steps follow each other by predictive control (steppers/control.h) */
    int takes_h_min; /* 1: a step of the least size is taken whatever its error */
    const char *caution; /* what a run by it warns of; NULL: nothing */
    double h_max;        /* the largest step where nobody chose one; 0: none */
    double auto_rtol;    /* `auto` takes it for relative tolerances up to this; 0: never */
    double
        stable; /* of explicit methods: the length of the stability region along the negative real axis */
};

/* The names of all steppers, for lists and messages; the same behind "auto". */
extern const char *const contensou__stepper_names[];
extern const size_t contensou__stepper_name_count;
extern const char *const contensou__stepper_choices[];

/* The names as text, behind ", ". */
#define CONTENSOU__STEPPER_COMMA(name) ", " #name
#define CONTENSOU__STEPPER_TEXT        ALL_STEPPERS(CONTENSOU__STEPPER_COMMA)

/* The stepper of this name, or NULL. */
const struct contensou__stepper *contensou__stepper_find(const char *name);

/* The one that `auto` takes, stiff or not; series: the system's can be used. */
const struct contensou__stepper *contensou__stepper_auto(int stiff, int series, double rtol);

/* Appends whether lanes change between this stepper's program and that of another one (NULL: they do not). */
void contensou__stepper_bind_handover(const struct contensou__stepper *s,
                                      const struct contensou__stepper *other, double rtol,
                                      struct contensou__bundle *b);

/* Numbers of a lane that are kept for it; corners: 1 for a law with corners, on which its steps end. */
int contensou__stepper_keeps(const struct contensou__stepper *s, int corners);

/* Appends what the system's file must know of it, and is called before that is bound. */
void contensou__stepper_bind_jet(const struct contensou__stepper *s, double rtol,
                                 struct contensou__bundle *b);

/* Appends the kernel files and role names; the system's are bound already. second: as in system.h. */
void contensou__stepper_bind(const struct contensou__stepper *s, int second, int corners,
                             struct contensou__bundle *b);

/* The same for what it does between its steps; what lanes keep is bound already. */
void contensou__stepper_bind_switches(const struct contensou__stepper *s, int corners, int holds,
                                      struct contensou__bundle *b);

#endif
