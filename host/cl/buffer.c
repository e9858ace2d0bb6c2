/* buffer.c: memory on the device. SPDX-License-Identifier: MIT */
#include "cl/buffer.h"
#include "base/try.h"
#include "cl/waiting.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { smallest = 16 }; /* bytes: OpenCL knows no empty buffer */

static void drop(struct contensou__buffer **buffer)
{
    contensou__buffer_free(*buffer);
}

/* A buffer with memory of its own, or around the caller's. */
static enum contensou_status make(struct contensou__buffer **out, struct contensou_device *device,
                                  size_t size, cl_mem_flags where, void *around,
                                  struct contensou_error *err)
{
    OWNED(drop) struct contensou__buffer *buffer = NULL;
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
    TRY(contensou__try_memory(buffer, err, "a buffer's record"));
    buffer->device = device;
    buffer->size = size;
    buffer->memory = clCreateBuffer(device->context, CL_MEM_READ_WRITE | where,
                                    around || size > smallest ? size : smallest, around, &rc);
    snprintf(call, sizeof call, "clCreateBuffer of %zu bytes", size);
    TRY(contensou__device_call(err, call, rc));
    *out = buffer;
    buffer = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__buffer_create(struct contensou__buffer **out,
                                               struct contensou_device *device, size_t size,
                                               const void *from, struct contensou_error *err)
{
    OWNED(drop) struct contensou__buffer *buffer = NULL;

    *out = NULL;
    TRY(make(&buffer, device, size, 0, NULL, err));
    if (from)
        TRY(contensou__buffer_write(buffer, 0, size, from, err));
    *out = buffer;
    buffer = NULL;
    return CONTENSOU_OK;
}

int contensou__buffer_in_place(const struct contensou_device *device)
{
    return device->unified;
}

enum contensou_status contensou__buffer_wrap(struct contensou__buffer **out,
                                             struct contensou_device *device, size_t size,
                                             void *memory, struct contensou_error *err)
{
    if (device->unified)
        return make(out, device, size, CL_MEM_USE_HOST_PTR, memory, err);
    TRY(contensou__buffer_create(out, device, size, memory, err));
    (*out)->around = memory;
    return CONTENSOU_OK;
}

enum contensou_status contensou__buffer_sync(struct contensou__buffer *buffer,
                                             struct contensou_error *err)
{
    cl_int rc;
    void *mapped;

    TRY(contensou__waiting_check(buffer->device, err));
    if (buffer->around)
        return contensou__buffer_read(buffer, 0, buffer->size, buffer->around, err);
    mapped = clEnqueueMapBuffer(buffer->device->queue, buffer->memory, CL_TRUE, CL_MAP_READ, 0,
                                buffer->size, 0, NULL, NULL, &rc);
    TRY(contensou__device_call(err, "clEnqueueMapBuffer", rc));
    rc = clEnqueueUnmapMemObject(buffer->device->queue, buffer->memory, mapped, 0, NULL, NULL);
    if (rc == CL_SUCCESS)
        rc = clFinish(buffer->device->queue);
    return contensou__device_call(err, "clEnqueueUnmapMemObject", rc);
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
    OWNED(drop) struct contensou__buffer *buffer = NULL;
    void *mapped;
    cl_int rc;

    *out = NULL;
    TRY(make(&buffer, device, size, CL_MEM_ALLOC_HOST_PTR, NULL, err));
    mapped = clEnqueueMapBuffer(device->queue, buffer->memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                0, size, 0, NULL, NULL, &rc);
    TRY(contensou__device_call(err, "clEnqueueMapBuffer", rc));
    buffer->pinned = *memory = mapped;
    *out = buffer;
    buffer = NULL;
    return CONTENSOU_OK;
}

/* Nothing is copied from or to a device that was lost either. */
static enum contensou_status check_range(const struct contensou__buffer *buffer, size_t offset,
                                         size_t size, struct contensou_error *err)
{
    if (offset <= buffer->size && size <= buffer->size - offset)
        return contensou__waiting_check(buffer->device, err);
    return WRONG(err, "%zu bytes from byte %zu do not lie in a buffer of %zu bytes", size, offset,
                 buffer->size);
}

enum contensou_status contensou__buffer_fill(struct contensou__buffer *buffer, size_t offset,
                                             size_t size, const void *pattern, size_t width,
                                             struct contensou_error *err)
{
    cl_int rc;

    TRY(check_range(buffer, offset, size, err));
    if (!size)
        return CONTENSOU_OK;
    rc = clEnqueueFillBuffer(buffer->device->queue, buffer->memory, pattern, width, offset, size, 0,
                             NULL, NULL);
    if (rc == CL_SUCCESS)
        rc = clFinish(buffer->device->queue);
    return contensou__device_call(err, "clEnqueueFillBuffer", rc);
}

enum contensou_status contensou__buffer_write_rows(struct contensou__buffer *buffer, size_t offset,
                                                   size_t pitch, size_t rows, size_t size,
                                                   const void *from, size_t from_pitch,
                                                   struct contensou_error *err)
{
    const size_t there[3] = {offset % pitch, offset / pitch, 0}, here[3] = {0, 0, 0};
    const size_t region[3] = {size, rows, 1};

    if (!rows)
        return CONTENSOU_OK;
    TRY(check_range(buffer, offset, (rows - 1) * pitch + size, err));
    if (!size)
        return CONTENSOU_OK;
    buffer->device->tally->moved += rows * size;
    return contensou__device_call(err, "clEnqueueWriteBufferRect",
                                  clEnqueueWriteBufferRect(buffer->device->queue, buffer->memory,
                                                           CL_TRUE, there, here, region, pitch, 0,
                                                           from_pitch, 0, from, 0, NULL, NULL));
}

enum contensou_status contensou__buffer_write(struct contensou__buffer *buffer, size_t offset,
                                              size_t size, const void *from,
                                              struct contensou_error *err)
{
    TRY(check_range(buffer, offset, size, err));
    if (!size)
        return CONTENSOU_OK;
    buffer->device->tally->moved += size;
    return contensou__device_call(err, "clEnqueueWriteBuffer",
                                  clEnqueueWriteBuffer(buffer->device->queue, buffer->memory,
                                                       CL_TRUE, offset, size, from, 0, NULL, NULL));
}

enum contensou_status contensou__buffer_read(struct contensou__buffer *buffer, size_t offset,
                                             size_t size, void *to, struct contensou_error *err)
{
    TRY(check_range(buffer, offset, size, err));
    if (!size)
        return CONTENSOU_OK;
    buffer->device->tally->moved += size;
    return contensou__device_call(err, "clEnqueueReadBuffer",
                                  clEnqueueReadBuffer(buffer->device->queue, buffer->memory,
                                                      CL_TRUE, offset, size, to, 0, NULL, NULL));
}
