/* run_fields.h: the settings of every run, one value for all lanes; those of its observers stand behind them. A row has
 * the name in the kernel, the default, the name in the group "run" of result files ("": not there), and what it is.
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_RUN_FIELDS_H
#define DRIVERS_RUN_FIELDS_H

// clang-format off
#define RUN_FIELDS(FIELD)                                                                       \
    FIELD(t_begin,     0.0,   "t_begin",   "start")                                             \
    FIELD(t_observe,   0.0,   "transient", "start of the observation")                          \
    FIELD(t_end,       1.0,   "time",      "end")                                               \
    FIELD(rtol,        1e-8,  "rtol",      "relative tolerance")                                \
    FIELD(atol,        1e-10, "atol",      "absolute tolerance")                                \
    FIELD(h_first,     0.0,   "step",      "first step; 0: chosen")                             \
    FIELD(h_min,       0.0,   "h_min",     "smallest step")                                     \
    FIELD(h_max,       1e300, "h_max",     "largest step")                                      \
    FIELD(accept_min,  0.0,   "",          "1: steps of the smallest size are taken whatever their error")\
    FIELD(max_steps,   1e9,   "max_steps", "largest number of steps, taken and rejected")       \
    FIELD(max_events,  1e6,   "",          "largest number of switches between slip and stick")
// clang-format on

#endif
