/* device.c: finds the OpenCL devices of this machine and opens one. SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "cl/device.h"
#include "base/kept.h"
#include "base/try.h"
#include "cl/cache_folder.h"
#include "cl/device_choice.h"
#include "cl/drivers.h"
#include "cl/young_processor.h"

#include <CL/cl_ext.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

static const char advice[] = "install the driver of your GPU, or pocl-opencl-icd (Debian, Ubuntu) "
                             "or pocl-binary-distribution (pip) for a CPU device";

/* All devices: info[i] describes id[i]. */
struct found {
    struct contensou_device_info *info;
    cl_device_id *id;
    size_t count;
    cl_int trouble; /* the first error of a platform that gave no devices */
};

enum contensou_status contensou__device_call(struct contensou_error *err, const char *call,
                                             cl_int code)
{
    return code == CL_SUCCESS ? CONTENSOU_OK
                              : contensou_fail(err, CONTENSOU_EOPENCL, "%s failed: %s (%d)", call,
                                               contensou__device_errors_name(code), code);
}

static cl_uint ask_uint(cl_device_id id, cl_device_info what)
{
    cl_uint value = 0;

    return clGetDeviceInfo(id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static cl_ulong ask_ulong(cl_device_id id, cl_device_info what)
{
    cl_ulong value = 0;

    return clGetDeviceInfo(id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

/* The text without the blanks that some drivers put around their names. */
static const char *trimmed(const char *text)
{
    size_t length;

    text += strspn(text, " \t\n");
    length = strlen(text);
    while (length && strchr(" \t\n", text[length - 1]))
        --length;
    return contensou__kept_part(text, length);
}

static const char *ask_text(cl_device_id id, cl_device_info what)
{
    char text[1024] = "";

    return clGetDeviceInfo(id, what, sizeof text - 1, text, NULL) == CL_SUCCESS ? trimmed(text)
                                                                                : "";
}

static const char *ask_platform(cl_device_id id, cl_platform_info what)
{
    cl_platform_id platform = NULL;
    char text[1024] = "";

    return clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) ==
                       CL_SUCCESS &&
                   clGetPlatformInfo(platform, what, sizeof text - 1, text, NULL) == CL_SUCCESS
               ? trimmed(text)
               : "";
}

static int posed_as(const char *what)
{
    const char *const given = getenv("CONTENSOU_POSE");

    return given && strcmp(given, what) == 0;
}

int contensou__device_poses_nvidia(void)
{
    return posed_as("nvidia-gpu");
}

/* 1 where a device poses as a GPU of one compute unit with memory of its own and small allocations, so that what such a
 * device needs can be tried where there is none: CONTRIBUTING.md. */
static int poses(void)
{
    return posed_as("discrete-gpu") || contensou__device_poses_nvidia();
}

static void describe(struct contensou_device_info *info, cl_device_id id)
{
    const cl_ulong type = ask_ulong(id, CL_DEVICE_TYPE);

    info->name = ask_text(id, CL_DEVICE_NAME);
    info->driver = ask_text(id, CL_DRIVER_VERSION);
    info->version = ask_text(id, CL_DEVICE_VERSION);
    info->platform = ask_platform(id, CL_PLATFORM_NAME);
    info->type = type & CL_DEVICE_TYPE_GPU || poses() ? "GPU"
                 : type & CL_DEVICE_TYPE_CPU          ? "CPU"
                                                      : "accelerator";
    info->why = "";
    info->fp64 = ask_ulong(id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    info->units = ask_uint(id, CL_DEVICE_MAX_COMPUTE_UNITS);
    info->width_double = info->fp64 ? ask_uint(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE) : 0;
    info->width_float = ask_uint(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    info->memory = ask_ulong(id, CL_DEVICE_GLOBAL_MEM_SIZE);
    info->max_buffer = ask_ulong(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    info->local_memory = ask_ulong(id, CL_DEVICE_LOCAL_MEM_SIZE);
    if (poses()) {
        info->units = 1;
        info->max_buffer = (uint64_t)4 << 20;
    }
}

/* Makes room for more devices; the new entries of info are zero. */
static int grow(struct found *f, size_t more)
{
    const size_t size = f->count + more;
    struct contensou_device_info *info = realloc(f->info, size * sizeof *info);
    cl_device_id *id;

    if (!info)
        return 0;
    f->info = info;
    memset(f->info + f->count, 0, more * sizeof *info);
    id = realloc(f->id, size * sizeof *id);
    if (!id)
        return 0;
    f->id = id;
    return 1;
}

/* Adds the platform's devices that are there and have a compiler. A platform that fails is left
 * out: one broken driver must not hide the others. */
static enum contensou_status add_platform(struct found *f, cl_platform_id platform,
                                          struct contensou_error *err)
{
    cl_uint count = 0, kept = 0;
    cl_device_id *id;
    cl_int rc = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);

    if (rc == CL_SUCCESS && count) {
        TRY(contensou__try_memory(grow(f, count) ? f : NULL, err, "the list of devices"));
        id = f->id + f->count;
        rc = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, id, NULL);
        for (cl_uint i = 0; rc == CL_SUCCESS && i < count; ++i)
            if (ask_uint(id[i], CL_DEVICE_AVAILABLE) &&
                ask_uint(id[i], CL_DEVICE_COMPILER_AVAILABLE)) {
                struct contensou_device_info *info = &f->info[f->count + kept];

                id[kept++] = id[i];
                describe(info, id[i]);
                contensou__young_processor_name(id[i], info);
                info->index = (int)(f->count + kept - 1);
            }
        f->count += kept;
    }
    if (rc != CL_SUCCESS && rc != CL_DEVICE_NOT_FOUND && f->trouble == CL_SUCCESS)
        f->trouble = rc;
    return CONTENSOU_OK;
}

/* Drivers do not say that they lack memory: the loader passes over those that it cannot map, and PoCL crashes below about
 * 750 MB. So the addresses are asked for before the first of them is loaded, and given back. */
static enum contensou_status check_memory(struct contensou_error *err)
{
    static const size_t needed = (size_t)768 << 20;
    struct rlimit limit;
    void *const room =
        mmap(NULL, needed, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (room != MAP_FAILED) {
        munmap(room, needed);
        return CONTENSOU_OK;
    }
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an OpenCL driver, %zu MB",
                              needed >> 20);
    return contensou_fail(
        err, CONTENSOU_EMEMORY,
        "an OpenCL driver needs about %zu MB of memory, and the process is limited "
        "to %.0f MB in all; raise the limit (ulimit -v)",
        needed >> 20, (double)limit.rlim_cur / 1048576);
}

/* The loader reads which drivers there are at the first call. */
static void load_drivers(void)
{
    cl_uint count;

    contensou__drivers_begin();
    clGetPlatformIDs(0, NULL, &count);
    contensou__drivers_end();
}

/* Why there is no device, though there are platforms. */
static enum contensou_status fail_empty(const struct found *f, struct contensou_error *err)
{
    TRY(contensou__device_call(err, "clGetDeviceIDs", f->trouble));
    if (contensou__cache_folder_problem())
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "no device can be used: %s, and the driver of CPU devices (PoCL) "
                              "needs one; set XDG_CACHE_HOME to a folder that can be written",
                              contensou__cache_folder_problem());
    return contensou_fail(err, CONTENSOU_EDEVICE,
                          "OpenCL is installed, but no platform has a usable device; %s", advice);
}

static void free_found(const struct found *f)
{
    free(f->info);
    free(f->id);
}

static enum contensou_status find_devices(struct found *f, struct contensou_error *err)
{
    static pthread_once_t first = PTHREAD_ONCE_INIT;
    static atomic_int loaded;
    OWNED(contensou__try_free) cl_platform_id *platform = NULL;
    cl_uint count = 0;
    cl_int rc;

    if (!loaded)
        TRY(check_memory(err));
    contensou__cache_folder_prepare();
    pthread_once(&first, load_drivers);
    rc = clGetPlatformIDs(0, NULL, &count);
    loaded = 1;
    if (rc == CL_PLATFORM_NOT_FOUND_KHR || (rc == CL_SUCCESS && !count))
        return contensou_fail(err, CONTENSOU_EDEVICE, "no OpenCL platform is installed; %s",
                              advice);
    TRY(contensou__device_call(err, "clGetPlatformIDs", rc));
    platform = calloc(count, sizeof *platform);
    TRY(contensou__try_memory(platform, err, "the list of platforms"));
    TRY(contensou__device_call(err, "clGetPlatformIDs", clGetPlatformIDs(count, platform, NULL)));
    for (cl_uint i = 0; i < count; ++i)
        TRY(add_platform(f, platform[i], err));
    return f->count ? CONTENSOU_OK : fail_empty(f, err);
}

enum contensou_status contensou_device_list(struct contensou_device_info **list, size_t *count,
                                            const char *choice, struct contensou_error *err)
{
    OWNED(free_found) struct found f = {0};

    *list = NULL;
    *count = 0;
    TRY(find_devices(&f, err));
    TRY(contensou__device_choice_apply(f.info, f.count, choice, err));
    *list = f.info;
    *count = f.count;
    f.info = NULL;
    return CONTENSOU_OK;
}

void contensou_device_list_free(struct contensou_device_info *list)
{
    free(list);
}

/* One compute unit of it, where its driver can divide it. */
static void pose(struct contensou_device *device)
{
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id part;

    device->unified = 0;
    if (clCreateSubDevices(device->id, one, 1, &part, NULL) == CL_SUCCESS)
        device->id = part;
}

static enum contensou_status open_queue(struct contensou_device *device,
                                        struct contensou_error *err)
{
    cl_int rc = CL_SUCCESS;

    if (!device->context)
        device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &rc);
    TRY(contensou__device_call(err, "clCreateContext", rc));
    device->queue =
        clCreateCommandQueue(device->context, device->id, CL_QUEUE_PROFILING_ENABLE, &rc);
    return contensou__device_call(err, "clCreateCommandQueue", rc);
}

static void drop(struct contensou_device **device)
{
    contensou_device_close(*device);
}

enum contensou_status contensou_device_open(struct contensou_device **out, const char *choice,
                                            struct contensou_error *err)
{
    OWNED(free_found) struct found f = {0};
    OWNED(drop) struct contensou_device *device = NULL;
    size_t i = 0;

    *out = NULL;
    TRY(find_devices(&f, err));
    TRY(contensou__device_choice_apply(f.info, f.count, choice, err));
    while (!f.info[i].chosen)
        ++i;
    device = calloc(1, sizeof *device);
    TRY(contensou__try_memory(device, err, "the device"));
    device->tally = &device->own;
    device->info = f.info[i];
    device->id = f.id[i];
    device->unified = ask_uint(device->id, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0;
    device->platform_version = ask_platform(device->id, CL_PLATFORM_VERSION);
    if (poses())
        pose(device);
    TRY(open_queue(device, err));
    *out = device;
    device = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__device_beside(struct contensou_device **out,
                                               struct contensou_device *device,
                                               struct contensou_error *err)
{
    OWNED(drop) struct contensou_device *second = calloc(1, sizeof *second);

    *out = NULL;
    TRY(contensou__try_memory(second, err, "the device"));
    second->info = device->info;
    second->platform_version = device->platform_version;
    second->id = device->id;
    second->context = device->context;
    second->unified = device->unified;
    second->tally = device->tally;
    clRetainDevice(second->id);
    clRetainContext(second->context);
    TRY(open_queue(second, err));
    *out = second;
    second = NULL;
    return CONTENSOU_OK;
}

void contensou_device_close(struct contensou_device *device)
{
    if (!device || device->tally->lost > 0)
        return;
    if (device->queue)
        clReleaseCommandQueue(device->queue);
    if (device->context)
        clReleaseContext(device->context);
    clReleaseDevice(device->id);
    free(device);
}

const struct contensou_device_info *contensou_device_about(const struct contensou_device *device)
{
    return &device->info;
}
