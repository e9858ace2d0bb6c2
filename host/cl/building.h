/* building.h: the driver's compiler at work, which takes seconds and cannot be interrupted: where
 * somebody may want to stop it, it works in a thread of its own, which is left alone then.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_BUILDING_H
#define CONTENSOU_CL_BUILDING_H

#include "cl/device.h"

/* Runs clBuildProgram on the program and, with binary not NULL, fetches its binary, for free(), and its
 * size; no binary is no failure. *rc is what clBuildProgram gave. CONTENSOU_ESTOPPED once the process was
 * asked to stop (contensou_process_set_progress): the device is lost then, as after a launch that did not come back, and the
 * process should end by _exit, since the compiler is still at work. */
enum contensou_status contensou__building_run(struct contensou_device *device, cl_program program,
                                              const char *options, cl_int *rc,
                                              unsigned char **binary, size_t *size,
                                              struct contensou_error *err);

#endif
