/* building.c: the driver's compiler at work. SPDX-License-Identifier: MIT */
#include "cl/building.h"

#include "base/clock.h"
#include "base/stop.h"
#include "base/try.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the compiler's thread and the one that waits share; left to the compiler when it is not waited
 * for any more. */
struct job {
    pthread_mutex_t lock;
    pthread_cond_t rings;
    int done;
    cl_program program;
    cl_device_id device;
    char *options;
    int with_binary;
    cl_int rc;
    unsigned char *binary;
    size_t size;
};

/* PoCL compiles the kernels only when it is asked for the binary. */
static void fetch_binary(struct job *job)
{
    unsigned char *binary;
    size_t size = 0;

    if (clGetProgramInfo(job->program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) !=
            CL_SUCCESS ||
        !size)
        return;
    binary = malloc(size);
    if (binary && clGetProgramInfo(job->program, CL_PROGRAM_BINARIES, sizeof binary, &binary,
                                   NULL) == CL_SUCCESS) {
        job->binary = binary;
        job->size = size;
    } else {
        free(binary);
    }
}

static void *build(void *argument)
{
    struct job *const job = argument;

    job->rc = clBuildProgram(job->program, 1, &job->device, job->options, NULL, NULL);
    if (job->rc == CL_SUCCESS && job->with_binary)
        fetch_binary(job);
    pthread_mutex_lock(&job->lock);
    job->done = 1;
    pthread_cond_signal(&job->rings);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

static void free_job(struct job *job)
{
    if (!job)
        return;
    pthread_cond_destroy(&job->rings);
    pthread_mutex_destroy(&job->lock);
    free(job->options);
    free(job);
}

static struct job *make_job(cl_program program, cl_device_id device, const char *options)
{
    struct job *job = calloc(1, sizeof *job);

    if (!job)
        return NULL;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->rings, NULL);
    job->program = program;
    job->device = device;
    job->options = strdup(options);
    if (job->options)
        return job;
    free_job(job);
    return NULL;
}

/* 1 when it is done, 0 when the wait was given up. */
static int wait_for(struct job *job, const struct contensou_progress *watch)
{
    static const char building[] = "building the program for the device, once";
    const double start = contensou__clock_seconds();
    int stopped = contensou__stop_asked(watch, building, 0, 0), done;
    double seconds;

    pthread_mutex_lock(&job->lock);
    while (!job->done && !stopped) {
        const struct timespec next = contensou__clock_soon();

        pthread_cond_timedwait(&job->rings, &job->lock, &next);
        stopped = contensou__stop_asked(watch, building, contensou__clock_seconds() - start, 0);
    }
    done = job->done;
    pthread_mutex_unlock(&job->lock);
    seconds = contensou__clock_seconds() - start;
    contensou__stop_asked(watch, building, seconds, seconds);
    return done;
}

enum contensou_status contensou__building_run(struct contensou_device *device, cl_program program,
                                              const char *options, cl_int *rc,
                                              unsigned char **binary, size_t *size,
                                              struct contensou_error *err)
{
    const struct contensou_progress *watch = contensou__stop_process();
    struct job *job = make_job(program, device->id, options);
    pthread_t thread;

    TRY(contensou__try_memory(job, err, "the building of a program"));
    job->with_binary = binary != NULL;
    if (!watch->report || pthread_create(&thread, NULL, build, job) != 0) {
        build(job);
    } else if (wait_for(job, watch)) {
        pthread_join(thread, NULL);
    } else {
        pthread_detach(thread);
        device->tally->lost = 1e-9;
        return contensou_fail(err, CONTENSOU_ESTOPPED,
                              "stopped while the program for the device was built");
    }
    *rc = job->rc;
    if (binary) {
        *binary = job->binary;
        *size = job->size;
    }
    free_job(job);
    return CONTENSOU_OK;
}
