/* program.h: device programs, built from text with their binaries cached, and their launches.
 * Nothing here shows OpenCL's own types. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_PROGRAM_H
#define CONTENSOU_CL_PROGRAM_H

#include "cl/buffer.h"

#include <contensou/device.h>

struct contensou__program;

/* Builds the text with the options for the device, or takes the cached binary of the same text,
 * options, device and driver. A text that does not compile is CONTENSOU_EBUILD with the compiler's
 * words. *out is for contensou__program_free. */
enum contensou_status contensou__program_build(struct contensou__program **out,
                                               struct contensou_device *device, const char *text,
                                               const char *options, struct contensou_error *err);
void contensou__program_free(struct contensou__program *program);

/* The options that programs have on a device beside those that they are built with: Mesa's rusticl does not copy structures that
 * are passed by value (in 22.3 a caller sees what a function writes to its argument), unless the compiler in front of it has
 * inlined the call; PoCL 6.0 takes assembly in a kernel for an allocation of its own and ends the process, 3.1 does not; where
 * devices pose as NVIDIA's, what that compiler defines. */
const char *contensou__program_options(const struct contensou_device_info *device);

/* The same program for another thread, with kernels and a queue of its own; *device is the device for its buffers, which is closed
 * with the program. */
enum contensou_status contensou__program_beside(struct contensou__program **out,
                                                const struct contensou__program *program,
                                                struct contensou_device **device,
                                                struct contensou_error *err);

/* From now on what drivers write to standard error while they compile is dropped (PoCL counts its errors there); their
 * words about errors come with CONTENSOU_EBUILD all the same, and a sentence stands in for those of a compiler that ends the
 * process. Everything that this process writes there meanwhile is
 * dropped too, so it is for programs, not for libraries. Call it before any build. */
void contensou__program_hush(void);

/* One argument of a launch: a buffer, or size bytes at value, or (value NULL) local memory. */
struct contensou__arg {
    struct contensou__buffer *buffer;
    const void *value;
    size_t size;
};
#define BY_VALUE(number)                           \
    {                                              \
        .value = &(number), .size = sizeof(number) \
    }
#define IN_BUFFER(memory)  \
    {                      \
        .buffer = (memory) \
    }

/* Runs the kernel over global work-items in groups of local (0: the driver's choice), or of as many as the device allows
 * this kernel, and waits for its end. global is rounded up to whole groups. seconds, unless NULL, gets the time. */
enum contensou_status contensou__program_run(struct contensou__program *program, const char *kernel,
                                             size_t global, size_t local,
                                             const struct contensou__arg *args, int count,
                                             double *seconds, struct contensou_error *err);

/* A size of groups that suits the kernel on its device: the multiple that its driver prefers, as often as makes `least`. */
enum contensou_status contensou__program_group(struct contensou__program *program,
                                               const char *kernel, size_t least, size_t *group,
                                               struct contensou_error *err);

/* The same, but after `limit` seconds (0: never) it gives up with CONTENSOU_ETIMEOUT. The device is lost
 * then: it may still write into its buffers, so these, the memory they wrap and the device are never
 * released, and every later call that would wait for it fails in the same way. */
enum contensou_status contensou__program_run_limited(struct contensou__program *program,
                                                     const char *kernel, size_t global,
                                                     size_t local,
                                                     const struct contensou__arg *args, int count,
                                                     double limit, double *seconds,
                                                     struct contensou_error *err);

#endif
