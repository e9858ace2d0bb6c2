/* units.h: units that tables are given in, by their names. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_UNITS_H
#define CONTENSOU_BASE_UNITS_H

#include <contensou/status.h>

/* What one unit of the table is in metres, radians, newtons and seconds; 1 where the list names none. Velocities are in
 * length over time, spins in angle over time, torques in force times length. */
struct contensou__units {
    double length, angle, force, time;
};

/* Reads a list such as "mm,deg,N"; where it stands is named in the message about a unit that does not exist, or of
 * which there are two of one kind. NULL: all 1. */
enum contensou_status contensou__units_read(struct contensou__units *u, const char *list,
                                            const char *where, struct contensou_error *err);

#endif
