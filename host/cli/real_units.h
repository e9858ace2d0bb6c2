/* real_units.h: newtons and metres in and out: --mu, --normal-force, --size and --units, and the contact and law of a
 * fit.json with its own mu and a. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_REAL_UNITS_H
#define CONTENSOU_CLI_REAL_UNITS_H

#include "base/units.h"
#include "cli/options.h"

#include <contensou/fit.h>
#include <contensou/table.h>

// clang-format off
#define CONTENSOU__REAL_UNITS_LENGTHS \
    {"normal-force", 0, "N", NULL, \
     "the normal force in newtons, or such as 7kN: forces are then in newtons, in and out (default: the integral of a map's " \
     "pressures where their unit is known, which is printed; otherwise per unit of it)"}, \
    {"size", 0, "S", NULL, \
     "the same as --unit, as a number of metres: torques are then in newton metres, spins in rad/s beside velocities in " \
     "m/s (default: lengths in the contact's own unit)"}, \
    {"units", 0, "LIST", NULL, \
     "units of the file of rows, such as mm,deg,N: one of m, mm, cm, um, in; rad, deg, rev; N, mN, kN, lbf; s, ms. A line " \
     "'# units mm,deg' in the file says the same (default: m, rad, N, s)"}
#define CONTENSOU__REAL_UNITS_ROWS \
    {"mu", 0, "MU", NULL, "the friction coefficient (default: forces are per unit of it)"}, \
    CONTENSOU__REAL_UNITS_LENGTHS
// clang-format on

/* What the numbers of files and tables are, and what a fit adds: (Tx, Ty, M) = mu N (T, L M_law)(v, L omega), L = size a. */
struct contensou__real_units {
    double mu, normal, size, a; /* 1 where not given */
    int has_mu, has_normal, has_size, fitted;
    const char *list; /* of --units */
    struct contensou__units table;
};

/* Reads the options that the command has. --size is the unit of length of the contact's spec, too. */
enum contensou_status contensou__real_units_read(struct contensou__real_units *u,
                                                 const struct contensou__options *o,
                                                 struct contensou_patch_spec *spec,
                                                 struct contensou_error *err);

/* What the contact knows: its unit of length, and its load, which is the normal force unless that is given; it is then printed to
 * standard error, if asked to `say` it. */
void contensou__real_units_contact(struct contensou__real_units *u,
                                   const struct contensou_patch *patch, int say);

/* The units of a file: those of --units and of its own line (or NULL), which must not contradict each other. Lengths in a unit
 * need a contact that has one. */
enum contensou_status contensou__real_units_file(struct contensou__real_units *u, const char *line,
                                                 const char *path, struct contensou_error *err);

/* Reads measured rows in these units, and which push each is of from the column `group`, if not NULL. Free them also after a
 * failure. */
enum contensou_status contensou__real_units_rows(const struct contensou__real_units *u,
                                                 struct contensou_fit_rows *rows, const char *path,
                                                 const char *group, struct contensou_error *err);

/* What a file of a fit says of them, and nothing else yet. */
struct contensou_fit_record contensou__real_units_record(const struct contensou__real_units *u);

/* 1 where something is not per unit of mu N and of the contact's length. */
int contensou__real_units_any(const struct contensou__real_units *u);

/* n wrenches (Tx[n], Ty[n], M[n]) from the contact's own units to these. */
void contensou__real_units_wrench(const struct contensou__real_units *u, size_t n, double *wrench);

double contensou__real_units_force(const struct contensou__real_units *u);
double contensou__real_units_length(const struct contensou__real_units *u);

/* Reads a fit.json for --model: its contact, which a contact on the command line may only repeat, its mu, a, normal force
 * and size, which the command line must not give a second time. Free the file also after a failure. */
enum contensou_status contensou__real_units_fit(struct contensou__real_units *u,
                                                struct contensou_fit_file *file, const char *path,
                                                const struct contensou__options *o,
                                                struct contensou_error *err);

/* The unit of a column: theta, phi; vx, vy, omega; Tx, Ty, M, or load_x, load_y, load_M. */
const char *contensou__real_units_column(const struct contensou__real_units *u, const char *name);

/* The unit of forces, or of torques, and the axes of the wrench with them: "M (mu N length)". */
const char *contensou__real_units_word(const struct contensou__real_units *u, int torque);
void contensou__real_units_labels(const struct contensou__real_units *u, char label[3][48]);

/* The units in effect as the first line of a CSV file, by the attribute `comment`. text[200] is kept until the table is open. */
void contensou__real_units_name(const struct contensou__real_units *u,
                                struct contensou_table_attribute *comment, char text[200]);

#endif
