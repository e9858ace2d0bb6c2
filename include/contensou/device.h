/* device.h: the OpenCL devices of this machine, and one of them opened for work.
 *
 * A choice is the index that contensou_device_list gives ("0") or a piece of the device's or the
 * platform's name, whatever its case ("pocl", "radeon"). NULL or "" means the environment variable
 * CONTENSOU_DEVICE if it is set, otherwise the first GPU, otherwise an accelerator, otherwise a
 * CPU; a device without double precision only where none has it.
 *
 * Threads: any number of threads may use one device at a time, through objects of their own; it is opened and closed by one.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_H
#define CONTENSOU_DEVICE_H

#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_device; /* an opened device: context, queue, what it can do */

/* Its texts last as long as the process; none is NULL. */
struct contensou_device_info {
    int index; /* over all platforms, from 0 */
    const char *name, *platform, *driver, *version;
    const char *type;      /* "GPU", "CPU" or "accelerator" */
    int fp64;              /* 1 if it computes in double precision */
    unsigned units;        /* compute units */
    unsigned width_double; /* native vector widths; 0 without fp64 */
    unsigned width_float;
    uint64_t memory, max_buffer, local_memory; /* bytes */
    int chosen;                                /* 1 on the one that the choice selects */
    const char *why;                           /* on the chosen one: why; otherwise "" */
};

/* Lists every device. *list is for contensou_device_list_free; on failure it is NULL. A choice that
 * fits no device is CONTENSOU_ENOTFOUND with the names of those that exist; no device at all is
 * CONTENSOU_EDEVICE. */
enum contensou_status contensou_device_list(struct contensou_device_info **list, size_t *count,
                                            const char *choice, struct contensou_error *err);
void contensou_device_list_free(struct contensou_device_info *list);

/* Opens the device of the choice; *out is for contensou_device_close. */
enum contensou_status contensou_device_open(struct contensou_device **out, const char *choice,
                                            struct contensou_error *err);
void contensou_device_close(struct contensou_device *device);

/* What the opened device is; valid until it is closed. */
const struct contensou_device_info *contensou_device_about(const struct contensou_device *device);

#ifdef __cplusplus
}
#endif
#endif
