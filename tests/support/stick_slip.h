/* stick_slip.h: disk_belt [1](5.1) and pendulum [4](7)-(8) with exact stick and slip under the laws I00 and I11 of a disk without
 * eps, in long double, to about 1e-16. It shares no formula with kernels/ and no method with the stepper event: steps of any
 * order by extrapolation, slips in a time that runs slower with the slip, switches by repeating steps. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_STICK_SLIP_H
#define CONTENSOU_TESTS_STICK_SLIP_H

enum { stick_slip_states = 6, stick_slip_fields = 15, stick_slip_switches = 256 };

/* Fields as `contensou list systems` shows them; pendulum 0: disk_belt with I00; 1: pendulum with I11. */
struct stick_slip {
    int pendulum;
    long double field[stick_slip_fields], b, m, eta;
};

/* Switches, with their times and states. */
struct stick_slip_run {
    int count;
    long double t[stick_slip_switches], y[stick_slip_switches][stick_slip_states];
};

/* From y at t = 0 to y at t = end; y begins in slip. Returns 0, or 1 where it has lost its way. */
int stick_slip_go(const struct stick_slip *s, long double end, long double *y,
                  struct stick_slip_run *run);

#endif
