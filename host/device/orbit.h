/* orbit.h: trajectories of a system with their variations, on a device: in equal steps, or with the switches between stick and
 * slip of the stepper event. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_ORBIT_H
#define CONTENSOU_DEVICE_ORBIT_H

#include "device/members.h"

/* What a row of a trajectory is, as in drivers/orbit_event.cl: a time that was asked for, or a switch: a stick begins, a slip
 * begins, a slip goes on through rest. */
enum contensou__orbit_row {
    contensou__orbit_sample,
    contensou__orbit_stick,
    contensou__orbit_slip,
    contensou__orbit_pass
};

/* Behind state, variation and slope at the end of a member: how many of these switches, when the first and the last of them
 * were; rows; the outcome. Equal steps have none. */
enum {
    contensou__orbit_sticks,
    contensou__orbit_slips,
    contensou__orbit_passes,
    contensou__orbit_first,
    contensou__orbit_last,
    contensou__orbit_rows,
    contensou__orbit_outcome,
    contensou__orbit_tail
};

/* Builds the program; for contensou__members_close. A stepper of the setup that switches is used, any other is not. */
enum contensou_status contensou__orbit_open(struct contensou__members **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            struct contensou_error *err);

struct contensou__orbit_call {
    size_t count, names;
    double step;        /* about that long, where steps are equal */
    const double *all;  /* [count][names]: the numbers of system, law and state by their fields */
    double begin, span; /* of time */
    size_t switches;    /* more than so many are a storm, and an outcome of its own */
    const double *v;    /* [count][dim]: the variations */
    double *out;        /* [count][3 dim + contensou__orbit_tail] */
    size_t samples;     /* of the first member at so many equal times, and at its switches, */
    double *row;        /* [room][2 + dim]: t, enum contensou__orbit_row, the state; or NULL */
    size_t room, rows;  /* rows: how many were written */
    const struct contensou_progress *progress; /* asked whether to stop, and told `done`; or NULL */
    double done;
};

enum contensou_status contensou__orbit_run(struct contensou__members *o,
                                           struct contensou__orbit_call *call,
                                           struct contensou_error *err);

#endif
