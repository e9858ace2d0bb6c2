/* state.h: a system at given states, on a device: its slope and Jacobian, and the motion of its contact.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_STATE_H
#define CONTENSOU_DEVICE_STATE_H

#include "device/ensemble.h"

#include <contensou/device.h>

struct contensou__members;
struct contensou__state;

enum contensou__state_kind {
    contensou__state_slope, /* slope[dim], then the Jacobian, row by row */
    contensou__state_local /* slip[3], a0[3], A row by row: s' = a0 + A f; of systems with a patch */
};

/* Builds the program in double precision. Of the setup, system, friction and the user's text count; they must
 * outlive it, as must the device. *out is for contensou__state_close. */
enum contensou_status contensou__state_open(struct contensou__state **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            enum contensou__state_kind kind,
                                            struct contensou_error *err);
void contensou__state_close(struct contensou__state *s);

/* The program behind it, which also has drivers/clock.h; it stays the state's. */
struct contensou__members *contensou__state_members(const struct contensou__state *s);

/* Numbers that a member gives: dim + dim * dim, or 15. */
size_t contensou__state_columns(const struct contensou__state *s);

/* n members: all[member * names ..] has the numbers of system, law and state by their fields, as
 * contensou__lanes_values gives them; out[member * columns ..]. t is the time. */
enum contensou_status contensou__state_run(struct contensou__state *s, double t, size_t n,
                                           const double *all, size_t names, double *out,
                                           struct contensou_error *err);

#endif
