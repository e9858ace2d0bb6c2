/* buffer.c: memory on the device. SPDX-License-Identifier: MIT */
#include "cl/buffer.h"
#include "cl/device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { smallest = 16 }; /* bytes: OpenCL knows no empty buffer */

enum contensou_status contensou__buffer_create(struct contensou__buffer **out,
                                               struct contensou_device *device, size_t size,
                                               const void *from, struct contensou_error *err)
{
    struct contensou__buffer *buffer = NULL;
    char call[80];
    cl_int rc;
    enum contensou_status status = CONTENSOU_OK;

    *out = NULL;
    if (size > device->info.max_buffer)
        return contensou_fail(
            err, CONTENSOU_EDEVICE,
            "a buffer of %zu bytes was asked for, but '%s' allows at most %" PRIu64
            " bytes in one piece",
            size, device->info.name, device->info.max_buffer);
    buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a buffer's record");
    buffer->device = device;
    buffer->size = size;
    buffer->memory = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                                    size > smallest ? size : smallest, NULL, &rc);
    if (rc != CL_SUCCESS) {
        snprintf(call, sizeof call, "clCreateBuffer of %zu bytes", size);
        status = contensou__device_fail(err, call, rc);
        goto done;
    }
    if (from)
        status = contensou__buffer_write(buffer, 0, size, from, err);
    if (status)
        goto done;
    *out = buffer;
    buffer = NULL;

done:
    contensou__buffer_free(buffer);
    return status;
}

void contensou__buffer_free(struct contensou__buffer *buffer)
{
    if (!buffer)
        return;
    if (buffer->memory)
        clReleaseMemObject(buffer->memory);
    free(buffer);
}

static enum contensou_status check_range(const struct contensou__buffer *buffer, size_t offset,
                                         size_t size, struct contensou_error *err)
{
    if (offset <= buffer->size && size <= buffer->size - offset)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "%zu bytes from byte %zu do not lie in a buffer of %zu bytes", size,
                          offset, buffer->size);
}

enum contensou_status contensou__buffer_write(struct contensou__buffer *buffer, size_t offset,
                                              size_t size, const void *from,
                                              struct contensou_error *err)
{
    const enum contensou_status status = check_range(buffer, offset, size, err);
    cl_int rc;

    if (status || !size)
        return status;
    rc = clEnqueueWriteBuffer(buffer->device->queue, buffer->memory, CL_TRUE, offset, size, from, 0,
                              NULL, NULL);
    return rc == CL_SUCCESS ? CONTENSOU_OK
                            : contensou__device_fail(err, "clEnqueueWriteBuffer", rc);
}

enum contensou_status contensou__buffer_read(struct contensou__buffer *buffer, size_t offset,
                                             size_t size, void *to, struct contensou_error *err)
{
    const enum contensou_status status = check_range(buffer, offset, size, err);
    cl_int rc;

    if (status || !size)
        return status;
    rc = clEnqueueReadBuffer(buffer->device->queue, buffer->memory, CL_TRUE, offset, size, to, 0,
                             NULL, NULL);
    return rc == CL_SUCCESS ? CONTENSOU_OK : contensou__device_fail(err, "clEnqueueReadBuffer", rc);
}
