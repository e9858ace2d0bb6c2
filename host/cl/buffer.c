/* buffer.c: memory on the device. SPDX-License-Identifier: MIT */
#include "cl/buffer.h"
#include "cl/waiting.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { smallest = 16 }; /* bytes: OpenCL knows no empty buffer */

/* A buffer with memory of its own, or around the caller's. */
static enum contensou_status make(struct contensou__buffer **out, struct contensou_device *device,
                                  size_t size, cl_mem_flags where, void *around,
                                  struct contensou_error *err)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | where;
    struct contensou__buffer *buffer = NULL;
    char call[80];
    cl_int rc;

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
    buffer->memory = clCreateBuffer(device->context, flags,
                                    around || size > smallest ? size : smallest, around, &rc);
    if (rc != CL_SUCCESS) {
        snprintf(call, sizeof call, "clCreateBuffer of %zu bytes", size);
        free(buffer);
        return contensou__device_fail(err, call, rc);
    }
    *out = buffer;
    return CONTENSOU_OK;
}

enum contensou_status contensou__buffer_create(struct contensou__buffer **out,
                                               struct contensou_device *device, size_t size,
                                               const void *from, struct contensou_error *err)
{
    enum contensou_status status = make(out, device, size, 0, NULL, err);

    if (!status && from)
        status = contensou__buffer_write(*out, 0, size, from, err);
    if (status) {
        contensou__buffer_free(*out);
        *out = NULL;
    }
    return status;
}

int contensou__buffer_in_place(const struct contensou_device *device)
{
    return device->unified;
}

enum contensou_status contensou__buffer_wrap(struct contensou__buffer **out,
                                             struct contensou_device *device, size_t size,
                                             void *memory, struct contensou_error *err)
{
    enum contensou_status status;

    if (device->unified)
        return make(out, device, size, CL_MEM_USE_HOST_PTR, memory, err);
    status = contensou__buffer_create(out, device, size, memory, err);
    if (!status)
        (*out)->around = memory;
    return status;
}

enum contensou_status contensou__buffer_sync(struct contensou__buffer *buffer,
                                             struct contensou_error *err)
{
    const enum contensou_status status = contensou__waiting_check(buffer->device, err);
    cl_int rc;
    void *mapped;

    if (status)
        return status;
    if (buffer->around)
        return contensou__buffer_read(buffer, 0, buffer->size, buffer->around, err);
    mapped = clEnqueueMapBuffer(buffer->device->queue, buffer->memory, CL_TRUE, CL_MAP_READ, 0,
                                buffer->size, 0, NULL, NULL, &rc);
    if (rc != CL_SUCCESS)
        return contensou__device_fail(err, "clEnqueueMapBuffer", rc);
    rc = clEnqueueUnmapMemObject(buffer->device->queue, buffer->memory, mapped, 0, NULL, NULL);
    if (rc == CL_SUCCESS)
        rc = clFinish(buffer->device->queue);
    return rc == CL_SUCCESS ? CONTENSOU_OK
                            : contensou__device_fail(err, "clEnqueueUnmapMemObject", rc);
}

void contensou__buffer_free(struct contensou__buffer *buffer)
{
    if (!buffer || buffer->device->tally->lost > 0)
        return;
    if (buffer->pinned)
        clEnqueueUnmapMemObject(buffer->device->queue, buffer->memory, buffer->pinned, 0, NULL,
                                NULL);
    if (buffer->memory)
        clReleaseMemObject(buffer->memory);
    free(buffer);
}

enum contensou_status contensou__buffer_pin(struct contensou__buffer **out,
                                            struct contensou_device *device, size_t size,
                                            void **memory, struct contensou_error *err)
{
    const enum contensou_status status = make(out, device, size, CL_MEM_ALLOC_HOST_PTR, NULL, err);
    cl_int rc;

    if (status)
        return status;
    (*out)->pinned = *memory =
        clEnqueueMapBuffer(device->queue, (*out)->memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                           size, 0, NULL, NULL, &rc);
    if (rc == CL_SUCCESS)
        return CONTENSOU_OK;
    (*out)->pinned = NULL;
    contensou__buffer_free(*out);
    *out = NULL;
    return contensou__device_fail(err, "clEnqueueMapBuffer", rc);
}

/* Nothing is copied from or to a device that was lost either. */
static enum contensou_status check_range(const struct contensou__buffer *buffer, size_t offset,
                                         size_t size, struct contensou_error *err)
{
    if (offset <= buffer->size && size <= buffer->size - offset)
        return contensou__waiting_check(buffer->device, err);
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "%zu bytes from byte %zu do not lie in a buffer of %zu bytes", size,
                          offset, buffer->size);
}

enum contensou_status contensou__buffer_fill(struct contensou__buffer *buffer, size_t offset,
                                             size_t size, const void *pattern, size_t width,
                                             struct contensou_error *err)
{
    const enum contensou_status status = check_range(buffer, offset, size, err);
    cl_int rc;

    if (status || !size)
        return status;
    rc = clEnqueueFillBuffer(buffer->device->queue, buffer->memory, pattern, width, offset, size, 0,
                             NULL, NULL);
    if (rc == CL_SUCCESS)
        rc = clFinish(buffer->device->queue);
    return rc == CL_SUCCESS ? CONTENSOU_OK : contensou__device_fail(err, "clEnqueueFillBuffer", rc);
}

enum contensou_status contensou__buffer_write_rows(struct contensou__buffer *buffer, size_t offset,
                                                   size_t pitch, size_t rows, size_t size,
                                                   const void *from, size_t from_pitch,
                                                   struct contensou_error *err)
{
    const size_t there[3] = {offset % pitch, offset / pitch, 0}, here[3] = {0, 0, 0};
    const size_t region[3] = {size, rows, 1};
    const enum contensou_status status =
        rows ? check_range(buffer, offset, (rows - 1) * pitch + size, err) : CONTENSOU_OK;
    cl_int rc;

    if (status || !size || !rows)
        return status;
    buffer->device->tally->moved += rows * size;
    rc = clEnqueueWriteBufferRect(buffer->device->queue, buffer->memory, CL_TRUE, there, here,
                                  region, pitch, 0, from_pitch, 0, from, 0, NULL, NULL);
    return rc == CL_SUCCESS ? CONTENSOU_OK
                            : contensou__device_fail(err, "clEnqueueWriteBufferRect", rc);
}

enum contensou_status contensou__buffer_write(struct contensou__buffer *buffer, size_t offset,
                                              size_t size, const void *from,
                                              struct contensou_error *err)
{
    const enum contensou_status status = check_range(buffer, offset, size, err);
    cl_int rc;

    if (status || !size)
        return status;
    buffer->device->tally->moved += size;
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
    buffer->device->tally->moved += size;
    rc = clEnqueueReadBuffer(buffer->device->queue, buffer->memory, CL_TRUE, offset, size, to, 0,
                             NULL, NULL);
    return rc == CL_SUCCESS ? CONTENSOU_OK : contensou__device_fail(err, "clEnqueueReadBuffer", rc);
}
