/* waiting.c: waits for the end of a launch, for ever or up to a limit. SPDX-License-Identifier: MIT */
#include "cl/waiting.h"

#include "base/clock.h"

#include <time.h>

/* Shares of the time gone by: a launch that ends is noticed late by less than half a per cent. */
static const double shortest = 2e-5, longest = 5e-3, share = 4e-3;

static void rest(double gone)
{
    const double seconds = gone * share < shortest  ? shortest
                           : gone * share > longest ? longest
                                                    : gone * share;
    const struct timespec pause = {0, (long)(1e9 * seconds)};

    nanosleep(&pause, NULL);
}

/* CL_COMPLETE, a step on the way to it (above), or an error (below). */
static cl_int state_of(cl_event event)
{
    cl_int state = CL_QUEUED;
    const cl_int rc =
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);

    return rc == CL_SUCCESS ? state : rc;
}

static enum contensou_status fail_lost(const struct contensou_device *device,
                                       struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_ETIMEOUT,
                          "the device '%s' did not come back from a kernel within %.4g s",
                          device->info.name, device->lost);
}

enum contensou_status contensou__waiting_check(const struct contensou_device *device,
                                               struct contensou_error *err)
{
    return device->lost > 0 ? fail_lost(device, err) : CONTENSOU_OK;
}

enum contensou_status contensou__waiting_for(struct contensou_device *device, cl_event event,
                                             double limit, struct contensou_error *err)
{
    const double start = contensou__clock_seconds();
    cl_int rc = limit > 0 ? clFlush(device->queue) : clWaitForEvents(1, &event);
    cl_int state = state_of(event);

    while (limit > 0 && rc == CL_SUCCESS && state > CL_COMPLETE) {
        const double gone = contensou__clock_seconds() - start;

        if (gone > limit) {
            device->lost = limit;
            return fail_lost(device, err);
        }
        rest(gone);
        state = state_of(event);
    }
    if (state < 0)
        return contensou__device_fail(err, "the run of a kernel", state);
    if (rc != CL_SUCCESS)
        return contensou__device_fail(err, limit > 0 ? "clFlush" : "clWaitForEvents", rc);
    return CONTENSOU_OK;
}
