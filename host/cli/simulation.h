/* simulation.h: what 'run' and 'sweep' share: a system, its law and contact, the numbers of its lanes,
 * stepper and tolerances, observers, devices. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_SIMULATION_H
#define CONTENSOU_CLI_SIMULATION_H

#include "cli/contact_options.h"
#include "cli/options.h"
#include "engine/ensemble.h"
#include "sweep/journal.h"
#include "sweep/lanes.h"
#include "engine/user_system.h"
#include "sweep/walk.h"
#include "simulate/defaults.h"

#include <contensou/patch.h>

enum { contensou__simulation_devices = 16, contensou__simulation_pairs = 512 };

// clang-format off
#define CONTENSOU__SIMULATION_ROWS \
    {"law", 0, "LAW", NULL, \
     "the friction law: {laws}, or a fit.json; 'contensou list laws' has their numbers and the " \
     "systems that they are for (default: the system's)"}, \
    {"shape", 0, "SHAPE", "disk", \
     "the contact of the law, lengths in units of its size; 'contensou list contacts' has them all"}, \
    {"pressure", 0, "PRESSURE", NULL, "such as uniform, hertz or power:0.5 (default: uniform)"}, \
    {"tilt", 0, "K,BETA", NULL, "multiply the pressure by 1 + k (x cos beta - y sin beta)"}, \
    {"center", 0, "X,Y", "0,0", "the reference point, in the shape's own coordinates"}, \
    CONTENSOU__CONTACT_OPTIONS_ANISOTROPY, \
    {"set", 0, "NAME=X,..", NULL, \
     "fields of the system by their names and of the law with law., such as omega_0=40,law.eps=1e-3"}, \
    {"init", 0, "STATE=X,..", NULL, "initial values by the names of the states (default: those listed)"}, \
    {"stepper", 0, "NAME", "auto", \
     "auto (by the stiffness of the law)" CONTENSOU__STEPPER_TEXT "; 'contensou list steppers' explains them"}, \
    {"rtol", 0, "X", NULL, "relative tolerance (default: " CONTENSOU__DEFAULTS_RTOL ")"}, \
    {"atol", 0, "X", NULL, \
     "absolute tolerance, in the unit of each state (default: " CONTENSOU__DEFAULTS_ATOL ")"}, \
    {"step", 0, "H", NULL, "the step of a stepper with steps of one size, otherwise the first one (default: chosen)"}, \
    {"h-min", 0, "H", NULL, \
     "the smallest step; laws that jump, and steppers that say so, take it whatever its error (default: none; " \
     "for laws that jump 1e-5)"}, \
    {"h-max", 0, "H", NULL, "the largest step (default: none, or the stepper's own)"}, \
    {"max-steps", 0, "N", "1e7", "a lane that needs more steps ends with the outcome 'step limit'"}, \
    {"max-events", 0, "N", "1e6",                                                                    \
     "a lane that switches more often between stick and slip ends with the outcome 'event storm'"},  \
    {"slice-limit", 0, "S", "60", \
     "seconds that the device may take for a slice of the work, usually 0.1 s; if it takes longer (an endless " \
     "loop in a system of your own), lanes that are not finished end with the outcome 'stopped'"}, \
    {"check-jacobian", 0, NULL, NULL, \
     "compare the Jacobian with differences of the right-hand side first, and refuse to run where it is wrong; for " \
     "a system of your own with slopes of its own this is done in any case, with a warning"}, \
    {"system-file", 0, "FILE.h", NULL, \
     "a system of your own instead of SYSTEM: a header with its states, fields and rhs, as " \
     "bench/examples/van_der_pol.h"}
// clang-format on

/* All zero is nothing. */
struct contensou__simulation {
    const struct contensou__system *system;
    struct contensou__user_system *own; /* of --system-file */
    struct contensou_patch_spec spec;
    char *contact; /* words of spec that a file gave */
    struct contensou_patch *patch;
    struct contensou__friction friction;
    struct contensou__lanes lanes;
    struct contensou__ensemble_setup setup;
    struct contensou__defaults_steppers steppers;
    double *times;
    enum contensou__walk_way walk; /* of --continue */
    int vary;                      /* 1 for sweeps */
    struct contensou_device *device[contensou__simulation_devices];
    size_t devices;
    /* What describes the run: texts owned here. */
    struct contensou__text line, words;
    struct contensou__journal_pair pair[contensou__simulation_pairs];
    size_t pairs;
    const char *group;                 /* of the pairs that are added now, such as "run/" */
    char time_unit[96], rate_unit[96]; /* of the system */
};

/* Reads and checks the options up to the lanes, opens the devices and makes the law. vary: 1 for
 * sweeps. */
enum contensou_status contensou__simulation_read(struct contensou__simulation *s,
                                                 const struct contensou__options *o, int vary,
                                                 struct contensou_error *err);
void contensou__simulation_free(struct contensou__simulation *s);

/* Fills pair[]: everything that must agree for two runs to give the same numbers, and, behind `same`
 * pairs, what is only good to know. Call it when setup is final. */
enum contensou_status contensou__simulation_describe(struct contensou__simulation *s,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err);

/* The part of it that is about what was read, in simulation_inputs.c: a checksum of every file, the law's
 * coefficients, the times of the series. */
enum contensou_status contensou__simulation_inputs(struct contensou__simulation *s,
                                                   const struct contensou__options *o,
                                                   struct contensou_error *err);

/* The sentence when a device did not come back in time, what *err has being the cause; part: the file of
 * what is finished, or NULL. */
enum contensou_status contensou__simulation_lost(const struct contensou__simulation *s,
                                                 const char *part, struct contensou_error *err);

/* Warns on standard error of a state that is too small for the absolute tolerance: by where it starts, before the
 * work; by its largest size, largest[dim], behind it. */
void contensou__simulation_warn_start(const struct contensou__simulation *s);

/* The check of --check-jacobian, and of a user's own slopes; for these alone a wrong one is only a warning. */
enum contensou_status contensou__simulation_check_slopes(const struct contensou__simulation *s,
                                                         const struct contensou__options *o,
                                                         struct contensou_error *err);
void contensou__simulation_warn_seen(const struct contensou__simulation *s, const double *largest);

/* Parts of reading, in simulation_parse.c: --time; --observe and the options of observers; whether the law suits
 * them; steppers. */
enum contensou_status contensou__simulation_parse_times(struct contensou__simulation *s,
                                                        const struct contensou__options *o,
                                                        int vary, struct contensou_error *err);
enum contensou_status contensou__simulation_parse_observers(struct contensou__simulation *s,
                                                            const struct contensou__options *o,
                                                            struct contensou_error *err);
enum contensou_status contensou__simulation_parse_smooth(const struct contensou__simulation *s,
                                                         struct contensou_error *err);
enum contensou_status contensou__simulation_parse_stepper(struct contensou__simulation *s,
                                                          const struct contensou__options *o,
                                                          struct contensou_error *err);

/* The law by name or from a file of 'contensou fit', in simulation_law.c. */
enum contensou_status contensou__simulation_law_make(struct contensou__simulation *s,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err);

/* Whether the numbers of the first and the last lane make a law, in simulation_law.c. */
enum contensou_status contensou__simulation_law_try(const struct contensou__simulation *s,
                                                    struct contensou_error *err);

#endif
