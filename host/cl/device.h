/* device.h: an opened OpenCL device, for the files of this layer. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_DEVICE_H
#define CONTENSOU_CL_DEVICE_H

#include <contensou/device.h>

#include <CL/cl.h>

struct contensou_device {
    struct contensou_device_info info;
    const char *platform_version;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue; /* in order, with profiling */
    int unified; /* 1: it computes in the host's memory, so that a wrapped buffer is no copy */
    /* What all queues of a device share. */
    struct contensou__device_tally {
        _Atomic double lost;    /* the limit that a launch passed, in s, or 0; see waiting.h */
        _Atomic uint64_t moved; /* bytes that were copied from or to it */
    } own, *tally;
};

/* The same device with a queue of its own, for another thread; for contensou_device_close. */
enum contensou_status contensou__device_beside(struct contensou_device **out,
                                               struct contensou_device *device,
                                               struct contensou_error *err);

struct contensou__buffer {
    struct contensou_device *device;
    cl_mem memory;
    size_t size;  /* bytes that may be read and written */
    void *around; /* the caller's memory that a buffer on the device itself stands for, or NULL */
    void *pinned; /* where memory of the host is mapped for good, or NULL */
};

/* Unless the call succeeded, "clBuildProgram failed: CL_OUT_OF_HOST_MEMORY (-6)" as CONTENSOU_EOPENCL. */
enum contensou_status contensou__device_call(struct contensou_error *err, const char *call,
                                             cl_int code);

/* The name of an OpenCL error code, never NULL. */
const char *contensou__device_errors_name(cl_int code);

/* 1 where devices pose as NVIDIA's (CONTENSOU_POSE=nvidia-gpu), whose programs have other places for what waits in local memory. */
int contensou__device_poses_nvidia(void);

#endif
