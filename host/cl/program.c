/* program.c: device programs and their launches.
 *
 * A build takes seconds, a binary from the cache milliseconds; so one process at a time builds a program (cache.h), and one thread
 * in it, while the others wait for the binary. Kernels are made when they are first run and kept, since a kernel has the arguments
 * of its last launch: a program, as its queue, is for one thread. SPDX-License-Identifier: MIT */
#include "cl/program.h"
#include "cl/building.h"
#include "cl/cache.h"
#include "cl/waiting.h"
#include "base/checksum.h"
#include "base/clock.h"
#include "base/stop.h"
#include "base/try.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct kernel {
    struct kernel *next;
    char *name;
    cl_kernel handle;
    cl_uint args;
};

struct contensou__program {
    struct contensou_device *device, *own; /* own: to be closed with it, or NULL */
    cl_program handle;
    struct kernel *kernels; /* those that were run, most recent first */
};

/* For free(), or NULL. */
static char *build_log(cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log = NULL;

    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) == CL_SUCCESS)
        log = calloc(size + 1, 1);
    if (log)
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    return log;
}

static char *kernel_names(cl_program program)
{
    size_t size = 0;
    char *names = NULL;

    if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size) == CL_SUCCESS)
        names = calloc(size + 1, 1);
    if (names)
        clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names, NULL);
    return names;
}

/* For compilers that do not say what is wrong, as where they cannot write. */
#define ASK_ROOM "is there room in the folder for cached programs (XDG_CACHE_HOME, POCL_CACHE_DIR)?"

/* The compiler's words, from the first on: whole lines, as many as an error's message holds. */
static enum contensou_status fail_build(struct contensou_error *err, char *log, cl_int code)
{
    static const char cut[] = "\n.. (more was said)";
    const size_t room = sizeof err->message - 200;
    size_t size = log ? strlen(log) : 0;

    while (size && strchr(" \t\r\n", log[size - 1]))
        log[--size] = '\0';
    if (size > room) {
        size = room;
        while (size > room / 2 && log[size] != '\n')
            --size;
        memcpy(log + size, cut, sizeof cut);
    }
    return contensou_fail(err, CONTENSOU_EBUILD, "the device program does not compile (%s):\n%s%s",
                          contensou__device_errors_name(code),
                          size ? log : "the compiler said nothing",
                          size && strstr(log, "error") ? "" : "; " ASK_ROOM);
}

static int hushed;                /* see contensou__program_hush */
static int real_stderr = -1;      /* what standard error was, while a driver builds */
static struct sigaction on_abort; /* what was done on SIGABRT: LLVM has a handler of its own */

/* Compilers end the process where they cannot write. */
static void say_end(void)
{
    static const char said[] =
        "contensou: the driver's compiler ended this process while it built a program for the "
        "device; " ASK_ROOM "\n";

    if (real_stderr >= 0)
        (void)!write(real_stderr, said, sizeof said - 1);
}

/* Or abort it where they find that they are wrong, as LLVM 18 does. */
static void say_abort(int number)
{
    static const char said[] =
        "contensou: the driver's compiler aborted this process while it built a program for the "
        "device; another version of the driver, or another device, may take it\n";

    if (real_stderr >= 0)
        (void)!write(real_stderr, said, sizeof said - 1);
    (void)number; /* abort() ends the process behind this */
}

void contensou__program_hush(void)
{
    if (!hushed)
        atexit(say_end);
    hushed = 1;
}

/* Turns standard error away; gives what it was, or -1 where it is left alone. */
static int turn_away(void)
{
    const int null = hushed ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    const int before = null >= 0 ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
    struct sigaction aborts = {.sa_handler = say_abort};

    if (before >= 0) {
        sigaction(SIGABRT, &aborts, &on_abort);
        fflush(stderr);
        dup2(null, STDERR_FILENO);
    }
    if (null >= 0)
        close(null);
    real_stderr = before;
    return before;
}

static void turn_back(int before)
{
    if (before < 0)
        return;
    real_stderr = -1;
    sigaction(SIGABRT, &on_abort, NULL);
    dup2(before, STDERR_FILENO);
    close(before);
}

static enum contensou_status fail_source(cl_program program, const struct contensou_device *device,
                                         const char *options, cl_int rc,
                                         struct contensou_error *err)
{
    OWNED(contensou__try_free) char *log = NULL;

    if (rc == CL_INVALID_BUILD_OPTIONS || rc == CL_INVALID_COMPILER_OPTIONS)
        return contensou_fail(err, CONTENSOU_EBUILD, "clBuildProgram failed: %s (%d): '%s'",
                              contensou__device_errors_name(rc), rc, options);
    if (rc != CL_BUILD_PROGRAM_FAILURE && rc != CL_COMPILE_PROGRAM_FAILURE &&
        rc != CL_LINK_PROGRAM_FAILURE)
        return contensou__device_call(err, "clBuildProgram", rc);
    log = build_log(program, device->id);
    return fail_build(err, log, rc);
}

static int is_pocl(const struct contensou_device_info *device)
{
    return strcmp(device->platform, "Portable Computing Language") == 0;
}

const char *contensou__program_options(const struct contensou_device_info *device)
{
    if (contensou__device_poses_nvidia())
        return " -D __NV_CL_C_VERSION=120"; /* as NVIDIA's compiler has it */
    if (strcmp(device->platform, "rusticl") == 0)
        return " -D INLINE_ALL";
    if (is_pocl(device) && atoi(device->driver) > 3)
        return device->width_double == 8 ? " -D NO_ASSEMBLY -D WIDE_LIBRARY" : " -D NO_ASSEMBLY";
    return is_pocl(device) && device->width_double == 8 ? " -D WIDE_LIBRARY" : "";
}

static void free_program(cl_program *program)
{
    if (*program)
        clReleaseProgram(*program);
}

/* The program from its binary, or NULL where the driver does not take it. */
static cl_program build_binary(struct contensou_device *device, const unsigned char *binary,
                               size_t size, const char *options)
{
    cl_int rc, taken = CL_SUCCESS;
    OWNED(free_program)
    cl_program program =
        clCreateProgramWithBinary(device->context, 1, &device->id, &size, &binary, &taken, &rc);
    cl_program built = NULL;

    if (rc == CL_SUCCESS && taken == CL_SUCCESS &&
        clBuildProgram(program, 1, &device->id, options, NULL, NULL) == CL_SUCCESS) {
        built = program;
        program = NULL;
    }
    return built;
}

/* Builds the text; its binary goes into the cache. */
static enum contensou_status build_source(cl_program *out, struct contensou_device *device,
                                          const char *text, const char *options,
                                          const struct contensou__cache_file *file,
                                          struct contensou_error *err)
{
    cl_int rc;
    OWNED(contensou__try_free) unsigned char *binary = NULL;
    OWNED(free_program)
    cl_program program = clCreateProgramWithSource(device->context, 1, &text, NULL, &rc);
    enum contensou_status status;
    size_t size = 0;
    int before;

    TRY(contensou__device_call(err, "clCreateProgramWithSource", rc));
    before = turn_away();
    /* PoCL compiles a kernel when it is asked for the binary, otherwise at its first launch, where nobody expects it */
    status =
        contensou__building_run(device, program, options, &rc,
                                file->path || is_pocl(&device->info) ? &binary : NULL, &size, err);
    turn_back(before);
    if (status == CONTENSOU_ESTOPPED)
        program = NULL; /* the compiler has it still */
    TRY(status);
    if (rc != CL_SUCCESS)
        return fail_source(program, device, options, rc, err);
    *out = program;
    program = NULL;
    if (binary)
        contensou__cache_store(file, binary, size);
    return CONTENSOU_OK;
}

/* Devices of one kind want the same program at the same time: the first builds it, the others find
 * its binary. */
static pthread_mutex_t building = PTHREAD_MUTEX_INITIALIZER;

static void drop(struct contensou__program **program)
{
    contensou__program_free(*program);
}

/* From the cache, or else built; for the one who has entered the file. */
static enum contensou_status load_or_build(struct contensou__program *program, const char *text,
                                           const char *options,
                                           const struct contensou__cache_file *file,
                                           struct contensou_error *err)
{
    size_t size = 0;
    OWNED(contensou__try_free) unsigned char *binary = contensou__cache_load(file, &size);

    if (binary)
        program->handle = build_binary(program->device, binary, size, options);
    if (program->handle)
        return CONTENSOU_OK;
    TRY(contensou__stop_check("the building of device programs", err));
    return build_source(&program->handle, program->device, text, options, file, err);
}

/* The driver is the last file that the bundle put into the text. */
static void name_driver(const char *text, char *name, size_t size)
{
    static const char mark[] = "#line 1 \"drivers/";
    const char *at = text;
    size_t n = 0;

    snprintf(name, size, "program");
    while ((at = strstr(at, mark)) != NULL) {
        at += strlen(mark);
        n = strcspn(at, "\"");
        if (n > 3 && n < size && strncmp(at + n - 3, ".cl", 3) == 0)
            snprintf(name, size, "%.*s", (int)n - 3, at);
    }
}

/* Writes the text as DRIVER-CHECKSUM.cl, its options as the first line, into the folder that the environment variable
 * CONTENSOU_PROGRAMS names, if it does: for compilers and readers other than the driver. */
static enum contensou_status keep_text(const char *text, const char *options,
                                       struct contensou_error *err)
{
    const char *const folder = getenv("CONTENSOU_PROGRAMS");
    char driver[64], path[4096];
    uint32_t sum;
    FILE *file;
    int bad;

    if (!folder || !*folder)
        return CONTENSOU_OK;
    sum = contensou__checksum_add(contensou__checksum_add(0, text, strlen(text)), options,
                                  strlen(options));
    name_driver(text, driver, sizeof driver);
    snprintf(path, sizeof path, "%.4000s/%s-%08x.cl", folder, driver, (unsigned)sum);
    file = fopen(path, "w");
    bad = !file || fprintf(file, "/* options: %s */\n%s", options, text) < 0;
    if (file)
        bad |= fclose(file) != 0;
    return bad ? contensou_fail(err, CONTENSOU_EIO, "cannot write '%s' (CONTENSOU_PROGRAMS): %s",
                                path, strerror(errno))
               : CONTENSOU_OK;
}

enum contensou_status contensou__program_build(struct contensou__program **out,
                                               struct contensou_device *device, const char *text,
                                               const char *given, struct contensou_error *err)
{
    OWNED(contensou__cache_free) struct contensou__cache_file file = {0};
    OWNED(drop) struct contensou__program *program = calloc(1, sizeof *program);
    char options[512];
    enum contensou_status status;

    *out = NULL;
    TRY(contensou__try_memory(program, err, "the program"));
    program->device = device;
    snprintf(options, sizeof options, "%s%s", given ? given : "",
             contensou__program_options(&device->info));
    TRY(keep_text(text, options, err));
    contensou__cache_init(&file, device, text, options);
    contensou__cache_enter(&file); /* and those of other processes */
    pthread_mutex_lock(&building);
    status = load_or_build(program, text, options, &file, err);
    pthread_mutex_unlock(&building);
    contensou__cache_leave(&file);
    TRY(status);
    *out = program;
    program = NULL;
    return CONTENSOU_OK;
}

static void free_kernel(struct kernel **place)
{
    struct kernel *const kernel = *place;

    if (!kernel)
        return;
    if (kernel->handle)
        clReleaseKernel(kernel->handle);
    free(kernel->name);
    free(kernel);
}

void contensou__program_free(struct contensou__program *program)
{
    if (!program || program->device->tally->lost > 0)
        return;
    while (program->kernels) {
        struct kernel *kernel = program->kernels;

        program->kernels = kernel->next;
        free_kernel(&kernel);
    }
    if (program->handle)
        clReleaseProgram(program->handle);
    contensou_device_close(program->own);
    free(program);
}

enum contensou_status contensou__program_beside(struct contensou__program **out,
                                                const struct contensou__program *program,
                                                struct contensou_device **device,
                                                struct contensou_error *err)
{
    OWNED(contensou__try_free) struct contensou__program *second = calloc(1, sizeof *second);

    *out = NULL;
    TRY(contensou__try_memory(second, err, "a program"));
    TRY(contensou__device_beside(&second->own, program->device, err));
    second->device = *device = second->own;
    second->handle = program->handle;
    clRetainProgram(second->handle);
    *out = second;
    second = NULL;
    return CONTENSOU_OK;
}

static enum contensou_status fail_kernel(const struct contensou__program *program, const char *name,
                                         cl_int code, struct contensou_error *err)
{
    OWNED(contensou__try_free) char *names = NULL;

    if (code != CL_INVALID_KERNEL_NAME)
        return contensou__device_call(err, "clCreateKernel", code);
    names = kernel_names(program->handle);
    return contensou_fail(err, CONTENSOU_ENOTFOUND,
                          "clCreateKernel failed: %s (%d): no kernel named '%s'; available: %s",
                          contensou__device_errors_name(code), code, name, names ? names : "");
}

/* Puts the kernel in front of the program's list, unless it is there already; *out is the kernel. */
static enum contensou_status find_kernel(struct contensou__program *program, const char *name,
                                         struct kernel **out, struct contensou_error *err)
{
    OWNED(free_kernel) struct kernel *kernel = NULL;
    cl_int rc;

    for (*out = program->kernels; *out; *out = (*out)->next)
        if (strcmp((*out)->name, name) == 0)
            return CONTENSOU_OK;
    kernel = calloc(1, sizeof *kernel);
    if (kernel)
        kernel->name = strdup(name);
    TRY(contensou__try_memory(kernel ? kernel->name : NULL, err, "the kernel '%s'", name));
    kernel->handle = clCreateKernel(program->handle, name, &rc);
    if (rc != CL_SUCCESS)
        return fail_kernel(program, name, rc, err);
    TRY(contensou__device_call(err, "clGetKernelInfo",
                               clGetKernelInfo(kernel->handle, CL_KERNEL_NUM_ARGS,
                                               sizeof kernel->args, &kernel->args, NULL)));
    kernel->next = program->kernels;
    *out = program->kernels = kernel;
    kernel = NULL;
    return CONTENSOU_OK;
}

static enum contensou_status set_args(const struct contensou__program *program,
                                      const struct kernel *kernel,
                                      const struct contensou__arg *args, int count,
                                      struct contensou_error *err)
{
    const struct contensou_device_info *info = &program->device->info;

    if (count < 0 || (cl_uint)count != kernel->args)
        return WRONG(err, "kernel '%s' takes %u arguments, not %d", kernel->name, kernel->args,
                     count);
    for (int i = 0; i < count; ++i) {
        const struct contensou__arg *arg = &args[i];
        char call[160];
        cl_int rc;

        if (!arg->buffer && !arg->value && arg->size > info->local_memory)
            return contensou_fail(err, CONTENSOU_EDEVICE,
                                  "kernel '%s' asks for %zu bytes of local memory, but '%s' has "
                                  "%" PRIu64,
                                  kernel->name, arg->size, info->name, info->local_memory);
        rc = clSetKernelArg(kernel->handle, (cl_uint)i,
                            arg->buffer ? sizeof arg->buffer->memory : arg->size,
                            arg->buffer ? &arg->buffer->memory : arg->value);
        if (rc == CL_SUCCESS)
            continue;
        snprintf(call, sizeof call, "clSetKernelArg of argument %d of kernel '%.80s'", i,
                 kernel->name);
        return contensou__device_call(err, call, rc);
    }
    return CONTENSOU_OK;
}

/* The time that the device itself kept, where it does. */
static void take_time(cl_event event, double *seconds)
{
    cl_ulong begin = 0, end = 0;

    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL) ==
            CL_SUCCESS &&
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) ==
            CL_SUCCESS &&
        end > begin)
        *seconds = 1e-9 * (double)(end - begin);
}

static enum contensou_status launch(struct contensou__program *program, const struct kernel *kernel,
                                    size_t global, size_t local, double limit, double *seconds,
                                    struct contensou_error *err)
{
    struct contensou_device *device = program->device;
    size_t allowed = 0;
    cl_event event = NULL;
    const double start = contensou__clock_seconds();
    enum contensou_status status;

    TRY(contensou__device_call(err, "clGetKernelWorkGroupInfo",
                               clGetKernelWorkGroupInfo(kernel->handle, device->id,
                                                        CL_KERNEL_WORK_GROUP_SIZE, sizeof allowed,
                                                        &allowed, NULL)));
    if (local > allowed && allowed) /* registers or local memory are short */
        local = allowed;
    if (local && global % local) {
        if (global > SIZE_MAX - local)
            return WRONG(err, "%zu work-items are too many", global);
        global += local - global % local;
    }
    TRY(contensou__device_call(err, "clEnqueueNDRangeKernel",
                               clEnqueueNDRangeKernel(device->queue, kernel->handle, 1, NULL,
                                                      &global, local ? &local : NULL, 0, NULL,
                                                      &event)));
    status = contensou__waiting_for(device, event, limit, err);
    *seconds = contensou__clock_seconds() - start;
    if (!status)
        take_time(event, seconds);
    clReleaseEvent(event);
    return status;
}

enum contensou_status contensou__program_group(struct contensou__program *program, const char *name,
                                               size_t least, size_t *group,
                                               struct contensou_error *err)
{
    struct kernel *kernel;
    size_t wave = 0;

    TRY(find_kernel(program, name, &kernel, err));
    TRY(contensou__device_call(
        err, "clGetKernelWorkGroupInfo",
        clGetKernelWorkGroupInfo(kernel->handle, program->device->id,
                                 CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof wave, &wave,
                                 NULL)));
    wave = wave ? wave : 1;
    *group = (least + wave - 1) / wave * wave;
    return CONTENSOU_OK;
}

enum contensou_status contensou__program_run_limited(struct contensou__program *program,
                                                     const char *name, size_t global, size_t local,
                                                     const struct contensou__arg *args, int count,
                                                     double limit, double *seconds,
                                                     struct contensou_error *err)
{
    struct kernel *kernel;
    double time = 0;

    seconds = seconds ? seconds : &time;
    *seconds = 0;
    TRY(contensou__waiting_check(program->device, err));
    TRY(find_kernel(program, name, &kernel, err));
    TRY(set_args(program, kernel, args, count, err));
    return global ? launch(program, kernel, global, local, limit, seconds, err) : CONTENSOU_OK;
}

enum contensou_status contensou__program_run(struct contensou__program *program, const char *kernel,
                                             size_t global, size_t local,
                                             const struct contensou__arg *args, int count,
                                             double *seconds, struct contensou_error *err)
{
    return contensou__program_run_limited(program, kernel, global, local, args, count, 0, seconds,
                                          err);
}
