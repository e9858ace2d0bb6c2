/* device.h: an opened OpenCL device, for the files of this layer. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_DEVICE_H
#define CONTENSOU_CL_DEVICE_H

#include <contensou/device.h>

#include <CL/cl.h>

struct contensou_device {
    struct contensou_device_info info;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
};

/* "clBuildProgram failed: CL_OUT_OF_HOST_MEMORY (-6)" as CONTENSOU_EOPENCL. */
enum contensou_status contensou__device_fail(struct contensou_error *err, const char *call,
                                             cl_int code);

#endif
