/* cmd_transitions.h: the pieces of contensou transitions.
 *
 *   cmd_transitions.c        the command, its options, one case: JSON, a table, text
 *   cmd_transitions_many.c   --vary and --random: many cases on the device, a row each, and maps
 *   cmd_transitions_law.c    the law of a contact, exact or fitted, instead of [3]'s
 *   cmd_transitions_system.c mass and drive from the state of a system
 *   cmd_transitions_plot.c   the flow on a projection of the sphere
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CMD_TRANSITIONS_H
#define CONTENSOU_CLI_CMD_TRANSITIONS_H

#include "cli/options.h"
#include "simulate/lanes.h"
#include "engine/state.h"
#include "engine/transitions_contact.h"

#include <contensou/transitions.h>

/* What a case has: its fields, then a; behind them those of the law, of the system and its states. */
enum {
    contensou__cmd_transitions_fields = CONTENSOU_TRANSITIONS_FIELDS + 1,
    contensou__cmd_transitions_most = contensou__cmd_transitions_fields + contensou__law_most + 128
};

/* The law of a contact. All zero is none: that of [3]. */
struct contensou__cmd_transitions_law {
    const char *name; /* NULL: that of [3] */
    struct contensou_patch_spec spec;
    struct contensou_patch *patch;
    struct contensou_device *device; /* that fitted it */
    struct contensou__law model;
    int has_model;
    struct contensou__field field[contensou__law_most]; /* of the model */
    size_t fields;
    struct contensou__transitions_contact contact;
    double size; /* of the patch */
    double spin; /* M in pure spin */
};

/* Reads --law and the contact; then, with the values of its fields (NaN: not given), fits what is left
 * and prepares the wrench. Free it also after a failure. */
enum contensou_status contensou__cmd_transitions_law_read(struct contensou__cmd_transitions_law *l,
                                                          const struct contensou__options *o,
                                                          struct contensou_error *err);
enum contensou_status contensou__cmd_transitions_law_make(struct contensou__cmd_transitions_law *l,
                                                          const double *given, const char *device,
                                                          struct contensou_error *err);
void contensou__cmd_transitions_law_free(struct contensou__cmd_transitions_law *l);

/* Fills in mu_tau and c_omega of the numbers of a case and returns the unit of length. */
double contensou__cmd_transitions_law_settle(const struct contensou__cmd_transitions_law *l,
                                             double *value);
enum contensou_status contensou__cmd_transitions_law_solve(
    struct contensou__cmd_transitions_law *l, const struct contensou_transitions_case *one,
    double a, struct contensou_transitions_result *r, struct contensou_error *err);

/* The system whose state gives mass and drive. All zero is none. */
struct contensou__cmd_transitions_system {
    const struct contensou__system *system;
    struct contensou_device *device;
    struct contensou_patch *disk;
    struct contensou__friction
        friction; /* a program needs one; mass and drive do not depend on it */
    struct contensou__ensemble_setup setup;
    struct contensou__state *state;
};

/* Free it also after a failure. */
enum contensou_status
contensou__cmd_transitions_system_read(struct contensou__cmd_transitions_system *s,
                                       const struct contensou__options *o,
                                       struct contensou_error *err);
void contensou__cmd_transitions_system_free(struct contensou__cmd_transitions_system *s);

/* n states: value[i * stride ..] has fields and states; mass_and_drive[9 * i ..] out, and the slip of the
 * first. */
enum contensou_status
contensou__cmd_transitions_system_run(struct contensou__cmd_transitions_system *s, size_t n,
                                      const double *value, size_t stride, double *mass_and_drive,
                                      double slip[3], struct contensou_error *err);

/* What was asked. Texts belong to the command line. */
struct contensou__cmd_transitions_setup {
    struct contensou__field
        field[contensou__cmd_transitions_fields]; /* values: of --mass, --drive */
    struct contensou__cmd_transitions_law law;
    struct contensou__cmd_transitions_system system;
    size_t system_place;           /* of its first field among the numbers of a case */
    struct contensou__lanes lanes; /* the numbers of a case are its first fields */
    int mass_given, drive_given;
    int drawn; /* --random without --vary: mass and drive by the distribution that the help states */
    const char *output, *plot, *dump, *device;
    int quiet;
};

/* Numbers of case i; returns the contact's unit of length. */
double contensou__cmd_transitions_many_case(const struct contensou__cmd_transitions_setup *s,
                                            uint64_t i,
                                            double value[contensou__cmd_transitions_most]);

enum contensou_status
contensou__cmd_transitions_many_run(struct contensou__cmd_transitions_setup *s,
                                    const struct contensou__options *o,
                                    struct contensou_error *err);

/* Draws the flow, its nullclines and its fixed points; law NULL: that of [3]. */
enum contensou_status contensou__cmd_transitions_plot_draw(
    const char *path, const char *title, const struct contensou_transitions_case *one,
    const struct contensou_transitions_law *law, const struct contensou_transitions_result *r,
    struct contensou_error *err);

#endif
