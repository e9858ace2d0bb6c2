/* waiting.c: waits for the end of a launch, for ever or up to a limit. SPDX-License-Identifier: MIT */
#include "cl/waiting.h"

#include "base/try.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* What the driver's thread and the one that waits share. After a launch that did not come back it is left to
 * the driver. */
struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rings;
    cl_int state; /* CL_COMPLETE, above it before the end, below it an error */
};

static void CL_CALLBACK ring(cl_event event, cl_int state, void *data)
{
    struct bell *bell = data;

    (void)event;
    pthread_mutex_lock(&bell->lock);
    bell->state = state;
    pthread_cond_signal(&bell->rings);
    pthread_mutex_unlock(&bell->lock);
}

static struct bell *make_bell(void)
{
    struct bell *bell = malloc(sizeof *bell);
    pthread_condattr_t steady;

    if (!bell)
        return NULL;
    bell->state = CL_QUEUED;
    pthread_mutex_init(&bell->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&bell->rings, &steady);
    pthread_condattr_destroy(&steady);
    return bell;
}

static void free_bell(struct bell **place)
{
    struct bell *const bell = *place;

    if (!bell)
        return;
    pthread_cond_destroy(&bell->rings);
    pthread_mutex_destroy(&bell->lock);
    free(bell);
}

/* The moment so many seconds from now. */
static struct timespec moment(double seconds)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_MONOTONIC, &t);
    seconds = fmin(seconds, 1e8) + 1e-9 * (double)t.tv_nsec;
    t.tv_sec += (time_t)seconds;
    t.tv_nsec = (long)(1e9 * (seconds - floor(seconds)));
    return t;
}

static enum contensou_status fail_lost(const struct contensou_device *device,
                                       struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_ETIMEOUT,
                          "the device '%s' did not come back from a kernel within %.4g s",
                          device->info.name, device->tally->lost);
}

enum contensou_status contensou__waiting_check(const struct contensou_device *device,
                                               struct contensou_error *err)
{
    return device->tally->lost > 0 ? fail_lost(device, err) : CONTENSOU_OK;
}

/* Waits for the bell; 1 if it does not ring in time. */
static int listen(struct bell *bell, double limit, cl_int *state)
{
    const struct timespec last = moment(limit);
    int late = 0;

    pthread_mutex_lock(&bell->lock);
    while (bell->state > CL_COMPLETE && !late)
        late = pthread_cond_timedwait(&bell->rings, &bell->lock, &last) == ETIMEDOUT;
    *state = bell->state;
    pthread_mutex_unlock(&bell->lock);
    return *state > CL_COMPLETE;
}

static enum contensou_status wait_limited(struct contensou_device *device, cl_event event,
                                          double limit, struct contensou_error *err)
{
    OWNED(free_bell) struct bell *bell = make_bell();
    cl_int rc, state;

    TRY(contensou__try_memory(bell, err, "a wait for a device"));
    TRY(contensou__device_call(err, "clSetEventCallback",
                               clSetEventCallback(event, CL_COMPLETE, ring, bell)));
    rc = clFlush(device->queue);
    if (listen(bell, limit, &state)) {
        device->tally->lost = limit;
        bell = NULL; /* the driver's */
        return fail_lost(device, err);
    }
    if (state < 0)
        return contensou__device_call(err, "the run of a kernel", state);
    return contensou__device_call(err, "clFlush", rc);
}

enum contensou_status contensou__waiting_for(struct contensou_device *device, cl_event event,
                                             double limit, struct contensou_error *err)
{
    cl_int rc, state = CL_COMPLETE;

    if (limit > 0)
        return wait_limited(device, event, limit, err);
    rc = clWaitForEvents(1, &event);
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (state < 0)
        return contensou__device_call(err, "the run of a kernel", state);
    return contensou__device_call(err, "clWaitForEvents", rc);
}
