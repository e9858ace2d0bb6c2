/* units.h: units that tables and contacts are given in, by their names. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_UNITS_H
#define CONTENSOU_BASE_UNITS_H

#include <contensou/status.h>

enum contensou__units_kind {
    contensou__units_length,
    contensou__units_angle,
    contensou__units_force,
    contensou__units_time,
    contensou__units_pressure,
    contensou__units_kinds
};

/* What one unit of the table is in metres, radians, newtons, seconds and pascals; 1 where the list names none. Velocities are
 * in length over time, spins in angle over time, torques in force times length. */
struct contensou__units {
    double length, angle, force, time, pressure;
    int named[contensou__units_kinds]; /* 1 where the list names a unit of the kind */
};

/* Reads a list such as "mm,deg,N"; where it stands is named in the message about a unit that does not exist, or of
 * which there are two of one kind. NULL: all 1. */
enum contensou_status contensou__units_read(struct contensou__units *u, const char *list,
                                            const char *where, struct contensou_error *err);

/* What the caller says and what the line '# units' of a file says, either of which may be NULL: together, unless they contradict
 * each other. */
enum contensou_status contensou__units_of_file(struct contensou__units *u, const char *list,
                                               const char *line, const char *path,
                                               struct contensou_error *err);

/* A number with a unit, "7kN" or "50 mm", in newtons, metres, ..; a unit alone is one of it, a number alone is in the SI unit. */
enum contensou_status contensou__units_number(const char *text, enum contensou__units_kind kind,
                                              const char *what, double *value,
                                              struct contensou_error *err);

/* The units of a contact, "mm", "50mm" or "mm,MPa": metres of its unit of length and pascals of its unit of pressure; 0 where the
 * text, which may be NULL, has none. */
enum contensou_status contensou__units_contact(const char *text, const char *what, double *length,
                                               double *pressure, struct contensou_error *err);

/* A length in metres as units_number reads it: "mm", "0.05m". */
struct contensou__units_text {
    char text[32];
};
struct contensou__units_text contensou__units_length_text(double metres);

/* 1 where two numbers are the same unit, whatever way they were written. */
int contensou__units_same(double one, double other);

#endif
